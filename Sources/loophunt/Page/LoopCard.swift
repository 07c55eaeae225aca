import LayoutTrace
import LoopHunter

/// The card of one loop: its sentence, what is known of it, its code, its cycle, values and edges.
struct LoopCard {
  private let loop: FoundLoop
  private let report: LoopReport
  private let trace: ShownTrace
  private let links: SourceLinks?
  private let round: PlayedRound?
  /// The card's name on the page.
  private let name: String

  /// True if the loop is a pair of functions on a web page, of which the reader is what to move.
  private var isPair: Bool { report.share != nil }

  /// Makes the card of the loop at this place of a trace, counted from 1.
  init(
    _ loop: FoundLoop, at place: Int, of trace: ShownTrace, in name: String, _ links: SourceLinks?
  ) {
    (self.loop, report) = (loop, loop.report)
    (self.trace, self.name, self.links) = (trace, name, links)
    round = place <= trace.rounds.count ? trace.rounds[place - 1] : nil
  }

  var markup: Markup {
    let code = code
    let sentence = report.culprit?.sentence ?? report.sentenceWithoutCulprit
    let rows = fields(code).flatMap { title, text -> [Markup] in
      [.element("dt", [:], Markup(title)), .element("dd", [:], text)]
    }
    return .element(
      "article",
      [
        "class": isPair ? "loop pair" : "loop", "id": name, "aria-labelledby": "\(name)-title",
        "data-fingerprint": report.fingerprint,
      ],
      .element(
        "h3", ["id": "\(name)-title"],
        .element("span", ["class": "verdict"], Markup(report.verdict.kind)), " ",
        .sentence(sentence)),
      .element("dl", [:], rows), code.markup, cycle, values, edges, stacks)
  }

  // MARK: Fields

  private typealias Field = (title: String, text: Markup)

  private func fields(_ code: ShownCode) -> [Field] {
    let advice: [Field] = loop.advice.map { [("What to do", Markup($0))] } ?? []
    let known = origin + places(code) + results
    return (isPair ? advice + known : known + advice) + notes
  }

  private var origin: [Field] {
    var fields: [Field] = [("Verdict", Markup(report.verdictText))]
    if let by = report.reportedBy {
      fields.append(("Reported", Markup("by \(by)")))
    } else {
      fields.append(("Hunted", Markup(report.hunted)))
    }
    if let lacks = report.reportedLacks { fields.append(("Lacks", Markup(lacks))) }
    return fields
  }

  /// The reader comes first: it is what to move.
  private func places(_ code: ShownCode) -> [Field] {
    var fields: [Field] = []
    if let location = readLocation { fields.append(("Reads", code.link(location))) }
    if let location = report.culprit?.edge.location {
      fields.append((isPair ? "Writes" : "Source", code.link(location)))
    }
    if let libraries = report.share?.libraries { fields.append(("Library", .sentence(libraries))) }
    return fields
  }

  private var results: [Field] {
    var fields: [Field] = []
    if let outcome = report.outcome { fields.append(("Outcome", Markup(outcome))) }
    if !loop.isReported, let proof = report.proof { fields.append(("Proof", .sentence(proof))) }
    if let span = report.share?.span { fields.append(("Time", Markup(span))) }
    if let remedy = report.remedy { fields.append(("Remedy", .sentence("\(remedy)"))) }
    return fields
  }

  private var notes: [Field] {
    var fields: [Field] = []
    for remark in report.remarks where !isSaid(remark) {
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
    return fields
  }

  /// True for a remark that the field of the remedy says.
  private func isSaid(_ remark: Remark) -> Bool {
    if case .scriptRemedy(let remedy) = remark { remedy == report.scriptRemedy } else { false }
  }

  // MARK: Code

  private var readLocation: CodeLocation? { isPair ? report.culprit?.force?.location : nil }

  /// The places of a pair of functions, or of the culprit.
  private var code: ShownCode {
    var code = ShownCode(links, trace.background, name: name)
    if let location = readLocation { code.add(location, title: "reads") }
    if let location = report.culprit?.edge.location {
      code.add(location, title: isPair ? "writes" : "source")
    }
    return code
  }

  // MARK: Rounds

  /// The steps of a round, or, if there is none, the views of the cycle.
  private var cycle: Markup {
    // The layouts of a page's document are all alike.
    guard !report.cycle.isEmpty, report.reported == nil, !isPair else { return "" }
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
        step.location.map { " " + .place($0, links) } ?? "")
    }
    return .element(
      "section", ["class": "cycle player", "aria-label": "The cycle, step by step"], heading,
      .element("ul", ["class": "cast"], Array(cast)),
      .element("div", ["class": "stage"]),
      .element("ol", ["class": "steps", "id": "\(name)-steps"], steps),
      more(round.stepsLeftOut, "more step"))
  }

  private var values: Markup {
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

  private var edges: Markup {
    let phrases = report.otherPhrases
    guard !phrases.isEmpty else { return "" }
    let rest = phrases.count - 50
    let heading =
      isPair ? "Further writers before these reads" : "Other edges that keep the loop going"
    return .element("h4", [:], Markup(heading))
      + .element(
        "ul", ["class": "edges"],
        phrases.prefix(50).map { .item(Markup($0)) }
          + (rest > 0 ? [.item(Markup("and \(Figures.count(rest)) more"))] : []))
  }

  private func summary(of stack: CallStack) -> String {
    report.reported == nil
      ? "Stack of the call that dirtied \(stack.dirtied.path)" : report.framesHeading
  }

  private var stacks: Markup {
    // A single frame is in the culprit's sentence or in the list of edges already.
    .all(
      report.stacks.filter { $0.frames.count > 1 }.map { stack in
        let frames = stack.frames.prefix(60).map { Markup.item(.place($0, links)) }
        return .element(
          "details", [:],
          .element("summary", [:], Markup(summary(of: stack))),
          .element("ol", [:], frames))
      })
  }

  private func roles(_ roles: [LoopRole]) -> Markup {
    var markup: Markup = ""
    for word in roles.map(\.rawValue) {
      markup +=
        " " + .element("span", ["class": "role \(word.replacing(" ", with: "-"))"], Markup(word))
    }
    return markup
  }

  /// The number of things that are left out, if there are any.
  private func more(_ rest: Int, _ noun: String? = nil) -> Markup {
    let count = noun.map { Figures.count(rest, $0) } ?? "\(Figures.count(rest)) more"
    return rest > 0 ? .element("p", [:], Markup("and \(count)")) : ""
  }
}
