/// Makes the trace of findings: it has no views, no turns and no layouts.
enum FindingsTrace {
  /// `isComplete` if the input was read to its end.
  static func make(
    _ findings: [TraceEvent.Finding], name: String, format: String, notes: [String] = [],
    isComplete: Bool = true
  ) -> ImportedTrace {
    ImportedTrace(name: name, notes: notes) {
      FindingsPass(findings, format: format, isComplete: isComplete, to: $0)
    }
  }
}

/// Writes all findings at once.
private struct FindingsPass: ImportedPass {
  private let findings: [TraceEvent.Finding]
  private let isComplete: Bool
  private let writer: TraceWriter
  private var isDone = false

  init(
    _ findings: [TraceEvent.Finding], format: String, isComplete: Bool, to writer: TraceWriter
  ) {
    (self.findings, self.isComplete, self.writer) = (findings, isComplete, writer)
    writer.write(.header(.init(tool: "loophunt import", source: format)))
  }

  mutating func advance() -> Bool {
    guard !isDone else { return false }
    isDone = true
    for finding in findings { writer.write(.finding(finding)) }
    // Without this line, a reader warns that the trace is truncated.
    if isComplete { writer.write(.end(turns: 0)) }
    return true
  }
}
