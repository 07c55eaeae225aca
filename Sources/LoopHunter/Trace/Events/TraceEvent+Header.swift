extension TraceEvent {
  /// The first line of a trace: what was recorded, and the limits it ran under.
  public struct Header: Hashable, Sendable {
    /// The newest version of the format that this build reads and writes.
    ///
    /// A recorder writes it where a view has an anchor point, and version 1 otherwise.
    public static let currentVersion = 2
    /// The version without anchor points, which older readers know.
    public static let firstVersion = 1

    /// The version of the format.
    public var version: Int
    /// The program that recorded it.
    public var tool: String?
    /// What was recorded.
    public var title: String?
    /// What other tool's recording the trace was made of, as `loophunt --from` names the formats.
    public var source: String?
    /// The clock that `t` comes from: `virtual` or `wall`.
    public var clock: String?
    /// Pixels per point.
    public var scale: Double?
    /// The largest number of batches one commit could have.
    public var passLimit: Int?
    /// The largest number of nested layout passes.
    public var nestingLimit: Int?

    /// Describes a recording.
    ///
    /// - Parameters:
    ///   - version: The version of the format; the default is the first.
    ///   - tool: The program that records; by default nil, unknown.
    ///   - title: What is recorded; by default nil, unknown.
    ///   - source: The format of the recording that the trace is made of; by default nil, none.
    ///   - clock: The clock of the loop, `virtual` or `wall`; by default nil, unknown.
    ///   - scale: The pixels per point; by default nil, unknown.
    ///   - passLimit: The loop's pass limit; by default nil, unknown.
    ///   - nestingLimit: The loop's nesting limit; by default nil, unknown.
    public init(
      version: Int = TraceEvent.Header.firstVersion, tool: String? = nil, title: String? = nil,
      source: String? = nil, clock: String? = nil, scale: Double? = nil, passLimit: Int? = nil,
      nestingLimit: Int? = nil
    ) {
      self.version = version
      self.tool = tool
      self.title = title
      self.source = source
      self.clock = clock
      self.scale = scale
      self.passLimit = passLimit
      self.nestingLimit = nestingLimit
    }
  }
}
