import ViewTree

extension EvidenceRecorder {
  /// How many other edges a report of forced layouts lists.
  private static let otherDeedLimit = 8

  /// Asks for the call stacks of what code outside layout does, and of how it forces.
  func requestStacks(for thrashing: Thrashing) {
    // The force first: without it nobody sees what is wrong.
    let deeds = [thrashing.force] + thrashing.deeds
    for (rank, deed) in deeds.prefix(limits.stacks).enumerated() {
      stackRequests.ask(
        for: stackRequest(deed), frames: rank < 2 ? limits.frames : 1, limit: limits.stacks)
    }
  }

  /// The action of a deed as the recorder will see it.
  ///
  /// Rows are written one after the other, so that the next one is any of its kind.
  private func stackRequest(_ deed: Thrashing.Deed) -> ActionKey {
    ActionKey(writer: 0, kind: deed.edge.key.kind, target: ActionKey.any, role: deed.role)
  }

  private func answer(_ deed: Thrashing.Deed) -> StackRequests.Catch? {
    stackRequests.answer(to: stackRequest(deed))
  }

  /// Says who writes, and who forces.
  func accuse(_ report: inout LoopReport, _ thrashing: Thrashing, _ wording: EdgeWording) {
    let caught = answer(thrashing.deeds[0])
    let edge = wording.edge(thrashing.deeds[0], caught)
    let force = wording.edge(thrashing.force, answer(thrashing.force))
    report.culprit = Culprit(
      wording: wording.sentence(thrashing, edge, force), edge: edge, force: force)
    report.remarkList.appendAbsence(of: edge.place)
    report.otherEdges = thrashing.deeds.dropFirst().prefix(EvidenceRecorder.otherDeedLimit).map {
      wording.edge($0, answer($0))
    }
    report.caughtStacks = CaughtStacks(
      thrashing.deeds.prefix(limits.stacks).compactMap { deed in
        answer(deed).map { (wording.reference(deed.edge.top), $0.stack) }
      })
  }

  /// A report of forced layouts with their number up to now.
  func recounted(_ report: LoopReport) -> LoopReport {
    guard case .thrashing = report.verdict, let thrashing = thrashings[report.fingerprint] else {
      return report
    }
    var report = report
    report.verdict = .thrashing(times: thrashing.times(of: forcedPasses))
    return report
  }
}
