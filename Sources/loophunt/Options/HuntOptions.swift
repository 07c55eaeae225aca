import LayoutTrace

/// The options for the limits of layouts, of all views or of some.
enum HuntOptions {
  static let classThreshold = thresholds(
    .class, value: "CLASS=N",
    help: "Report a view of this class if it is laid out more than N times in one turn. Can be "
      + "given several times.")
  static let viewThreshold = thresholds(
    .view, value: "VIEW=N",
    help:
      "Report this view if it is laid out more than N times in one turn. VIEW is its identifier, its "
      + "path without indexes, or the end of its path. This overrides the threshold of its class. "
      + "Can be given several times.")
  static let ignoreClass = ignored(
    .class, value: "CLASS[=WHY]",
    help: "Ignore the views of this class, for the reason WHY. Can be given several times.")
  static let ignoreView = ignored(
    .view, value: "VIEW[=WHY]",
    help: "Ignore this view, for the reason WHY. Can be given several times.")

  static let all: [any OptionDeclaration] = [
    classThreshold, viewThreshold, ignoreClass, ignoreView,
  ]

  /// A rule, and its origin: an option or a configuration.
  struct Origin: Hashable {
    var rule: HuntRule
    var isOption: Bool
  }

  /// The rules in force, by scope and name; an option replaces the configuration's rule.
  static func origins(of invocation: Invocation) throws(UsageError) -> [Origin] {
    var options: [String: HuntRule] = [:]
    // Of several numbers for one name the last counts.
    for rule in invocation[classThreshold] + invocation[viewThreshold] { options[rule.key] = rule }
    for rule in invocation[ignoreClass] + invocation[ignoreView] {
      if case .threshold(let number) = options[rule.key]?.effect {
        throw UsageError(
          "\(rule.scope.rawValue) \(Printable.quoted(rule.name)) has a threshold of \(number) and is "
            + "ignored",
          remedy:
            "omit '--\(rule.scope.rawValue)-threshold' or '--ignore-\(rule.scope.rawValue)'")
      }
      options[rule.key] = rule
    }
    let others = (invocation.configuration?.rules ?? []).filter { options[$0.key] == nil }
    let all =
      others.map { Origin(rule: $0, isOption: false) }
      + options.values.map { Origin(rule: $0, isOption: true) }
    return all.inOrder(of: \.rule.key)
  }

  /// The limits of layouts in an invocation, or in one trace of it.
  static func rules(
    of invocation: Invocation, for opened: OpenedTrace? = nil
  ) throws(UsageError) -> HuntRules {
    HuntRules(
      threshold: opened.map { TraceArguments.threshold(for: $0, invocation) }
        ?? invocation[TraceArguments.threshold],
      rules: try origins(of: invocation).map(\.rule))
  }

  /// The rules as texts, by the names of the options, without reasons, which have no effect.
  static func deciding(_ invocation: Invocation) throws(UsageError) -> [String: [String]] {
    var texts: [String: [String]] = [:]
    for rule in try rules(of: invocation).rules {
      let scope = rule.scope.rawValue
      switch rule.effect {
      case .threshold(let number):
        texts["\(scope)-threshold", default: []].append("\(rule.name)=\(number)")
      case .ignored: texts["ignore-\(scope)", default: []].append(rule.name)
      }
    }
    return texts
  }

  private static func thresholds(
    _ scope: HuntRule.Scope, value valueName: String, help: String
  ) -> Option<[HuntRule]> {
    Option(
      name: "\(scope.rawValue)-threshold", letter: nil, valueName: valueName, help: help,
      completion: .nothing, repeats: true, initial: []
    ) { (text, value) throws(ValueProblem) in
      guard let sign = text.lastIndex(of: "="), sign != text.startIndex,
        case let digits = text[text.index(after: sign)...],
        let number = try? wholeNumber(digits, minimum: 1)
      else {
        throw ValueProblem(expected: "\(valueName), where N is a whole number, 1 or more")
      }
      value.append(HuntRule(scope, String(text[..<sign]), .threshold(number)))
    }
  }

  private static func ignored(
    _ scope: HuntRule.Scope, value valueName: String, help: String
  ) -> Option<[HuntRule]> {
    Option(
      name: "ignore-\(scope.rawValue)", letter: nil, valueName: valueName, help: help,
      completion: .nothing, repeats: true, initial: []
    ) { (text, value) throws(ValueProblem) in
      let (name, reason) = text.assignment
      guard !name.isEmpty else { throw ValueProblem(expected: valueName) }
      value.append(HuntRule(scope, name, .ignored(reason: reason == "" ? nil : reason)))
    }
  }
}

extension HuntRule {
  /// The scope and the name, by which one rule replaces another.
  fileprivate var key: String { "\(scope.rawValue) \(name)" }
}
