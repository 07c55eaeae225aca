import LayoutTrace
import ViewTree

/// One thing that code does in a trace, and to which view.
typealias RecordedDeed = LayoutDeed<RecordedTarget, RecordedWork>

/// A view, or a constraint, as the code that does something to it can name it.
enum RecordedTarget: Hashable {
  /// The view whose code it is.
  case itself
  /// The superview of that view.
  case superview
  /// The view that was the last to get a role, or one that got it earlier.
  case role(Int, age: Int)
  /// A constraint, by its number in the trace.
  case constraint(Int)
}

extension LayoutDeed where Name == RecordedTarget, Work == RecordedWork {
  /// The deed without its numbers and its place.
  var shape: RecordedShape {
    RecordedShape(
      action: action, target: target, superview: superview, index: index,
      joins: joins, work: work?.deeds.map(\.shape) ?? [])
  }

  /// True if it changes a constraint.
  var isOfConstraint: Bool { if case .constraint = target { true } else { false } }

  /// True for an activation or a deactivation that comes at once with the one before.
  var joins: Bool { work?.joins ?? false }

  /// All numbers that it writes, including those of its work.
  var numbers: [Double] { new + (work?.deeds.flatMap(\.numbers) ?? []) }

  /// True if it enqueues work that the recording does not have.
  var isUnfinished: Bool { work.map { !$0.hasRun } ?? false }
}

/// The part in which deeds agree that differ in their numbers and places.
struct RecordedShape: Hashable {
  var action: LayoutAction
  var target: RecordedTarget?
  var superview: RecordedTarget?
  var index: Int?
  var joins: Bool
  var work: [RecordedShape]
}

/// The deeds of a piece of work when it runs; a trace has them later than its enqueueing.
final class RecordedWork {
  var deeds: [RecordedDeed] = []
  var hasRun = false
  /// True for a change of a constraint that came at once with the one before.
  var joins = false
  /// The intrinsic size that the view gets when it is asked again; nil for that before.
  var natural: [Double]?
}

/// The role of several views of a trace that replace each other, or of one view that has no other.
struct RecordedRole {
  /// The first view of the role.
  var view: TraceEvent.NewView
  /// The role of its first superview; nil for windows and for views without one.
  var parent: Int?
  /// True if it exists before the first turn; such a role has one view.
  var isInitial: Bool
  /// The role in whose layout views of this role are made; nil for code outside any layout.
  var maker: Int?
  /// The facts that constraints need of the view; nil if they do not place it.
  var item: RecordedItem?
  /// True if the view has intrinsic sizes that its code changes.
  var changesNatural = false
  /// True if its code acts before its subviews get their places, false for after; nil if it is unknown.
  var actsBeforeValues: Bool?
  /// True if a view of the role ever leaves a superview or moves to another.
  var isMoved = false
  /// True if hiding one of its subviews dirties it, as in a stack.
  var arranges = false
  /// The values that its first view had before they were set; texts and words by their places.
  var settings: [GeometryProperty: [Double]] = [:]
  /// True unless its first view is in no stack's arrangement at first.
  var isArranged: Bool { settings[.arrangedIndex].map { $0 != [-1] } ?? true }
  /// The sequences of deeds of each of its views, one for each of their layouts.
  var layouts: [[[RecordedDeed]]] = [[]]
  /// The sequences of deeds of each of its views in the constraints phase.
  var updates: [[[RecordedDeed]]] = [[]]
  /// The deeds of code outside any layout right after each of the layouts.
  var echoes: [[[RecordedDeed]]] = [[]]
}
