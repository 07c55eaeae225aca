import LayoutTrace
import LoopHunter

/// Writes a page: all text is HTML, and a script adds the drawings.
struct ReportPage {
  let traces: [ShownTrace]
  /// The hunted views, in words.
  let hunted: String
  let links: SourceLinks?

  /// The whole document.
  func html() throws -> String {
    let script = PackageResources.report_js
    let style = PackageResources.report_css
    let policy =
      "default-src 'none'; script-src \(ContentHash.source(of: script)); "
      + "style-src \(ContentHash.source(of: style)); base-uri 'none'; form-action 'none'"
    let head: [Markup] = [
      "<meta charset=\"utf-8\">",
      Markup.void("meta", ["http-equiv": "Content-Security-Policy", "content": policy]),
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
      "<meta name=\"color-scheme\" content=\"light dark\">",
      Markup.void("meta", ["name": "generator", "content": JsonText.tool]),
      .element("title", [:], Markup(title)),
    ]
    let body: [Markup] = [
      "<a class=\"skip\" href=\"#main\">Skip to the traces</a>", header, navigation,
      .element(
        "main", ["id": "main"],
        .all(traces.enumerated().map { TraceSection(self, $1, at: $0 + 1).markup })),
      .element("footer", [:], Markup("Written by \(JsonText.tool).")),
      "<div class=\"status\" role=\"status\" aria-live=\"polite\"></div>",
    ]
    let data = try PageJson.text(HeadedDocument(command: "report", content: PageData(traces)))
    // The raw parts are this program's own, or JSON in which nothing ends an element.
    return """
      <!doctype html>
      <html lang="en">
      <head>
      \(Markup.all(head).html)
      <style>\(String(decoding: style, as: UTF8.self))</style>
      </head>
      <body>
      \(Markup.all(body).html)
      <script type="application/json" id="data">\(data)</script>
      <script>\(String(decoding: script, as: UTF8.self))</script>
      </body>
      </html>

      """
  }

  private var title: String {
    let loops = traces.reduce(0) { $0 + $1.loops.count }
    let name = traces.count == 1 ? traces[0].name : Figures.count(traces.count, "trace")
    return "\(loops == 0 ? "No loop" : Figures.count(loops, "loop")) – \(name)"
  }

  /// True for a page about one browser's recording, which begins with the answer.
  fileprivate var isOfBrowser: Bool { traces.count == 1 && traces[0].isOfBrowser }

  private var header: Markup {
    if isOfBrowser, let trace = traces.first {
      let loops = trace.loops.isEmpty ? "No loop" : Figures.count(trace.loops.count, "loop")
      let name = trace.name.split(separator: "/").last.map(String.init) ?? trace.name
      return .element(
        "header", ["class": "brief"], .element("h1", ["id": "trace-1-name"], Markup(name)),
        .element("h2", ["class": "settings"], Markup("\(loops) · loophunt report")))
    }
    let loops = traces.reduce(0) { $0 + $1.loops.count }
    let failed = traces.count { $0.error != nil }
    var sentence =
      "\(loops == 0 ? "No layout loop" : Figures.count(loops, "layout loop")) in "
      + Figures.count(traces.count, "trace")
    if failed > 0 { sentence += ", \(Figures.count(failed)) of which could not be read to the end" }
    return .element(
      "header", [:],
      .element("p", ["class": "brand"], "loophunt report"),
      .element("h1", [:], Markup(sentence)),
      .element(
        "p", ["class": "settings"], Markup("\(thresholds) · hunted: \(hunted)")))
  }

  /// The hunt's limit; formats have limits of their own.
  fileprivate var thresholds: String {
    let all = Set(traces.compactMap { $0.detail?.threshold }).sorted().map { Figures.count($0) }
    let noun = all.count == 1 ? "Threshold" : "Thresholds"
    return "\(noun) \(all.joined(separator: ", ")) layouts of a view in one turn"
  }

  private var navigation: Markup {
    guard traces.count > 1 else { return "" }
    let items = traces.enumerated().map { index, trace in
      let loops = trace.loops.isEmpty ? "no loop" : Figures.count(trace.loops.count, "loop")
      return Markup.item(
        .element("a", ["href": "#trace-\(index + 1)"], Markup(trace.name)),
        Markup(" – \(trace.error == nil ? loops : "\(loops), not read to its end")"))
    }
    return .element("nav", ["aria-label": "Traces"], .element("ol", [:], items))
  }
}

/// The part of a page about one trace.
private struct TraceSection {
  let page: ReportPage
  let trace: ShownTrace
  /// The number of the trace on the page.
  let number: Int

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
    parts += trace.loops.prefix(Self.mostCards).enumerated().map { card($1, at: $0 + 1) }
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

  // MARK: Loops

  private func card(_ loop: FoundLoop, at place: Int) -> Markup {
    let report = loop.report
    let name = id("loop-\(place)")
    let sentence = report.culprit?.sentence ?? report.sentenceWithoutCulprit
    var fields: [(String, Markup)] = [("Verdict", Markup(report.verdictText))]
    if let by = report.reportedBy {
      fields.append(("Reported", Markup("by \(by)")))
    } else {
      fields.append(("Hunted", Markup(report.hunted)))
    }
    if let lacks = report.reportedLacks { fields.append(("Lacks", Markup(lacks))) }
    let isShare = report.share != nil
    // The reader comes first: it is what to move.
    let code = code(report, name)
    if isShare, let location = report.culprit?.force?.location {
      fields.append(("Reads", code.link(location)))
    }
    if let location = report.culprit?.edge.location {
      fields.append((isShare ? "Writes" : "Source", code.link(location)))
    }
    if let libraries = report.share?.libraries { fields.append(("Library", .sentence(libraries))) }
    if let outcome = report.outcome { fields.append(("Outcome", Markup(outcome))) }
    if !loop.isReported, let proof = report.proof { fields.append(("Proof", .sentence(proof))) }
    if let span = report.share?.span { fields.append(("Time", Markup(span))) }
    if let remedy = report.remedy { fields.append(("Remedy", .sentence("\(remedy)"))) }
    if let advice = loop.advice {
      fields.insert(("What to do", Markup(advice)), at: isShare ? 0 : fields.count)
    }
    for remark in report.remarks where remark != report.scriptRemedy.map(Remark.scriptRemedy) {
      fields.append(("Note", .sentence("\(remark)")))
    }
    if !loop.isReported {
      let seen = ReplayText.seen(loop)
      fields.append((seen.verb, Markup(seen.rest)))
    }
    if !report.fingerprint.isEmpty {
      fields.append(
        ("Fingerprint", .element("code", ["class": "fingerprint"], Markup(report.fingerprint))))
    }
    let rows = fields.flatMap { title, text -> [Markup] in
      [.element("dt", [:], Markup(title)), .element("dd", [:], text)]
    }
    let round = place <= trace.rounds.count ? trace.rounds[place - 1] : nil
    return .element(
      "article",
      [
        "class": isShare ? "loop pair" : "loop", "id": name, "aria-labelledby": "\(name)-title",
        "data-fingerprint": report.fingerprint,
      ],
      .element(
        "h3", ["id": "\(name)-title"],
        .element("span", ["class": "verdict"], Markup(report.verdict.kind)), " ",
        .sentence(sentence)),
      .element("dl", [:], rows), code.markup, cycle(report, round, name), values(report, name),
      edges(report), stacks(report))
  }

  /// The places of a pair of functions, or of the culprit.
  private func code(_ report: LoopReport, _ name: String) -> ShownCode {
    var code = ShownCode(page.links, trace.background, name: name)
    if report.share != nil, let location = report.culprit?.force?.location {
      code.add(location, title: "reads")
    }
    if let location = report.culprit?.edge.location {
      code.add(location, title: report.share == nil ? "source" : "writes")
    }
    return code
  }

  /// The tree of the functions that led to the pairs of a page.
  private var calls: Markup {
    guard let background = trace.background,
      case let tree = CallTree(trace.loops.map(\.report), background), !tree.isEmpty
    else { return "" }
    return section("callers", "Who led to it", tree.markup)
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

  /// The steps of a round, or, if there is none, the views of the cycle.
  private func cycle(_ report: LoopReport, _ round: PlayedRound?, _ name: String) -> Markup {
    // The layouts of a page's document are all alike.
    guard !report.cycle.isEmpty, report.reported == nil, report.share == nil else { return "" }
    let heading = Markup.element("h4", [:], Markup("\(report.cycleHeading.dropLast())"))
    let roles = LoopRoles(report)
    guard let round else {
      let items = report.cycle.prefix(200).map { view -> Markup in
        .item(.code(view.path), self.roles(roles.roles(of: view)))
      }
      let rest = max(report.cycleLength, report.cycle.count) - items.count
      return .element(
        "section", ["class": "cycle"], heading, .element("ol", ["class": "views"], items),
        more(rest, "more layout"))
    }
    let cast = round.views.filter { !$0.roles.isEmpty }.prefix(60).map { view in
      Markup.item(.code(view.path), self.roles(view.roles))
    }
    let steps = round.steps.map { step in
      Markup.element(
        "li", ["class": "step \(step.kind.rawValue)"], .sentence(step.text),
        step.location.map { " " + .place($0, page.links) } ?? "")
    }
    return .element(
      "section", ["class": "cycle player", "aria-label": "The cycle, step by step"], heading,
      .element("ul", ["class": "cast"], Array(cast)),
      .element("div", ["class": "stage"]),
      .element("ol", ["class": "steps", "id": "\(name)-steps"], steps),
      more(round.stepsLeftOut, "more step"))
  }

  /// The number of things that are left out, if there are any.
  private func more(_ rest: Int, _ noun: String? = nil) -> Markup {
    let count = noun.map { Figures.count(rest, $0) } ?? "\(Figures.count(rest)) more"
    return rest > 0 ? .element("p", [:], Markup("and \(count)")) : ""
  }

  /// A section of the page with its heading.
  private func section(_ name: String, _ heading: Markup, _ content: Markup...) -> Markup {
    .element(
      "section", ["class": name, "aria-labelledby": id(name)],
      [.element("h3", ["id": id(name)], heading)] + content)
  }

  private func roles(_ roles: [LoopRole]) -> Markup {
    var markup: Markup = ""
    for word in roles.map(\.rawValue) {
      markup +=
        " " + .element("span", ["class": "role \(word.replacing(" ", with: "-"))"], Markup(word))
    }
    return markup
  }

  private func values(_ report: LoopReport, _ name: String) -> Markup {
    guard !report.geometry.isEmpty else { return "" }
    let rows = report.geometry.prefix(8).map { history in
      Markup.element(
        "tr", [:],
        .element("th", ["scope": "row"], .code(history.view.path)),
        .element(
          "td", [:], .code(history.property.name), Markup(history.isConsequence ? " (follows)" : "")
        ),
        .element(
          "td", ["class": "series"],
          Markup(history.toldValues.joined(separator: " → "))))
    }
    let words = PageData.series(of: report, scale: trace.scale).map { series in
      Markup.item(.code(series.label), Markup(": \(series.words)."))
    }
    return .element(
      "section", ["class": "values"],
      .element("h4", [:], "Values over the rounds, oldest first"),
      .element("div", ["class": "charts"]),
      .element("ul", ["class": "words"], words),
      .element(
        "div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": "Values"],
        .table(["View", "Property", "Values"], rows)),
      more(report.geometry.count - rows.count))
  }

  private func edges(_ report: LoopReport) -> Markup {
    let phrases = report.otherPhrases
    guard !phrases.isEmpty else { return "" }
    let rest = phrases.count - 50
    let heading =
      report.share == nil
      ? "Other edges that keep the loop going" : "Further writers before these reads"
    return .element("h4", [:], Markup(heading))
      + .element(
        "ul", ["class": "edges"],
        phrases.prefix(50).map { .item(Markup($0)) }
          + (rest > 0 ? [.item(Markup("and \(Figures.count(rest)) more"))] : []))
  }

  private func summary(of stack: CallStack, _ report: LoopReport) -> String {
    report.reported == nil
      ? "Stack of the call that dirtied \(stack.dirtied.path)" : report.framesHeading
  }

  private func stacks(_ report: LoopReport) -> Markup {
    // A single frame is in the culprit's sentence or in the list of edges already.
    .all(
      report.stacks.filter { $0.frames.count > 1 }.map { stack in
        let frames = stack.frames.prefix(60).map { Markup.item(.place($0, page.links)) }
        return .element(
          "details", [:],
          .element("summary", [:], Markup(summary(of: stack, report))),
          .element("ol", [:], frames))
      })
  }

  // MARK: The trace

  private var noLoop: Markup {
    if trace.summary?.findings != nil, trace.summary?.layouts == 0 {
      return .element("p", ["class": "quiet"], "No loop: the text tells of none.")
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
