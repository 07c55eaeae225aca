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
  func report(
    atLimit limit: LayoutLimit, layouts: Int, views: Int, on detection: Detection
  ) -> LoopReport {
    recorder.reading {
      var report = LoopReport(countsOf: detection, on: recorder.reference(to: detection.view))
      report.remarks = [.limit(limit, layouts: layouts, views: views)]
      (report.layouts, report.isSettled) = (detection.count, !limit.endsPass)
      var dirtying: Dirtying?
      if detection.view.window == nil {
        report.remarks.append(.outsideWindow)
      } else if recorder.isArmed {
        let analysis = analyse(recorder.register.number(of: detection.view), depth: 1)
        fill(&report, with: analysis)
        report.fingerprint = analysis.fingerprint(report.verdict)
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

/// The deed that dirtied a view most often.
struct Dirtying {
  /// The view whose layout did it; nil for code outside layout.
  var writer: ViewReference?
  var action: EdgeAction
  var times: Int
}

extension LoopAnalysis {
  /// The deed that dirtied the hunted view most often, the first of equal ones.
  var usualDirtying: Dirtying? {
    struct Deed: Hashable {
      var writer: Int
      var kind: LayoutAction
    }
    let history = evidence.history
    let actor = huntedActor
    var times: [Deed: (count: Int, sample: Int)] = [:]
    for layout in history.layouts
    where evidence.actors[layout.view] == actor && !layout.causes.isEmpty {
      let index = history.causes[layout.causes.lowerBound].action
      let action = history.actions[index]
      let writer = action.layout < 0 ? 0 : evidence.actor(ofLayout: action.layout)
      times[Deed(writer: writer, kind: action.kind), default: (0, index)].count += 1
    }
    let most = times.max { ($0.value.count, $1.value.sample) < ($1.value.count, $0.value.sample) }
    guard let (deed, found) = most else { return nil }
    let sample = history.actions[found.sample]
    let path = history.values(of: sample).flatMap { values in
      if case .write(let property) = deed.kind {
        GeometryPath(property, old: values.old, new: values.new)
      } else {
        nil
      }
    }
    return Dirtying(
      writer: deed.writer == 0 ? nil : namer.reference(evidence.number(of: deed.writer)),
      action: path.map {
        EdgeAction.write(evidence.reported($0, of: evidence.actors[sample.target]))
      }
        ?? EdgeAction(deed.kind, nil),
      times: found.count)
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
