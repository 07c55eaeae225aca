import ViewTree

/// What is wrong with a trace, where, and what to do about it.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The layer that found it.
  public enum Kind: String, Hashable, Sendable {
    /// The file cannot be opened or read, or not with the memory that there is.
    case unreadable
    /// The file cannot be made or written.
    case unwritable
    /// The bytes are not JSON as RFC 8259 defines it, or exceed a limit of the reader.
    case json
    /// The line is JSON, but not an event: keys are missing, doubled, or hold values of a wrong
    /// type.
    case event
    /// The event contradicts what came before it: an unknown view, a `done` without its `layout`.
    case order
  }

  /// What kind of thing is wrong.
  public var kind: Kind
  /// The file, as messages name it.
  public var file: String
  /// The line, from 1; 0 for the whole file.
  public var line: Int
  /// The byte of the line, from 1; 0 for the whole file.
  public var column: Int
  /// What is wrong, in one sentence without a full stop.
  public var problem: String
  /// What to do about it; empty if the problem says it.
  public var remedy: String
  /// What the first bytes of a file suggest, where they begin no layout trace.
  package var clue: Clue?

  /// What the first bytes of a file suggest.
  package enum Clue: Hashable, Sendable {
    /// It is of another format, or of none.
    case otherFormat
    /// It is compressed, and this command unpacks it to standard output.
    case compressed(unpacking: String)
  }

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - kind: The layer that found it.
  ///   - file: The file, as messages name it.
  ///   - line: The line, from 1; 0 for the whole file.
  ///   - column: The byte of the line, from 1; 0 for the whole file.
  ///   - problem: What is wrong, in one sentence without a full stop.
  ///   - remedy: What to do about it; by default empty.
  public init(
    kind: Kind, file: String, line: Int, column: Int, problem: String, remedy: String = ""
  ) {
    self.kind = kind
    self.file = file
    self.line = line
    self.column = column
    self.problem = problem
    self.remedy = remedy
  }

  /// `file:line:column: what is wrong; what to do`, on one line.
  public var description: String {
    let place = line == 0 ? file : "\(file):\(line):\(column)"
    let text = remedy.isEmpty ? "\(place): \(problem)" : "\(place): \(problem); \(remedy)"
    return PlainText.line(text)
  }
}

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
  /// Whether the line is no event at all, as a line of another format is not.
  var isForeign = false
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
        remedy: "an event is an object with its name under \"e\"", isForeign: !isMistyped)
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
