import LayoutTrace

/// One way in which a loop's drivers dirty each other: an actor does something to a target again
/// and again.
package struct LoopEdge {
  /// What makes two actions the same edge.
  package struct Key: Hashable {
    package var writer: Int
    /// What is done, in general.
    package var kind: LayoutAction
    /// The written actor; for the hierarchy the superview.
    package var target: Int
    /// Whether the writer's `updateConstraints` does it, not its layout.
    package var isInConstraints = false
    /// Whether it leads to the `updateConstraints` of what it dirties, not to their layout.
    package var asksForConstraints = false

    /// The key without what it leads to: one call can lead to a layout and to `updateConstraints`.
    package var deed: Key {
      var deed = self
      deed.asksForConstraints = false
      return deed
    }
  }

  /// Where an edge leads, seen from its writer.
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
    /// A write that lasts, of a superview into its subtree.
    case duty
    /// A call, or a write that is undone at once.
    case call
    /// The same on the way down.
    case handing
  }

  package var key: Key
  /// The drivers that become dirty by it.
  package var dirtied: Set<Int> = []
  /// The actions, oldest first.
  package var actions: [Int] = []
  /// Whether it was ever what set the mark, not only one more to set it.
  package var isFirst = false
  /// Whether a block or a timer did it that the writer's layout had enqueued.
  package var isDeferred = false
  /// The call that announced a change which dirties no view itself, such as that of an origin.
  package var announcement: Key?
  /// What of the written value another than the one before was left by a layout of the writer.
  package var lastingParts: UInt8 = 0
  package var direction = Direction.downstream
  package var guilt = Guilt.handing
  /// How little business the writer has with what it writes: 0 for a superview, most for a
  /// stranger.
  package var strangeness = 0
  /// The distance of a view that is neither the written one nor above it.
  package static let stranger = 3
  /// The top-most of the drivers that become dirty by it.
  package var top = 0
  /// Whether the loop would end without the writer's doing this to the same views.
  package var isNecessary = false
}

extension LoopEdge {
  /// The action that shows best what the edge does: the latest.
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
