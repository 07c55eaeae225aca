import LayoutTrace

extension LoopReport {
  /// Makes the report of another program's finding; nil for a hint, which is no loop.
  ///
  /// It holds what the words or the stack told. Its numbers are 0: nothing was counted.
  package init?(_ finding: TraceEvent.Finding) {
    guard let kind = finding.verdict else { return nil }
    let views = finding.views.map { ViewReference(path: $0, className: $0) }
    let view = views.first ?? Self.unnamed
    let verdict = Verdict(reported: kind)
    self.init(
      fingerprint: Self.fingerprint(of: finding, verdict), verdict: verdict, view: view,
      threshold: 0, count: 0, turn: 0, time: 0)
    reported = finding
    (consecutiveTurns, depth) = (0, 0)
    (cycle, cycleLength) = (views, views.count)
    if let from = finding.from {
      let place = NamedPlace(from)
      culprit = Culprit(
        sentence: finding.sentence,
        edge: InvalidationEdge(
          writer: views.first, target: view,
          action: .change(named: finding.call ?? finding.property ?? "layout"), dirtied: view,
          function: place.function, location: place.location))
    }
    if !finding.frames.isEmpty { stacks = [CallStack(dirtied: view, frames: finding.frames)] }
  }

  /// The view of a finding that names none.
  private static let unnamed = ViewReference(path: "(unnamed)", className: "(unnamed)")

  /// The identity of a finding; empty if it names nothing by which it could be known again.
  private static func fingerprint(of finding: TraceEvent.Finding, _ verdict: Verdict) -> String {
    let place = finding.from.map { NamedPlace($0) }
    let file = place?.function == nil ? place?.location?.file : nil
    var facts = [place?.function, file, finding.property, finding.call].compactMap(\.self)
    // The time differs from day to day, and so does the line.
    if case .frames = finding.kind, let place { facts = place.identity }
    guard !finding.views.isEmpty || !facts.isEmpty else { return "" }
    return Fingerprint.make(
      verdict: verdict, drivers: finding.views, culprit: [finding.kind.name] + facts)
  }

  /// The source of a reported finding, in words.
  package var reportedBy: String? {
    guard let reported else { return nil }
    let isStack: Bool
    switch reported.kind {
    case .frames: return "a browser, as long animation frames"
    case .stack: isStack = true
    case .words: isStack = false
    }
    guard let framework = reported.framework, !framework.isEmpty else {
      return isStack ? "a call stack" : "another program"
    }
    return isStack ? "a call stack with layout of \(framework)" : framework
  }

  /// The facts that a reported finding lacks, in words.
  package var reportedLacks: String? {
    guard let reported else { return nil }
    if case .frames = reported.kind {
      return "the line that reads, the code that writes, the document, and the number of layouts"
    }
    var lacks: [String] = []
    if reported.views.isEmpty { lacks.append("the view") }
    if reported.from == nil {
      lacks.append("the code at fault")
    } else if culprit?.edge.location == nil {
      lacks.append("its line")
    }
    return (lacks + ["geometry, counts, and a proof"]).joined(separator: ", ")
  }
}

extension Verdict {
  /// The verdict of a finding; its numbers are 0, because nothing was counted.
  fileprivate init(reported kind: TraceEvent.Finding.Verdict) {
    self =
      switch kind {
      case .reentrant: .reentrant(depth: 0)
      case .feedback: .feedback
      case .redundant: .redundant
      case .thrashing: .thrashing(times: 0)
      case .undetermined, .other: .undetermined
      }
  }
}
