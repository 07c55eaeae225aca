/// The names that some views of a trace must have, and those that no view had so far.
///
/// A misspelt name would let a gate pass: what it should judge is judged by nobody.
package struct SoughtNames: Hashable, Sendable, Codable {
  /// A name.
  package struct Name: Hashable, Sendable, Codable {
    package var scope: HuntRule.Scope
    package var text: String

    package init(_ scope: HuntRule.Scope, _ text: String) {
      (self.scope, self.text) = (scope, text)
    }
  }

  /// The names that no view had, in their order.
  package private(set) var missing: [Name]
  /// The classes and identifiers that were seen while a name was missing, for advice.
  private var seen: Set<String> = []
  private static let mostSeen = 4_096

  package init(_ names: [Name] = []) { missing = names }

  /// The names of rules that judge more strictly than others do: without their views, nobody would.
  package init(strictRulesOf rules: HuntRules) {
    self.init(
      rules.rules.compactMap { rule in
        guard case .threshold(let number) = rule.effect, number < rules.threshold else {
          return nil
        }
        return Name(rule.scope, rule.name)
      })
  }

  package var isEmpty: Bool { missing.isEmpty }

  /// Notes a view: its class, and for names of views the last step of its path.
  ///
  /// The steps before it may change, and a view that is not laid out follows no rule.
  package mutating func see(className: String, name: String?) {
    guard !missing.isEmpty else { return }
    note(className)
    if let name { note(name) }
    let last = name ?? className
    missing.removeAll {
      switch $0.scope {
      case .class: $0.text == className
      case .view: $0.text == last || $0.text.hasSuffix("/" + last)
      }
    }
  }

  /// Notes that a view has a name.
  package mutating func remove(where isMatched: (Name) -> Bool) {
    missing.removeAll(where: isMatched)
  }

  /// Keeps a word for advice.
  package mutating func note(_ word: String) {
    if !missing.isEmpty, seen.count < Self.mostSeen { seen.insert(word) }
  }

  /// The words that were seen, in their order.
  package var words: [String] { seen.sorted() }
}

extension HuntRule.Scope: Codable {}
