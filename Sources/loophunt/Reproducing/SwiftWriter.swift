import LayoutTrace
import ViewTree

/// Writes the statements of a program, and collects their needs: named values, and known views.
struct SwiftWriter {
  /// The author of code.
  enum Author: Hashable {
    case view(Int)
    /// Code outside of any layout, where every view is a variable.
    case outside
    /// The observer that acts after layouts.
    case onlooker
  }

  let cast: SwiftCast
  var values = SwiftValues()
  /// The views that the code of each author names, by role.
  private(set) var known: [Author: Set<Int>] = [:]
  /// The constraints that the code of each author names, by place.
  var knownConstraints: [Author: Set<Int>] = [:]
  /// The authors that name the controller of a view.
  private(set) var controllers: [Author: Set<Int>] = [:]
  /// True if rectangles are moved and resized in one step.
  private(set) var needsAdvance = false
  /// True if places in the arrangement of a stack are set.
  private(set) var needsArrange = false
  /// The roles of views that are made later and then named.
  private(set) var namedLater: Set<Int> = []
  /// The roles of which code outside has made a view.
  private var made: Set<Int> = []

  var plan: Reproduction { cast.plan }
  init(_ cast: SwiftCast) { self.cast = cast }

  // MARK: Naming views

  /// A view as the author's code names it; nil for the author itself.
  private mutating func name(_ target: RecordedTarget?, _ author: Author) -> String? {
    switch target {
    case .itself, .constraint, nil: return nil
    case .superview: return "superview"
    case .role(let role, let age): return name(role, age: age, author)
    }
  }

  private mutating func name(_ role: Int, age: Int = 0, _ author: Author) -> String? {
    if author == .view(role), plan.parts[role].role.isInitial || age == 0 { return nil }
    let variable = author == .outside ? cast.variables[role] : cast.properties[role]
    if !plan.parts[role].role.isInitial { namedLater.insert(role) }
    // The maker of a view holds it; others ask.
    if !plan.parts[role].role.isInitial, let maker = plan.parts[role].role.maker,
      author != .view(maker)
    {
      let holder = name(maker, author)
      let property = cast.properties[role]
      let held = cast.listed.contains(role) ? listed(property, age) : property
      return holder.map { "\($0)\(author == .outside ? "" : "?").\(held)" } ?? held
    }
    known[author, default: []].insert(role)
    return cast.listed.contains(role) ? listed(variable, age) : variable
  }

  private func listed(_ variable: String, _ age: Int) -> String {
    age == 0 ? "\(variable)s.last" : "\(variable)s.dropLast(\(age)).last"
  }

  /// The beginning of a statement about a view: `card?.`, or nothing for the author itself.
  private mutating func subject(_ target: RecordedTarget?, _ author: Author) -> String {
    guard let name = name(target, author) else { return "" }
    return isSure(target, author) ? "\(name)." : "\(name)?."
  }

  /// True if the author has the view for certain.
  private func isSure(_ target: RecordedTarget?, _ author: Author) -> Bool {
    guard author == .outside, case .role(let role, _) = target else { return false }
    return plan.parts[role].role.isInitial || plan.parts[role].role.maker == nil
  }

  /// A view as an argument: itself, or one that must exist.
  private mutating func argument(
    _ target: RecordedTarget?, _ author: Author, _ body: (inout SwiftWriter, String) -> [String]
  ) -> [String] {
    guard let name = name(target, author) else { return body(&self, "self") }
    guard !isSure(target, author) else { return body(&self, name) }
    let isPlain = SwiftNames.isIdentifier(name)
    let bound = isPlain ? name : "subject"
    return ["if let \(isPlain ? name : "\(bound) = \(name)") {"]
      + indented(body(&self, bound)) + ["}"]
  }

  private func writerName(_ author: Author) -> String {
    switch author {
    case .view(let role): "By" + SwiftNames.capitalized(cast.variables[role])
    case .outside: "FromOutside"
    case .onlooker: "ByOnlooker"
    }
  }

  private func variable(_ target: RecordedTarget?, _ author: Author) -> String {
    switch (target, author) {
    case (.role(let role, _), _): cast.variables[role]
    case (.itself, .view(let role)): cast.variables[role]
    case (.superview, .view(let role)):
      plan.parts[role].role.parent.map { cast.variables[$0] } ?? "superview"
    default: "view"
    }
  }

  // MARK: Deeds

  /// The statements of some acts; `round` counts the rounds if values come from a list.
  mutating func statements(_ acts: [RecordedAct], by author: Author) -> [String] {
    var lines: [String] = []
    var lastPlace: String?
    for group in RecordedAct.atOnce(acts) {
      let act = group[0]
      var statements =
        group.count > 1 ? activation(group, by: author) : statement(act, by: author)
      // A new view has a name of its own there.
      if author != .outside, act.deed.action == .make,
        case .role(let role, _)? = act.deed.target,
        namedLater.contains(role) || acts.count(where: { $0.deed.shape == act.deed.shape }) > 1
      {
        statements = ["do {"] + indented(statements) + ["}"]
      }
      if let place = act.deed.place, place != lastPlace, !statements.isEmpty {
        lines.append("// \(SwiftText.comment(place))")
      }
      lastPlace = act.deed.place
      lines += statements
    }
    return lines
  }

  private mutating func statement(_ act: RecordedAct, by author: Author) -> [String] {
    let deed = act.deed
    func call(_ method: String) -> [String] { [subject(deed.target, author) + method] }
    switch deed.action {
    case .write(let property):
      return deed.isOfConstraint && plan.constraint(of: deed) == nil
        ? [] : write(act, property, by: author)
    case .call(.explicit): return call("setNeedsLayout()")
    case .call(let reason): return call("setNeedsLayout(because: \(word(reason)))")
    case .announce(.constraints): return call("invalidateIntrinsicContentSize()")
    case .announce(.updateConstraints): return call("setNeedsUpdateConstraints()")
    case .announce(.isHidden): return call("isHidden.toggle()")
    case .announce(let reason): return call("superview?.setNeedsLayout(because: \(word(reason)))")
    case .force: return call("layoutIfNeeded()")
    case .remove: return call("removeFromSuperview()")
    case .add, .reorder:
      return argument(deed.target, author) { writer, view in
        writer.adding(view, to: deed.superview, at: deed.index, author)
      }
    case .make: return make(act, at: deed.index, by: author)
    case .enqueue(let kind): return enqueue(act, kind, by: author)
    case .anything: return []
    }
  }

  /// A reason in the form of code.
  private func word(_ reason: DirtyReason) -> String {
    let known = ["size", "bounds", "subviews", "explicit", "content", "arranged", "text"]
    let named = known + ["isHidden", "safeArea", "constraints", "updateConstraints", "solved"]
    return named.contains(reason.rawValue)
      ? ".\(reason.rawValue)" : SwiftText.literal(reason.rawValue)
  }

  private mutating func adding(
    _ view: String, to parent: RecordedTarget?, at index: Int?, _ author: Author
  ) -> [String] {
    let place = subject(parent, author)
    let noun = isArranging(parent, author) ? "ArrangedSubview" : "Subview"
    guard let index else { return ["\(place)add\(noun)(\(view))"] }
    let number = index == 0 ? "0" : values.name("\(view)Index", nil, "\(index)")
    return ["\(place)insert\(noun)(\(view), at: \(number))"]
  }

  private func isArranging(_ parent: RecordedTarget?, _ author: Author) -> Bool {
    switch (parent, author) {
    case (.role(let role, _), _), (.itself, .view(let role)): plan.isArranging(role)
    default: false
    }
  }

  // MARK: Values

  /// A property that an act writes, in the words of the code.
  private struct Written {
    let target: RecordedTarget?
    let author: Author
    let property: GeometryProperty
    let part: SwiftProperty
    let setting: SwiftSetting?
    /// The variable of the view, and the words before its property.
    var variable: String
    var subject: String

    var path: String { subject + part.path }
    /// True if its values are numbers or words, without an initializer.
    var isPlain: Bool { setting != nil || part.type == .number }
    /// The type of a constant, which a literal with an initializer shows itself.
    var constantType: String? { isPlain ? part.type.name : nil }

    func literal(_ numbers: [Double], _ words: [String], isTyped: Bool = true) -> String {
      setting?.literal(numbers, words) ?? part.literal(numbers, isTyped: isTyped)
    }
  }

  private mutating func written(
    _ act: RecordedAct, _ property: GeometryProperty, by author: Author
  ) -> Written {
    if let place = plan.constraint(of: act.deed) {
      knownConstraints[author, default: []].insert(place)
      let name = cast.constraintNames[place]
      return Written(
        target: nil, author: author, property: property,
        part: SwiftProperty(property, act.track.places), setting: nil, variable: name,
        subject: author == .outside ? "\(name)." : "\(name)?.")
    }
    var written = Written(
      target: act.deed.target, author: author, property: property,
      part: SwiftProperty(property, act.track.places),
      setting: property == .contentSize ? nil : SwiftSetting(property),
      variable: variable(act.deed.target, author), subject: subject(act.deed.target, author))
    if property == .additionalSafeAreaInsets, case .role(let role, _) = act.deed.target {
      controllers[author, default: []].insert(role)
      written.subject = "\(written.variable)Controller\(author == .outside ? "" : "?")."
    }
    if property == .arrangedIndex { needsArrange = true }
    return written
  }

  private mutating func write(
    _ act: RecordedAct, _ property: GeometryProperty, by author: Author
  ) -> [String] {
    let written = written(act, property, by: author)
    let (part, name) = (written.part, written.variable)
    switch act.track.course {
    case .constant(let numbers):
      return assign(
        values.name(
          name + part.word + writerName(author), written.constantType,
          written.literal(numbers, plan.words)), to: written)
    case .list(let list):
      // The type stands once, before the list.
      let literals = list.map { written.literal($0, plan.words, isTyped: false) }
      let list = values.name(
        "\(name)\(part.word)s\(writerName(author))", part.type.name, list: literals)
      return assign("\(list)[round % \(list).count]", to: written)
    case .line(let first, let step):
      let sum = line(first, step, part, name, by: writerName(author))
      return sum.count == 1
        ? assign(sum[0], to: written) : ["\(written.path) = \(sum[0])"] + sum.dropFirst()
    case .step(let step): return advance(written, by: step)
    }
  }

  /// The lines that set a property, or tell a stack what it is for a view.
  private mutating func assign(_ value: String, to written: Written) -> [String] {
    guard let setting = written.setting, setting.isToldToStack else {
      return ["\(written.path) = \(value)"]
    }
    return argument(written.target, written.author) { writer, view in
      let holder = view == "self" ? "superview" : "\(view).superview"
      return [
        setting.call(value, on: "(\(holder) as? \(writer.cast.written(.stack)))?", of: view)
      ]
    }
  }

  /// The line that adds to a property.
  private mutating func advance(_ written: Written, by step: [Double]) -> [String] {
    let (part, property) = (written.part, written.property.rawValue)
    if part.places.count == 1 {
      let difference = step[part.places[0]]
      let name = values.name(
        "\(written.variable)\(part.word)Step", "CGFloat", SwiftNames.literal(abs(difference)))
      return ["\(written.path) \(difference < 0 ? "-=" : "+=") \(name)"]
    }
    needsAdvance = true
    let name = values.name(
      "\(written.variable)\(SwiftNames.capitalized(property))Step", nil,
      SwiftType.rect.literal(step))
    return ["\(written.subject)\(property).advance(by: \(name))"]
  }

  /// The lines of a value that grows by the round: its growing parts are sums.
  private mutating func line(
    _ first: [Double], _ step: [Double], _ part: SwiftProperty, _ target: String, by writer: String
  ) -> [String] {
    let labels = part.type.labels
    let parts = part.places.enumerated().map { index, place in
      let start = SwiftNames.literal(first[place])
      guard step[place] != 0 else { return start }
      let word = labels.isEmpty ? part.word : SwiftNames.capitalized(labels[index])
      let from = values.name("\(target)\(word)Start\(writer)", "CGFloat", start)
      let by = values.name(
        "\(target)\(word)Step\(writer)", "CGFloat", SwiftNames.literal(abs(step[place])))
      return "\(from) \(step[place] < 0 ? "-" : "+") \(by) * CGFloat(round)"
    }
    guard !labels.isEmpty else { return [parts[0]] }
    let arguments = zip(labels, parts).map { "  \($0): \($1)" }
    return ["\(part.type.name)("] + arguments.dropLast().map { $0 + "," }
      + [arguments.last! + ")"]
  }

  /// True if some acts take their values by the round.
  static func needsRound(_ acts: [RecordedAct]) -> Bool {
    acts.contains { act in
      switch act.track.course {
      case .list, .line: true
      case .constant, .step: needsRound(act.work)
      }
    }
  }

  // MARK: New views

  private mutating func make(_ act: RecordedAct, at index: Int?, by author: Author) -> [String] {
    guard case .role(let role, _)? = act.deed.target else { return [] }
    let variable = cast.variables[role]
    var lines: [String] = []
    let isFirst = made.insert(role).inserted
    let declares = author == .outside ? isFirst : true
    lines.append("\(declares ? "let " : "")\(variable) = \(construction(role, act.track))")
    lines += dressing(role)
    lines += introduction(of: role, by: author)
    if author == .outside {
      for (other, names) in known.sorted(by: { "\($0.key)" < "\($1.key)" }) {
        guard names.contains(role), let holder = holder(other) else { continue }
        lines.append("\(holder).\(cast.properties[role]) = \(variable)")
      }
    } else if cast.listed.contains(role) {
      lines.append("self.\(cast.properties[role])s.append(\(variable))")
    } else if namedLater.contains(role) {
      lines.append("self.\(cast.properties[role]) = \(variable)")
    }
    if act.deed.superview != nil {
      lines += adding(variable, to: act.deed.superview, at: index, author)
    }
    return lines
  }

  /// The variable of code outside that holds an author whose class knows others.
  private func holder(_ author: Author) -> String? {
    switch author {
    case .view(let role): isVariable(role) ? cast.variables[role] : nil
    case .onlooker: "onlooker"
    case .outside: nil
    }
  }

  /// True if code outside has a view of a role by now.
  private func isVariable(_ role: Int) -> Bool {
    let part = plan.parts[role].role
    return part.isInitial || part.maker == nil && made.contains(role)
  }

  /// Begins again, with the needs collected so far.
  mutating func restart() {
    values = SwiftValues()
    made = []
  }

  /// The call that makes a view.
  mutating func construction(_ role: Int, _ track: NumberTrack? = nil) -> String {
    let part = plan.parts[role]
    let name = cast.typeName(role)
    let variable = cast.variables[role]
    var frame: String?
    if case .list(let list) = track?.course {
      let literals = list.map { SwiftType.rect.literal($0, isTyped: false) }
      let list = values.name("\(variable)Frames", "CGRect", list: literals)
      frame = "\(list)[round % \(list).count]"
    } else if let rect = part.role.view.frame, rect != .zero {
      frame = values.name("\(variable)Frame", nil, SwiftType.rect.literal(rect.list))
    }
    if part.base == .window { return "\(name)(frame: \(frame ?? ".zero"), loop: loop)" }
    return frame.map { "\(name)(frame: \($0))" } ?? "\(name)()"
  }

  /// The statements that give a new view its recorded appearance.
  mutating func dressing(_ role: Int) -> [String] {
    let part = plan.parts[role]
    let view = part.role.view
    let variable = cast.variables[role]
    var lines: [String] = []
    if let identifier = cast.identifiers[role] {
      lines.append("\(variable).identifier = \(SwiftText.literal(identifier))")
    }
    func set(_ property: String, _ numbers: [Double], _ type: SwiftType) {
      let name = values.name(
        variable + SwiftNames.capitalized(property), nil, type.literal(numbers))
      lines.append("\(variable).\(property) = \(name)")
    }
    if let item = part.role.item, !plan.constraints.isEmpty {
      lines.append("\(variable).translatesAutoresizingMaskIntoConstraints = false")
      for axis in LayoutConstraint.Axis.allCases {
        let priorities = [
          ("Hugging", item.hugging?.along(axis)),
          ("CompressionResistance", item.compression?.along(axis)),
        ]
        for case (let word, let priority?) in priorities {
          let literal = SwiftType.priority.literal([priority])
          lines.append("\(variable).setContent\(word)Priority(\(literal), for: .\(axis))")
        }
      }
    }
    if let natural = part.natural, natural != [-1, -1], !plan.constraints.isEmpty {
      set("natural", natural, .size)
    }
    if let anchor = view.anchor {
      set("anchorPoint", anchor.list, .point)
      if let frame = view.frame, frame != .zero { set("frame", frame.list, .rect) }
    }
    if let bounds = view.bounds, bounds.origin != .zero { set("bounds", bounds.list, .rect) }
    if let transform = view.transform { set("transform", transform.list, .transform) }
    for (property, numbers) in part.role.settings.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    {
      // A stack is told of the view when it has the view.
      guard let setting = SwiftSetting(property), !setting.isToldToStack else { continue }
      let name = values.name(
        variable + SwiftNames.capitalized(property.rawValue), setting.type.name,
        setting.literal(numbers, plan.words))
      lines.append("\(variable).\(property.rawValue) = \(name)")
    }
    if usesRole(role) { lines.append("\(variable).role = .\(cast.variables[role])") }
    return lines
  }

  /// The statement that adds a view of the first tree to its superview, with the distance after it.
  mutating func placing(_ role: Int, in parent: Int) -> [String] {
    let (view, superview) = (cast.variables[role], cast.variables[parent])
    let isArranged = plan.isArranging(parent) && plan.parts[role].role.isArranged
    var lines = ["\(superview).add\(isArranged ? "Arranged" : "")Subview(\(view))"]
    if isArranged, let spacing = plan.customSpacing(of: plan.parts[role]) {
      let name = values.name(view + "CustomSpacing", "CGFloat", SwiftNames.literal(spacing))
      lines.append("\(superview).setCustomSpacing(\(name), after: \(view))")
    }
    return lines
  }

  /// True if a property distinguishes the views of a class that have different deeds.
  func usesRole(_ role: Int) -> Bool {
    plan.parts[role].acts && cast.type(of: role).roles.count > 1 && !isNamedApart(role)
  }

  /// True if identifiers distinguish the views of a class that have deeds.
  func isNamedApart(_ role: Int) -> Bool {
    let roles = cast.type(of: role).roles
    return roles.filter { cast.plan.parts[$0].acts }.allSatisfy { acting in
      cast.identifiers[acting].map { name in
        roles.allSatisfy { $0 == acting || cast.identifiers[$0] != name }
      } ?? false
    }
  }

  /// The statements that give a new view references to the views that its code names.
  private mutating func introduction(of role: Int, by author: Author) -> [String] {
    // The views that its code names are known once that code is written, which happens before.
    let others = (known[.view(role)] ?? []).filter {
      plan.parts[$0].role.isInitial || author == .outside && isVariable($0)
    }
    return others.sorted().map {
      let value = name($0, author) ?? "self"
      return "\(cast.variables[role]).\(cast.properties[$0]) = \(value)"
    }
  }

  // MARK: Work

  private mutating func enqueue(
    _ act: RecordedAct, _ kind: TraceEvent.WorkKind, by author: Author
  ) -> [String] {
    guard act.deed.work?.hasRun == true else { return [] }
    let body = statements(act.work, by: author)
    let call = kind == .block ? "async" : "after(.zero)"
    let loop =
      switch author {
      case .view: "window?.loop"
      case .outside: "loop"
      case .onlooker: "loop?"
      }
    guard !body.isEmpty else { return ["\(loop).\(call) {}"] }
    if author == .outside { return ["loop.\(call) {"] + indented(body) + ["}"] }
    return ["\(loop).\(call) { [weak self] in"]
      + indented(["guard let self else { return }"] + body) + ["}"]
  }

  // MARK: Courses

  /// The statements of a layout or of an update by its count, and whether they need that.
  mutating func body(
    _ course: RecordedCourse, by author: Author, counter: String
  ) -> (lines: [String], counts: Bool) {
    let word = "\(variable(.itself, author))\(SwiftNames.capitalized(counter))"
    var lines: [String] = []
    var counts = false
    if let end = course.end {
      let name = values.name("\(word)Recorded", nil, "\(end)")
      lines.append("guard \(counter) <= \(name) else { return }")
      counts = true
    }
    let before = course.prefixLength
    let start =
      before == 0 ? "1" : values.name("\(word)BeforeRepetition", nil, "\(before)") + " - 1"
    let round = before == 0 ? "\(counter) - 1" : "\(counter) - \(start)"
    let cycle = cycleLines(course, by: author, round: round, word: word)
    counts = counts || cycle.counts
    if before == 0 { return (lines + cycle.lines, counts) }
    if course.prefix.allSatisfy(\.acts.isEmpty) {
      let name = values.name("\(word)BeforeRepetition", nil, "\(before)")
      lines.append("guard \(counter) > \(name) else { return }")
      return (lines + cycle.lines, true)
    }
    lines.append("switch \(counter) {")
    var first = 1
    for stretch in course.prefix {
      let last = first + stretch.layouts - 1
      let body = statements(stretch.acts, by: author)
      lines.append("case \(first == last ? "\(first)" : "\(first)...\(last)"):")
      lines += indented(body.isEmpty ? ["break"] : body)
      first = last + 1
    }
    lines.append("default:")
    lines += indented(cycle.lines.isEmpty ? ["break"] : cycle.lines)
    return (lines + ["}"], true)
  }

  private mutating func cycleLines(
    _ course: RecordedCourse, by author: Author, round: String, word: String
  ) -> (lines: [String], counts: Bool) {
    let period = course.cycle.count
    let needsRound = course.cycle.contains { SwiftWriter.needsRound($0) }
    guard period > 1 else {
      guard let acts = course.cycle.first else { return ([], false) }
      let body = statements(acts, by: author)
      return ((needsRound ? ["let round = \(round)"] : []) + body, needsRound)
    }
    let name = values.name("\(word)Period", nil, "\(period)")
    let bracketed = round.contains(" ") ? "(\(round))" : round
    var lines = needsRound ? ["let round = \(bracketed) / \(name)"] : []
    lines.append("switch \(bracketed) % \(name) {")
    let bodies = course.cycle.map { statements($0, by: author) }
    var cases: [(places: [Int], body: [String])] = []
    for (place, body) in bodies.enumerated() {
      if let known = cases.firstIndex(where: { $0.body == body }) {
        cases[known].places.append(place)
      } else {
        cases.append(([place], body))
      }
    }
    // The most frequent one stands last.
    let last = cases.firstIndex { $0.body.isEmpty } ?? cases.count - 1
    for (place, one) in cases.enumerated() where place != last {
      lines.append("case \(one.places.map(String.init).joined(separator: ", ")):")
      lines += indented(one.body)
    }
    lines.append("default:")
    lines += indented(cases[last].body.isEmpty ? ["break"] : cases[last].body)
    return (lines + ["}"], true)
  }
}

/// Lines, two columns further to the right.
func indented(_ lines: [String]) -> [String] { lines.map { $0.isEmpty ? "" : "  " + $0 } }
