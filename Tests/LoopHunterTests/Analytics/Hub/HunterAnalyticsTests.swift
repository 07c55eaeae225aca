import Foundation
import HuntSupport
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("Hunters and their hub")
struct HunterAnalyticsTests {
  let loop = TurnLoop()
  let hunter: LoopHunter
  let sink = RecordingSink()

  init() {
    hunter = LoopHunter(
      loop: loop, configuration: .init(acrossTurnsStreak: 5, stackLimit: 0))
    hunter.analytics.throttle = .unlimited
    hunter.analytics.add(sink)
    loop.passLimit = 200
  }

  /// A view that dirties itself until it was laid out so often in a turn.
  private func restless(_ name: String = "restless", until limit: Int = .max) -> JournalView {
    JournalView(name) { if $0.layouts % limit != 0 { $0.setNeedsLayout() } }
  }

  @Test("a crossing is an event at its moment: before the callback and before the original runs")
  func moment() throws {
    let view = restless(until: 10)
    let window = loop.makeWindow(view)
    var order: [String] = []
    let token = hunter.analytics.observe { event in
      order.append("\(event.name.rawValue) after \(view.layouts)")
    }
    try hunter.attach(to: view, threshold: 5) { _ in order.append("callback") }
    loop.runTurn()
    #expect(
      order == ["layout_loop after 5", "callback", "layout_loop_settled after 10"])
    withExtendedLifetime((window, token)) {}
  }

  @Test("the event carries the very report that the callback gets")
  func report() throws {
    let view = restless()
    let window = loop.makeWindow(view)
    var reports: [LoopReport] = []
    try hunter.attach(to: view, threshold: 5) { reports.append($0) }
    loop.runTurn()
    #expect(sink.events.map(\.name) == [.layoutLoop])
    #expect(sink.events.first?.report == reports.first)
    #expect(sink.events.first?.attributes["fingerprint"] == .string(reports[0].fingerprint))
    withExtendedLifetime(window) {}
  }

  @Test("a loop that settles is reported as settled, with the number of its layouts")
  func settled() throws {
    let view = restless(until: 10)
    let window = loop.makeWindow(view)
    try hunter.attach(to: view, threshold: 5) { _ in }
    loop.runTurn()
    let event = try #require(sink.events.last)
    #expect(event.name == .layoutLoopSettled)
    #expect(event.attributes["settled"] == true)
    #expect(event.attributes["layouts"] == 10)
    #expect(event.attributes["fingerprint"] == sink.events[0].attributes["fingerprint"])
    withExtendedLifetime(window) {}
  }

  @Test("a loop that a limit or the hunter ended is not reported as settled")
  func notSettled() throws {
    let view = restless()
    let window = loop.makeWindow(view)
    let attachment = try hunter.attach(to: view, threshold: 5) { _ in }
    loop.runTurn()
    attachment.detach()
    try hunter.attach(to: view, threshold: 5, reaction: .breakLoop) { _ in }
    view.setNeedsLayout()
    loop.runTurn()
    #expect(sink.events.map(\.name) == [.layoutLoop, .layoutLoop])
    #expect(sink.events.map { $0.attributes["broken"] } == [false, true])
    withExtendedLifetime(window) {}
  }

  @Test("a loop across turns has an event of its own")
  func acrossTurns() throws {
    let loop = loop
    let view = JournalView("view") { view in
      loop.async { [unowned view] in view.setNeedsLayout() }
    }
    let window = loop.makeWindow(view)
    try hunter.attach(to: view) { _ in }
    loop.runUntilIdle(limit: 7)
    #expect(sink.events.map(\.name) == [.layoutLoopAcrossTurns])
    #expect(sink.events.first?.attributes["streak"] == 5)
    withExtendedLifetime(window) {}
  }

  @Test("a near miss is an event when its turn is over, identified by its view")
  func nearMiss() throws {
    let first = restless("first", until: 4)
    let second = restless("second", until: 4)
    let window = loop.makeWindow(first, second)
    try hunter.attach(to: first, threshold: 5) { _ in }
    try hunter.attach(to: second, threshold: 5) { _ in }
    loop.runTurn()
    #expect(sink.events.map(\.name) == [.layoutNearMiss, .layoutNearMiss])
    #expect(sink.events.map { $0.attributes["count"] } == [4, 4])
    let fingerprints = sink.drain().map(\.report?.fingerprint)
    #expect(Set(fingerprints).count == 2)
    first.setNeedsLayout()
    second.setNeedsLayout()
    loop.runTurn()
    #expect(sink.events.map(\.report?.fingerprint) == fingerprints)
    withExtendedLifetime(window) {}
  }

  @Test("a near miss of a view that is gone by the end of the turn is still an event")
  func nearMissOfTheDead() throws {
    var view: JournalView? = restless(until: 4)
    let window = loop.makeWindow(view!)
    try hunter.attach(to: view!, threshold: 5) { _ in }
    let token = loop.addObserver(at: .afterCommit, order: 0) {
      view?.removeFromSuperview()
      view = nil
    }
    loop.runTurn()
    #expect(sink.events.map(\.name) == [.layoutNearMiss])
    #expect(hunter.attachments.isEmpty)
    withExtendedLifetime((window, token)) {}
  }

  @Test("repetitions are throttled by the loop's own clock")
  func throttling() throws {
    hunter.analytics.throttle = ThrottlePolicy(
      interval: .seconds(10), budget: EventBudget(limit: 100))
    let view = restless(until: 10)
    let window = loop.makeWindow(view)
    try hunter.attach(to: view, threshold: 5) { _ in }
    for _ in 0..<4 {
      view.setNeedsLayout()
      loop.runTurn()
    }
    loop.advance(by: .seconds(10))
    view.setNeedsLayout()
    loop.runTurn()
    let crossings = sink.events.filter { $0.name == .layoutLoop }
    #expect(crossings.map { $0.attributes["suppressed"] } == [0, 3])
    withExtendedLifetime(window) {}
  }

  @Test("detections without listeners use up no budget and throttle no later listener")
  func unheard() throws {
    let budget = EventBudget(limit: 2)
    let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
    hunter.analytics.throttle.budget = budget
    let view = restless(until: 10)
    let window = loop.makeWindow(view)
    try hunter.attach(to: view, threshold: 5) { _ in }
    loop.runTurn()
    #expect(hunter.attachments.first?.lastReport?.isSettled == true)
    #expect(budget.spent == 0)
    hunter.analytics.add(sink)
    view.setNeedsLayout()
    loop.runTurn()
    #expect(sink.events.map(\.name) == [.layoutLoop, .layoutLoopSettled])
    #expect(budget.spent == 2)
    withExtendedLifetime(window) {}
  }

  @Test("a listener that dirties, lays out and detaches accuses no view")
  func meddling() throws {
    let view = restless(until: 10)
    let other = JournalView("other")
    let window = loop.makeWindow(view, other)
    let attachment = try hunter.attach(to: view, threshold: 5) { _ in }
    try hunter.attach(to: other, threshold: 2) { _ in }
    let token = hunter.analytics.observe { event in
      guard event.name == .layoutLoop else { return }
      for _ in 0..<20 {
        other.setNeedsLayout()
        other.layoutIfNeeded()
      }
      attachment.detach()
    }
    loop.runTurn()
    #expect(other.layouts > 20)
    #expect(Set(sink.events.map(\.attributes["view_path"])).count == 1)
    #expect(sink.events.filter { $0.name == .layoutLoop }.count == 1)
    #expect(!attachment.isActive)
    withExtendedLifetime((window, token)) {}
  }

  @Test("hunters of one thread can share a hub")
  func sharedHub() throws {
    let loop = loop
    let hub = AnalyticsHub(throttle: .unlimited) { loop.now }
    hub.add(sink)
    let view = restless()
    let window = loop.makeWindow(view)
    let hunters = (0..<2).map { _ in
      LoopHunter(loop: loop, configuration: .init(stackLimit: 0), analytics: hub)
    }
    for hunter in hunters {
      #expect(hunter.analytics === hub)
      try hunter.attach(to: view, threshold: 5) { _ in }
    }
    loop.runTurn()
    #expect(sink.events.map(\.name) == [.layoutLoop, .layoutLoop])
    withExtendedLifetime((window, hunters)) {}
  }

  @Test("an event of the last turn is in the file when the hub is closed")
  func lastTurn() throws {
    let folder = TemporaryFolder()
    let view = restless(until: 10)
    let window = loop.makeWindow(view)
    hunter.analytics.add(JSONLinesSink(path: folder.path("loops.jsonl")))
    try hunter.attach(to: view, threshold: 5) { _ in }
    loop.runTurn()
    #expect(hunter.analytics.close(timeout: .generous))
    let text = try String(contentsOfFile: folder.path("loops.jsonl"), encoding: .utf8)
    #expect(text.split(separator: "\n").count == 2)
    withExtendedLifetime(window) {}
  }

  @Test("neither the hub nor its listeners keep a hunter, a loop or a view alive")
  func lifetimes() throws {
    let tracker = LifetimeTracker()
    weak var weakLoop: TurnLoop?
    weak var weakHub: AnalyticsHub?
    do {
      let loop = TurnLoop()
      loop.passLimit = 50
      let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
      let view = JournalView("view") { $0.setNeedsLayout() }
      view.token = tracker.makeToken()
      let window = loop.makeWindow(view)
      hunter.analytics.add(RecordingSink())
      hunter.analytics.observe(view) { _, _ in }
      try hunter.attach(to: view, threshold: 5) { _ in }
      loop.runTurn()
      window.subviews.forEach { $0.removeFromSuperview() }
      weakLoop = loop
      weakHub = hunter.analytics
    }
    #expect(tracker.count == 0)
    #expect(weakLoop == nil)
    #expect(weakHub == nil)
  }
}
