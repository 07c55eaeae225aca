import LoopScenarios
import ViewTree

/// The order of all layouts, by name.
package final class OrderJournal: LayoutObserver {
  package private(set) var names: [String] = []

  package init() {}

  package func layoutEntered(_ view: View) {
    names.append(view.name)
  }
}

/// The smallest repeating order of layouts, found naively in a run that nobody hunts.
package struct NaturalCycle {
  /// The minimal cycle from some place on, by name; empty if nothing repeats.
  package let order: [String]
  /// The layouts before the order repeats for good, by name.
  package let runUp: [String: Int]

  /// Looks at the later half of a whole run without its end: it begins with a run-up, and its end
  /// may be cut off.
  package init(in names: [String]) {
    let middle = Array(names[names.count / 2..<names.count * 4 / 5])
    let period = (1..<max(1, middle.count / 2)).first { period in
      middle.indices.dropLast(period).allSatisfy { middle[$0] == middle[$0 + period] }
    }
    order = period.map { Array(middle.suffix($0)) } ?? []
    let end = names.count * 4 / 5
    let start = period.map { period in
      names.indices.prefix(max(0, end - period)).last { names[$0] != names[$0 + period] } ?? -1
    }
    runUp = names.prefix((start ?? end - 1) + 1).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// Runs a stage without a hunter.
  package init(of stage: Stage) {
    let journal = OrderJournal()
    let observation = stage.loop.addLayoutObserver(journal)
    stage.run()
    observation.cancel()
    // A recursion is told by its way down; at the nesting limit it comes up again.
    let down = stage.loop.lastCommit.didHitNestingLimit ? stage.loop.nestingLimit : .max
    self.init(in: Array(journal.names.prefix(down)))
  }

  /// True if this many layouts of a view have room for two whole cycles.
  package func isSeen(twiceIn layouts: Int, layoutsOf name: String) -> Bool {
    !order.isEmpty && 2 * order.count { $0 == name } <= layouts
  }

  /// The views that take part.
  package var members: Set<String> { Set(order) }

  /// True if a listed cycle is this one from some place on; a long list is cut at 500.
  package func matches(_ listed: [String], length: Int) -> Bool {
    guard length == order.count, listed.count == min(length, 500) else { return false }
    let doubled = order + order
    return order.indices.contains { doubled[$0..<$0 + order.count].starts(with: listed) }
  }
}
