extension TraceEvent {
  /// A finding of another program, as its words or a call stack tell it: a loop, or a hint.
  ///
  /// It holds what was there and nothing else: no geometry, no counts and no layouts, so a replay
  /// runs nothing for it.
  public struct Finding: Hashable, Sendable, Codable {
    /// The largest number of findings of one trace that are kept.
    package static let most = 1_000

    /// The kind of words or of stack, such as `stack.loop` or `qml.binding`.
    public var kind: Kind
    /// The kind of the loop; nil for a hint, which is no loop.
    public var verdict: Verdict?
    /// The classes of the views that it names, that of the culprit first.
    public var views: [String] = []
    /// The functions of one round of a stack, or of the stack beside the words, innermost first.
    public var frames: [String] = []
    /// The code at fault: a function, its file and its line, as far as they are known.
    public var from: String?
    /// The framework's call by which that code entered layout again.
    public var call: String?
    /// The property that the words name.
    public var property: String?
    /// The framework or the tool that reported it.
    public var framework: String?

    /// Describes a finding; set the rest afterwards.
    ///
    /// - Parameters:
    ///   - kind: The kind of words or of stack.
    ///   - verdict: The kind of the loop, or nil for a hint.
    ///   - framework: The framework or the tool that reported it; by default nil, unknown.
    public init(kind: Kind, verdict: Verdict?, framework: String? = nil) {
      (self.kind, self.verdict, self.framework) = (kind, verdict, framework)
    }
  }
}
