import Foundation
import LayoutTrace
import LoopCorpus
import LoopHunter
import LoopScenarios
import TestSupport
import Testing
import ViewTree

extension ValueLoop: CustomTestStringConvertible {
  public var testDescription: String { property }
}

extension Stage {
  /// Makes a screen with some views, the first of which is hunted.
  fileprivate convenience init(showing views: [View]) {
    let screen = GeneratedView("Screen")
    for view in views { screen.addSubview(view) }
    self.init(screen)
    suspect = views[0]
  }
}

@Suite("Values beyond frames")
struct LoopEvidenceValuesTests {
  private static let seed = firstSeed("LoopEvidenceValuesTests")

  /// The loops that are hunted: debug builds take one of twelve.
  private static func some(_ loops: [ValueLoop]) -> [ValueLoop] {
    sample(loops, oneIn: 12, seed: seed)
  }

  @Test(
    "a value that comes back after two rounds makes the loop oscillate",
    arguments: some(ValueLoop.oscillating))
  func comesBack(_ loop: ValueLoop) throws {
    try expect(.oscillating(period: 2), of: loop)
  }

  @Test(
    "a value that grows by one in each round makes the loop drift",
    arguments: some(ValueLoop.drifting))
  func grows(_ loop: ValueLoop) throws {
    try expect(.drifting(property: LoopProperty(name: loop.property), perRound: 1), of: loop)
  }

  /// Expects the verdict and the value, in a live hunt and, with the same fingerprint, in a replay.
  private func expect(_ verdict: Verdict, of loop: ValueLoop) throws {
    let stage = loop.stage()
    let recorder = try TraceRecorder(stage.loop, to: .memory)
    let hunt = try LoopHunter(loop: stage.loop).attach(to: stage.suspect, threshold: 60) { _ in }
    stage.run()
    try recorder.finish()
    let live = try #require(hunt.lastReport)
    #expect(live.verdict == verdict)
    let names = live.geometry.map(\.property.name)
    let root = loop.property.prefix { $0 != "." }
    #expect(names.contains { $0 == root || $0.hasPrefix(root + ".") }, "\(names)")

    let replayer = try TraceReplayer(.bytes(recorder.bytes, name: loop.property))
    let hunter = LoopHunter(loop: replayer.loop)
    var again: LoopHunter.Attachment?
    replayer.onView = { view, _ in
      if view.identifier == "Host" { again = try? hunter.attach(to: view, threshold: 60) { _ in } }
    }
    let copy = try TraceRecorder(replaying: replayer, to: .memory)
    try replayer.run()
    try copy.finish()
    let replayed = try #require(again?.lastReport)
    #expect(replayed.verdict == live.verdict)
    #expect(replayed.fingerprint == live.fingerprint)
    #expect(replayed.geometry == live.geometry)
    #expect(copy.bytes == recorder.bytes)
  }

  @Test("two views that add a third one in turn fight over it")
  func owners() throws {
    let child = GeneratedView("Child")
    let (first, second) = (GeneratedView("First"), GeneratedView("Second"))
    for owner in [first, second] { owner.onLayout = { $0.addSubview(child) } }
    let stage = Stage(showing: [first, second])
    let hunt = try LoopHunter(loop: stage.loop).attach(to: first, threshold: 60) { _ in }
    stage.run()
    let report = try #require(hunt.lastReport)
    #expect(report.verdict == .oscillating(period: 1))
    let history = try #require(report.geometry.first { $0.property == "superview" })
    #expect(history.view.name == "Child")
    #expect(Set(history.property.texts(of: history.values)) == ["First", "Second"])
  }

  @Test("a number of rows that are replaced has no owner to follow")
  func replaced() throws {
    let host = GeneratedView("Host")
    host.onLayout = { host in
      for view in host.subviews { view.removeFromSuperview() }
      for _ in 0..<3 { host.addSubview(GeneratedView("Row")) }
    }
    let stage = Stage(showing: [host])
    let hunt = try LoopHunter(loop: stage.loop).attach(to: host, threshold: 60) { _ in }
    stage.run()
    let report = try #require(hunt.lastReport)
    #expect(report.verdict == .redundant)
    #expect(!report.geometry.contains { $0.property == "superview" })
  }
}
