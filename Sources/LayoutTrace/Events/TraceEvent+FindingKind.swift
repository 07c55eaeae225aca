extension TraceEvent.Finding {
  /// The source of a finding, and what it means: a call stack, long frames, or the words of a framework.
  ///
  /// A trace writes it as its name: `stack.loop`, `frames.forced`, `qml.binding`.
  public enum Kind: Hashable, Sendable {
    /// A call stack.
    case stack(Stack)
    /// Long animation frames of a browser.
    case frames(Frames)
    /// Words of a framework, or a kind of another recorder's, by its name.
    case words(String)

    /// The reading of a call stack.
    public enum Stack: String, CaseIterable, Sendable {
      /// Layout inside itself.
      case loop
      /// The thread was in layout when it was ended or sampled.
      case hang
      /// Frames that repeat once for each level of a tree.
      case nesting
      /// A recursion of other code.
      case other
      /// An overflow whose frames are missing.
      case overflow
      /// Nothing that repeats.
      case none
    }

    /// The reading of long animation frames.
    public enum Frames: String, CaseIterable, Sendable {
      /// Layout that a script forced for long.
      case forced
      /// No script that forced layout for long.
      case calm
    }

    /// Makes the kind with a name.
    ///
    /// - Parameter name: The name in a trace. One that this version does not know is of words.
    public init(_ name: String) { self = Self.known[name] ?? .words(name) }

    /// The name in a trace.
    public var name: String {
      switch self {
      case .stack(let reading): "stack.\(reading.rawValue)"
      case .frames(let reading): "frames.\(reading.rawValue)"
      case .words(let name): name
      }
    }

    /// The kinds that are not of words, by their names.
    private static let known: [String: Kind] = {
      let kinds = Stack.allCases.map(Kind.stack) + Frames.allCases.map(Kind.frames)
      return Dictionary(uniqueKeysWithValues: kinds.map { ($0.name, $0) })
    }()
  }
}

extension TraceEvent.Finding.Kind: ExpressibleByStringLiteral {
  /// Makes the kind with a name.
  ///
  /// - Parameter value: The name in a trace.
  public init(stringLiteral value: String) { self.init(value) }
}

extension TraceEvent.Finding.Kind: Codable {
  /// Reads the name.
  ///
  /// - Parameter decoder: The source of the name.
  /// - Throws: The decoder's error, for anything that is no text.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the name.
  ///
  /// - Parameter encoder: The receiver of the name.
  /// - Throws: The encoder's error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
