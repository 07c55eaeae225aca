import LayoutTrace

/// A name of an option or a configuration that no view of a trace has: it may be misspelt.
struct UnknownName: Codable, Hashable, Sendable {
  /// The class or the view that it names.
  var className: String?
  var view: String?
  /// True if a rule names it, and not `--class` or `--view`.
  var isRule: Bool?
  /// The most similar name in the trace.
  var nearest: String?

  private enum CodingKeys: String, CodingKey {
    case view, nearest
    case className = "class"
    case isRule = "rule"
  }

  /// All names that were not found; nil if there are none.
  static func all(choices: SoughtNames, rules: SoughtNames) -> [UnknownName]? {
    let all =
      choices.missing.map { UnknownName($0, isRule: nil, choices.words) }
      + rules.missing.map { UnknownName($0, isRule: true, rules.words) }
    return all.isEmpty ? nil : all
  }

  private init(_ name: SoughtNames.Name, isRule: Bool?, _ words: [String]) {
    switch name.scope {
    case .class: className = name.text
    case .view: view = name.text
    }
    self.isRule = isRule
    // Of a path, the last step is a name; classes and identifiers begin with other letters.
    let step = name.text.split(separator: "/").last.map(String.init) ?? name.text
    nearest =
      Spelling.nearest(to: step, among: words.filter { $0.first == step.first })
      ?? Spelling.nearest(to: step, among: words)
  }

  /// The names that are unknown in each of some traces, in the order of the first.
  static func common(_ first: [UnknownName], _ second: [UnknownName]) -> [UnknownName] {
    first.compactMap { name in
      guard let other = second.first(where: { $0.key == name.key }) else { return nil }
      var name = name
      name.nearest = name.nearest ?? other.nearest
      return name
    }
  }

  private var key: UnknownName {
    var key = self
    key.nearest = nil
    return key
  }

  /// The errors of a run in whose traces no view has these names.
  static func errors(_ names: [UnknownName]) -> [String] {
    names.map { name in
      let subject =
        name.className.map { "has the class \(Printable.quoted($0))" }
        ?? "is named \(Printable.quoted(name.view ?? ""))"
      let origin = name.isRule == true ? ", for which a threshold is set" : ""
      let remedy = name.nearest.map { "did you mean \(Printable.quoted($0))?" }
      return "no view \(subject)\(origin); \(remedy ?? "'loophunt tree TRACE' shows the views")"
    }
  }
}

/// Finds the names that are unknown in all traces of a run.
struct UnknownNames {
  /// The names that were unknown so far; nil before the first trace.
  private var names: [UnknownName]?

  /// Notes the names that no view of a trace has.
  mutating func note(_ unknown: [UnknownName]?) {
    names = names.map { UnknownName.common($0, unknown ?? []) } ?? unknown ?? []
  }

  /// An error for each name.
  var errors: [String] { UnknownName.errors(names ?? []) }
}
