import LayoutTrace
import LoopHunter

/// Writes a comparison of two traces for people.
enum DiffText {
  /// The most rows of a table that are shown; the JSON form has them all.
  private static let mostRows = 20

  static func text(
    of comparison: TraceComparison, _ style: Style, width: Int = WordWrap.usualWidth
  ) -> String {
    var parts: [String] = []
    parts += list("appeared", comparison.appeared, style.bad, width)
    parts += list("stayed", comparison.stayed, style.caution, width)
    parts += list("vanished", comparison.vanished, style.good, width)
    if parts.isEmpty { parts.append("No loops before or after.") }
    parts += table("class", comparison.classes, style)
    parts += table("view", comparison.views, style)
    parts.append(summary(of: comparison, style))
    return parts.joined(separator: "\n\n")
  }

  /// The loops of one kind, each with its turns and fingerprint.
  private static func list(
    _ kind: String, _ loops: [TraceComparison.Loop], _ colour: (String) -> String, _ width: Int
  ) -> [String] {
    guard !loops.isEmpty else { return [] }
    let lines = loops.flatMap { loop in
      let turns =
        loop.turnsBefore + loop.turnsAfter == 0
        ? "reported by another program, not counted"
        : "in \(Figures.count(loop.turnsBefore, "turn")) before, \(loop.turnsAfter) after"
      let sentence = Paragraph.lines(of: Printable.line(loop.sentence), indent: 2, width: width)
      let times = [("before", loop.shareBefore?.time), ("after", loop.shareAfter?.time)]
        .compactMap { name, time in time.map { "    \(name): \($0)" } }
      return sentence + ["    \(turns); fingerprint \(loop.fingerprint)"] + times
    }
    let heading = colour("\(Figures.count(loops.count, "loop")) \(kind):")
    return [([heading] + lines).joined(separator: "\n")]
  }

  /// The rows that changed.
  private static func table(
    _ kind: String, _ counts: [TraceComparison.Count], _ style: Style
  ) -> [String] {
    let changed = counts.filter { $0.before != $0.after }.sorted { abs($0.change) > abs($1.change) }
    guard !changed.isEmpty else { return [] }
    var lines = [style.bold("Layouts by \(kind), before and after:")]
    let shown = changed.prefix(mostRows)
    let cells = shown.map { row in
      (row.before.map(Figures.count) ?? "-", row.after.map(Figures.count) ?? "-")
    }
    let left = cells.map(\.0.count).max() ?? 0
    let right = cells.map(\.1.count).max() ?? 0
    for (row, cell) in zip(shown, cells) {
      let before = cell.0.padded(to: left, after: false)
      let after = cell.1.padded(to: right, after: false)
      lines.append("  \(before)  \(after)  \(change(row))  \(Printable.line(row.name))")
    }
    if changed.count > mostRows {
      lines.append("  and \(Figures.count(changed.count - mostRows)) more")
    }
    return [lines.joined(separator: "\n")]
  }

  /// `+12%`, `new` or `gone`, six columns wide.
  private static func change(_ row: TraceComparison.Count) -> String {
    let text: String
    if row.before == nil {
      text = "new"
    } else if row.after == nil {
      text = "gone"
    } else if let growth = row.growth, growth.isFinite {
      let percent = Int((growth * 100).rounded())
      text =
        abs(percent) > 9999
        ? (percent > 0 ? ">9999%" : "") : (percent > 0 ? "+" : "") + "\(percent)%"
    } else {
      text = "more"
    }
    return text.padded(to: 6, after: false)
  }

  private static func summary(of comparison: TraceComparison, _ style: Style) -> String {
    let before = Figures.count(comparison.layouts.before ?? 0, "layout")
    let after = Figures.count(comparison.layouts.after ?? 0)
    let verdict =
      comparison.worse.isEmpty
      ? style.good("nothing got worse")
      : style.bad("\(Figures.count(comparison.worse.count, "thing")) got worse")
    return "\(verdict); \(before) before, \(after) after"
  }
}
