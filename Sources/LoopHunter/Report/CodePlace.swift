import LayoutTrace

/// A place in the program's code: a function and a line, looked up when they are read.
///
/// Any two places are equal: names of functions and lines depend on symbols and on edits, which
/// must not affect the equality of values that hold a place.
struct CodePlace: Sendable {
  private enum Source: Sendable {
    case known(function: String?, location: CodeLocation?)
    case caught(CaughtStack)
    indirect case rewritten(Source, @Sendable (String) -> String)

    /// The known facts about the place; looked up at the first access.
    var symbols: CaughtStack.Symbols {
      switch self {
      case .known(let function, let location):
        return CaughtStack.Symbols(function: function, location: location)
      case .caught(let stack): return stack.symbols
      case .rewritten(let source, let rewrite):
        var symbols = source.symbols
        symbols.function = symbols.function.map(rewrite)
        symbols.location = symbols.location.map { CodeLocation(rewrite($0.description)) }
        return symbols
      }
    }
  }

  private var source: Source

  /// A place that is known already; nil for an unknown part.
  init(function: String? = nil, location: CodeLocation? = nil) {
    source = .known(function: function, location: location)
  }

  /// The place at which a stack was caught.
  init(_ stack: CaughtStack?) {
    source = stack.map(Source.caught) ?? .known(function: nil, location: nil)
  }

  /// True if a stack was caught there, or names are known; nothing is looked up for that.
  var isCaught: Bool {
    switch source {
    case .known(let function, let location): function != nil || location != nil
    case .caught(let stack): stack.mayHavePlace
    case .rewritten: true
    }
  }

  /// The innermost function of the app.
  var function: String? { source.symbols.function }

  /// The file and the line in it.
  var location: CodeLocation? { source.symbols.location }

  /// The reason why nothing is known about the place, although a stack was captured.
  var absence: CaughtStack.Absence? { source.symbols.absence }

  /// The place with other texts, which are made when they are read.
  func rewritten(_ rewrite: @escaping @Sendable (String) -> String) -> CodePlace {
    var place = self
    place.source = .rewritten(source, rewrite)
    return place
  }

  /// Function and location as a subject: `` `f()` (File.swift:42)``; empty if both are unknown.
  var subject: String {
    guard let function else { return location.map { "`\($0)`" } ?? "" }
    return "`\(function)`" + (location.map { " (\($0))" } ?? "")
  }

  /// Function and location behind a deed: ` (`f()` at File.swift:42)`; empty if both are unknown.
  var parenthesis: String {
    guard let function else { return location.map { " (\($0))" } ?? "" }
    return location.map { " (`\(function)` \($0.phrase))" } ?? " (\(function))"
  }
}

extension CodePlace: Hashable {
  static func == (a: CodePlace, b: CodePlace) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

// Printing and reflection use the public view of the value: a redaction hides the texts below it.
extension CodePlace: CustomStringConvertible, CustomReflectable {
  var description: String { parenthesis }
  var customMirror: Mirror { Mirror(self, children: ["place": parenthesis]) }
}
