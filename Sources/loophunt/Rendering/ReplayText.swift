import LayoutTrace
import LoopHunter

/// Writes the findings of a replay for people.
enum ReplayText {
  /// The largest number of recurring views that are listed; the JSON form has them all.
  private static let mostRecurring = 3

  /// The block of one loop: the report, and the other places where it was seen.
  ///
  /// A loop that the baseline knows is a paragraph, unless the whole report is asked for.
  static func loop(
    _ loop: FoundLoop, _ style: Style, width: Int = WordWrap.usualWidth, whole: Bool = false
  ) -> String {
    if !whole, let standing = loop.standing, standing.standing == .known {
      return wrapped(known(loop, standing), width)
    }
    let (headline, rest) = loop.report.lines(width: width)
    var lines = headline.map { style.bad(Printable.block($0)) } + rest.map(Printable.block)
    if let advice = loop.advice, !loop.isAdviceRemarked {
      lines += ["", wrapped("What to do: \(advice)", width)]
    }
    if !loop.isReported { lines += ["", wrapped(sighting(loop), width)] }
    return lines.joined(separator: "\n")
  }

  /// `Known (b2131ecd, reason: …, until 2027-01-31): `badge` called…`.
  private static func known(_ loop: FoundLoop, _ standing: LoopStanding) -> String {
    var facts = [loop.report.fingerprint]
    if let reason = standing.entry?.reason { facts.append("reason: \(reason)") }
    if let day = standing.entry?.expires { facts.append("until \(day)") }
    return Printable.line(
      "Known (\(facts.joined(separator: ", "))): \(loop.report.headline)"
        + (loop.isReported ? "" : " \(sighting(loop))"))
  }

  private static func sighting(_ loop: FoundLoop) -> String {
    let (verb, rest) = seen(loop)
    return "\(verb) \(rest)"
  }

  /// The turns and views of the loop, the verb apart: a loop across turns runs between its reports.
  static func seen(_ loop: FoundLoop) -> (verb: String, rest: String) {
    let views = loop.views.prefix(3).map { "\(Printable.line($0.path)) (view \($0.view))" }
    let rest = loop.views.count - views.count + loop.viewsLeftOut
    let more = rest > 0 ? " and \(Figures.count(rest)) more" : ""
    let turns = Figures.count(loop.turns.count, "turn")
    let verb = if case .acrossTurns = loop.report.verdict { "Reported" } else { "Seen" }
    return (verb, "in \(turns) (\(loop.turns.text)), by \(views.joined(separator: ", "))\(more).")
  }

  /// The facts in addition to the loops, a sentence or two each.
  static func figures(of detail: ReplayDetail) -> [String] {
    var lines = (detail.hints ?? []).flatMap(\.lines)
    if detail.loopsLeftOut > 0 {
      lines.append("\(Figures.count(detail.loopsLeftOut, "more loop")) not listed.")
    }
    lines += detail.ignored.map { "\($0.sentence)." }
    lines +=
      nearMisses(detail.nearMisses, threshold: detail.threshold, hasRules: detail.rules != nil)
    let recurring = detail.recurring.sorted { $0.turns > $1.turns }
    for recurrence in recurring.prefix(mostRecurring) {
      let turns =
        "Recurring: \(Printable.line(recurrence.view.path)) was laid out in each of "
        + "\(Figures.count(recurrence.turns)) consecutive turns (\(recurrence.firstTurn)-"
        + "\(recurrence.lastTurn))"
      if let writer = recurrence.writer {
        lines.append(
          turns
            + ", dirtied again by \(Printable.line(writer)). This may be an animation, or a loop "
            + "in which each turn causes the next.")
      } else {
        lines.append(
          turns + " without a cause in the trace. This may be an animation, "
            + "or a loop through another queue or thread: look for the code that schedules it.")
      }
    }
    let rest = recurring.count - mostRecurring
    if rest > 0 { lines.append("Recurring: \(Figures.count(rest, "more view")).") }
    return lines
  }

  /// The number of near misses, and the nearest one.
  static func nearMisses(
    _ misses: [LoopHunter.NearMiss], threshold: Int, hasRules: Bool
  ) -> [String] {
    guard let nearest = misses.max(by: { $0.count < $1.count }) else { return [] }
    let half = half(nearest, threshold: threshold, hasRules: hasRules)
    return [
      "Near misses: \(Figures.count(misses.count)), \(half); nearest: "
        + "\(Printable.line(nearest.view.path)), \(Figures.count(nearest.count, "layout"))"
        + (nearest.milliseconds.map { ", \(Int($0.rounded())) ms" } ?? "")
        + " in turn \(nearest.turn)"
        + (nearest.tasks.map { ", one of \($0) such turns in a row" } ?? "") + "."
    ]
  }

  /// The limit of which the nearest miss is past the half.
  private static func half(
    _ nearest: LoopHunter.NearMiss, threshold: Int, hasRules: Bool
  ) -> String {
    if nearest.tasks != nil { return "past half of the turns in a row that are allowed" }
    if nearest.milliseconds != nil, nearest.count * 2 <= nearest.threshold {
      return "past half of the time that is allowed"
    }
    return "past half "
      + (hasRules ? "of a view's threshold" : "the threshold of \(Figures.count(threshold))")
  }

  static func wrapped(_ text: String, _ width: Int) -> String {
    Paragraph.lines(of: text, width: width).joined(separator: "\n")
  }
}
