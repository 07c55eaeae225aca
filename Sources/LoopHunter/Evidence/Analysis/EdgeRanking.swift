/// The edges of a cycle, by what there is to say of them.
struct EdgeRanking {
  /// All edges.
  var all: [LoopEdge] = []
  /// The graph that they form.
  var graph: EdgeGraph
  /// The suspicious ones, best first.
  var suspects: [LoopEdge] = []
  /// Those that are as good an answer as the first suspect, in the order of the tree.
  var equals: [LoopEdge] = []
  /// The write with the flow that the first suspect, a call, announces.
  var placement: LoopEdge?

  /// The edges as a report names them.
  struct Blame {
    /// The suspicious edges, the culprit first.
    var edges: [LoopEdge]
    /// The edges that are as good an answer as the first.
    var rivals: [LoopEdge]
    /// The edge that belongs to the first.
    var companion: LoopEdge?
  }

  /// Decides which edges are named, by the kind of loop.
  ///
  /// - Parameter force: finds the call that nests layouts, in a re-entrant loop.
  func blame(_ verdict: Verdict, force: () -> LoopEdge?) -> Blame {
    switch verdict {
    case .reentrant:
      // Without the call the layouts come one after the other: it takes what dirties the view, too.
      guard let force = force() else { return named([]) }
      return named([force] + suspects.prefix(1), companion: suspects.first)
    case .drifting, .undetermined:
      guard let placement, let call = suspects.first else { break }
      // Added views are a drift before there are enough rounds to say so.
      guard verdict != .undetermined || placement.key.isTree else { break }
      // A value that drifts is the parent's, which adds to it; one that comes back is answered.
      let isLeading = placement.key.target == call.key.owner || placement.isOfSize
      let pair = isLeading ? [placement, call] : [call, placement]
      return named(pair, companion: pair[1])
    default: break
    }
    if !equals.isEmpty { return named(equals, rivals: Array(equals.dropFirst())) }
    return named(suspects.prefix(1) + (placement.map { [$0] } ?? []), companion: placement)
  }

  /// The suspects, after those that are named.
  private func named(
    _ best: [LoopEdge], rivals: [LoopEdge] = [], companion: LoopEdge? = nil
  ) -> Blame {
    let others = suspects.filter { edge in !best.contains { $0.key == edge.key } }
    return Blame(edges: best + others, rivals: rivals, companion: companion)
  }
}
