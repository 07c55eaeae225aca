import LayoutTrace

/// One way in which a loop's drivers dirty each other: an actor does something to a target again
/// and again.
package struct LoopEdge {
  /// The identity of an edge: actions with the same key belong to one edge.
  package struct Key: Hashable {
    package var writer: Int
    /// The action, in general.
    package var kind: LayoutAction
    /// The written actor; for the hierarchy the superview.
    package var target: Int
    /// True if the writer's `updateConstraints` does it, not its layout.
    package var isInConstraints = false
    /// True if it leads to the `updateConstraints` of the views that it dirties, not to their
    /// layout.
    package var asksForConstraints = false

    /// The key without its effect: one call can lead to a layout and to `updateConstraints`.
    package var deed: Key {
      var deed = self
      deed.asksForConstraints = false
      return deed
    }
  }

  /// The direction of an edge, seen from its writer.
  package enum Direction {
    /// To an ancestor, to the writer itself, or to a later turn.
    case upstream
    /// To another branch, which a pass reaches before the writer's.
    case backwards
    /// To another branch, which a pass reaches after the writer's.
    case forwards
    /// To a view below the writer.
    case downstream
  }

  /// The kinds of edges, the worst first.
  package enum Guilt: Int {
    /// A write that lasts, or a change of the hierarchy, and leads up or across.
    case change
    /// A lasting write of a superview into its subtree.
    case duty
    /// A call, or a write that is undone at once.
    case call
    /// A call, or a write that is undone at once, that leads down.
    case handing
  }

  package var key: Key
  /// The drivers that become dirty by it.
  package var dirtied: Set<Int> = []
  /// The actions, oldest first.
  package var actions: [Int] = []
  /// True if it was ever the first to set the mark.
  package var isFirst = false
  /// True if a block or a timer that the writer's layout had enqueued did it.
  package var isDeferred = false
  /// The call that announced a change which dirties no view itself, such as that of an origin.
  package var announcement: Key?
  /// The parts of the written value that a layout of the writer left changed.
  package var lastingParts: UInt8 = 0
  package var direction = Direction.downstream
  package var guilt = Guilt.handing
  /// The distance between the writer and the written view: 0 for a superview, most for a stranger.
  package var strangeness = 0
  /// The strangeness of a writer that is neither the written view nor above it.
  package static let stranger = 3
  /// The top-most of the drivers that become dirty by it.
  package var top = 0
  /// True if the loop would end without the writer's actions of this kind on the same views.
  package var isNecessary = false
}

extension LoopEdge {
  /// The action that best shows the edge's effect: the latest.
  package var sample: Int { actions.last! }
}

extension LoopEdge.Key {
  init(_ action: CausalHistory.Action, writer: Int, actors: [Int]) {
    self.writer = writer
    kind = action.kind.inGeneral
    target = actors[action.place]
  }

  package var isGeometry: Bool {
    if case .write = kind { true } else { false }
  }

  package var isTree: Bool { kind.isOfTree }

  package var isCall: Bool {
    if case .call = kind { true } else { false }
  }
}
