/// An invalid command line: one line with the problem and the remedy.
package struct UsageError: Error, Hashable, CustomStringConvertible {
  package let problem: String
  package let remedy: String

  package init(_ problem: String, remedy: String) {
    (self.problem, self.remedy) = (problem, remedy)
  }

  package var description: String { "\(problem); \(remedy)" }
}

/// The outcome of a command, as the shell sees it.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// The input was read and holds no loop.
  case nothingFound = 0
  /// A view crossed its threshold, even if the pass settled later.
  case loopFound = 1
  /// The command line or the input is wrong.
  case badInput = 2
  /// The program failed, or its output could not be written.
  case internalFailure = 3

  /// One line for help and manual.
  package var meaning: String {
    switch self {
    case .nothingFound: "nothing found"
    case .loopFound: "a loop was found (for diff: something got worse)"
    case .badInput: "the command line or the input is wrong"
    case .internalFailure: "an internal failure, or the output could not be written"
    }
  }
}
