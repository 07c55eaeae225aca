import Foundation
import LayoutTrace
import LoopHunter
import LoopScenarios
import TestSupport
import Testing
import ViewTree

@Suite("Watched states")
struct WatchedStatesTests {
  /// A card whose layout changes a state of the app, and asks for its next layout because of it.
  private final class Card: View {
    var isCollapsed = false
    var runs = 0
    var mood = "calm"
    var isLooping = true

    override func layoutSubviews() {
      isCollapsed.toggle()
      runs += 1
      mood = isCollapsed ? "small" : "large"
      if isLooping { setNeedsLayout() }
    }
  }

  private let card = Card(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  private let stage: Stage

  init() {
    card.identifier = "Card"
    stage = Stage(card)
  }

  private func report(
    watching states: [String: WatchedState]
  ) throws -> LoopReport {
    let hunter = LoopHunter(loop: stage.loop)
    let hunt = try hunter.attach(to: card, threshold: 60, watching: states) { _ in }
    stage.run()
    return try #require(hunt.lastReport)
  }

  @Test("a flag that comes back makes the loop oscillate, and has a history of its name")
  func flag() throws {
    let report = try report(watching: ["isCollapsed": { card.isCollapsed }])
    #expect(report.verdict == .oscillating(period: 2))
    let history = try #require(report.geometry.first { $0.property == "isCollapsed" })
    #expect(history.view.name == "Card")
    #expect(Set(history.property.texts(of: history.values)) == ["true", "false"])
  }

  @Test("a number that grows is a drift, a text that comes back an oscillation")
  func numberAndText() throws {
    #expect(
      try report(watching: ["runs": { card.runs }]).verdict
        == .drifting(property: .named("runs"), perRound: 1))
    let other = WatchedStatesTests()
    #expect(
      try other.report(watching: ["mood": { other.card.mood }]).verdict == .oscillating(period: 2))
  }

  @Test("without a state that is watched the same loop is redundant")
  func unwatched() throws {
    #expect(try report(watching: [:]).verdict == .redundant)
  }

  @Test("a replay of the recorded hunt says the same, and is recorded byte for byte")
  func replayed() throws {
    let recorder = try TraceRecorder(stage.loop, to: .memory)
    let live = try report(watching: ["isCollapsed": { card.isCollapsed }, "runs": { card.runs }])
    try recorder.finish()
    let text = String(decoding: recorder.bytes, as: UTF8.self)
    #expect(text.contains(#""name":"isCollapsed","now":"true","before":"false","state":true,"by""#))

    let replayer = try TraceReplayer(.bytes(recorder.bytes, name: "states"))
    let hunter = LoopHunter(loop: replayer.loop)
    var again: LoopHunter.Attachment?
    replayer.onView = { view, _ in
      if view.identifier == "Card" { again = try? hunter.attach(to: view, threshold: 60) { _ in } }
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

  @Test("states are not read before evidence is recorded")
  func unread() throws {
    card.isLooping = false
    var reads = 0
    let hunter = LoopHunter(loop: stage.loop)
    try hunter.attach(
      to: card, threshold: 60,
      watching: [
        "runs": {
          reads += 1
          return card.runs
        }
      ]
    ) { _ in }
    stage.run()
    #expect(card.runs > 0)
    #expect(reads == 0)
  }

  @Test("views that reading a state dirties are not accused")
  func dirtying() throws {
    let other = View(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    other.identifier = "Other"
    stage.window.addSubview(other)
    let report = try report(
      watching: [
        "isCollapsed": {
          other.setNeedsLayout()
          return card.isCollapsed
        }
      ])
    #expect(report.culprit?.edge.writer?.name == "Card")
    #expect(report.culprit?.edge.target.name == "Card")
    #expect(!report.otherEdges.contains { $0.target.name == "Other" })
  }

  @Test("closures are released when the hunt ends, even by one of them")
  func released() throws {
    let tracker = LifetimeTracker()
    let hunter = LoopHunter(loop: stage.loop)
    var hunt: LoopHunter.Attachment?
    hunt = try hunter.attach(
      to: card, threshold: 60,
      watching: [
        "isCollapsed": { [token = tracker.makeToken()] in
          hunt?.detach()
          return withExtendedLifetime(token) { card.isCollapsed }
        }
      ]
    ) { _ in }
    #expect(tracker.count == 1)
    stage.run()
    #expect(hunt?.isActive == false)
    #expect(tracker.count == 0)
  }
}
