import ViewTree

/// Counts the layouts of every view and turn, by class, to find thresholds that fit a program.
///
/// Add it to a loop with `addLayoutObserver`, use the program for a while, and ask for `advice`. A
/// turn with a pass that ended at a limit looped, and is left out.
public final class LayoutCensus: LayoutObserver {
  /// For each class, how often its views had each number of layouts in a turn.
  public var histograms: [String: [Int: Int]] {
    endedTurn == nil ? closed : closed.merging(open) { $0.merging($1, uniquingKeysWith: +) }
  }

  /// The turns that are over.
  private var closed: [String: [Int: Int]] = [:]
  private let register = ViewRegister(capacity: ViewRegister.greatCapacity)
  /// The layouts of this turn.
  private var counts = ViewCounts()
  /// The number of this turn once it ended, for this observer: later ones may still lay out views.
  private var endedTurn: Int?
  private var didHitLimit = false

  /// Makes an empty census.
  public init() {}

  /// A threshold for each class, the busiest class first.
  public var advice: [ThresholdAdvice] {
    histograms.map { ThresholdAdvice(className: $0.key, histogram: $0.value) }
      .sorted { ($1.maximum, $0.className) < ($0.maximum, $1.className) }
  }

  public func layoutEntered(_ view: View) {
    if let endedTurn, view.window?.loop.turn != endedTurn { closeTurn() }
    if register.isFull { closeCounts() }
    _ = counts.add(register.number(of: view))
  }

  public func commitEnded(_ summary: TurnLoop.CommitSummary) {
    if summary.didHitLimit { didHitLimit = true }
  }

  public func forcedPassEnded(_ summary: TurnLoop.CommitSummary) { commitEnded(summary) }

  public func turnEnded(_ turn: Int) {
    if endedTurn != nil { closeTurn() }
    endedTurn = turn
  }

  private func closeTurn() {
    closeCounts()
    (endedTurn, didHitLimit) = (nil, false)
  }

  private func closeCounts() {
    closed.merge(open) { $0.merging($1, uniquingKeysWith: +) }
    counts.removeAll()
    register.forget()
  }

  /// The histograms of the counts of this turn; none if it looped.
  private var open: [String: [Int: Int]] {
    var found: [String: [Int: Int]] = [:]
    if didHitLimit { return found }
    for (number, layouts) in counts.all where number > 0 {
      found[register.className(of: number), default: [:]][layouts, default: 0] += 1
    }
    return found
  }
}
