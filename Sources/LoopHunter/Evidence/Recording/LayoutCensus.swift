import ViewTree

/// Counts the layouts of every view and turn, by class, to find thresholds that fit a program.
///
/// Add it to a loop with `addLayoutObserver`, use the program for a while, and ask for `advice`. A
/// turn with a pass that ended at a limit looped, and is left out.
public final class LayoutCensus: LayoutObserver {
  /// For each class, how often its views had each number of layouts in a turn.
  public private(set) var histograms: [String: [Int: Int]] = [:]

  private let register = ViewRegister(capacity: ViewRegister.greatCapacity)
  /// The layouts of this turn.
  private var counts = ViewCounts()
  private var didHitLimit = false

  /// Makes an empty census.
  public init() {}

  /// A threshold for each class, the busiest class first.
  public var advice: [ThresholdAdvice] {
    histograms.map { ThresholdAdvice(className: $0.key, histogram: $0.value) }
      .sorted { ($1.maximum, $0.className) < ($0.maximum, $1.className) }
  }

  public func layoutEntered(_ view: View) {
    if register.isFull { closeTurn() }
    _ = counts.add(register.number(of: view))
  }

  public func commitEnded(_ summary: TurnLoop.CommitSummary) {
    if summary.didHitLimit { didHitLimit = true }
  }

  public func forcedPassEnded(_ summary: TurnLoop.CommitSummary) { commitEnded(summary) }

  public func turnEnded(_ turn: Int) {
    closeTurn()
    didHitLimit = false
  }

  private func closeTurn() {
    if !didHitLimit {
      for (number, layouts) in counts.all where number > 0 {
        histograms[register.className(of: number), default: [:]][layouts, default: 0] += 1
      }
    }
    counts.removeAll()
    register.forget()
  }
}
