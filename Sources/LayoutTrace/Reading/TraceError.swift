import ViewTree

/// An error in a trace, with its place and its remedy.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The layer that found it.
  public enum Kind: String, Hashable, Sendable {
    /// The file cannot be opened or read, or not with the available memory.
    case unreadable
    /// The file cannot be created or written.
    case unwritable
    /// The bytes are not JSON as RFC 8259 defines it, or exceed a limit of the reader.
    case json
    /// The line is JSON, but not an event: keys are missing, doubled, or hold values of a wrong
    /// type.
    case event
    /// The event contradicts what came before it: an unknown view, a `done` without its `layout`.
    case order
  }

  /// The layer that found the error.
  public var kind: Kind
  /// The file, as messages name it.
  public var file: String
  /// The line, from 1; 0 for the whole file.
  public var line: Int
  /// The byte of the line, from 1; 0 for the whole file.
  public var column: Int
  /// The problem, in one sentence without a full stop.
  public var problem: String
  /// The remedy; empty if the problem implies it.
  public var remedy: String
  /// The kind of the file, as far as it decides what a command does about the error.
  package var clue: Clue?

  /// A kind of file; the first two are likely ones, suggested by the first bytes.
  package enum Clue: Hashable, Sendable {
    /// It is of another format, or of none.
    case otherFormat
    /// It is compressed, and this command unpacks it to standard output.
    case compressed(unpacking: String)
    /// It is a complete recording, but nothing in it was laid out.
    case noLayouts
  }

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - kind: The layer that found it.
  ///   - file: The file, as messages name it.
  ///   - line: The line, from 1; by default 0, for the whole file.
  ///   - column: The byte of the line, from 1; by default 0, for the whole file.
  ///   - problem: The problem, in one sentence without a full stop.
  ///   - remedy: The remedy; by default empty.
  public init(
    kind: Kind, file: String, line: Int = 0, column: Int = 0, problem: String, remedy: String = ""
  ) {
    (self.kind, self.file, self.line, self.column) = (kind, file, line, column)
    (self.problem, self.remedy) = (problem, remedy)
  }

  /// `file:line:column: problem; remedy`, on one line.
  public var description: String {
    let place = line == 0 ? file : "\(file):\(line):\(column)"
    let text = remedy.isEmpty ? "\(place): \(problem)" : "\(place): \(problem); \(remedy)"
    return PlainText.line(text)
  }
}

/// An error in one event, before it has a place in a file.
struct TraceProblem: Hashable, Sendable {
  /// A lenient reader's treatment of the error.
  enum Cure: Hashable, Sendable {
    /// The event is left out.
    case skip
    /// The event is accepted, and the state that contradicts it is given up.
    case repair
  }

  var kind: TraceError.Kind
  /// The key at whose value the error is; nil means the beginning of the line.
  var key: TraceKey?
  var problem: String
  var remedy = ""
  var cure = Cure.skip
  /// True if the line isn't an event at all, like a line of another format.
  var isForeign = false
}

extension TraceLine {
  /// True if the event has the keys it needs, once each, with values as the grammar demands.
  @inline(__always)
  var isWellFormed: Bool { flaw == .none }

  /// The reason why the line isn't an event, if it isn't.
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
