/// A rule for some views only: their limit of layouts, or that they are ignored.
package struct HuntRule: Hashable, Sendable {
  /// The meaning of a rule's name.
  package enum Scope: String, Hashable, Sendable, CaseIterable {
    /// All views of a class.
    case `class`
    /// A view by its identifier, its path, or the end of its path.
    case view
  }

  /// The effect of a rule.
  package enum Effect: Hashable, Sendable {
    /// The number of layouts that a view may have in one turn.
    case threshold(Int)
    /// The view may be laid out any number of times.
    case ignored(reason: String?)
  }

  package var scope: Scope
  package var name: String
  package var effect: Effect

  package init(_ scope: Scope, _ name: String, _ effect: Effect) {
    (self.scope, self.name, self.effect) = (scope, name, effect)
  }
}

/// The limits of layouts in one turn: a number for all views, and rules for some.
///
/// A path consists of identifiers or classes, from the window down, without indexes. Rules for
/// views take precedence over those for classes; of several names that fit a view, the longest
/// counts.
package struct HuntRules: Hashable, Sendable {
  /// The number of layouts that a view without a rule may have in one turn.
  package let threshold: Int
  package let rules: [HuntRule]
  /// The indexes of the rules for classes.
  private var classes: [String: Int] = [:]
  /// The indexes of the rules for views, by the last parts of their names, longest first.
  private var views: [Substring: [Int]] = [:]

  /// - Parameter rules: The rules, of which no two have the same scope and name.
  package init(threshold: Int, rules: [HuntRule] = []) {
    (self.threshold, self.rules) = (threshold, rules)
    for (index, rule) in rules.enumerated() {
      switch rule.scope {
      case .class: classes[rule.name] = index
      case .view: views[Self.lastStep(of: rule.name), default: []].append(index)
      }
    }
    for step in views.keys {
      views[step]?.sort { rules[$0].name.utf8.count > rules[$1].name.utf8.count }
    }
  }

  /// True if a rule names views, so that their paths may decide.
  package var nameViews: Bool { !views.isEmpty }

  /// The index of the rule for a view in `rules`, or nil; `path` is made only if it can decide.
  ///
  /// - Parameter path: The names of its superviews and its own, from the window down.
  package func rule(className: String, name: String?, path: () -> [String]) -> Int? {
    if nameViews, let candidates = views[Self.lastStep(of: name ?? className)] {
      let steps = path()
      if let index = candidates.first(where: { Self.isEnd(rules[$0].name, of: steps) }) {
        return index
      }
    }
    return classes[className]
  }

  /// True if a name consists of the last steps of a path, each of which may hold slashes itself.
  private static func isEnd(_ name: String, of steps: [String]) -> Bool {
    let most = name.unicodeScalars.count { $0 == "/" } + 1
    return (1...most).contains { count in
      count <= steps.count && name == steps.suffix(count).joined(separator: "/")
    }
  }

  /// The limit that a rule sets for one turn; nil if its views are ignored.
  package func threshold(by rule: Int?) -> Int? {
    guard let rule else { return threshold }
    return switch rules[rule].effect {
    case .threshold(let number): number
    case .ignored: nil
    }
  }

  private static func lastStep(of name: String) -> Substring {
    // A character that combines with the slash is the beginning of a name, too.
    let scalars = name.unicodeScalars
    return scalars.lastIndex(of: "/").map { Substring(scalars[scalars.index(after: $0)...]) }
      ?? name[...]
  }
}
