extension LoopHunter {
  /// The settings of a hunter that hold for all its hunts.
  ///
  /// ```swift
  /// var configuration = LoopHunter.Configuration.default
  /// configuration.stackLimit = 0  // reports without call stacks
  /// let hunter = LoopHunter(loop: loop, configuration: configuration)
  /// try hunter.attach(to: feedView) { print($0) }
  /// ```
  public struct Configuration: Hashable, Sendable {
    /// The returns of one causal chain to a view, in as many turns, that lead to a report.
    ///
    /// The chain is reported at each multiple of this number. Values below 2 count as 2.
    public var acrossTurnsStreak: Int { didSet { acrossTurnsStreak = max(2, acrossTurnsStreak) } }

    /// The largest number of near misses that are kept; older ones are dropped.
    public var nearMissLimit: Int { didSet { nearMissLimit = max(0, nearMissLimit) } }

    /// The number of pixels per point, for remarks about invisible differences.
    public var scale: Double

    /// The most call stacks that are captured for one detection; 0 for none.
    ///
    /// Together they take the loop's thread less than a millisecond. Functions and lines are looked
    /// up when the report is read.
    public var stackLimit: Int { didSet { stackLimit = max(0, stackLimit) } }

    /// The most bytes of evidence kept while a hunt looks suspicious; the oldest is forgotten.
    ///
    /// The names of views take up to 1.9 MiB more. If the evidence has fewer than three rounds of a
    /// cycle, there is no verdict; 2 MiB hold three rounds of 5 000 views. The minimum is 128 KiB.
    public var evidenceBytes: Int { didSet { evidenceBytes = max(128 << 10, evidenceBytes) } }

    /// True if `lastReport` tests its claims, provided that a `TraceRecorder` recorded the turn.
    public var provesCulprits: Bool

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - acrossTurnsStreak: The number of turns in which a chain of causes must come back to a
    ///     view; by default 60.
    ///   - nearMissLimit: The most near misses that are kept; by default 100.
    ///   - scale: The pixels per point; by default 2.
    ///   - stackLimit: The most call stacks in a report; by default 8.
    ///   - evidenceBytes: The memory for evidence; by default 2 MiB.
    ///   - provesCulprits: True if `lastReport` tests its claims; by default true.
    public init(
      acrossTurnsStreak: Int = 60, nearMissLimit: Int = 100, scale: Double = 2, stackLimit: Int = 8,
      evidenceBytes: Int = 2 << 20, provesCulprits: Bool = true
    ) {
      self.provesCulprits = provesCulprits
      self.evidenceBytes = max(128 << 10, evidenceBytes)
      self.stackLimit = max(0, stackLimit)
      precondition(
        scale > 0 && scale.isFinite,
        "Configuration.scale is \(scale); it is the number of pixels per point. Use 1, 2 or 3.")
      self.scale = scale
      self.acrossTurnsStreak = max(2, acrossTurnsStreak)
      self.nearMissLimit = max(0, nearMissLimit)
    }

    /// 60 turns, 100 near misses, 2 pixels per point, 8 call stacks, 2 MiB of evidence.
    public static let `default` = Configuration()
  }
}
