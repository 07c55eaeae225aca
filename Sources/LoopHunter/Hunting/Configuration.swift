/// A hunter's settings beside those of each attachment.
public struct Configuration: Hashable, Sendable {
  /// How often one causal chain must come back to a view, in as many turns, to be reported.
  ///
  /// It is reported at each multiple of this number. Values below 2 count as 2.
  public var acrossTurnsStreak: Int {
    didSet { acrossTurnsStreak = max(2, acrossTurnsStreak) }
  }

  /// How many near misses are kept, the latest ones.
  public var nearMissLimit: Int {
    didSet { nearMissLimit = max(0, nearMissLimit) }
  }

  public init(acrossTurnsStreak: Int = 60, nearMissLimit: Int = 100) {
    self.acrossTurnsStreak = max(2, acrossTurnsStreak)
    self.nearMissLimit = max(0, nearMissLimit)
  }

  /// 60 turns, 100 near misses.
  public static let `default` = Configuration()
}
