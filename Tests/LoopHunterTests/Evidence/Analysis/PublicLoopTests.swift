import LoopCorpus
import LoopScenarios
import TestSupport
import Testing

/// Loops from public issues, whose truth was written down before they were hunted.
@Suite("Public loops")
struct PublicLoopTests {
  @Test("the description of a public loop names every view that takes part, and no other")
  func membersAreNamed() {
    for loop in PublicLoop.all {
      let cycle = NaturalCycle(of: loop.build())
      #expect(!cycle.order.isEmpty, "\(loop.name) does not repeat")
      let truth = loop.truth
      let culprits = truth.culprits.flatMap { Array($0.dirtied) + [$0.writer].compactMap { $0 } }
      let named = Set(culprits).union(truth.accomplices).union(truth.victims).union(truth.others)
      // A view that acts in the constraints phase, or is only placed, is not laid out.
      let unnamed = cycle.members.subtracting(named)
      let absent = truth.accomplices.union(truth.victims).subtracting(cycle.members)
      #expect(unnamed.isEmpty, "\(loop.name) leaves out \(unnamed)")
      #expect(absent.isEmpty, "\(loop.name) names \(absent), who take no part")
    }
  }

  @Test("a public loop has a name and a source of its own, and a reason for its truth")
  func described() {
    #expect(PublicLoop.all.count >= 20)
    #expect(Set(PublicLoop.all.map(\.name)).count == PublicLoop.all.count)
    #expect(Set(PublicLoop.all.map(\.source)).count == PublicLoop.all.count)
    for loop in PublicLoop.all {
      #expect(loop.source.hasPrefix("https://"), "\(loop.name)")
      #expect(!loop.because.isEmpty && !loop.summary.isEmpty, "\(loop.name)")
    }
  }

  @Test("the loops that others met have an address each, and come from every kind of framework")
  func found() {
    #expect(FoundLoop.all.count >= 40)
    #expect(FoundInnocent.all.count >= 10)
    let sources = FoundLoop.all.map(\.source)
    #expect(Set(sources).count == sources.count)
    for source in sources + FoundInnocent.all.map(\.source) {
      #expect(source?.hasPrefix("https://") == true)
    }
    let names = (FoundLoop.all + FoundLoop.probes).map(\.name)
    #expect(Set(names).count == names.count)
    // UIKit, AppKit, Android, the web, Qt and WPF, by one repository of each.
    for part in ["FloatingPanel", "iina", "vlayout", "chartjs", "qgis", "dotnet/wpf"] {
      #expect(sources.contains { $0?.contains(part) == true }, "\(part)")
    }
    for loop in FoundLoop.all + FoundLoop.probes {
      #expect(!loop.because.isEmpty && !loop.summary.isEmpty, "\(loop.name)")
    }
  }

  @Test("the report of a scenario is right, and the same whichever view is hunted")
  func scenarios() throws {
    let seed = firstSeed("PublicLoopTests.scenarios")
    for quarry in sample(Scenario.all, oneIn: 6, seed: seed).compactMap(Quarry.init) {
      try expectRight(quarry, seed: seed)
    }
  }

  @Test("the report of an invented loop is right, and the same whichever view is hunted")
  func inventions() throws {
    let seed = firstSeed("PublicLoopTests.inventions")
    for loop in sample(InventedLoop.all, oneIn: 24, seed: seed) {
      try expectRight(Quarry(loop), seed: seed)
    }
  }

  @Test(
    "a deed is the view's whose code it is, and what the engine's rules do accuses nobody",
    arguments: sample(
      [
        "helper-writes-deep", "asked-size", "stack-placed-tells", "mask-follows", "moved-badge",
        "inset-callback",
      ], oneIn: 6, seed: firstSeed("PublicLoopTests.owners")))
  func owners(_ name: String) throws {
    let loop = try #require(InventedLoop.all.first { $0.name == name })
    try expectRight(Quarry(loop), seed: firstSeed("PublicLoopTests.owners"))
  }

  @Test("of a loop whose truth is told in full, the report is right in every column")
  func columns() throws {
    let seed = firstSeed("PublicLoopTests.columns")
    for loop in sample(FoundLoop.all + FoundLoop.probes, oneIn: 96, seed: seed) {
      try expectTold(loop)
    }
  }

  private func expectTold(_ loop: FoundLoop) throws {
    for complaint in try FoundJudgement(loop).complaints {
      #if !DEBUG
      // Optimised code has no frame for a closure that is inlined or called last.
      if complaint.column == .line { continue }
      #endif
      Issue.record("\(loop.name), \(complaint.column.rawValue): \(complaint.text)")
    }
  }

  @Test(
    "a loop whose sentences few others need is told in every column as its truth says",
    arguments: sample(
      [
        "forcing-child", "expanding-card", "flashing-notice", "everybody-writes",
        "knob-and-followers", "restless-rows", "counted-retries",
      ], oneIn: 7, seed: firstSeed("PublicLoopTests.probes")))
  func probes(_ name: String) throws {
    let loop = try #require(FoundLoop.probes.first { $0.name == name })
    try expectTold(loop)
  }

  @Test("a program that looks like a loop and settles is not reported")
  func innocents() throws {
    let seed = firstSeed("PublicLoopTests.innocents")
    for innocent in sample(FoundInnocent.all + FoundInnocent.probes, oneIn: 4, seed: seed) {
      #expect(try innocent.reports().isEmpty, "\(innocent.name)")
    }
  }

  @Test("the report of a public loop is right, and the same whichever view is hunted")
  func answers() throws {
    let seed = firstSeed("PublicLoopTests.answers")
    for loop in sample(PublicLoop.all, oneIn: 14, seed: seed) {
      try expectRight(Quarry(loop), seed: seed)
    }
  }
}
