import LoopCorpus
import LoopHunter
import ViewTree

/// The order of all layouts, by name.
private final class OrderJournal: LayoutObserver {
  private(set) var names: [String] = []

  func layoutEntered(_ view: View) { names.append(view.identifier ?? "?") }
}

/// The smallest repeating order of a generated loop, found naively in a run without any hunter.
struct LayoutOrder {
  /// The minimal cycle, by identifier; empty if nothing repeats.
  private(set) var cycle: [String] = []
  /// How often each view is laid out in a whole period of geometry.
  private(set) var counts: [String: Int] = [:]
  /// The rounds, each beginning with the root.
  let rounds: [[String]]

  init(of seed: UInt64) {
    let generated = GeneratedLoop(seed: seed)
    let limit = 3 * generated.period + 8
    let journal = OrderJournal()
    let observation = generated.loop.addLayoutObserver(journal)
    let layout = generated.root.onLayout!
    generated.root.onLayout = { view in
      if view.layouts == limit { generated.isOver = true }
      layout(view)
    }
    generated.loop.runTurn()
    observation.cancel()
    // The round before the one in which everything stopped is the last whole one.
    rounds = journal.names.split(separator: "root", omittingEmptySubsequences: false)
      .dropFirst().dropLast().map { ["root"] + $0 }
    for period in 1...generated.period {
      let tail = rounds.suffix(2 * generated.period + period)
      let repeats = tail.indices.dropLast(period).allSatisfy { tail[$0] == tail[$0 + period] }
      guard repeats else { continue }
      cycle = Array(rounds.suffix(period).joined())
      let whole = rounds.suffix(generated.period).joined()
      counts = whole.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      return
    }
  }

  /// A threshold of which one half has room for three periods and the run-up.
  func threshold(for view: GeneratedView) -> Int { counts[view.identifier!]! * 8 + 20 }
}
