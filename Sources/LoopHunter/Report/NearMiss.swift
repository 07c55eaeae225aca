extension LoopHunter {
  /// A view that came past half its threshold in one turn, and not past the threshold.
  public struct NearMiss: Codable, Hashable, Sendable {
    /// The hunted view.
    public var view: ViewReference
    /// The number of layouts that the view may have in one turn.
    public var threshold: Int
    /// The number that it had.
    public var count: Int
    /// The turn.
    public var turn: Int

    /// Makes a near miss.
    ///
    /// - Parameters:
    ///   - view: The hunted view.
    ///   - threshold: How often it might be laid out in one turn.
    ///   - count: How often it was laid out.
    ///   - turn: The number of the turn.
    public init(view: ViewReference, threshold: Int, count: Int, turn: Int) {
      self.view = view
      self.threshold = threshold
      self.count = count
      self.turn = turn
    }
  }
}
