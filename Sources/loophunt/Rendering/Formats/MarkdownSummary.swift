import LayoutTrace
import LoopHunter

/// A comment on a pull request: how many loops there are, and the report of each, folded.
///
/// Names come from traces. They stand in code spans and code blocks only, whose fences are longer than
/// any that they contain, so that they are neither markup nor mentions.
enum MarkdownSummary {
  /// GitHub refuses a comment of more than 65,536 characters as a whole.
  private static let mostBytes = 65_000

  static func text(_ document: ReplayForms.Document) -> String {
    var blocks = ["### Layout loops: \(headline(document))"]
    // What says that something was left out has room, too.
    var room = mostBytes - blocks[0].utf8.count - 1_000
    var found: [String] = []
    for file in document.files {
      for loop in file.loops where loop.reasonToPass == nil { found.append(block(of: loop, file)) }
      if let error = file.result.error {
        found.append("**A trace could not be replayed:**\n\n\(fenced(error))")
      }
    }
    blocks += fitting(found, in: &room) { "**And \($0) more**, for which a comment has no room." }
    let known = document.files.flatMap(\.loops).filter { $0.reasonToPass != nil }
    if !known.isEmpty {
      let items = known.map { loop in
        "- \(span(loop.report.headline)) (\(span(loop.reasonToPass ?? "")))"
      }
      blocks.append(
        folded("\(Figures.count(known.count, "known loop"))", list(items, in: &room)))
    }
    let ignored = document.ignored
    if !ignored.isEmpty {
      blocks.append(list(ignored.map { "- \(span($0.sentence))" }, in: &room))
    }
    if let baseline = document.summary.baseline, !baseline.remarks.isEmpty {
      blocks.append(list(baseline.remarks.map { "- \(span($0))" }, in: &room))
    }
    return blocks.joined(separator: "\n\n")
  }

  private static func list(_ items: [String], in room: inout Int) -> String {
    fitting(items, in: &room) { "- and \($0) more" }.joined(separator: "\n")
  }

  /// The texts for which there is room, and how many others there are.
  private static func fitting(
    _ texts: [String], in room: inout Int, rest: (_ count: String) -> String
  ) -> [String] {
    var fitting: [String] = []
    for text in texts where text.utf8.count + 2 <= room {
      room -= text.utf8.count + 2
      fitting.append(text)
    }
    let left = texts.count - fitting.count
    return left == 0 ? fitting : fitting + [rest(Figures.count(left))]
  }

  private static func headline(_ document: ReplayForms.Document) -> String {
    let loops = document.files.flatMap(\.loops)
    let failing = loops.filter { $0.reasonToPass == nil }
    let wrong = document.summary.failed
    var parts = [failing.isEmpty ? "none" : String(failing.count)]
    if failing.count < loops.count { parts.append("\(loops.count - failing.count) known") }
    if wrong > 0 { parts.append(Figures.count(wrong, "wrong trace")) }
    return parts.joined(separator: ", ")
  }

  private static func block(of loop: FoundLoop, _ file: ReplayForms.Document.File) -> String {
    let place = loop.place.map { " at \(span($0.mark))" } ?? ""
    return """
      **\(loop.report.verdict.kind)**\(place) in \(span(file.result.file)), fingerprint \
      \(span(loop.report.fingerprint))

      \(fenced(loop.report.headline))

      \(folded("Report", fenced(loop.plainText)))
      """
  }

  private static func folded(_ title: String, _ content: String) -> String {
    "<details><summary>\(title)</summary>\n\n\(content)\n\n</details>"
  }

  /// A text as a code span on one line.
  private static func span(_ text: String) -> String {
    let text = Printable.line(text)
    let fence = String(repeating: "`", count: longestRun(in: text) + 1)
    let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + space + text + space + fence
  }

  /// A text as a code block.
  private static func fenced(_ text: String) -> String {
    let text = Printable.block(text)
    let fence = String(repeating: "`", count: max(3, longestRun(in: text) + 1))
    return "\(fence)text\n\(text)\n\(fence)"
  }

  private static func longestRun(in text: String) -> Int {
    text.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
  }
}
