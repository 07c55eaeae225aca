import LoopCorpus
import LoopHunter
import TestSupport
import Testing

/// Programs that look like loops and settle: a single conviction is one too many.
@Suite("Innocent trees")
struct InnocentTests {
  @Test("a program that looks like a loop and settles is never reported")
  func nearTwins() throws {
    for innocent in Innocent.all {
      let reports = try innocent.reports()
      #expect(
        reports.isEmpty, "\(innocent.name), though \(innocent.because): \(reports.first!.verdict)")
    }
  }

  @Test("a generated loop that ends in time is never reported")
  func endedLoops() throws {
    let base = firstSeed("InnocentTests")
    for seed in base..<base + UInt64(caseCount(1_200, inDebug: 6)) {
      let reports = try GeneratedLoop.reportsIfEnded(seed: seed)
      #expect(
        reports.isEmpty, "\(GeneratedLoop(seed: seed).summary): \(reports.count) reports"
      )
    }
  }
}
