import LayoutTrace
import ViewTree

/// One thing that code does in a trace, and to which view.
struct RecordedDeed {
  /// What is done.
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

  /// The view to which something is done, as the code that does it can name it.
  enum Target: Hashable {
    /// The view whose code it is.
    case itself
    /// The superview of that view.
    case superview
    /// The view that was the last to get a role, or one that got it earlier.
    case role(Int, age: Int)
  }

  var action: Action
  /// Nil for work.
  var target: Target?
  /// The superview that a view is added to.
  var parent: Target?
  /// The numbers that are written, and those before; the frame of a new view.
  var new: [Double] = []
  var old: [Double]?
  /// What the work does.
  var work: RecordedWork?
  /// The recorded place in the source.
  var place: String?

  /// What the deed is apart from its numbers and its place.
  var shape: Shape {
    Shape(
      action: action, target: target, parent: parent,
      work: work?.deeds.map(\.shape) ?? [])
  }

  /// All numbers that it writes, those of its work, too.
  var numbers: [Double] { new + (work?.deeds.flatMap(\.numbers) ?? []) }

  /// Whether it hands out work that the recording does not have.
  var isUnfinished: Bool { work.map { !$0.hasRun } ?? false }

  struct Shape: Hashable {
    var action: Action
    var target: Target?
    var parent: Target?
    var work: [Shape]
  }
}

/// What a piece of work does when it runs, which a trace says later than that it was enqueued.
final class RecordedWork {
  var deeds: [RecordedDeed] = []
  var hasRun = false
}

/// What several views of a trace are that take each other's place, or one view that has no other.
struct RecordedRole {
  /// The first view of the role.
  var view: TraceEvent.NewView
  /// The role of its first superview; nil for windows and for views without one.
  var parent: Int?
  /// Whether it is there before the first turn; of such a role there is one view.
  var isInitial: Bool
  /// The role in whose layout views of this role are made; nil for code outside any layout.
  var maker: Int?
  /// Whether a view of the role ever leaves a superview or comes to another.
  var isMoved = false
  /// The sequences of deeds of each of its views, one for each of their layouts.
  var layouts: [[[RecordedDeed]]] = []
  /// The same for the constraints phase.
  var updates: [[[RecordedDeed]]] = []
  /// What is done by code outside any layout right after each of the layouts.
  var echoes: [[[RecordedDeed]]] = []
}
