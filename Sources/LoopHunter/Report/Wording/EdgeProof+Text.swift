import LayoutTrace

extension UntestedReason: CustomStringConvertible {
  /// The reason in a few words.
  public var description: String {
    switch self {
    case .noTrace: "no trace of the turn was recorded"
    case .openTurn: "the turn was not over"
    case .lostRecording: "the recording cannot be read again, or is too long"
    case .unwritableTrace: "the trace of the turn could not be written"
    case .dependentTurn: "the turn cannot be replayed alone"
    case .largeTurn: "the turn is too large"
    case .unrepeatableTrace: "the trace could not be replayed again"
    case .noLoopInReplay: "the trace does not reproduce the loop of the turn"
    case .spent: "the proofs of this trace take too long"
    case .manyCandidates(let limit): "only \(limit) candidates of a loop are tested"
    case .missingEdge: "the trace of the turn does not hold the edge"
    case .brokenReplay: "the trace cannot be replayed without the edge"
    case .mixedValues:
      "a view got places from its constraint and from others at once, which are unknown without it"
    case .dependentRest: "the loop may depend on the edge, which happened in every recorded round"
    case .openOrder: "without it, the order of a view's layouts is unknown"
    case .repeatedWrites:
      "without it, a view may change a value that it only repeated in the recording"
    case .exhausted(let view):
      "without it \(view.map { "`\($0.name)`" } ?? "a view") is laid out more often than was recorded"
    case .interrupted: "the run was interrupted"
    case .other(let text): text
    }
  }
}

extension LoopReport {
  /// The results of replays without the culprit, in a few words; nil if nothing was tested.
  ///
  /// Deeds of code outside layout have two sides; leaving out one may be enough to stop the loop.
  public var proof: String? {
    if let share { return ([share.rest, share.time].compactMap(\.self)).joined(separator: "; ") }
    guard let culprit, let proof = culprit.edge.proof else { return nil }
    if case .proved(let layouts)? = culprit.force?.proof, !proof.isProved {
      return "proved: without the forced layouts \(end(layouts))"
    }
    if case .proved(let layouts)? = culprit.companion?.proof, let companion = culprit.companion,
      !proof.isProved
    {
      let whose = companion.writer == culprit.edge.writer ? "its" : "the"
      return "proved: without \(whose) `\(companion.action)` \(end(layouts))"
    }
    switch proof {
    case .proved(let layouts): return "proved: without it \(end(layouts))"
    case .refuted(let view):
      let through = view.map { " through `\($0.name)`" } ?? ""
      return "not proved: without it the loop goes on\(through)"
    case .untested(let reason): return "not tested: \(reason)"
    }
  }

  private func end(_ layouts: Int) -> String {
    if case .acrossTurns = verdict { return "the loop ends after \(layouts.counted("layout"))" }
    return "the turn settles after \(layouts.counted("layout"))"
  }
}
