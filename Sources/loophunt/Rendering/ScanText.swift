import LayoutTrace
import LoopHunter
import ViewTree

/// Writes the findings of a scan for people.
enum ScanText {
  /// The widest bar of the histogram.
  private static let widestBar = 40
  /// The largest number of near misses that are listed; the JSON form has more.
  private static let mostNearMisses = 10
  /// The largest number of recurring views that are listed; the JSON form has them all.
  private static let mostRecurring = 10

  /// The block of one looping view.
  static func loop(_ loop: TraceScan.ViewCount, _ style: Style) -> String {
    let facts = facts(of: loop)
    return ([style.bad(facts[0])] + facts.dropFirst().map { "  \($0)" }).joined(separator: "\n")
  }

  /// The view that loops, its turns, and its layouts.
  static func facts(of loop: TraceScan.ViewCount) -> [String] {
    let most = "at most \(most(loop)), \(Figures.count(loop.layouts, "layout")) in all"
    let crossings = ["\(name(loop)) loops", "in \(turns(loop.turns, loop.crossings))", most]
    guard let limit = loop.limit else { return crossings }
    let event =
      limit.kind == .pass
      ? "when a pass ended at its limit of \(Figures.count(limit.number)) batches"
      : "when a forced layout was refused, \(Figures.count(limit.number)) deep"
    let dirtier = limit.dirtier.map { "by the layout of \(Printable.line($0))" }
    let end = [
      "\(name(loop)) had the most layouts \(event)", "in \(turns(limit.turns, limit.times))", most,
      "dirtied last \(dirtier ?? "outside any layout")",
    ]
    return loop.crossings == 0 ? end : crossings + end
  }

  /// `turn 4`, `3 turns: 4-6`.
  private static func turns(_ turns: [ClosedRange<Int>], _ count: Int) -> String {
    let list = TurnList.text(of: turns, count: count)
    return count == 1 ? "turn \(list)" : "\(Figures.count(count)) turns: \(list)"
  }

  /// All other facts: near misses, busiest views, histogram and suggestion.
  static func figures(
    of result: ScanDetail, _ style: Style, width: Int = WordWrap.usualWidth
  ) -> String {
    var parts: [String] = (result.hints ?? []).map { hint in
      hint.lines.flatMap { Paragraph.lines(of: $0, width: width) }.joined(separator: "\n")
    }
    if result.loopsLeftOut > 0 {
      let more = Figures.count(result.loopsLeftOut, "more looping view")
      parts.append("\(more) not listed.")
    }
    let ignored = result.rules.ignoring
    if !ignored.isEmpty {
      let lines = ignored.map { "\($0.sentence)." }
      parts.append(lines.flatMap { Paragraph.lines(of: $0, width: width) }.joined(separator: "\n"))
    }
    if let timeline = timeline(result.timeline, style, width) { parts.append(timeline) }
    if !result.nearMisses.isEmpty {
      let half =
        result.rules == nil
        ? "half the threshold of \(result.threshold)" : "half of their threshold"
      var lines = [style.bold("Near misses, past \(half):")]
      lines += result.nearMisses.prefix(mostNearMisses).map { "  \(name($0)): at most \(most($0))" }
      let rest = result.nearMisses.count - mostNearMisses + result.nearMissesLeftOut
      if rest > 0 { lines.append("  and \(Figures.count(rest)) more") }
      parts.append(lines.joined(separator: "\n"))
    }
    let tasks = ReplayText.nearMisses(
      result.nearTasks ?? [], threshold: result.threshold, hasRules: result.rules != nil)
    parts += tasks.map { ReplayText.wrapped($0, width) }
    if !result.recurring.isEmpty { parts.append(recurring(result, style)) }
    if !result.busiest.isEmpty {
      let lines = result.busiest.map {
        "  \(Figures.count($0.layouts, "layout")), at most \(most($0)): \(name($0))"
      }
      parts.append(([style.bold("Busiest views:")] + lines).joined(separator: "\n"))
      parts.append(histogram(result.histogram, style, width))
    }
    // A text with findings counts nothing, so that no threshold follows from it.
    if result.hints != nil, result.busiest.isEmpty { return parts.joined(separator: "\n\n") }
    parts.append(
      style.bold("Suggested threshold: \(result.suggestion.threshold)")
        + "\n  \(Printable.line(result.suggestion.reason))")
    return parts.joined(separator: "\n\n")
  }

  /// The layouts of all turns, a column each or one for neighbours; nil if one number is enough.
  private static func timeline(
    _ turns: [TraceScan.TurnCount], _ style: Style, _ width: Int
  ) -> String? {
    guard let first = turns.first, let last = turns.last, last.lastTurn > first.firstTurn,
      let most = turns.max(by: { $0.layouts < $1.layouts }), most.layouts > 0
    else { return nil }
    let room = max(1, width - 2)
    let columns = TurnSpans.joined(turns, by: (turns.count + room - 1) / room)
    let lines = Sparkline.lines(
      of: columns.map(\.layouts), isMarked: columns.map { $0.crossings > 0 }, style)
    var words = "Turns \(first.firstTurn)-\(last.lastTurn), at most "
    words += "\(Figures.count(most.layouts, "layout")) in turn \(most.layoutsTurn)"
    if let each = columns.first?.turns, each > 1 {
      words += "; a column shows the most of \(Figures.count(each)) turns"
    }
    if lines.count > 1 { words += "; ^ past the threshold" }
    return
      ([style.bold("Layouts per turn:")] + lines.map { "  \($0)" }
      + Paragraph.lines(of: words + ".", indent: 2, width: width)).joined(separator: "\n")
  }

  /// The views that were laid out in many consecutive turns, and advice about them.
  private static func recurring(_ result: ScanDetail, _ style: Style) -> String {
    var lines = [style.bold("Recurring views, which may be loops or animations:")]
    lines += result.recurring.prefix(mostRecurring).map { view in
      let often = (view.maximum == 1 ? "" : "at most ") + view.maximum.times
      return "  \(name(of: view.className, view.name, view.view)) in turns \(view.firstTurn)-"
        + "\(view.lastTurn), laid out \(often) in each of \(Figures.count(view.turns)) consecutive "
        + "turns"
        + (view.writer.map { ", dirtied again by \(Printable.line($0))" }
          ?? ": replay the trace, or look for the code that schedules it")
    }
    let rest = result.recurring.count - mostRecurring + result.recurringLeftOut
    if rest > 0 { lines.append("  and \(Figures.count(rest)) more") }
    return lines.joined(separator: "\n")
  }

  private static func name(_ view: TraceScan.ViewCount) -> String {
    name(of: view.className, view.name, view.view)
  }

  /// `Badge "badge" (view 12)`.
  private static func name(of className: String, _ identifier: String?, _ number: Int) -> String {
    let identifier = identifier.map { " \"\(Printable.line($0))\"" } ?? ""
    return "\(Printable.line(className))\(identifier) (view \(number))"
  }

  /// `412 in turn 4`.
  private static func most(_ view: TraceScan.ViewCount) -> String {
    "\(Figures.count(view.maximum)) in turn \(view.maximumTurn)"
  }

  /// Rows of `layouts  how often  bar`, joined to 1, 2, 3-5, 6-10, 11-20, 21-50 and so on.
  private static func histogram(
    _ rows: [TraceScan.HistogramRow], _ style: Style, _ width: Int
  ) -> String {
    var buckets: [(label: String, count: Int)] = []
    var lower = 1
    var steps = [1, 2, 5].makeIterator()
    var decade = 1
    var rest = rows[...]
    while !rest.isEmpty {
      if let step = steps.next() {
        let upper = step * decade
        var count = 0
        while let row = rest.first, row.layouts <= upper {
          count += row.occurrences
          rest.removeFirst()
        }
        if count > 0 { buckets.append((lower == upper ? "\(upper)" : "\(lower)-\(upper)", count)) }
        lower = upper + 1
      } else {
        steps = [1, 2, 5].makeIterator()
        decade *= 10
      }
    }
    let left = buckets.map(\.label.count).max() ?? 0
    let figures = buckets.map { Figures.count($0.count) }
    let middle = figures.map(\.count).max() ?? 0
    let largest = buckets.map(\.count).max() ?? 1
    let widest = max(1, min(widestBar, width - left - middle - 6))
    let lines = zip(buckets, figures).map { bucket, figure in
      let bar = max(1, Int(Double(bucket.count) / Double(largest) * Double(widest)))
      let label = bucket.label.padded(to: left, after: false)
      return "  \(label)  \(figure.padded(to: middle, after: false))  "
        + style.dim(String(repeating: "#", count: bar))
    }
    let heading = style.bold("Layouts of a view in one turn, and how often:")
    return ([heading] + lines).joined(separator: "\n")
  }
}
