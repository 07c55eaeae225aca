import LayoutTrace
import LoopHunter

/// Workflow commands of GitHub Actions, which become annotations of the code that loops.
enum GitHubAnnotations {
  static func text(_ document: ReplayForms.Document) -> String {
    var lines: [String] = []
    for file in document.files {
      for loop in file.loops {
        let level = loop.reasonToPass == nil ? "error" : "notice"
        let reason = loop.reasonToPass.map { "Known (\($0)): " } ?? ""
        var parts = [("title", "Layout loop: \(loop.report.verdict.kind)")]
        if let place = loop.place {
          let numbers = [("line", place.line), ("col", place.column)]
          parts =
            [("file", place.file)]
            + numbers.compactMap { name, number in
              number.map { (name, String($0)) }
            } + parts
        }
        lines.append(
          command(
            level, parts,
            "\(reason)\(loop.report.headline) Fingerprint \(loop.report.fingerprint), "
              + "trace \(file.result.file)."))
      }
      for warning in file.result.warnings {
        lines.append(command("warning", [("title", "loophunt")], "\(file.result.file): \(warning)"))
      }
      if let error = file.result.error {
        lines.append(command("error", [("title", "Trace that cannot be replayed")], error))
      }
    }
    lines += document.ignored.map { command("notice", [("title", "Ignored views")], $0.sentence) }
    let remarks = document.summary.baseline?.remarks ?? []
    lines += remarks.map { command("warning", [("title", "Baseline")], $0) }
    return lines.joined(separator: "\n")
  }

  private static func command(
    _ level: String, _ properties: [(String, String)], _ message: String
  ) -> String {
    let list = properties.map { "\($0.0)=\(property($0.1))" }.joined(separator: ",")
    return "::\(level) \(list)::\(data(message))"
  }

  /// What the runner takes apart is escaped its way; nothing else can begin a line.
  private static func data(_ text: String) -> String {
    Printable.line(text).replacing("%", with: "%25").replacing("\r", with: "%0D")
      .replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
