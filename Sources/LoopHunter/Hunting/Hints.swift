import ViewTree

extension LoopHunter {
  /// A view that passed half its threshold in one turn, but not the threshold.
  public struct NearMiss: Codable, Hashable, Sendable {
    /// The hunted view.
    public var view: ViewReference
    /// The number of layouts that the view may have in one turn.
    public var threshold: Int
    /// The number of layouts that it had.
    public var count: Int
    /// The turn.
    public var turn: Int
    /// The milliseconds that the forced layouts of a page's document took; nil for other views.
    public var milliseconds: Double?
    /// The tasks in a row in which a pair of functions forced layouts of a page's document; nil if it is
    /// not their number that is near its limit.
    public var tasks: Int?

    /// Makes a near miss.
    ///
    /// - Parameters:
    ///   - view: The hunted view.
    ///   - threshold: The number of layouts that it may have in one turn.
    ///   - count: The number of layouts that it had.
    ///   - turn: The number of the turn.
    public init(view: ViewReference, threshold: Int, count: Int, turn: Int) {
      (self.view, self.threshold, self.count, self.turn) = (view, threshold, count, turn)
    }
  }

  /// A hunted view that was laid out in many consecutive turns, each time without a known cause.
  ///
  /// It is a hint, not a finding: animation, scrolling and polling look like this, and so does a
  /// loop through `DispatchQueue.main` or another thread, whose cause cannot be followed.
  public struct RecurringView: Codable, Hashable, Sendable {
    /// The hunted view.
    public var view: ViewReference
    /// The turns in a row in which it was laid out; the longest run, if there were several.
    public var turns: Int
    /// The first of these turns.
    public var firstTurn: Int
    /// The last of them.
    public var lastTurn: Int
    /// The place that dirtied it again, if a recording names it; a hunt does not look for it.
    public var writer: String?

    /// Makes a recurring view.
    ///
    /// - Parameters:
    ///   - view: The hunted view.
    ///   - turns: The number of turns in a row in which it was laid out.
    ///   - firstTurn: The number of the first of them.
    ///   - lastTurn: The number of the last of them.
    ///   - writer: The place that dirtied it again; by default nil, unknown.
    public init(
      view: ViewReference, turns: Int, firstTurn: Int, lastTurn: Int, writer: String? = nil
    ) {
      (self.view, self.turns, self.firstTurn) = (view, turns, firstTurn)
      (self.lastTurn, self.writer) = (lastTurn, writer)
    }
  }
}

extension LoopHunter.RecurringView: CustomStringConvertible {
  /// The hint in words, with what the hunt could not follow.
  public var description: String {
    """
    `\(view.className)` (\(view.path)) was laid out in \(turns) turns in a row (\(firstTurn) to \(lastTurn)), by \
    causes that a hunt cannot follow: an animation, or a loop through the main queue or another thread
    """
  }
}

extension LoopHunter.NearMiss {
  /// The near miss in the form of a report, for its event.
  ///
  /// There is no cycle and no culprit to identify such a view on another device, so its fingerprint
  /// is that of its identifier, or else of its class.
  func report(at time: Duration) -> LoopReport {
    let fingerprint = Fingerprint.make(
      verdict: .undetermined, drivers: [view.identifier ?? view.className], culprit: ["near miss"])
    var report = LoopReport(
      fingerprint: fingerprint, verdict: .undetermined, view: view, threshold: threshold,
      count: count, turn: turn, time: time.nanoseconds)
    report.layouts = count
    return report
  }
}
