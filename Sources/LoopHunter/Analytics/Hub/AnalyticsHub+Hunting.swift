extension AnalyticsHub {
  /// Raises the event of a detection, at its moment.
  package func raise(detection report: LoopReport) {
    let isAcrossTurns = if case .acrossTurns = report.verdict { true } else { false }
    raiseIfHeard(isAcrossTurns ? .layoutLoopAcrossTurns : .layoutLoop, report)
  }

  /// Raises the event only if there is a listener.
  ///
  /// Otherwise it would use up a budget, and throttle the first event of a later listener.
  private func raiseIfHeard(_ name: AnalyticsEvent.Name, _ report: LoopReport) {
    if isHeard { raise(name, report: report) }
  }

  /// Raises the event of a report whose turn is over, if the layout settled in the end.
  func raise(conclusion report: LoopReport) {
    if report.isSettled == true { raiseIfHeard(.layoutLoopSettled, report.asDetected) }
  }

  /// Raises the event of a report after replays showed what stops its loop.
  package func raise(proof report: LoopReport) {
    if report.culprit?.edge.proof != nil { raiseIfHeard(.layoutLoopProof, report.asDetected) }
  }

  /// Raises the event of a pair of functions that lays out a page too often.
  package func raise(page report: LoopReport) { raiseIfHeard(.layoutLoop, report) }

  /// Raises the event of a view that passed half its threshold.
  func raise(nearMiss report: LoopReport) { raiseIfHeard(.layoutNearMiss, report) }
}

extension LoopReport {
  /// The report under the fingerprint of its detection's event, by which the events of a loop meet.
  fileprivate var asDetected: LoopReport {
    var report = self
    report.fingerprint = otherFingerprints.detected ?? fingerprint
    return report
  }
}
