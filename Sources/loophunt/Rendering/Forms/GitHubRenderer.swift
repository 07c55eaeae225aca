import LayoutTrace
import LoopHunter

/// Workflow commands of GitHub Actions, which become annotations of the code that loops.
struct GitHubRenderer<Kind: Findings>: FormRenderer {
  var keepsFiles: Bool { true }

  func end(_ ending: ResultEnding<Kind>) -> [String] {
    var lines: [String] = []
    for file in ending.document.files {
      lines += file.loops.map { line(of: $0.shown, in: file.result.file) }
      for warning in file.result.warnings {
        lines.append(command("warning", [("title", "loophunt")], "\(file.result.file): \(warning)"))
      }
      if let error = file.result.error {
        lines.append(
          command("error", [("title", "Trace that cannot be \(Kind.participle)")], error))
      }
    }
    lines += ending.failures.map {
      command("error", [("title", "Layout loop: \($0.kind.kind)")], "\($0.file): \($0.sentence)")
    }
    lines += ending.ignored.map { command("notice", [("title", "Ignored views")], $0.sentence) }
    let summary = ending.document.summary
    lines += summary.errors.map { command("error", [("title", "Nothing judged")], $0) }
    lines += summary.notes.map { command("warning", [("title", "loophunt")], $0) }
    let remarks = summary.baseline?.warnings ?? []
    lines += remarks.map { command("warning", [("title", "Baseline")], $0) }
    return lines.isEmpty ? [] : [lines.joined(separator: "\n")]
  }

  private func line(of loop: ShownLoop, in file: String) -> String {
    var parts = [("title", "Layout loop: \(loop.kind)")]
    if let place = loop.place {
      let numbers = [("line", place.line), ("col", place.column)].compactMap { name, number in
        number.map { (name, String($0)) }
      }
      parts = [("file", place.file)] + numbers + parts
    }
    var message = loop.reasonToPass.map { "Known (\($0)): " } ?? ""
    message += loop.headline
    if let proof = loop.proof { message += " \(proof.prefix(1).uppercased())\(proof.dropFirst())." }
    if let advice = loop.advice { message += " What to do: \(advice)" }
    message += loop.fingerprint.map { " Fingerprint \($0), trace \(file)." } ?? " Trace \(file)."
    return command(loop.reasonToPass == nil ? "error" : "notice", parts, message)
  }

  private func command(
    _ level: String, _ properties: [(String, String)], _ message: String
  ) -> String {
    let list = properties.map { "\($0.0)=\(property($0.1))" }.joined(separator: ",")
    return "::\(level) \(list)::\(data(message))"
  }

  /// Escapes the characters that the runner interprets; nothing else can begin a line.
  private func data(_ text: String) -> String {
    Printable.line(text).replacing("%", with: "%25").replacing("\r", with: "%0D")
      .replacing("\n", with: "%0A")
  }

  private func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
