/// What is wrong with one event, before it has a place in a file.
struct TraceProblem: Hashable, Sendable {
  /// What a lenient reader does about it.
  enum Cure: Hashable, Sendable {
    /// The event is left out.
    case skip
    /// The event is taken, and what contradicts it is given up.
    case repair
  }

  var kind: TraceError.Kind
  /// The key whose value is the place; none means the beginning of the line.
  var key: TraceKey?
  var problem: String
  var remedy = ""
  var cure = Cure.skip
}

extension TraceLine {
  /// Whether the event has the keys it needs, once each, with values as the grammar wants them.
  @inline(__always)
  var isWellFormed: Bool { flaw == .none }

  /// Why the line is not an event, if it is not.
  func formProblem() -> TraceProblem {
    if kind == .nameless {
      let isMistyped = flaw == .mistyped
      return TraceProblem(
        kind: .event, key: isMistyped ? .e : nil,
        problem: isMistyped ? "\"e\" must be a string" : "the line is JSON, but not an event",
        remedy: "an event is an object with its name under \"e\"")
    }
    let key = flawedKey
    let name = key.spelling
    func problem(_ problem: String, remedy: String = "") -> TraceProblem {
      TraceProblem(kind: .event, key: key, problem: problem, remedy: remedy)
    }
    switch flaw {
    case .none, .mistyped:
      return problem(
        "\"\(name)\" must be \(key.form.requirement)",
        remedy: key == .by ? "leave it out outside layout" : "")
    case .tooLarge:
      return problem(
        "\"\(name)\" is larger than \(JSONCursor.largestNumber), 2^53 - 1",
        remedy: "beyond it JSON readers that use doubles mix numbers up; use smaller ones")
    case .miscounted:
      var count = 0
      if case .numbers(let shape?) = TraceGrammar.event(kind)?.form(of: key) { count = shape.count }
      return problem("\"\(name)\" of \"\(kind)\" must hold \(count) numbers")
    case .doubled:
      return problem("the key \"\(name)\" is there twice", remedy: "write each key once")
    case .missing:
      return TraceProblem(kind: .event, problem: "\"\(kind)\" needs the key \"\(name)\"")
    }
  }
}
