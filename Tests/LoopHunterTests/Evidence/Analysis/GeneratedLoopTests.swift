import LoopCorpus
import TestSupport
import Testing

/// Generated loops, whose truth is known, hunted in every way.
@Suite("Generated loops")
struct GeneratedLoopTests {
  /// Parts that run side by side.
  static let parts: UInt64 = 4

  @Test(
    "the report of a generated loop is right, and the same whichever view is hunted",
    arguments: 0..<parts)
  func generated(part: UInt64) throws {
    // The seeds are the same in every run; `make truth` counts wrong reports on others.
    let base = givenSeed ?? 77_609_749
    let end = base + UInt64(caseCount(160, inDebug: 4))
    for seed in stride(from: base + part, to: end, by: Int(Self.parts)) {
      // With half of them there is as much to see as there should be.
      try expectRight(Quarry(generated: seed, isAmple: seed % 2 == 0), seed: seed)
    }
  }

  @Test(
    "layouts before a loop are no round of it, and give its values no direction",
    arguments: [18, 292] as [UInt64])
  func runUps(seed: UInt64) throws { try expectRight(Quarry(generated: seed), seed: seed) }

  @Test("the generator describes a loop correctly when it is not hunted")
  func truths() {
    let base = firstSeed("GeneratedLoopTests.truths")
    for seed in base..<base + UInt64(caseCount(240, inDebug: 1)) {
      let doubts = GeneratedLoop.doubts(seed: seed)
      #expect(doubts.isEmpty, "\(doubts)")
    }
  }
}

/// Expects every answer about a loop to be right; in debug builds those of a few hunts.
func expectRight(_ quarry: Quarry, seed: UInt64) throws {
  #if DEBUG
  let answers = try quarry.sampled(seed: seed).answers()
  #else
  let answers = try quarry.answers()
  #endif
  #expect(!answers.isEmpty, "\(quarry.title): nothing was hunted")
  for answer in answers {
    let judgement = answer.judgement
    #expect(
      judgement.isRight,
      "\(quarry.title), \(answer.hunt): \(judgement.complaints.joined(separator: "; "))")
  }
}
