import LayoutTrace
import LoopHunter
import ViewTree

/// The text of a program that loops as a trace does: a stand-alone program, or a test.
struct SwiftProgram {
  enum Form {
    /// A program whose exit status tells whether the loop still exists.
    case program
    /// A suite of Swift Testing that fails as long as the views loop.
    case test
  }

  /// The program's expectation about its hunter's report.
  struct Expectation {
    /// The report of the program's hunter.
    var report: LoopReport
    var recorded: LoopReport
    /// The repair with which a replay of the trace settles.
    var remedy: Remedy?
    /// The reason for a fingerprint other than the recorded one; nil if they are equal.
    var difference: String?
  }

  let cast: SwiftCast
  let expectation: Expectation
  let form: Form
  /// The name of the type that holds everything.
  let name: String
  /// The name of the trace.
  let source: String

  private var plan: Reproduction { cast.plan }

  /// All parts of the text, which must be known before they are put together.
  private struct Pieces {
    var writer: SwiftWriter
    var layouts: [(lines: [String], counts: Bool)] = []
    var updates: [(lines: [String], counts: Bool)] = []
    var echoes: [(lines: [String], counts: Bool)] = []
    var turns: [String] = []
    var tree: [String] = []
  }

  // MARK: Assembly

  /// The whole text.
  func text() -> String {
    var pieces = Pieces(writer: SwiftWriter(cast))
    // The setup of a new view depends on its code, which may be written after its maker's.
    for _ in 0..<3 { write(&pieces) }
    let body = classes(pieces) + onlooker(pieces) + hunt(&pieces) + ending
    let values =
      ["/// Places, sizes and numbers as they were recorded.", "enum Values {"]
      + indented(pieces.writer.values.lines) + ["}", ""]
    let testing = form == .test ? ["import Testing"] : []
    var lines = heading + ["import Foundation", "import LoopHunter"] + testing
    lines += ["import ViewTree", ""]
    if pieces.writer.needsAdvance { lines += SwiftProgram.advance }
    if pieces.writer.needsArrange { lines += arrange }
    switch form {
    case .program: lines += ["@main", "enum \(name) {"]
    case .test:
      lines += [
        "@Suite(\(SwiftText.literal("The loop \(expectation.report.fingerprint)")))",
        "struct \(name) {",
      ]
    }
    lines += indented(expected + values + body) + ["}"]
    return SwiftLines.fitted(lines).joined(separator: "\n") + "\n"
  }

  private func write(_ pieces: inout Pieces) {
    pieces.writer.restart()
    pieces.layouts = []
    pieces.updates = []
    pieces.echoes = []
    let limit = plan.header.passLimit ?? Rehearsal.passLimit
    _ = pieces.writer.values.name("passLimit", nil, "\(limit)")
    _ = pieces.writer.values.name("threshold", nil, "\(plan.hunt.threshold)")
    pieces.tree = tree(&pieces.writer)
    for (role, part) in plan.parts.enumerated() {
      pieces.layouts.append(pieces.writer.body(part.layouts, by: .view(role), counter: "layouts"))
      pieces.updates.append(pieces.writer.body(part.updates, by: .view(role), counter: "updates"))
      let echo =
        part.isFollowed
        ? pieces.writer.body(
          part.echoes, by: .onlooker, counter: "layoutsOf" + capitalized(role)) : ([], false)
      pieces.echoes.append(echo)
    }
    pieces.turns = turns(&pieces.writer)
  }

  private func capitalized(_ role: Int) -> String { SwiftNames.capitalized(cast.variables[role]) }

  // MARK: The head

  private var heading: [String] {
    let recorded = expectation.recorded
    var lines = [
      "// A recorded layout loop, written by loophunt from "
        + SwiftText.comment(source) + ".", "//",
    ]
    let sentence = recorded.culprit?.sentence ?? "No view could be named as the culprit."
    lines += Paragraph.lines(of: SwiftText.comment(sentence), width: 96).map { "// \($0)" }
    lines += ["//", "// Verdict      \(recorded.verdict.kind)"]
    lines.append("// Fingerprint  \(recorded.fingerprint)")
    if let remedy = expectation.remedy {
      lines += Paragraph.lines(of: SwiftText.comment("Remedy: \(remedy)"), width: 96)
        .map { "// \($0)" }
    }
    if let difference = expectation.difference {
      lines.append("//")
      lines += Paragraph.lines(of: difference, width: 96).map { "// \($0)" }
    }
    return lines + [""]
  }

  private static let advance = [
    "extension CGRect {",
    "  /// Moves and resizes the rectangle.",
    "  fileprivate mutating func advance(by step: CGRect) {",
    "    self = CGRect(",
    "      x: origin.x + step.origin.x, y: origin.y + step.origin.y,",
    "      width: size.width + step.size.width, height: size.height + step.size.height)",
    "  }",
    "}", "",
  ]

  private var arrange: [String] {
    [
      "extension \(cast.written(.stack)) {",
      "  /// Moves an arranged view, or takes it out of the arrangement if its place is -1.",
      "  fileprivate func arrange(_ view: View, at place: Int) {",
      "    if place < 0 {",
      "      removeArrangedSubview(view)",
      "    } else {",
      "      insertArrangedSubview(view, at: place)",
      "    }",
      "  }",
      "}", "",
    ]
  }

  private var edge: InvalidationEdge? { expectation.report.culprit?.edge }

  private var expected: [String] {
    func optional(_ text: String?) -> String { text.map(SwiftText.literal) ?? "nil" }
    var lines = [
      "/// The report that a hunter makes as long as the views loop.", "enum Expected {",
      "  static let verdict = \(SwiftText.literal(expectation.report.verdict.kind))",
      "  static let culprit: String? = \(optional(edge?.writer?.path))",
      "  static let action: String? = \(optional(edge?.action.name))",
    ]
    if expectation.difference == nil {
      lines.append("  static let fingerprint = \"\(expectation.report.fingerprint)\"")
    }
    return lines + ["}", ""]
  }

  // MARK: Classes

  private func classes(_ pieces: Pieces) -> [String] {
    cast.classes.filter { !$0.isOwn }.flatMap { declaration(of: $0, pieces) + [""] }
  }

  private func declaration(of type: SwiftCast.Class, _ pieces: Pieces) -> [String] {
    var body = properties(of: type, pieces)
    let layouts = method(.layoutSubviews, counter: "layouts", type, pieces, pieces.layouts)
    // A stack of the recording does not arrange: its writes were recorded.
    let isBusy =
      (type.base == .stack || type.base == .scroll)
      && !type.roles.contains(where: plan.appliesConstraints)
    body += layouts.isEmpty && isBusy ? ["", "override func layoutSubviews() {}"] : layouts
    body += method(.updateConstraints, counter: "updates", type, pieces, pieces.updates)
    if body.first?.isEmpty == true { body.removeFirst() }
    let comment = comment(on: type).map { ["/// \($0)"] } ?? []
    guard !body.isEmpty else {
      return comment + ["final class \(type.name): \(cast.written(type.base)) {}"]
    }
    return comment + ["final class \(type.name): \(cast.written(type.base)) {"] + indented(body)
      + ["}"]
  }

  /// The comment on a class: the role of its views in the report, and its recorded name.
  private func comment(on type: SwiftCast.Class) -> String? {
    let report = expectation.report
    let note =
      type.name == type.recordedName
      ? nil
      : "Recorded as `\(SwiftText.comment(type.recordedName))`, which is not a name in Swift."
    func isOne(_ view: ViewReference?) -> Bool { view?.className == type.name }
    let part =
      isOne(edge?.writer)
      ? "The culprit."
      : report.accomplices.contains(where: isOne)
        ? "An accomplice of the culprit."
        : report.victims.contains(where: isOne) ? "A victim, which is only laid out again." : nil
    let texts = [part, note].compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined(separator: " ")
  }

  private func properties(of type: SwiftCast.Class, _ pieces: Pieces) -> [String] {
    var lines: [String] = []
    if type.roles.contains(where: pieces.writer.usesRole) {
      let cases = type.roles.filter(pieces.writer.usesRole).map { cast.variables[$0] }
      lines.append("/// Distinguishes the views of this class.")
      lines.append("enum Role {")
      lines.append("  case \(cases.joined(separator: ", "))")
      lines += ["}", "", "var role: Role?"]
    }
    let known = type.roles.reduce(into: Set<Int>()) {
      $0.formUnion(pieces.writer.known[.view($1)] ?? [])
    }
    lines += links(known, of: type.roles, pieces)
    lines += constraintLinks(type.roles.map { .view($0) }, pieces)
    if type.roles.contains(where: { plan.parts[$0].natural != nil }), !plan.constraints.isEmpty {
      lines += [
        "var natural = CGSize(width: \(cast.written(.view)).noIntrinsicMetric, "
          + "height: \(cast.written(.view)).noIntrinsicMetric)",
        "override var intrinsicContentSize: CGSize { natural }",
      ]
    }
    let controllers = type.roles.reduce(into: Set<Int>()) {
      $0.formUnion(pieces.writer.controllers[.view($1)] ?? [])
    }
    lines += controllers.sorted().map { "var \(cast.variables[$0])Controller: ViewController?" }
    if type.roles.contains(where: { pieces.layouts[$0].counts }) {
      lines.append("private var layouts = 0")
    }
    if type.roles.contains(where: { pieces.updates[$0].counts }) {
      lines.append("private var updates = 0")
    }
    return lines
  }

  /// The properties that lead to constraints.
  private func constraintLinks(_ authors: [SwiftWriter.Author], _ pieces: Pieces) -> [String] {
    let places = authors.reduce(into: Set<Int>()) {
      $0.formUnion(pieces.writer.knownConstraints[$1] ?? [])
    }
    return places.sorted().map { "var \(cast.constraintNames[$0]): LayoutConstraint?" }
  }

  /// The properties that lead to other views.
  private func links(_ known: Set<Int>, of roles: [Int], _ pieces: Pieces) -> [String] {
    var lines: [String] = []
    for role in known.sorted() {
      let part = plan.parts[role].role
      if !part.isInitial, part.maker != nil { continue }
      let isLoose = part.isMoved || part.view.place == .nowhere
      lines.append("\(isLoose ? "" : "weak ")var \(cast.properties[role]): \(cast.typeName(role))?")
    }
    for (role, part) in plan.parts.enumerated() {
      guard let maker = part.role.maker, roles.contains(maker), !part.role.isInitial,
        pieces.writer.namedLater.contains(role)
      else { continue }
      lines.append(
        cast.listed.contains(role)
          ? "var \(cast.properties[role])s: [\(cast.typeName(role))] = []"
          : "var \(cast.properties[role]): \(cast.typeName(role))?")
    }
    return lines
  }

  /// The methods that the program overrides.
  private enum Override: String {
    case layoutSubviews, updateConstraints
  }

  /// An override with the deeds of the views of a class.
  private func method(
    _ name: Override, counter: String, _ type: SwiftCast.Class, _ pieces: Pieces,
    _ bodies: [(lines: [String], counts: Bool)]
  ) -> [String] {
    let acting = type.roles.filter { !bodies[$0].lines.isEmpty }
    guard !acting.isEmpty else { return [] }
    let isUpdate = name == .updateConstraints
    let counts = acting.contains { bodies[$0].counts }
    var lines = ["", "override func \(name.rawValue)() {"]
    if isUpdate { lines.append("  super.updateConstraints()") }
    if !isUpdate, type.roles.contains(where: plan.appliesConstraints) {
      let isLast = type.roles.contains { plan.parts[$0].role.actsBeforeValues == true }
      lines.append(isLast ? "  defer { super.layoutSubviews() }" : "  super.layoutSubviews()")
    }
    if counts { lines.append("  \(counter) += 1") }
    if type.roles.count == 1, let only = acting.first {
      return lines + indented(bodies[only].lines) + ["}"]
    }
    let verb = isUpdate ? "update" : "layOut"
    let isByName = acting.allSatisfy(pieces.writer.isNamedApart)
    // Roles with equal deeds share a method.
    var methods: [(roles: [Int], lines: [String])] = []
    for role in acting {
      if let known = methods.firstIndex(where: { $0.lines == bodies[role].lines }) {
        methods[known].roles.append(role)
      } else {
        methods.append(([role], bodies[role].lines))
      }
    }
    lines.append("  switch \(isByName ? "identifier" : "role") {")
    for method in methods {
      let words = method.roles.map { role in
        isByName ? SwiftText.literal(cast.identifiers[role]!) : ".\(cast.variables[role])"
      }
      lines.append(
        "  case \(words.joined(separator: ", ")): \(verb)\(capitalized(method.roles[0]))()")
    }
    let isComplete = !isByName && acting.count == type.roles.filter(pieces.writer.usesRole).count
    lines.append(isComplete ? "  case nil: break" : "  default: break")
    lines += ["  }", "}"]
    for method in methods {
      lines += ["", "private func \(verb)\(capitalized(method.roles[0]))() {"]
      lines += indented(method.lines) + ["}"]
    }
    return lines
  }

  /// The observer that acts after layouts.
  private func onlooker(_ pieces: Pieces) -> [String] {
    let acting = plan.parts.indices.filter { !pieces.echoes[$0].lines.isEmpty }
    guard !acting.isEmpty else { return [] }
    let known = (pieces.writer.known[.onlooker] ?? []).union(acting)
    var lines = [
      "/// Stands for code outside any layout, which acts after a view was laid out.",
      "final class Onlooker: LayoutObserver {", "  weak var loop: TurnLoop?",
    ]
    lines += indented(links(known, of: [], pieces) + constraintLinks([.onlooker], pieces))
    lines += (pieces.writer.controllers[.onlooker] ?? []).sorted().map {
      "  var \(cast.variables[$0])Controller: ViewController?"
    }
    for role in acting where pieces.echoes[role].counts {
      lines.append("  private var layoutsOf\(capitalized(role)) = 0")
    }
    lines += ["", "  func layoutLeft(_ view: View) {"]
    for role in acting {
      lines.append("    if view === \(cast.properties[role]) { follow\(capitalized(role))() }")
    }
    lines.append("  }")
    for role in acting {
      lines += ["", "  private func follow\(capitalized(role))() {"]
      if pieces.echoes[role].counts { lines.append("    layoutsOf\(capitalized(role)) += 1") }
      lines += indented(indented(pieces.echoes[role].lines)) + ["  }"]
    }
    return lines + ["}", ""]
  }

  // MARK: The hunt

  private func hunt(_ pieces: inout Pieces) -> [String] {
    var lines = [
      "/// Runs the recorded turns, and returns the hunter's report; nil if nothing loops.",
      "\(form == .program ? "static " : "")func hunt() throws -> LoopReport? {",
      "  let loop = TurnLoop(clock: .virtual)", "  loop.passLimit = Values.passLimit",
    ]
    if let limit = plan.header.nestingLimit, limit != TurnLoop(clock: .virtual).nestingLimit {
      let name = pieces.writer.values.name("nestingLimit", nil, "\(limit)")
      lines.append("  loop.nestingLimit = \(name)")
    }
    lines += ["", "  // The tree as it was recorded."]
    lines += indented(pieces.tree)
    let acquaintance = acquaintance(pieces)
    if !acquaintance.isEmpty {
      lines += ["", "  // The references between the views."] + indented(acquaintance)
    }
    if plan.isSettledBefore {
      lines += ["", "  // The first layout, before the recording."] + ["  loop.runTurn()"]
      for (role, part) in plan.parts.enumerated()
      where part.role.isInitial && !part.role.view.isClean {
        lines.append("  \(cast.variables[role]).setNeedsLayout()")
      }
    }
    lines += ["", "  // The hunt."]
    lines += indented(attachment(&pieces))
    lines += [""] + indented(pieces.turns)
    let kept = kept(pieces)
    lines.append("  withExtendedLifetime((\(kept.joined(separator: ", ")))) {}")
    lines.append("  return \(plan.hunt.role == nil ? "reports.first" : "hunt.lastReport")")
    return lines + ["}", ""]
  }

  /// The objects that nothing else holds until the end.
  private func kept(_ pieces: Pieces) -> [String] {
    var kept = ["hunter"]
    for (role, part) in plan.parts.enumerated() where part.role.isInitial {
      if part.base == .window || part.role.view.place == .nowhere || part.role.isMoved {
        kept.append(cast.variables[role])
      }
      if part.hasController { kept.append("\(cast.variables[role])Controller") }
    }
    if pieces.echoes.contains(where: { !$0.lines.isEmpty }) { kept.append("observation") }
    return kept
  }

  private func tree(_ writer: inout SwiftWriter) -> [String] {
    var lines: [String] = []
    for (role, part) in plan.parts.enumerated() where part.role.isInitial {
      let variable = cast.variables[role]
      lines.append("let \(variable) = \(writer.construction(role))")
      lines += writer.dressing(role)
      if part.hasController {
        lines.append("let \(variable)Controller = ViewController()")
        lines.append("\(variable)Controller.view = \(variable)")
      }
      if let parent = part.role.parent { lines += writer.placing(role, in: parent) }
    }
    return lines + writer.constraints(named: changedConstraints)
  }

  /// The places of the constraints that code changes.
  private var changedConstraints: Set<Int> {
    var places: Set<Int> = []
    plan.forEachAct { act in
      if let place = plan.constraint(of: act.deed) { places.insert(place) }
    }
    return places
  }

  /// The assignments that give views references to each other.
  private func acquaintance(_ pieces: Pieces) -> [String] {
    var lines: [String] = []
    for (role, part) in plan.parts.enumerated() where part.role.isInitial {
      for place in (pieces.writer.knownConstraints[.view(role)] ?? []).sorted() {
        let name = cast.constraintNames[place]
        lines.append("\(cast.variables[role]).\(name) = \(name)")
      }
      for other in (pieces.writer.known[.view(role)] ?? []).sorted()
      where plan.parts[other].role.isInitial {
        lines.append("\(cast.variables[role]).\(cast.properties[other]) = \(cast.variables[other])")
      }
      for other in (pieces.writer.controllers[.view(role)] ?? []).sorted() {
        let name = "\(cast.variables[other])Controller"
        lines.append("\(cast.variables[role]).\(name) = \(name)")
      }
    }
    guard pieces.echoes.contains(where: { !$0.lines.isEmpty }) else { return lines }
    lines += ["let onlooker = Onlooker()", "onlooker.loop = loop"]
    let acting = plan.parts.indices.filter { !pieces.echoes[$0].lines.isEmpty }
    for other in (pieces.writer.known[.onlooker] ?? []).union(acting).sorted()
    where plan.parts[other].role.isInitial {
      lines.append("onlooker.\(cast.properties[other]) = \(cast.variables[other])")
    }
    for place in (pieces.writer.knownConstraints[.onlooker] ?? []).sorted() {
      let name = cast.constraintNames[place]
      lines.append("onlooker.\(name) = \(name)")
    }
    for other in (pieces.writer.controllers[.onlooker] ?? []).sorted() {
      let name = "\(cast.variables[other])Controller"
      lines.append("onlooker.\(name) = \(name)")
    }
    return lines + ["let observation = loop.addLayoutObserver(onlooker)"]
  }

  private func attachment(_ pieces: inout Pieces) -> [String] {
    var lines: [String] = []
    var arguments = "loop: loop"
    // A test is a gate, which LOOPHUNTER=off must not turn green.
    if case .test = form { arguments += ", killSwitch: KillSwitch(isEngaged: false)" }
    if let scale = plan.hunt.scale {
      let name = pieces.writer.values.name("scale", "Double", SwiftNames.literal(scale))
      lines += [
        "var configuration = LoopHunter.Configuration.default", "configuration.scale = \(name)",
        "let hunter = LoopHunter(\(arguments), configuration: configuration)",
      ]
    } else {
      lines.append("let hunter = LoopHunter(\(arguments))")
    }
    if let role = plan.hunt.role {
      return lines + [
        "let hunt = try hunter.attach(to: \(cast.variables[role]), threshold: Values.threshold) { _ in }"
      ]
    }
    lines.append("var reports: [LoopReport] = []")
    for (role, part) in plan.parts.enumerated() where part.base == .window {
      lines.append(
        "try hunter.attach(toTree: \(cast.variables[role]), threshold: Values.threshold) {")
      lines += ["  reports.append($0)", "}"]
    }
    return lines
  }

  private func turns(_ writer: inout SwiftWriter) -> [String] {
    var lines: [String] = []
    for turns in plan.turns {
      let usesRound = turns.count > 1 && turns.blocks.contains { SwiftWriter.needsRound($0.acts) }
      var body: [String] = []
      for block in turns.blocks {
        let statements = writer.statements(block.acts, by: .outside)
        if block.times > 1 {
          let times = writer.values.name("repetitions", nil, "\(block.times)")
          let round = SwiftWriter.needsRound(block.acts) ? "round" : "_"
          body += ["for \(round) in 0..<\(times) {"] + indented(statements) + ["}"]
        } else if turns.count == 1, SwiftWriter.needsRound(block.acts) {
          body += ["do {", "  let round = 0"] + indented(statements) + ["}"]
        } else {
          body += statements
        }
      }
      body.append("loop.runTurn()")
      if turns.count > 1 {
        let count = writer.values.name("turns", nil, "\(turns.count)")
        lines += ["for \(usesRound ? "round" : "_") in 0..<\(count) {"] + indented(body) + ["}"]
      } else {
        lines += body
      }
    }
    return lines
  }

  // MARK: The end

  private var checks: [(condition: String, complaint: String)] {
    var checks = [
      ("report.verdict.kind == Expected.verdict", "The verdict differs: \\(report.verdict.kind)."),
      (
        "report.culprit?.edge.writer?.path == Expected.culprit",
        "The culprit differs: \\(report.culprit?.edge.writer?.path ?? \"none\")."
      ),
      (
        "report.culprit?.edge.action.name == Expected.action",
        "The culprit's action differs: \\(report.culprit?.edge.action.name ?? \"nothing\")."
      ),
    ]
    if expectation.difference == nil {
      checks.append(
        (
          "report.fingerprint == Expected.fingerprint",
          "The fingerprint differs: \\(report.fingerprint)."
        ))
    }
    return checks
  }

  private var ending: [String] {
    switch form {
    case .program:
      var lines = [
        "/// Ends with status 0 if the recorded loop is found, and with 1 otherwise.",
        "static func main() throws {",
        "  guard let report = try hunt() else { fail(\"Nothing loops.\") }", "  print(report)",
      ]
      for check in checks {
        lines += ["  guard \(check.condition) else {", "    fail(\"\(check.complaint)\")", "  }"]
      }
      return lines + [
        "}", "", "static func fail(_ sentence: String) -> Never {", "  print(sentence)",
        "  exit(1)", "}",
      ]
    case .test:
      var lines = [
        "@Test(\"the views come to rest\")", "func settles() throws {",
        "  guard let report = try hunt() else { return }", "  Issue.record(\"\\(report)\")",
        "  // If these fail as well, the loop is not the recorded one.",
      ]
      lines += checks.map { "  #expect(\($0.condition))" }
      return lines + ["}"]
    }
  }
}
