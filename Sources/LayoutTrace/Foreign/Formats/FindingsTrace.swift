/// Makes the trace of findings: it has no views, no turns and no layouts.
enum FindingsTrace {
  static func make(
    _ findings: [TraceEvent.Finding], name: String, format: String, notes: [String] = []
  ) -> ImportedTrace {
    ImportedTrace(name: name, notes: notes) { FindingsPass(findings, format: format, to: $0) }
  }
}

/// Writes all findings at once.
private struct FindingsPass: ImportedPass {
  private let findings: [TraceEvent.Finding]
  private let writer: TraceWriter
  private var isDone = false

  init(_ findings: [TraceEvent.Finding], format: String, to writer: TraceWriter) {
    (self.findings, self.writer) = (findings, writer)
    writer.write(.header(.init(tool: "loophunt import", source: format)))
  }

  mutating func advance() -> Bool {
    guard !isDone else { return false }
    isDone = true
    for finding in findings { writer.write(.finding(finding)) }
    writer.write(.end(turns: 0))
    return true
  }
}
