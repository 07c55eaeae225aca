import LayoutTrace
import ViewTree

/// One way in which drivers dirty each other: an actor does something to a target again and again.
package struct LoopEdge {
  /// The identity of an edge: actions with the same key belong to one edge.
  package struct Key: Hashable {
    /// The view in whose layout it happens.
    package var writer: Int
    /// The view whose code it is: the writer, or one whose member the engine called there; 0 for none.
    package var owner = 0
    /// True if a rule of the engine does it: nobody is to blame for that.
    package var isEngine = false
    /// The action, in general.
    package var kind: LayoutAction
    /// The written actor; for the hierarchy the superview.
    package var target: Int
    /// True if the writer's `updateConstraints` does it, not its layout.
    package var isInConstraints = false
    /// True if it leads to `updateConstraints` of the views that it dirties, not to their layout.
    package var asksForConstraints = false

    /// The key without its effect: one call can lead to a layout and to `updateConstraints`.
    package var deed: Key {
      var deed = self
      deed.asksForConstraints = false
      return deed
    }
  }

  /// The way to the receiver of a write or call, seen from its owner.
  package enum Flow {
    /// To the owner itself, to an ancestor, or out of the owner's subtree.
    case against
    /// To a view below the owner: placing and asking one's descendants is a parent's job.
    case with
  }

  /// The kinds of edges, the worst first.
  package enum Guilt: Int {
    /// A write that lasts, or a change of the hierarchy, against the flow.
    case change
    /// A call, or a write that is undone at once, against the flow.
    case call
    /// A write with the flow whose consequence comes back to the writer.
    case carriedChange
    /// A call with the flow whose consequence comes back to the writer.
    case carriedCall
    /// A step with the flow that leads on.
    case handing
  }

  package var key: Key
  /// The drivers that become dirty by it.
  package var dirtied: Set<Int> = []
  /// The actions, oldest first.
  package var actions: [Int] = []
  /// The actions that changed a value, or were the first to set a mark, oldest first.
  package var effects: [Int] = []
  /// True if it was ever the first to set a mark, not only a later one.
  package var isFirst = false
  /// True if a block or a timer that the writer's layout had enqueued did it.
  package var isDeferred = false
  /// The call that announced a change which dirties no view itself, such as that of an origin.
  package var announcement: Key?
  /// The parts of the written value that a layout of the writer left changed.
  package var lastingParts: UInt8 = 0
  package var flow = Flow.with
  package var guilt = Guilt.handing
  /// True if it happens in every period of the explained rounds.
  package var isConstant = true
  /// True if it happens in every period of the deeds, which may be longer than that of the layouts.
  package var recurs = true
  /// True if it has an effect in every round: the recording does not show the loop without it.
  package var isEffective = true
  /// The distance of the owner from what it writes: 0 for a superview, most for a
  /// stranger.
  package var strangeness = 0
  /// The strangeness of a writer that is neither the written view nor above it.
  package static let stranger = 3
  /// The top-most of the drivers that become dirty by it.
  package var top = 0
  /// True if the loop would end without the writer's actions of this kind on the same views.
  package var isNecessary = false

  /// The action that best shows the edge's effect: the latest.
  package var sample: Int { actions.last! }

  /// True if a width or height is written, which dirties the written view.
  package var isOfSize: Bool {
    switch key.kind {
    case .write(.frame), .write(.bounds): lastingParts & 0b1100 != 0
    default: false
    }
  }
}

extension LoopEdge {
  /// Adds an action that dirtied a driver; actions are added in the order of time.
  mutating func add(_ cause: CausalHistory.Cause, dirtied driver: Int, isFirst: Bool) {
    dirtied.insert(driver)
    if actions.last.map({ $0 < cause.action }) ?? true { actions.append(cause.action) }
    // A value that is announced after its callback asked for layout has changed all the same.
    if !cause.again || !key.isAnnouncement, effects.last.map({ $0 < cause.action }) ?? true {
      effects.append(cause.action)
    }
    if isFirst { self.isFirst = true }
  }
}

/// Edges by their keys, changed in place: an edge can have thousands of actions.
struct EdgeTable {
  /// The edges, in the order of their first actions.
  var all: [LoopEdge] = []
  private var places: [LoopEdge.Key: Int] = [:]

  /// The place of the edge with a key, which is added if it is missing.
  mutating func place(of key: LoopEdge.Key) -> Int {
    if let known = places[key] { return known }
    places[key] = all.count
    all.append(LoopEdge(key: key))
    return all.count - 1
  }
}

extension LoopEdge.Key {
  init(_ action: CausalHistory.Action, writer: Int, actors: [Int]) {
    self.writer = writer
    owner = action.owner == 0 ? writer : actors[action.owner]
    isEngine = action.isEngine
    kind = action.kind.inGeneral
    target = actors[action.place]
  }

  package var isGeometry: Bool { if case .write = kind { true } else { false } }

  package var isTree: Bool { kind.isOfTree }

  package var isRemoval: Bool { kind == .remove }

  package var isCall: Bool { if case .call = kind { true } else { false } }

  /// True for a call that changes nothing, such as `setNeedsLayout`.
  package var isAnnouncement: Bool {
    if case .call(let reason) = kind { EdgeAction(reason).isAnnouncement } else { false }
  }
}
