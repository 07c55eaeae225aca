import ViewTree

extension LoopReport {
  /// The report with its outcome, known at the end of its turn.
  ///
  /// - Parameters:
  ///   - layouts: the number of layouts of the view in the turn.
  ///   - commit: the summary of the turn's commit.
  package func concluded(layouts: Int, commit: TurnLoop.CommitSummary) -> LoopReport {
    var report = self
    report.layouts = layouts
    if case .acrossTurns = verdict { return report }
    // The commit says nothing of a tree outside the windows.
    if remarkList.hold(.outsideWindow) { return report }
    // A commit that was ended at a limit did not settle.
    report.isSettled = !commit.didHitLimit && !isBroken
    if isBroken, commit.didHitLimit {
      report.isBreakIneffective = true
      report.viewToHunt = viewAtFault
    }
    return report
  }

  /// The view whose layout keeps the loop going, if it is not the hunted one.
  private var viewAtFault: ViewReference? {
    guard let edge = culprit?.edge else { return nil }
    if let writer = edge.writer, writer != view { return writer }
    return edge.dirtied == view ? nil : edge.dirtied
  }
}
