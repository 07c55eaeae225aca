import Foundation
import LayoutTrace
import LoopHunter
import LoopScenarios
import TestSupport
import ViewTree

/// The comparison of the reports on a found loop with its truth, column by column.
package struct FoundJudgement {
  /// The parts of a report that are judged, each for itself.
  package enum Column: String, CaseIterable {
    case verdict, values, culprit, line, members, roles, proof
    /// The report of an unrecorded hunt, a tree hunt, an expectation, a replay, of hunts on every member, and at
    /// other thresholds: all are the same.
    case same
    case mustNotSay = "must-not-say"
    case remedy
  }

  /// The mistakes, by column.
  package private(set) var complaints: [(column: Column, text: String)] = []
  private let loop: FoundLoop
  private let truth: FoundTruth
  private let marks: Set<Int>

  /// Hunts a loop live with a recording, in a replay, and in every other way there is.
  package init(_ loop: FoundLoop) throws {
    self.loop = loop
    truth = loop.truth
    marks = try loop.markedLines()
    let quarry = Quarry(loop)
    let live = try loop.liveReport()
    guard let live else {
      complaints = Column.allCases.map { ($0, "no report") }
      return
    }
    judge(live)
    for (report, hunt) in [(live, "live"), (try quarry.proved(), "in a replay")] {
      judgeWords(report, hunt)
    }
    for answer in try quarry.answers() where !answer.judgement.isConsistent {
      let differences = answer.judgement.complaints.filter { $0.hasPrefix("says another") }
      note(.same, "\(answer.hunt): \(differences.joined(separator: "; "))")
    }
  }

  package func isRight(_ column: Column) -> Bool {
    !complaints.contains { $0.column == column }
  }

  private mutating func note(_ column: Column, _ text: String) {
    complaints.append((column, text))
  }

  // MARK: Statements of the report

  private mutating func judge(_ report: LoopReport) {
    if !agrees(report.verdict) { note(.verdict, "said \(report.verdict)") }
    for value in truth.values.sorted() where !report.geometry.contains(where: { $0.shows(value) }) {
      note(.values, "does not show \(value)")
    }
    judgeCulprit(report)
    let members = Set(report.cycle.map(\.name))
    let missing = truth.members.subtracting(members)
    let strange = members.subtracting(truth.members).subtracting(truth.others)
    if !missing.isEmpty { note(.members, "leaves out \(missing.sorted())") }
    if !strange.isEmpty { note(.members, "draws in \(strange.sorted())") }
    judgeRoles(report)
    // A replay whose rest was recorded with the edge can show no remedy either.
    let isOpen = truth.proof.contains(.untested) && report.culprit?.edge.proof?.kind == "untested"
    if !truth.remedy.isShown(by: report.remedy), !isOpen || report.remedy != nil {
      note(.remedy, "says \(report.remedy?.condition ?? "nothing"), not \(truth.remedy)")
    }
  }

  private func agrees(_ verdict: Verdict) -> Bool {
    switch (verdict, truth.kind) {
    case (.oscillating(let period), .oscillating(let expected)): period == expected
    case (.drifting(let property, let change), .drifting(let expected)):
      expected.contains { name, perRound in
        property.name.isPath(below: name)
          && abs((change ?? .infinity) - perRound) <= 1e-6 * abs(perRound)
      }
    case (.drifting(let property, nil), .accelerating(let expected)):
      expected.contains { property.name.isPath(below: $0) }
    case (.oscillating, _), (.drifting, _): false
    default: verdict.kind == truth.plainKind.word
    }
  }

  private mutating func judgeCulprit(_ report: LoopReport) {
    guard let culprit = report.culprit else {
      note(.culprit, "named no culprit")
      note(.line, "named no culprit")
      return
    }
    let (edge, sentence) = (culprit.edge, culprit.sentence)
    let isNamed: Bool
    switch truth.naming {
    case .one:
      isNamed = truth.culprits.contains { $0.matches(edge) && $0.isCarried(in: sentence) }
    case .both:
      isNamed = truth.culprits[0].matches(edge) && truth.culprits[1].isNamed(in: sentence)
    case .tie:
      isNamed =
        truth.culprits.contains { $0.matches(edge) }
        && FoundTruth.Deed.areAlternatives(truth.culprits, in: sentence)
    }
    if !isNamed { note(.culprit, sentence) }
    guard let location = edge.location, let line = location.line,
      loop.file.hasSuffix(location.file),
      marks.contains(where: { abs($0 - line) <= (location.isNear ? 2 : 0) })
    else {
      return note(.line, "\(edge.location.map { "\($0)" } ?? "no line"), not \(marks.sorted())")
    }
  }

  private mutating func judgeRoles(_ report: LoopReport) {
    let victims = Set(report.victims.map(\.name))
    let accomplices = Set(report.accomplices.map(\.name))
    let owners = Set(truth.culprits.compactMap(\.owner))
    // The sentence names both ends of the edge, and who sets it back.
    let named = Set(
      [report.culprit?.edge.writer, report.culprit?.edge.dirtied, report.culprit?.opponent]
        .compactMap { $0?.name })
    func check(_ names: Set<String>, _ complaint: String) {
      if !names.isEmpty { note(.roles, "\(complaint) \(names.sorted().joined(separator: ", "))") }
    }
    check(victims.intersection(truth.accomplices.union(owners)), "calls victim")
    check(accomplices.intersection(truth.victims), "calls accomplice")
    check(
      truth.accomplices.subtracting(accomplices).subtracting(named), "leaves out the accomplice")
    check(truth.victims.subtracting(victims).subtracting(named), "leaves out the victim")
    let known = truth.members.union(truth.others)
    check(victims.union(accomplices).subtracting(known), "draws in")
  }

  private mutating func judgeWords(_ report: LoopReport?, _ hunt: String) {
    guard let report else { return note(.proof, "\(hunt): no report") }
    let proof = report.culprit?.edge.proof
    // Where the stage stands in for a browser, which calls its observers, nothing is recorded live.
    if proof == nil, loop.isOfBrowser { return judgeSilences(report, hunt) }
    if !truth.proof.contains(where: { $0.rawValue == proof?.kind }) {
      note(.proof, "\(hunt): \(proof.map { "\($0)" } ?? "none")")
    }
    judgeSilences(report, hunt)
  }

  private mutating func judgeSilences(_ report: LoopReport, _ hunt: String) {
    let text = "\(report)".split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for silence in truth.silences {
      switch silence {
      case .blame(let name):
        if report.culprit?.edge.writer?.name == name {
          note(.mustNotSay, "\(hunt): blames \(name)")
        }
      case .words(let words):
        if text.contains(words) { note(.mustNotSay, "\(hunt): says “\(words)”") }
      case .history(let name):
        if report.geometry.contains(where: { $0.view.name == name }) {
          note(.mustNotSay, "\(hunt): has a history of \(name)")
        }
      }
    }
    // Every pass of these ends at its limit.
    let isEndless = ![.thrashing, .acrossTurns].contains(truth.plainKind)
    for words in ["settled after", "threshold is too low"] where isEndless && text.contains(words) {
      note(.mustNotSay, "\(hunt): says “\(words)”")
    }
  }
}

extension FoundLoop {
  /// True if the stage of the program stands in for a browser.
  fileprivate var isOfBrowser: Bool {
    let program = build(false)
    return withExtendedLifetime(program) { program.stage.loop.replay != nil }
  }

  /// The lines with a comment that a report may point at.
  fileprivate func markedLines() throws -> Set<Int> {
    let lines = try String(contentsOfFile: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    return Set(lines.indices.filter { lines[$0].hasSuffix("// culprit: \(name)") }.map { $0 + 1 })
  }

  /// The last report of a live hunt of the suspect, with what a recording of it shows.
  package func liveReport() throws -> LoopReport? {
    let program = build(false)
    let recorder = try TraceRecorder(program.stage.loop, to: .memory)
    let hunter = LoopHunter(loop: program.stage.loop)
    let hunt = try hunter.attach(
      to: program.stage.suspect, threshold: FoundLoop.threshold, watching: program.states
    ) { _ in }
    let report = withExtendedLifetime((program, hunter)) {
      program.stage.run()
      return hunt.lastReport
    }
    try recorder.finish()
    return report
  }

  /// Finds, without a hunter, where the programs do something else than their truth says.
  package func doubts() throws -> [String] {
    var doubts: [String] = []
    if try markedLines().isEmpty { doubts.append("\(name): no statement is marked") }
    let programs = (build(false), build(true))
    let (broken, repaired) = withExtendedLifetime(programs) {
      (RunTally(of: programs.0.stage), RunTally(of: programs.1.stage))
    }
    let isAcross = truth.plainKind == .acrossTurns
    if isAcross ? broken.turns < 100 : broken.most <= FoundLoop.threshold {
      doubts.append("\(name) does not loop: \(broken.most) layouts, \(broken.turns) turns")
    }
    // Thrashing forces layouts that are not pending without the write.
    if repaired.most > FoundLoop.threshold || repaired.turns >= 100 {
      doubts.append("\(name) does not settle: \(repaired.most) layouts, \(repaired.turns) turns")
    }
    let isOrdered = ![.acrossTurns, .thrashing, .feedback].contains(truth.plainKind)
    let members = NaturalCycle(of: build(false).stage).members
    // Where each round lays out others, no order repeats.
    if isOrdered, !members.isEmpty || truth.others.isEmpty, members != truth.members,
      members.subtracting(truth.others) != truth.members.subtracting(truth.others)
    {
      doubts.append("\(name) has the members \(members.sorted())")
    }
    return doubts
  }
}

extension Quarry {
  /// A loop from a public issue, hunted at every view that takes part.
  package init(_ loop: FoundLoop) {
    self.init(loop.name, loop.truth.plain) { loop.build(false).stage }
  }
}

extension FoundTruth.Deed {
  /// True if an edge is this deed.
  fileprivate func matches(_ edge: InvalidationEdge) -> Bool {
    owner == edge.writer?.name && receivers.contains(edge.target.name)
      && actions.contains { edge.action.name.isPath(below: $0) }
  }

  /// True if a sentence names this deed beside another one.
  fileprivate func isNamed(in sentence: String) -> Bool {
    sentence.contains("`\(owner ?? "")`") && actions.contains { sentence.contains("`\($0)") }
  }

  /// True if a sentence names the owners as “`A`, `B` or `C`”, in this order.
  fileprivate static func areAlternatives(_ deeds: [Self], in sentence: String) -> Bool {
    var rest = sentence[...]
    for (index, deed) in deeds.enumerated() {
      guard let place = rest.range(of: "`\(deed.owner ?? "")`") else { return false }
      let link = index == deeds.count - 1 ? " or " : ", "
      if index > 0, rest[..<place.lowerBound] != link { return false }
      rest = rest[place.upperBound...]
    }
    return true
  }

  /// True if a sentence says what carries the deed back.
  fileprivate func isCarried(in sentence: String) -> Bool {
    carrier.map { sentence.contains("`\($0)`") } ?? true
  }
}

extension GeometryHistory {
  /// True if this is the history of `View.property`, or of a state of the app.
  fileprivate func shows(_ value: String) -> Bool {
    guard let dot = value.firstIndex(of: ".") else { return property.name == value }
    let path = String(value[value.index(after: dot)...])
    // The whole frame shows its height, too.
    return view.name == value[..<dot]
      && (property.name.isPath(below: path) || path.isPath(below: property.name))
  }
}

extension String {
  /// True if this is `path`, or a key path that begins with it.
  fileprivate func isPath(below path: String) -> Bool {
    self == path || hasPrefix(path + ".")
  }
}
