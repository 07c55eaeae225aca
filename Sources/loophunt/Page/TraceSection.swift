import LayoutTrace
import LoopHunter

/// The part of a page about one trace.
struct TraceSection {
  private let page: ReportPage
  private let trace: ShownTrace
  /// The number of the trace on the page.
  private let number: Int

  /// The most loops with a card of their own; the others have a line.
  private static let mostCards = 100
  private static let mostTreeRows = 60

  init(_ page: ReportPage, _ trace: ShownTrace, at number: Int) {
    (self.page, self.trace, self.number) = (page, trace, number)
  }

  var markup: Markup {
    let isAlone = page.isOfBrowser
    var parts: [Markup] =
      isAlone ? [] : [.element("h2", ["id": id("name")], Markup(trace.name))]
    if let error = trace.error {
      parts.append(.element("p", ["class": "error"], Markup("Not read to its end: \(error)")))
    }
    if !isAlone { parts += facts }
    parts += trace.loops.prefix(Self.mostCards).enumerated().map {
      LoopCard($1, at: $0 + 1, of: trace, in: id("loop-\($0 + 1)"), page.links).markup
    }
    parts.append(otherLoops)
    if trace.loops.isEmpty, trace.summary != nil { parts.append(noLoop) }
    parts.append(calls)
    if isAlone {
      parts += facts
      parts.append(
        .element(
          "p", ["class": "facts"],
          Markup("\(trace.name) · \(page.thresholds) · hunted: \(page.hunted)")))
    }
    if trace.summary?.layouts == 0, trace.detail?.hints?.isEmpty == false { parts.append(hints) }
    if trace.summary?.layouts ?? 0 > 0 { parts += [hints, timeline, busiest, tree] }
    return .element(
      "section", ["class": "trace", "id": "trace-\(number)", "aria-labelledby": id("name")], parts)
  }

  private var threshold: Int { trace.detail?.threshold ?? 0 }
  private func id(_ name: String) -> String { "trace-\(number)-\(name)" }

  private func list(_ texts: [String], _ style: String) -> Markup {
    texts.isEmpty ? "" : .element("ul", ["class": style], texts.map { .item(Markup($0)) })
  }

  private var facts: [Markup] {
    guard let summary = trace.summary else { return [] }
    let counts = [
      Figures.count(summary.turns, "turn"), Figures.count(summary.views, "view"),
      Figures.count(summary.layouts, "layout"), Figures.count(summary.events, "event"),
    ].joined(separator: ", ")
    let origin = trace.origin.isEmpty ? "" : " · \(trace.origin)"
    return [
      .element("p", ["class": "facts"], Markup(counts + origin)),
      list(rules, "rules"), list(trace.warnings, "warnings"), list(trace.lacks, "lacks"),
    ]
  }

  /// The rules of the hunt that applied to any view.
  private var rules: [String] {
    (trace.detail?.rules ?? []).filter { $0.views > 0 }.map { rule in
      guard let threshold = rule.threshold else { return rule.sentence }
      return "\(Figures.count(rule.views, "view")) with a threshold of \(Figures.count(threshold)) "
        + "(\(rule.subject))"
    }
  }

  /// The tree of the functions that led to the pairs of a page.
  private var calls: Markup {
    guard let background = trace.background,
      case let tree = CallTree(trace.loops.map(\.report), background), !tree.isEmpty
    else { return "" }
    return section("callers", "Callers", tree.markup)
  }

  private var otherLoops: Markup {
    let more = trace.loops.dropFirst(Self.mostCards)
    let leftOut = trace.detail?.loopsLeftOut ?? 0
    guard !more.isEmpty || leftOut > 0 else { return "" }
    var items = more.map { Markup.item(.sentence($0.report.headline)) }
    if leftOut > 0 {
      items.append(.item(Markup("\(Figures.count(leftOut, "more loop")) not listed")))
    }
    return .element("h3", [:], "More loops") + .element("ul", ["class": "more"], items)
  }

  /// A section of the page with its heading.
  private func section(_ name: String, _ heading: Markup, _ content: Markup...) -> Markup {
    .element(
      "section", ["class": name, "aria-labelledby": id(name)],
      [.element("h3", ["id": id(name)], heading)] + content)
  }

  private var noLoop: Markup {
    if trace.summary?.findings != nil, trace.summary?.layouts == 0 {
      return .element("p", ["class": "quiet"], "No loop: the text reports none.")
    }
    var text =
      "No loop: no view was laid out more than \(Figures.count(threshold, "time")) in one turn, "
      + "and none caused its own layout from turn to turn."
    if let worst = trace.busiest.max(by: { $0.maximum < $1.maximum }) {
      let margin = threshold - worst.maximum
      text += " The most layouts of one view in one turn were \(Figures.count(worst.maximum)) "
      text += "(\(worst.path), turn \(worst.maximumTurn))"
      text += margin > 0 ? ": \(Figures.count(margin)) below the threshold." : "."
    }
    return .element("p", ["class": "quiet"], Markup(text))
  }

  private var hints: Markup { trace.detail.map { list(ReplayText.figures(of: $0), "hints") } ?? "" }

  private var timeline: Markup {
    let kept = trace.turns.map { turn in
      Markup.element(
        "tr", [:], .element("th", ["scope": "row"], Markup(Figures.count(turn.number))),
        .element("td", ["class": "number"], Markup(Figures.count(turn.layouts))),
        .element(
          "td", [:],
          Markup(
            turn.slices.count < turn.layouts
              ? "the first \(Figures.count(turn.slices.count, "layout")) and calls" : "all layouts")
        ))
    }
    let bins = trace.bins.bins
    let most = bins.max { $0.layouts < $1.layouts }
    let worst = bins.max { $0.peak < $1.peak }
    let summary =
      trace.isOfBrowser
      ? worst.map { "The most layouts of one document in one task: \(Figures.count($0.peak))." }
      : most.map {
        "The most layouts in one turn: \(Figures.count($0.layouts)), in turn \($0.layoutsTurn)."
      }
    return section(
      "timeline", trace.isOfBrowser ? "Layouts of one document per task" : "Layouts per turn",
      .element("p", [:], Markup(summary ?? "")),
      .element("div", ["class": "chart"]),
      .element("div", ["class": "strip"]),
      .element(
        "details", ["class": "kept"],
        .element("summary", [:], Markup("\(Figures.count(kept.count, "turn")) layout by layout")),
        .table(["Turn", "Layouts", "Shown"], kept)))
  }

  private var busiest: Markup {
    guard !trace.busiest.isEmpty else { return "" }
    let rows = trace.busiest.map { view in
      Markup.element(
        "tr", [:],
        .element("th", ["scope": "row"], .code(view.path)),
        .element("td", [:], .code(view.className)),
        number(view.number, "\(view.number)"), number(view.layouts), number(view.maximum),
        number(view.maximumTurn))
    }
    let heads = ["View", "Class", "Number", "Layouts", "Most in a turn", "In turn"]
    return section(
      "busiest", "Busiest views",
      .element(
        "div",
        ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": "Busiest views"],
        .table(heads, class: "sortable", rows)))
  }

  /// The cell of a number, by which the page's script sorts rows.
  private func number(_ number: Int, _ text: String? = nil) -> Markup {
    .element(
      "td", ["class": "number", "data-number": "\(number)"], Markup(text ?? Figures.count(number)))
  }

  private var tree: Markup {
    guard let tree = trace.tree, !tree.rows.isEmpty else { return "" }
    var lines = tree.rows.prefix(Self.mostTreeRows).map { row in
      let name = row[2] >= 0 ? " \"\(tree.words[row[2]])\"" : ""
      let layouts = row[4] > 0 ? ": \(Figures.count(row[4], "layout"))" : ""
      return String(repeating: "  ", count: min(row[0], 40)) + tree.words[row[1]] + name
        + " #\(row[3])" + layouts
    }
    let rest = tree.rows.count - lines.count + tree.leftOut
    if rest > 0 { lines.append("… and \(Figures.count(rest, "more view"))") }
    let moment = trace.treeTurn.map { "after turn \(Figures.count($0))" } ?? "at the end"
    return section(
      "tree", Markup("The tree \(moment)"),
      tree.leftOut > 0
        ? .element(
          "p", [:], Markup("\(Figures.count(tree.leftOut, "view")) with few layouts left out."))
        : "",
      // The limit of one text is meant for names.
      .element("pre", ["class": "outline"], lines.map { Markup($0) + "\n" }))
  }
}
