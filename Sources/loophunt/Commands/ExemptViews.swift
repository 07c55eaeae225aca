import LayoutTrace
import LoopHunter
import ViewTree

/// Counts the layouts of views that a rule exempts, and finds those that a run without it might report.
///
/// Nothing is reported of them. But a known loop that was not seen is not gone if such a view may have it.
final class ExemptViews: LayoutObserver {
  /// The rule of a view, and its layouts so far.
  private struct Count {
    var rule: Int
    /// The most layouts in a turn that its rule lets pass; nil for any number.
    var limit: Int?
    var layouts = 0
    /// The number of turns in which it was laid out.
    var turns = 0
  }

  /// The layouts that a view without a rule may have in a turn.
  private let threshold: Int
  private let number: (View) -> Int?
  private var counts: [Int: Count] = [:]
  /// The numbers of the views that were laid out in this turn.
  private var touched: [Int] = []
  private var suspects: [Int: Set<Int>] = [:]

  init(threshold: Int, number: @escaping (View) -> Int?) {
    (self.threshold, self.number) = (threshold, number)
  }

  /// Counts the layouts of a view from now on, if its rule lets more pass than others may have.
  func watch(_ view: View, rule: Int, limit: Int?) {
    guard limit.map({ $0 > threshold }) ?? true, let number = number(view) else { return }
    counts[number] = Count(rule: rule, limit: limit)
  }

  /// The number of a rule's views that may have a loop.
  func suspects(of rule: Int) -> Int { suspects[rule]?.count ?? 0 }

  /// True if the rule of a view ignores it; nil if no rule that lets more pass was found for it.
  func ignores(_ view: View) -> Bool? {
    number(view).flatMap { counts[$0] }.map { $0.limit == nil }
  }

  func layoutEntered(_ view: View) {
    guard let number = number(view), let layouts = counts[number]?.layouts else { return }
    if layouts == 0 { touched.append(number) }
    counts[number]?.layouts += 1
  }

  func turnEnded(_ turn: Int) {
    for number in touched {
      guard var count = counts[number] else { continue }
      count.turns += 1
      // A count past the rule's own limit is reported, and so is a chain of a view that is hunted.
      let isPassed =
        count.layouts > threshold && count.limit.map { count.layouts <= $0 } ?? true
      let mayBeChain =
        count.limit == nil
        && count.turns >= LoopHunter.Configuration.default.acrossTurnsStreak
      if isPassed || mayBeChain { suspects[count.rule, default: []].insert(number) }
      count.layouts = 0
      counts[number] = count
    }
    touched.removeAll(keepingCapacity: true)
  }

  func commitEnded(_ summary: TurnLoop.CommitSummary) { passEnded(summary) }

  func forcedPassEnded(_ summary: TurnLoop.CommitSummary) { passEnded(summary) }

  /// Notes the ignored views of a pass that ended at its limit.
  private func passEnded(_ summary: TurnLoop.CommitSummary) {
    guard summary.didHitLimit else { return }
    for number in touched {
      if let count = counts[number], count.limit == nil {
        suspects[count.rule, default: []].insert(number)
      }
    }
  }
}
