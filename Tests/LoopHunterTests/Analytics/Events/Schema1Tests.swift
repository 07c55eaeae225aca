import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import LoopScenarios
import TestSupport
import Testing

/// Events that were stored with schema 1, and what they said then.
///
/// Beside each file of events stands the text that its reports had when schema 1 was current. A decoder
/// may be rewritten; neither file may change. Sentences that are worded anew are listed below.
@Suite("Events stored with schema 1")
struct Schema1Tests {
  private static let folder = URL(fileURLWithPath: Repository.path("Tests/Recordings/Schema1"))

  /// The files of events: hunted live, replayed, and made up.
  private static let names = try! FileManager.default.contentsOfDirectory(atPath: folder.path)
    .filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(6)) }.sorted()

  @Test("a decoded event states the same facts as when it was stored", arguments: names)
  func facts(_ name: String) throws {
    let events = try storedEvents(Self.folder.appending(path: "\(name).jsonl").path)
    let expected = try String(
      contentsOf: Self.folder.appending(path: "\(name).txt"), encoding: .utf8)
    let facts = events.map { EventFacts($0).text }.joined(separator: "\n")
    #expect(Self.wordedThen(facts) == Self.wordedThen(expected))
    #expect(!events.isEmpty)
  }

  /// A text without its line breaks, in the words of schema 1.
  private static func wordedThen(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return rewordings.reduce(line) { $0.replacing($1.now, with: $1.then) }
  }

  private static let rewordings: [(now: String, then: String)] = [
    ("Other edges that keep the loop going:", "Other edges that keep it going:"),
    ("each turn.", "each time."),
    ("the call that dirtied", "what dirtied"),
    ("the call that forced", "what forced"),
    ("without it the loop also stops", "without it the loop stops, too"),
    ("caused its own layout in", "was laid out because of itself in"),
    (
      "The evidence pointed to another edge first, but without that edge the loop continues.",
      "By the evidence alone another edge was the likeliest; without that the loop continues."
    ),
    (
      "The call left no stack frame, like any tail call in optimised code, so its line is unknown.",
      "The call left no frame, as tail calls in optimised code do, so its line is unknown."
    ),
    (
      "WinUI's log names the elements that took part and their order, but no parents or causes.",
      "WinUI's lines tell who took part, in which order: neither parents nor causes."
    ),
    (
      "let the callback ignore sizes that it set itself.",
      "let the callback pass over sizes that it set itself."
    ),
    (
      "the trace does not reproduce the loop of the turn",
      "the turn does not loop again by what the trace holds"
    ),
    ("the proofs of this trace take too long", "the proofs of this trace are too long"),
    ("the trace of the turn does not hold the edge", "the trace of the turn does not hold it"),
    ("the trace cannot be replayed without the edge", "the trace cannot be replayed without it"),
    // A view is named by the last step of its path, even where that isn't its identifier.
    ("oldest first: Cell[3] frame 44.0", "oldest first: Feed/Cell[3] frame 44.0"),
  ]

  @Test(
    "an event of schema 1 that is stored again says the same, and comes back equal",
    arguments: names)
  func storedAgain(_ name: String) throws {
    for event in try storedEvents(Self.folder.appending(path: "\(name).jsonl").path) {
      let line = try event.jsonLine()
      let again = try AnalyticsEvent(jsonLine: line)
      #expect(again == event)
      #expect(EventFacts(again).text == EventFacts(event).text)
      #expect(try again.jsonLine() == line)
    }
  }

  @Test("each scenario with a loop was stored, hunted live and in a replay")
  func scenarios() {
    // Those of constraints came later.
    let later = Set(Scenario.loopsOfConstraints.map(\.name))
    let loops = Scenario.all.filter { $0.finding != nil }.map(\.name)
      .filter { !later.contains($0) }
    #expect(Set(Self.names).isSuperset(of: loops.flatMap { ["\($0).live", "\($0).replay"] }))
  }
}

/// All that an event and its report say, in lines.
private struct EventFacts {
  private(set) var text = ""

  init(_ event: AnalyticsEvent) {
    add("event", event.name.rawValue)
    guard let report = event.report else { return }
    add("verdict", verdict(report.verdict))
    add("fingerprint", report.fingerprint)
    add("view", name(report.view))
    add(
      "crossing",
      "layout \(report.count) of \(report.threshold) in turn \(report.turn) at \(report.time) ns, "
        + "turns in a row: \(report.consecutiveTurns), depth: \(report.depth)")
    add("outcome", "settled: \(said(report.isSettled)), layouts: \(said(report.layouts))")
    add("break", "broken: \(report.isBroken), in vain: \(report.isBreakIneffective)")
    add("hunt instead", report.viewToHunt.map(name))
    add("cycle of \(report.cycleLength)", report.cycle)
    add("accomplice", report.accomplices)
    add("victim", report.victims)
    add("culprit", report.culprit?.sentence)
    add("culprit's edge", report.culprit.map { edge($0.edge) })
    add("culprit's force", report.culprit?.force.map(edge))
    add("culprit's opponent", report.culprit?.opponent.map(name))
    add("proof", report.proof)
    for other in report.otherEdges { add("other edge", edge(other)) }
    for history in report.geometry {
      add("history", "\(name(history.view)): \(history.property)")
      add("values", history.property.texts(of: history.values).joined(separator: " | "))
    }
    for remark in report.remarks { add("remark", "\(remark)") }
    for stack in report.stacks {
      add("stack", ([name(stack.dirtied)] + stack.frames).joined(separator: " | "))
    }
    for line in report.tree.split(separator: "\n") { add("tree", String(line)) }
    for line in report.description.split(separator: "\n", omittingEmptySubsequences: false) {
      add("", String(line))
    }
  }

  private mutating func add(_ title: String, _ fact: String?) {
    guard let fact else { return }
    text += fact.isEmpty ? "\n" : title.isEmpty ? "  \(fact)\n" : "\(title): \(fact)\n"
  }

  private mutating func add(_ title: String, _ views: [ViewReference]) {
    for view in views { add(title, name(view)) }
  }

  private func said(_ value: (some CustomStringConvertible)?) -> String {
    value?.description ?? "unknown"
  }

  private func name(_ view: ViewReference) -> String {
    "\(view.path) [\(view.className)\(view.identifier.map { " \($0)" } ?? "")]"
  }

  private func verdict(_ verdict: Verdict) -> String {
    switch verdict {
    case .oscillating(let period): "oscillating, period \(period)"
    case .drifting(let property, let perRound): "drifting, \(property) by \(perRound ?? .nan)"
    case .reentrant(let depth): "reentrant, depth \(depth)"
    case .thrashing(let times): "thrashing, \(times) times"
    case .acrossTurns(let streak): "acrossTurns, streak \(streak)"
    case .redundant, .feedback, .undetermined: verdict.kind
    }
  }

  private func edge(_ edge: InvalidationEdge) -> String {
    var parts = [edge.writer.map(name) ?? "nobody's layout", edge.action.name, name(edge.target)]
    if let values = edge.valueTexts { parts += ["was \(values.old)", "is \(values.new)"] }
    parts.append("dirtied \(name(edge.dirtied))")
    if let function = edge.function { parts.append("function \(function)") }
    if let location = edge.location { parts.append("location \(location)") }
    switch edge.proof {
    case .proved(let layouts)?: parts.append("proved with \(layouts) layouts")
    case .refuted(let view)?: parts.append("refuted through \(view.map(name) ?? "nothing")")
    case .untested(let reason)?: parts.append("untested because \(reason)")
    case nil: break
    }
    return parts.joined(separator: ", ")
  }
}
