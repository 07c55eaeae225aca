extension ReportContents {
  /// How many other edges a report of forced layouts lists.
  private static let otherDeedLimit = 8

  private func answer(_ deed: Thrashing.Deed) -> StackRequests.Catch? {
    stacks.answer(to: deed.action)
  }

  /// Says who writes, and who forces, if anybody does.
  func accuse(_ report: inout LoopReport, _ thrashing: Thrashing, _ wording: EdgeWording) {
    let caught = answer(thrashing.deeds[0])
    let edge = wording.edge(thrashing.deeds[0], caught)
    let force = thrashing.force.map { wording.edge($0, answer($0)) }
    report.culprit = Culprit(
      wording: wording.sentence(thrashing, edge, force), edge: edge, force: force)
    report.remarkList.appendAbsence(of: edge.place)
    report.otherEdges = thrashing.deeds.dropFirst().prefix(Self.otherDeedLimit).map {
      wording.edge($0, answer($0))
    }
    report.caughtStacks = CaughtStacks(
      thrashing.deeds.prefix(stackLimit).compactMap { deed in
        answer(deed).map { (wording.reference(deed.edge.top), $0.stack) }
      })
  }
}
