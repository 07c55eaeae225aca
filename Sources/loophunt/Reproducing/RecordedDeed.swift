import LayoutTrace
import ViewTree

/// One deed of the code in a trace, with its target.
struct RecordedDeed {
  /// The action of a deed.
  enum Action: Hashable {
    /// A geometry setter, or one of the insets that can be set.
    case write(GeometryProperty)
    /// A call on the view that becomes dirty by it.
    case invalidate(DirtyReason)
    /// A call on a view whose superview becomes dirty by it.
    case announce(DirtyReason)
    /// `layoutIfNeeded`.
    case force
    /// A view is made, and added at an index; nil for the end.
    case make(at: Int?)
    /// A view is added, or moved among its siblings, to an index; nil for the end.
    case add(at: Int?)
    /// A view leaves its superview.
    case remove
    /// Work is handed to the loop.
    case enqueue(TraceEvent.WorkKind)
  }

  /// The target of a deed, as the code that does it can name it.
  enum Target: Hashable {
    /// The view whose code it is.
    case itself
    /// The superview of that view.
    case superview
    /// The view that got a role last, or one that got it earlier.
    case role(Int, age: Int)
  }

  var action: Action
  /// Nil for work.
  var target: Target?
  /// The superview to which a view is added.
  var parent: Target?
  /// The written numbers, and those before; the frame of a new view.
  var new: [Double] = []
  var old: [Double]?
  /// The deeds of the work.
  var work: RecordedWork?
  /// The recorded place in the source.
  var place: String?

  /// The deed without its numbers and its place.
  var shape: Shape {
    Shape(
      action: action, target: target, parent: parent,
      work: work?.deeds.map(\.shape) ?? [])
  }

  /// All numbers that it writes, including those of its work.
  var numbers: [Double] { new + (work?.deeds.flatMap(\.numbers) ?? []) }

  /// True if it enqueues work that the recording does not have.
  var isUnfinished: Bool { work.map { !$0.hasRun } ?? false }

  struct Shape: Hashable {
    var action: Action
    var target: Target?
    var parent: Target?
    var work: [Shape]
  }
}

/// The deeds of a piece of work when it runs; a trace has them later than its enqueueing.
final class RecordedWork {
  var deeds: [RecordedDeed] = []
  var hasRun = false
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
  /// True if a view of the role ever leaves a superview or moves to another.
  var isMoved = false
  /// The sequences of deeds of each of its views, one for each of their layouts.
  var layouts: [[[RecordedDeed]]] = []
  /// The sequences of deeds of each of its views in the constraints phase.
  var updates: [[[RecordedDeed]]] = []
  /// The deeds of code outside any layout right after each of the layouts.
  var echoes: [[[RecordedDeed]]] = []
}
