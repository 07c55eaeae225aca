import LayoutTrace
import LoopHunter

/// A comment on a pull request: the number of loops, and the report of each, folded.
///
/// Names come from traces. They occur only in code spans and code blocks, whose fences are longer
/// than any that they contain, so that they are neither markup nor mentions.
struct MarkdownRenderer<Kind: Findings>: FormRenderer {
  /// GitHub refuses a comment of more than 65,536 characters as a whole.
  private var mostBytes: Int { 65_000 }

  var keepsFiles: Bool { true }

  func end(_ ending: ResultEnding<Kind>) -> [String] {
    let files = ending.document.files.map {
      (loops: $0.loops.map(\.shown), file: $0.result.file, error: $0.result.error)
    }
    let loops = files.flatMap(\.loops)
    var blocks = ["### \(Kind.title): \(headline(loops, ending))"]
    // Keeps room for the note that something was left out.
    var room = mostBytes - blocks[0].utf8.count - 1_000
    var found = ending.failures.map {
      "**\($0.kind.kind)** in \(span($0.file))\n\n\(fenced($0.sentence))"
    }
    for (loops, file, error) in files {
      found += loops.filter { $0.reasonToPass == nil }.map { block(of: $0, in: file) }
      if let error {
        found.append("**A trace could not be \(Kind.participle):**\n\n\(fenced(error))")
      }
    }
    found += ending.document.summary.errors.map { "**Nothing was judged:**\n\n\(fenced($0))" }
    blocks += fitting(found, in: &room) { "**And \($0) more**, for which a comment has no room." }
    let known = loops.filter { $0.reasonToPass != nil }
    if !known.isEmpty {
      let items = known.map { "- \(span($0.headline)) (\(span($0.reasonToPass ?? "")))" }
      blocks.append(folded("\(Figures.count(known.count, "known loop"))", list(items, in: &room)))
    }
    let ignored = ending.ignored
    if !ignored.isEmpty { blocks.append(list(ignored.map { "- \(span($0.sentence))" }, in: &room)) }
    let summary = ending.document.summary
    let remarks = summary.notes + (summary.baseline?.warnings ?? [])
    if !remarks.isEmpty { blocks.append(list(remarks.map { "- \(span($0))" }, in: &room)) }
    return [blocks.joined(separator: "\n\n")]
  }

  private func list(_ items: [String], in room: inout Int) -> String {
    fitting(items, in: &room) { "- and \($0) more" }.joined(separator: "\n")
  }

  /// The texts for which there is room, and the number of the others.
  private func fitting(
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

  private func headline(_ loops: [ShownLoop], _ ending: ResultEnding<Kind>) -> String {
    let totals = ending.document.summary
    let known = loops.count { $0.reasonToPass != nil }
    // The total counts those that are not listed, too.
    let failing = totals.loops - known
    let gone = totals.baseline?.failures.count ?? 0
    var parts = failing == 0 && gone > 0 ? [] : [failing == 0 ? "none" : String(failing)]
    if gone > 0 { parts.append("\(gone) gone from the baseline") }
    if known > 0 { parts.append("\(known) known") }
    if totals.failed > 0 { parts.append(Figures.count(totals.failed, "wrong trace")) }
    return parts.joined(separator: ", ")
  }

  private func block(of loop: ShownLoop, in file: String) -> String {
    let place = loop.place.map { " at \(span($0.mark))" } ?? ""
    let fingerprint = loop.fingerprint.map { ", fingerprint \(span($0))" } ?? ""
    let advice = loop.advice.map { "\n\nWhat to do: \($0)" } ?? ""
    return """
      **\(loop.kind)**\(place) in \(span(file))\(fingerprint)

      \(fenced(loop.headline))\(advice)

      \(folded("Report", fenced(loop.text)))
      """
  }

  private func folded(_ title: String, _ content: String) -> String {
    "<details><summary>\(title)</summary>\n\n\(content)\n\n</details>"
  }

  /// A text as a code span on one line.
  private func span(_ text: String) -> String {
    let text = Printable.line(text)
    let fence = String(repeating: "`", count: longestRun(in: text) + 1)
    let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + space + text + space + fence
  }

  /// A text as a code block.
  private func fenced(_ text: String) -> String {
    let text = Printable.block(text)
    let fence = String(repeating: "`", count: max(3, longestRun(in: text) + 1))
    return "\(fence)text\n\(text)\n\(fence)"
  }

  private func longestRun(in text: String) -> Int {
    text.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
  }
}
