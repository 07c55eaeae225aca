import LayoutTrace
import LoopHunter

/// A finding of another program that is no loop, in its documented JSON form.
struct ReportedHint: Codable, Sendable {
  var kind: TraceEvent.Finding.Kind
  var sentence: String
  /// The remedy; absent for a kind that this version does not know.
  var advice: String?
  var views: [String]
  var frames: [String]
  /// The code that it names.
  var from: String?

  init(_ finding: TraceEvent.Finding) {
    (kind, sentence, views) = (finding.kind, finding.sentence, finding.views)
    (frames, from) = (finding.frames, finding.from)
    advice = ReportedKind.of(finding.kind)?.remedy
  }

  /// The hints among findings; nil without findings.
  static func all(_ findings: [TraceEvent.Finding]) -> [ReportedHint]? {
    findings.isEmpty ? nil : findings.filter { $0.verdict == nil }.map(ReportedHint.init)
  }

  /// The hint for people, a paragraph for each fact.
  var lines: [String] {
    var lines = ["Hint: \(Printable.line(sentence))"]
    if !frames.isEmpty {
      let name = kind == .stack(.hang) ? "Suspects" : "Stack"
      lines.append("\(name), innermost first: \(Printable.line(frames.joined(separator: "; "))).")
    }
    if let advice { lines.append("What to do: \(advice)") }
    return lines
  }
}
