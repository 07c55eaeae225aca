/// One option of a command, declared once: parsing, help, completions and the manual come from it.
///
/// A command keeps its options as constants and reads their values through them, so that a value
/// has its type and a misspelt option does not compile.
package struct Option<Value: Sendable>: Sendable {
  /// The long name, without its dashes.
  package let name: String
  /// The short name, without its dash.
  package let letter: Character?
  /// The placeholder of the value in help; nil for an option without a value.
  package let valueName: String?
  /// The effect of the option, in one or two sentences.
  package let help: String
  /// The values that a shell may offer.
  package let completion: Completion
  /// True if every occurrence counts; otherwise the last one does.
  package let repeats: Bool
  /// The value if the option is not given.
  package let initial: Value
  /// Adds one occurrence to the value; an option without a value gets an empty text.
  let take: @Sendable (_ text: String, _ value: inout Value) throws(ValueProblem) -> Void
}

/// The completions that a shell may offer for a value or an operand.
package enum Completion: Hashable, Sendable {
  case nothing
  case files
  case commands
  case words([String])
  /// The beginnings of values, or whole values.
  case beginnings([String])

  /// The words that it offers by itself.
  var words: [String] {
    switch self {
    case .words(let words), .beginnings(let words): words
    case .nothing, .files, .commands: []
    }
  }
}

/// The reason why the text of a value is rejected.
package struct ValueProblem: Error, Hashable {
  /// The accepted values, as the end of the sentence "expected …".
  package var expected: String
  /// The accepted word that is nearest to the text, if one is near.
  package var nearest: String?
}

/// An option without the type of its value, for parsing, help and completions.
package protocol OptionDeclaration: Sendable {
  var name: String { get }
  var letter: Character? { get }
  var valueName: String? { get }
  var help: String { get }
  var completion: Completion { get }
  var repeats: Bool { get }
  /// Adds one occurrence of the option to the values; throws if the text is not valid.
  func take(_ text: String, into values: inout OptionValues) throws(ValueProblem)
}

extension Option: OptionDeclaration {
  package func take(_ text: String, into values: inout OptionValues) throws(ValueProblem) {
    var value = values[self]
    try take(text, &value)
    values[self] = value
  }
}

extension OptionDeclaration {
  /// The long name as people write it.
  package var spelling: String { "--\(name)" }
}

/// The values of a command's options; an option that was not given has its initial value.
package struct OptionValues: Sendable {
  private var stored: [String: any Sendable] = [:]

  package init() {}

  package subscript<Value>(option: Option<Value>) -> Value {
    get {
      guard let value = stored[option.name] else { return option.initial }
      guard let typed = value as? Value else {
        preconditionFailure(
          "two options are named '\(option.name)' and differ in type; rename one of them")
      }
      return typed
    }
    set { stored[option.name] = newValue }
  }
}
