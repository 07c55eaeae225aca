import Foundation
import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite struct GeneratedLoopTests {
  @Test("verdict, cycle, culprit, accomplices and victims agree with how a loop was generated")
  func generated() throws {
    let base = firstSeed("GeneratedLoopTests")
    let count = caseCount(2000, inDebug: 72)
    var checked = 0
    for seed in base..<base + UInt64(count) {
      guard try check(seed: seed) else { return }
      checked += 1
    }
    #expect(checked == count)
  }

  /// Checks one case; returns whether it was as expected.
  private func check(seed: UInt64) throws -> Bool {
    let order = LayoutOrder(of: seed)
    guard !order.cycle.isEmpty else {
      Issue.record("seed \(seed): no order; \(order.rounds)")
      return false
    }
    let generated = GeneratedLoop(seed: seed)
    var generator = SeededGenerator(seed: ~seed)
    let hunted = generated.views.filter { order.counts[$0.identifier!] != nil }
      .randomElement(using: &generator)!
    let threshold = order.threshold(for: hunted)
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
    let victims = generated.members.subtracting(generated.drivers)
    let accomplices = generated.drivers.subtracting([generated.guilty.identifier!])
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
    if Set(report.accomplices.map { $0.identifier! }) != accomplices {
      wrong.append("accomplices \(report.accomplices.map { $0.identifier! })")
    }
    #expect(wrong.isEmpty, "\(what): \(wrong.joined(separator: "; "))")
    return wrong.isEmpty
  }

  /// Whether the listed views are the cycle from some place on; a long list is cut.
  private func isRotation(_ listed: [String], of cycle: [String]) -> Bool {
    let doubled = cycle + cycle
    return cycle.indices.contains { doubled[$0..<$0 + cycle.count].starts(with: listed) }
      && (listed.count == cycle.count || listed.count == 500)
  }
}
