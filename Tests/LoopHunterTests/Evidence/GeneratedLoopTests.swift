import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite struct GeneratedLoopTests {
  @Test("verdict, cycle, culprit and victims agree with how a loop was generated")
  func generated() throws {
    var seeds = SystemRandomNumberGenerator()
    let base = seeds.next() % 1_000_000_000
    print("GeneratedLoopTests: seeds from \(base)")
    for offset in 0..<UInt64(caseCount(2000, inDebug: 150)) {
      guard try check(seed: base + offset) else { return }
    }
  }

  /// Checks one case; returns whether it was as expected.
  private func check(seed: UInt64) throws -> Bool {
    let expected = GeneratedLoop(seed: seed)
    let rounds = 3 * expected.period + 8
    let order = expectedOrder(of: expected, rounds: rounds)

    guard !order.cycle.isEmpty else {
      Issue.record(
        "seed \(seed): \(expected.kind), period \(expected.period) has no order; \(order.all)")
      return false
    }
    let generated = GeneratedLoop(seed: seed)
    var generator = SeededGenerator(seed: ~seed)
    let hunted = generated.views.filter { order.counts[$0.identifier!] != nil }
      .randomElement(using: &generator)!
    let perPeriod = order.counts[hunted.identifier!]!
    // Half the threshold is seen; that must be three periods and the run-up.
    let threshold = perPeriod * 8 + 20
    let hunter = LoopHunter(loop: generated.loop, configuration: .init(stackLimit: 0))
    var reports: [LoopReport] = []
    try hunter.attach(to: hunted, threshold: threshold) {
      reports.append($0)
      generated.isOver = true
    }
    generated.loop.runTurn()

    let what =
      "seed \(seed): \(generated.kind), period \(generated.period), hunted \(hunted.identifier!)"
    let report = try #require(reports.first, "\(what)")
    let writer = report.culprit?.edge.writer?.identifier
    let cycle = report.cycle.map { $0.identifier! }
    let victims = generated.members.subtracting([writer ?? "", generated.dirtied.identifier!])
    var wrong: [String] = []
    if report.verdict != generated.verdict { wrong.append("\(report.verdict)") }
    if writer != generated.guilty.identifier { wrong.append("writer \(writer ?? "none")") }
    if report.culprit?.edge.action != generated.action {
      wrong.append("action \(report.culprit?.edge.action ?? "none")")
    }
    if report.culprit?.edge.dirtied.identifier != generated.dirtied.identifier {
      wrong.append("dirtied \(report.culprit?.edge.dirtied.identifier ?? "none")")
    }
    if report.cycleLength != order.cycle.count || !isRotation(cycle, of: order.cycle) {
      wrong.append("cycle of \(report.cycleLength): \(cycle), not \(order.cycle)")
    }
    if Set(report.victims.map { $0.identifier! }) != victims {
      wrong.append("victims \(report.victims.map { $0.identifier! })")
    }
    #expect(wrong.isEmpty, "\(what): \(wrong.joined(separator: "; "))")
    return wrong.isEmpty
  }

  /// The smallest repeating order, found naively in a run without any hunter.
  private func expectedOrder(
    of generated: GeneratedLoop, rounds: Int
  ) -> (cycle: [String], counts: [String: Int], all: [[String]]) {
    let journal = OrderJournal()
    let observation = generated.loop.addLayoutObserver(journal)
    let layout = generated.root.onLayout!
    generated.root.onLayout = { view in
      if view.layouts == rounds { generated.isOver = true }
      layout(view)
    }
    generated.loop.runTurn()
    observation.cancel()
    // The piece before the one in which everything stopped is the last whole one.
    let pieces = journal.names.split(separator: "root", omittingEmptySubsequences: false)
      .dropFirst().dropLast().map { ["root"] + $0 }
    for period in 1...generated.period {
      let tail = pieces.suffix(2 * generated.period + period)
      let repeats = tail.indices.dropLast(period).allSatisfy { tail[$0] == tail[$0 + period] }
      guard repeats else { continue }
      let cycle = Array(pieces.suffix(period).joined())
      // Counted over a whole period of geometry.
      let whole = pieces.suffix(generated.period).joined()
      return (cycle, whole.reduce(into: [:]) { $0[$1, default: 0] += 1 }, [])
    }
    return ([], [:], Array(pieces))
  }

  /// Whether the listed views are the cycle from some place on; a long list is cut.
  private func isRotation(_ listed: [String], of cycle: [String]) -> Bool {
    let doubled = cycle + cycle
    return cycle.indices.contains { doubled[$0..<$0 + cycle.count].starts(with: listed) }
      && (listed.count == cycle.count || listed.count == 500)
  }
}
