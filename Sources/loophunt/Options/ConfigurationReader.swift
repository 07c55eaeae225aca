import LayoutTrace

/// Reads a configuration, and reports the place of a flaw.
struct ConfigurationReader {
  private let path: String
  private let bytes: [UInt8]

  /// The size from which on a file is not accepted as a configuration.
  private static let mostBytes = 1 << 20

  static func read(_ path: String) throws(UsageError) -> ConfigurationFile {
    let bytes: [UInt8]
    do {
      bytes = try OpenFile.bytes(of: path, atMost: mostBytes)
    } catch {
      let problem = error.isMissing ? "there is no such file" : error.problem
      throw UsageError(
        "\(Printable.line(path)): \(problem)",
        remedy: "name a file with '--config=FILE', or write '--no-config'")
    }
    return try ConfigurationReader(path: path, bytes: bytes).configuration()
  }

  private func configuration() throws(UsageError) -> ConfigurationFile {
    guard bytes.contains(where: { !" \n\r\t".utf8.contains($0) }) else {
      throw UsageError(
        "\(Printable.line(path)): the file is empty", remedy: "write {}, or remove it")
    }
    let document: JSONNode
    do {
      document = try JSONNode(parsing: bytes)
    } catch {
      throw problem(at: error.offset, error.text, error.remedy)
    }
    var configuration = ConfigurationFile(path: path)
    for member in try members(
      of: document, Place(),
      [
        "threshold", "thresholds", "forcedTime", "forcedTasks", "ignoreScripts", "sourceMaps",
        "ignore", "baseline", "formats",
      ],
      others: ["$schema"])
    {
      let place = Place(member.key)
      switch member.key {
      case "threshold": configuration.threshold = try number(member.value, place)
      case "forcedTime": configuration.forcedTime = try number(member.value, place, least: 0)
      case "forcedTasks": configuration.forcedTasks = try number(member.value, place, least: 2)
      case "ignoreScripts": configuration.ignoredScripts = try texts(member.value, place)
      case "sourceMaps": configuration.sourceMaps = try texts(member.value, place).map(beside)
      case "thresholds": try takeThresholds(member.value, place, into: &configuration)
      case "ignore":
        for (index, element) in try elements(of: member.value, place).enumerated() {
          try takeIgnored(element, place[index], into: &configuration)
        }
      case "baseline": configuration.baseline = beside(try text(member.value, place))
      case "formats":
        for (index, element) in try elements(of: member.value, place).enumerated() {
          try takeForm(element, place[index], into: &configuration)
        }
      default: break
      }
    }
    return configuration
  }

  // MARK: Rules

  private func takeThresholds(
    _ node: JSONNode, _ place: Place, into configuration: inout ConfigurationFile
  ) throws(UsageError) {
    for kind in try members(of: node, place, ["classes", "views"]) {
      let place = place[kind.key]
      guard case .object(let members) = kind.value.content else {
        throw wrong(kind.value, place, "an object, as {\"NAME\": 50}")
      }
      for member in members {
        let place = place[member.key]
        guard !member.key.isEmpty else {
          throw problem(
            at: member.offset, "\(place) has an empty name", "write a name in the quotes")
        }
        try add(
          HuntRule(
            kind.key == "classes" ? .class : .view, member.key,
            .threshold(try number(member.value, place))),
          at: member.offset, place, to: &configuration)
      }
    }
  }

  private func takeIgnored(
    _ node: JSONNode, _ place: Place, into configuration: inout ConfigurationFile
  ) throws(UsageError) {
    var texts: [String: String] = [:]
    if case .object(let members) = node.content,
      let member = members.first(where: { $0.key == "fingerprint" })
    {
      throw problem(
        at: member.offset, "\(place[member.key]) is an unknown key",
        "a single loop belongs in the baseline, which can also hold a reason")
    }
    for member in try members(of: node, place, ["class", "view", "reason"]) {
      texts[member.key] = try text(member.value, place[member.key])
    }
    guard let reason = texts["reason"] else {
      throw problem(at: node.offset, "\(place) has no 'reason'", "say why it is ignored")
    }
    let (className, view) = (texts["class"], texts["view"])
    guard let name = className ?? view, className == nil || view == nil else {
      throw problem(
        at: node.offset, "\(place) must have either 'class' or 'view'", "write one of them")
    }
    let scope: HuntRule.Scope = className == nil ? .view : .class
    try add(
      HuntRule(scope, name, .ignored(reason: reason)), at: node.offset, place, to: &configuration)
  }

  private func add(
    _ rule: HuntRule, at offset: Int, _ place: Place, to configuration: inout ConfigurationFile
  ) throws(UsageError) {
    guard !configuration.rules.contains(where: { $0.scope == rule.scope && $0.name == rule.name })
    else {
      throw problem(
        at: offset,
        "\(place) is a second rule for \(rule.scope.rawValue) \(Printable.quoted(rule.name))",
        "remove one of the two")
    }
    configuration.rules.append(rule)
  }

  // MARK: Paths

  private func takeForm(
    _ node: JSONNode, _ place: Place, into configuration: inout ConfigurationFile
  ) throws(UsageError) {
    let text = try text(node, place)
    var forms: [ResultForm] = []
    do {
      try ResultForm.option.take(text, &forms)
    } catch {
      throw problem(
        at: node.offset, "\(place): \(Printable.quoted(text)) is not an output format",
        error.nearest.map { "did you mean '\($0)'?" } ?? "expected \(error.expected)")
    }
    for var form in forms {
      if let file = form.file {
        let folder =
          path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : path[..<$0] } ?? "."
        // A user who runs a command in somebody else's folder does not expect it to write
        // elsewhere, nor to write hooks.
        let isBelow = OutputFile.isBelow(String(folder), file)
        guard isBelow, !OutputFile.isOfVersionControl(String(folder), file) else {
          let problem =
            isBelow ? "belongs to version control" : "is not below the folder of the configuration"
          throw self.problem(
            at: node.offset, "\(place): \(Printable.quoted(file)) \(problem)",
            "name that file on the command line: '--format=\(Printable.line(text))'")
        }
        form.file = beside(file)
      }
      let target = form.file.map(OutputFile.identity)
      guard !configuration.formats.contains(where: { $0.file.map(OutputFile.identity) == target })
      else {
        throw problem(
          at: node.offset,
          "\(place): two results would go to \(form.file.map(Printable.quoted) ?? "standard output")",
          "write one of them to another file: '\(form.format.rawValue)=FILE'")
      }
      configuration.formats.append(form)
    }
  }

  /// A path that is relative to the file, as seen from the working directory.
  private func beside(_ file: String) -> String {
    guard !file.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return file }
    return path[...slash] + file
  }

  // MARK: Values

  private func members(
    of node: JSONNode, _ place: Place, _ keys: [String], others: [String] = []
  ) throws(UsageError) -> [JSONNode.Member] {
    guard case .object(let members) = node.content else {
      throw wrong(node, place, "an object, as {\"\(keys[0])\": …}")
    }
    for member in members where !(keys + others).contains(member.key) {
      let nearest = Spelling.nearest(to: member.key, among: keys)
      throw problem(
        at: member.offset, "\(place[member.key]) is an unknown key",
        nearest.map { "did you mean '\($0)'?" } ?? "the keys are \(keys.joined(separator: ", "))")
    }
    return members
  }

  private func elements(of node: JSONNode, _ place: Place) throws(UsageError) -> [JSONNode] {
    guard case .list(let elements) = node.content else { throw wrong(node, place, "a list, […]") }
    return elements
  }

  private func texts(_ node: JSONNode, _ place: Place) throws(UsageError) -> [String] {
    var texts: [String] = []
    for (index, element) in try elements(of: node, place).enumerated() {
      texts.append(try text(element, place[index]))
    }
    return texts
  }

  private func text(_ node: JSONNode, _ place: Place) throws(UsageError) -> String {
    guard case .text(let text) = node.content, !text.isEmpty else {
      throw wrong(node, place, "a text in quotes that is not empty")
    }
    // A NUL is in no path and no name of a class or view, and would end a path.
    guard !text.unicodeScalars.contains("\0") else {
      throw problem(at: node.offset, "\(place) has a NUL character", "remove it")
    }
    return text
  }

  private func number(
    _ node: JSONNode, _ place: Place, least: Int = 1
  ) throws(UsageError) -> Int {
    guard case .whole(let number) = node.content, number >= least else {
      throw wrong(node, place, "a whole number, \(least) or more")
    }
    return number
  }

  // MARK: Problems

  private func wrong(_ node: JSONNode, _ place: Place, _ expected: String) -> UsageError {
    problem(at: node.offset, "\(place) has a wrong value", "write \(expected)")
  }

  private func problem(at offset: Int, _ problem: String, _ remedy: String) -> UsageError {
    let place = JSONNode.place(of: offset, in: bytes)
    return UsageError("\(Printable.line(path)):\(place): \(problem)", remedy: remedy)
  }
}

/// A place in the document by its keys: `'ignore[0].reason'`.
private struct Place: CustomStringConvertible {
  private var text = ""

  init(_ key: String = "") { text = Printable.line(key) }

  subscript(index: Int) -> Place {
    var place = self
    place.text += "[\(index)]"
    return place
  }

  subscript(key: String) -> Place {
    var place = self
    place.text += (text.isEmpty ? "" : ".") + Printable.line(key)
    return place
  }

  var description: String { text.isEmpty ? "the document" : "'\(text)'" }
}
