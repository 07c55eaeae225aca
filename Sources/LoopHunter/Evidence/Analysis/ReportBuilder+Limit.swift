import LayoutTrace
import ViewTree

extension ReportBuilder {
  /// Makes the report of a pass that ended at a limit although no view crossed its threshold.
  ///
  /// If the evidence shows no loop, the fingerprint consists of the limit, the class of the busiest
  /// view, and the deed that dirtied it.
  ///
  /// - Parameters:
  ///   - limit: The limit.
  ///   - layouts: The number of layouts of the pass.
  ///   - views: The number of views that it laid out.
  ///   - detection: The busiest view, and its layouts in the turn.
  ///   - evidence: The evidence of the pass; by default all of the turn.
  func report(
    atLimit limit: LayoutLimit, layouts: Int, views: Int, on detection: Detection,
    from evidence: SharedEvidence? = nil
  ) -> LoopReport {
    recorder.reading {
      var report = LoopReport(countsOf: detection, on: recorder.reference(to: detection))
      report.remarks = [.limit(limit, layouts: layouts, views: views)]
      (report.layouts, report.isSettled) = (detection.count, !limit.endsPass)
      var dirtying: Dirtying?
      if detection.view?.window == nil {
        report.remarks.append(.outsideWindow)
      } else if recorder.isArmed {
        let analysis = analyse(recorder.number(of: detection), in: evidence, depth: 1)
        // A refused layout may have nothing to do with another loop of its turn.
        if limit.endsPass || analysis.leadsToHunted {
          fill(&report, with: analysis)
          report.fingerprint = analysis.fingerprint(report.verdict)
          report.formerFingerprints = analysis.formerFingerprints(report.verdict)
        }
        // More rounds than up to the limit cannot be had by a higher threshold.
        report.remarks.removeAll(where: \.asksForThreshold)
        dirtying = analysis.usualDirtying
      }
      guard report.verdict == .undetermined else { return report }
      if let dirtying {
        report.remarks.append(
          .dirtied(by: dirtying.writer, dirtying.action, times: dirtying.times))
      }
      report.fingerprint = Fingerprint.make(
        verdict: .undetermined, drivers: ["\(limit.kind.rawValue) limit", report.view.className],
        culprit: dirtying.map { [$0.writer?.className ?? "", $0.action.name] } ?? [])
      return report
    }
  }
}

extension EdgeAction {
  /// The call, or the written property.
  init(_ action: LayoutAction, _ path: GeometryPath?) {
    if let path {
      self = .write(path.reported)
      return
    }
    self =
      switch action {
      case .make, .add: .call(.addSubview)
      case .remove: .call(.removeFromSuperview)
      case .reorder: .call(.reorderSubviews)
      case .call(let reason), .announce(let reason): EdgeAction(reason)
      case .force, .write, .enqueue, .anything: .call(.layoutIfNeeded)
      }
  }
}

extension Remark {
  /// True if it advises a higher threshold.
  fileprivate var asksForThreshold: Bool {
    switch self {
    case .fewLayouts(.higherThreshold), .fewRounds(_, .higherThreshold): true
    default: false
    }
  }
}
