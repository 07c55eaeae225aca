/// The limits from which on the layouts of a page's document are a finding.
package struct PageLimits: Hashable, Sendable {
  /// The number of layouts of one kind, forced or not, that a document may have in one task.
  package var layouts: Int
  /// The milliseconds that at least two forced layouts of a document may take in one task; nil for any.
  package var milliseconds: Double?
  /// The number of consecutive tasks with two layouts forced by one pair from which on it is a finding.
  package var tasks: Int

  /// The milliseconds from which on Chrome calls forced layouts of a task an insight.
  package static let usualMilliseconds = 30
  /// One second of frames.
  package static let usualTasks = 60
  /// The forced layouts in each of the consecutive tasks.
  static let leastPerTask = 2

  package init(
    layouts: Int, milliseconds: Double? = Double(usualMilliseconds), tasks: Int = usualTasks
  ) {
    (self.layouts, self.milliseconds, self.tasks) = (layouts, milliseconds, tasks)
  }

  /// The reason why the layouts of one kind in a task are a finding; nil if they aren't one.
  func reason(_ pairs: [(pair: PagePair, work: PageWork)]) -> LayoutShare.Reason? {
    let sum = pairs.sum
    if sum.layouts > layouts { return .layouts }
    return isSlow(pairs, sum, milliseconds) ? .time : nil
  }

  /// True if the layouts are past half of a limit.
  func areNear(_ pairs: [(pair: PagePair, work: PageWork)]) -> Bool {
    let sum = pairs.sum
    return sum.layouts * 2 > layouts || isSlow(pairs, sum, milliseconds.map { $0 / 2 })
  }

  private func isSlow(
    _ pairs: [(pair: PagePair, work: PageWork)], _ sum: PageWork, _ limit: Double?
  ) -> Bool {
    guard let limit, sum.layouts >= 2, pairs.first?.pair.isForced == true else { return false }
    return sum.milliseconds >= limit
  }
}
