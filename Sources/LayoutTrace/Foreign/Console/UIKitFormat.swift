/// A console log with reports of UIKit's debugger for layout loops.
struct UIKitFormat: LogFormat {
  let holdsGeometry = true
  let guide = FormatGuide(
    name: "uikit",
    source: "console logs of apps that run with -UIViewLayoutFeedbackLoopDebuggingThreshold: "
      + "Xcode, Console, log show, idevicesyslog",
    tells: "the views of a loop with their addresses, their tree, the order of a round, the writes "
      + "of geometry with their writers, and the call stacks of setNeedsLayout",
    cannotTell: "the number of rounds, lines of code, changes of constraints, and the calls that "
      + "dirtied a view from above")

  var anchors: [StaticString] { LayoutLoopParser.marks }

  func recognises(line: String) -> Bool { LayoutLoopParser.recognises(line) }

  func read(
    _ source: ByteSource, beside others: [TraceEvent.Finding]
  ) throws(TraceError) -> ImportedTrace? {
    var parser = LayoutLoopParser()
    let lines = try forEachLine(
      of: source, LayoutLoopParser.filter, reach: LayoutLoopParser.reach
    ) { parser.take($0) }
    parser.finish()
    let reports = parser.reports.filter { !$0.isPart }
    let parts = parser.reports.filter(\.isPart)
    let partNotes = Array(Set(parts.map(\.missingParts))).sorted()
    guard !reports.isEmpty else {
      guard parts.isEmpty, others.isEmpty else {
        return FindingsTrace.make(
          Self.distinct(parts.map(\.finding) + others), name: source.name, format: name,
          notes: partNotes)
      }
      throw nothing(
        in: source, lines, "belongs to a report of UIKit's debugger for layout loops",
        remedy: "run the app with -UIViewLayoutFeedbackLoopDebuggingThreshold 100, and save its "
          + "whole log")
    }
    let rehearsal = LayoutLoopWorld(reports)
    var header = TraceEvent.Header(tool: "loophunt import", source: name)
    header.passLimit = rehearsal.measure()
    if rehearsal.movedAnchors { header.version = TraceKey.anchor.since }
    let findings = Self.distinct(
      parts.map(\.finding) + others + rehearsal.cutOff.map(\.hint))
    return ImportedTrace(name: source.name, notes: rehearsal.notes + partNotes) { [header] in
      LayoutLoopPass(reports, findings, header, to: $0)
    }
  }

  private static func distinct(_ findings: [TraceEvent.Finding]) -> [TraceEvent.Finding] {
    var seen: Set<TraceEvent.Finding> = []
    return Array(findings.filter { seen.insert($0).inserted }.prefix(TraceEvent.Finding.most))
  }
}

/// Runs the loops of a log one after the other, and writes the events.
private struct LayoutLoopPass: ImportedPass {
  private let world: LayoutLoopWorld

  init(
    _ reports: [LayoutLoopReport], _ findings: [TraceEvent.Finding], _ header: TraceEvent.Header,
    to writer: TraceWriter
  ) {
    world = LayoutLoopWorld(reports)
    world.begin(writer, header)
    for finding in findings { writer.write(.finding(finding)) }
  }

  func advance() -> Bool { world.playNext() }
}
