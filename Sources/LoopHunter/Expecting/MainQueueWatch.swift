import ViewTree

/// Counts the turns in a row in which work of the main queue dirties views.
///
/// Layout may have given it that work: no expectation can follow that, so it says so.
package struct MainQueueWatch {
  private var last = 0
  private var turns = 0
  private var longest = (turns: 0, className: "")

  package init() {}

  /// Notes that such work dirtied a view.
  package mutating func dirtied(_ view: View, turn: Int) {
    guard turn != last || turns == 0 else { return }
    turns = turn == last + 1 ? turns + 1 : 1
    last = turn
    if turns > longest.turns { longest = (turns, view.displayedClassName) }
  }

  /// Says that causes were not followed; nil after too few turns for a loop.
  package var note: String? {
    guard longest.turns >= LoopHunter.Configuration.default.acrossTurnsStreak else { return nil }
    return """
      an expectation cannot follow the main queue, whose work dirtied `\(longest.className)` in \
      \(longest.turns) turns in a row. This is an animation, or a loop whose layouts give it that work. Hunt the \
      view, and look at hunter.recurringViews.
      """
  }
}
