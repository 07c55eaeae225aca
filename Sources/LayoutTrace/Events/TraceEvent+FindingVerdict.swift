extension TraceEvent.Finding {
  /// The kind of loop that a finding tells of; a trace writes it as one word, such as `reentrant`.
  public enum Verdict: RawRepresentable, Hashable, Sendable, Codable {
    /// Layout ran inside itself.
    case reentrant
    /// A layout called for the next one.
    case feedback
    /// Layout ran again without a change.
    case redundant
    /// Code forced layout again and again.
    case thrashing
    /// A loop of an unknown kind.
    case undetermined
    /// A kind that this version does not know, by its word.
    case other(String)

    /// Finds the kind with a word.
    ///
    /// - Parameter rawValue: The word in a trace.
    public init(rawValue: String) {
      self = Self.known.first { $0.rawValue == rawValue } ?? .other(rawValue)
    }

    /// The word in a trace.
    public var rawValue: String {
      switch self {
      case .reentrant: "reentrant"
      case .feedback: "feedback"
      case .redundant: "redundant"
      case .thrashing: "thrashing"
      case .undetermined: "undetermined"
      case .other(let word): word
      }
    }

    private static let known: [Verdict] = [
      .reentrant, .feedback, .redundant, .thrashing, .undetermined,
    ]
  }
}
