import LayoutTrace

/// A rule that was in force, and the number of views to which it applied, as documented JSON.
struct AppliedRule: Codable, Hashable, Sendable {
  /// The class or the view that it names.
  var className: String?
  var view: String?
  /// The number of layouts that these views may have in one turn; absent if they are ignored.
  var threshold: Int?
  var isIgnored: Bool?
  /// The reason why they are ignored.
  var reason: String?
  /// The number of laid-out views to which it applied.
  var views = 0
  /// The number of those that a replay without the rule might report; absent if there are none.
  var suspects: Int?

  private enum CodingKeys: String, CodingKey {
    case view, threshold, reason, views, suspects
    case className = "class"
    case isIgnored = "ignored"
  }

  /// All rules of a run; nil if there are none.
  static func all(
    _ rules: [HuntRule], views: [Int], suspects: (Int) -> Int = { _ in 0 }
  ) -> [AppliedRule]? {
    guard !rules.isEmpty else { return nil }
    return zip(rules, views).enumerated().map { index, rule in
      var applied = AppliedRule(rule.0, views: rule.1)
      let count = suspects(index)
      applied.suspects = count > 0 ? count : nil
      return applied
    }
  }

  private init(_ rule: HuntRule, views: Int) {
    switch rule.scope {
    case .class: className = rule.name
    case .view: view = rule.name
    }
    switch rule.effect {
    case .threshold(let number): threshold = number
    case .ignored(let text): (isIgnored, reason) = (true, text)
    }
    self.views = views
  }

  /// `class Ticker`, `view Window/clock`.
  var subject: String {
    className.map { "class \(Printable.line($0))" } ?? "view \(Printable.line(view ?? ""))"
  }

  /// `3 views ignored (class Ticker): a clock`.
  var sentence: String {
    "\(Figures.count(views, "view")) ignored (\(subject)): "
      + Printable.line(reason ?? "no reason is given")
  }

  /// Rules of several traces with their views together, in the order of the first of each.
  static func joined(_ rules: [AppliedRule]) -> [AppliedRule] {
    var places: [AppliedRule: Int] = [:]
    var joined: [AppliedRule] = []
    for rule in rules {
      var key = rule
      key.views = 0
      key.suspects = nil
      if let place = places[key] {
        joined[place].views += rule.views
        if let suspects = rule.suspects {
          joined[place].suspects = (joined[place].suspects ?? 0) + suspects
        }
      } else {
        places[key] = joined.count
        joined.append(rule)
      }
    }
    return joined
  }
}

extension [AppliedRule]? {
  /// The rules by which views were ignored.
  var ignoring: [AppliedRule] { (self ?? []).filter { $0.isIgnored == true && $0.views > 0 } }
}
