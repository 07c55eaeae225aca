import LayoutTrace
import LoopHunter

/// Text for people: a block for each loop, and the totals.
struct TextRenderer<Kind: Findings>: FormRenderer {
  let style: Style
  let width: Int
  /// True if there are results of several files.
  let namesFiles: Bool
  /// True if people read it as it comes.
  let isOnTerminal: Bool

  func file(_ file: Kind.File) -> [String] {
    var blocks = file.loops.map { Kind.text(of: $0, style, width: width) }
    let leftOut = file.result.detail?.loopsLeftOut ?? 0
    // With several files, those without a loop are named, too.
    if namesFiles, file.result.error == nil, file.loops.isEmpty, leftOut == 0 {
      blocks.append(style.good("no \(Kind.noun)"))
    }
    if file.loops.contains(where: { !$0.hasOwnAdvice }), let advice = Kind.advice {
      blocks.append(
        Paragraph.lines(of: "What to do: \(advice)", width: width).joined(separator: "\n"))
    }
    if let detail = file.result.detail {
      blocks.append(Kind.figures(of: detail, style, width: width))
    }
    return blocks.filter { !$0.isEmpty }.map { Paragraph.fitted($0, width: width) + "\n" }
  }

  func heading(of file: String) -> String? {
    namesFiles ? style.bold("\(Printable.line(file)):") + "\n" : nil
  }

  func baseline(_ text: String) -> [String] { [text + "\n"] }

  /// The table over all files, and the totals; nothing if every file is wrong: errors suffice then.
  func end(_ ending: ResultEnding<Kind>) -> [String] {
    let totals = ending.document.summary
    guard totals.failed < totals.files else { return [] }
    // The pairs of pages have fingerprints in a scan, too.
    let isByFingerprint = ending.table.rows.allSatisfy { $0.fingerprint != nil }
    let heading = isByFingerprint ? ReplayFindings.tableHeading : Kind.tableHeading
    let table = ending.table.text(heading: heading, style, width: width)
    let summary = Paragraph.fitted(summary(totals, ending.seconds), width: width)
    return [[table, summary].compactMap { $0 }.joined(separator: "\n\n")]
  }

  /// `no loop`, `2 loops`; with a baseline `1 new loop, 1 expired, 2 known, 1 gone`.
  private func loops(_ totals: ResultTotals) -> String {
    guard let baseline = totals.baseline else {
      // The pairs of a page, and the findings of other programs, are no views.
      let noun = totals.told == totals.loops ? "loop" : Kind.noun
      return totals.loops == 0
        ? style.good("no \(Kind.noun)") : style.bad(Figures.count(totals.loops, noun))
    }
    let new = totals.loops - totals.known - totals.expired
    var parts = [
      new == 0
        ? style.good("no new \(Kind.noun)") : style.bad(Figures.count(new, "new \(Kind.noun)"))
    ]
    if totals.expired > 0 { parts.append(style.bad("\(Figures.count(totals.expired)) expired")) }
    if totals.known > 0 { parts.append("\(Figures.count(totals.known)) known") }
    if !baseline.gone.isEmpty {
      parts.append(style.caution("\(Figures.count(baseline.gone.count)) gone"))
    }
    return parts.joined(separator: ", ")
  }

  /// `2 loops; 1,234 events, 5 turns, 10 views, 400 layouts`, on a terminal only with `in 3 ms`.
  private func summary(_ totals: ResultTotals, _ seconds: Double) -> String {
    let failed = totals.failed == 0 ? "" : style.bad(", \(totals.failed) of them wrong")
    let files = totals.files == 1 ? "" : " in \(totals.files) files\(failed)"
    let figures = [
      Figures.count(totals.events, "event"), Figures.count(totals.turns, "turn"),
      Figures.count(totals.views, "view"), Figures.count(totals.layouts, "layout"),
    ]
    let time = isOnTerminal ? " in \(Figures.seconds(seconds))" : ""
    let interrupted = totals.isInterrupted ? style.caution("interrupted: ") : ""
    return interrupted + loops(totals) + files + "; " + figures.joined(separator: ", ") + time
  }
}
