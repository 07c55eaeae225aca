import LayoutTrace

extension Option where Value == Bool {
  /// An option without a value: given or not.
  package static func flag(_ name: String, letter: Character? = nil, help: String) -> Self {
    Option(
      name: name, letter: letter, valueName: nil, help: help, completion: .nothing, repeats: false,
      initial: false
    ) { (_, value) throws(ValueProblem) in value = true }
  }
}

extension Option where Value == String? {
  /// An option with any text as its value; given twice, the last one counts.
  package static func text(
    _ name: String, letter: Character? = nil, value valueName: String, help: String,
    completion: Completion = .nothing
  ) -> Self {
    Option(
      name: name, letter: letter, valueName: valueName, help: help, completion: completion,
      repeats: false, initial: nil
    ) { (text, value) throws(ValueProblem) in
      guard !text.isEmpty else { throw ValueProblem(expected: "a non-empty text") }
      value = text
    }
  }
}

extension Option where Value == [String] {
  /// An option that may be given several times; all its texts count, in order.
  package static func texts(
    _ name: String, letter: Character? = nil, value valueName: String, help: String,
    completion: Completion = .nothing
  ) -> Self {
    Option(
      name: name, letter: letter, valueName: valueName, help: help, completion: completion,
      repeats: true, initial: []
    ) { (text, value) throws(ValueProblem) in
      guard !text.isEmpty else { throw ValueProblem(expected: "a non-empty text") }
      value.append(text)
    }
  }
}

extension Option where Value == Int {
  /// An option whose value is a whole number of at least `minimum`; the last one counts.
  package static func number(
    _ name: String, letter: Character? = nil, value valueName: String, default initial: Int,
    minimum: Int, help: String
  ) -> Self {
    Option(
      name: name, letter: letter, valueName: valueName, help: help, completion: .nothing,
      repeats: false, initial: initial
    ) { (text, value) throws(ValueProblem) in value = try wholeNumber(text, minimum: minimum) }
  }
}

extension Option where Value == Int? {
  /// An option whose value is a whole number, or nil if it is not given.
  package static func number(
    _ name: String, letter: Character? = nil, value valueName: String, minimum: Int, help: String
  ) -> Self {
    Option(
      name: name, letter: letter, valueName: valueName, help: help, completion: .nothing,
      repeats: false, initial: nil
    ) { (text, value) throws(ValueProblem) in value = try wholeNumber(text, minimum: minimum) }
  }
}

extension Option
where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// An option whose value is one of a few words.
  package static func choice(
    _ name: String, letter: Character? = nil, value valueName: String, default initial: Value,
    help: String
  ) -> Self {
    let words = Value.allCases.map(\.rawValue)
    return Option(
      name: name, letter: letter, valueName: valueName, help: help, completion: .words(words),
      repeats: false, initial: initial
    ) { (text, value) throws(ValueProblem) in
      guard let word = Value(rawValue: text) else {
        throw ValueProblem(
          expected: "one of \(words.joined(separator: ", "))",
          nearest: Spelling.nearest(to: text, among: words))
      }
      value = word
    }
  }
}

/// Reads a decimal number without sign, blanks or separators; otherwise describes what is expected.
///
/// The largest is that of JSON in all programs, and of configurations, so that results can hold it.
func wholeNumber(_ text: some StringProtocol, minimum: Int) throws(ValueProblem) -> Int {
  let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  let number = isNumber ? Int(text) ?? .max : -1
  guard number >= minimum else {
    throw ValueProblem(expected: "a whole number, \(minimum) or more")
  }
  guard number <= TraceGrammar.largestNumber else {
    throw ValueProblem(expected: "a whole number from \(minimum) to \(TraceGrammar.largestNumber)")
  }
  return number
}
