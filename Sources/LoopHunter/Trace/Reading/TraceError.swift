import ViewTree

/// What is wrong with a trace, where, and what to do about it.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The layer that found it.
  public enum Kind: String, Hashable, Sendable {
    /// The file cannot be opened or read, or not with the memory that there is.
    case unreadable
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
