import Foundation
import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// Asks for its next layout a turn later, after its layout.
private final class BouncingController: ViewController {
  override func viewDidLayoutSubviews() {
    view.window?.loop.async { [weak self] in self?.view.setNeedsLayout() }
  }
}

@Suite("Reports of loops across turns")
struct CausalHistoryTests {
  @Test("a chain through viewDidLayoutSubviews is one of the view's layouts")
  func chainThroughController() throws {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let controller = BouncingController()
    window.rootViewController = controller
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: loop)
    try hunter.attach(to: controller.view) { reports.append($0) }
    loop.runUntilIdle(limit: 70)
    let report = try #require(reports.first)
    #expect(report.verdict == .acrossTurns(streak: 60))
    #expect(report.culprit?.edge.writer?.path == "Window/View")
    #expect(report.culprit?.edge.action.name == "setNeedsLayout")
  }

  @Test("hops over several views and one-shot timers are found, with the edge that leads back")
  func hops() throws {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let views = (0..<3).map { index in
      let view = GeneratedView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
      view.identifier = "view\(index)"
      return view
    }
    window.addSubview(views[0])
    views[0].addSubview(views[1])
    views[1].addSubview(views[2])
    views[0].onLayout = { _ in views[1].setNeedsLayout() }
    views[1].onLayout = { _ in loop.after(.milliseconds(10)) { views[2].setNeedsLayout() } }
    views[2].onLayout = { _ in loop.async { loop.async { views[0].setNeedsLayout() } } }
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: loop, configuration: .init(acrossTurnsStreak: 12))
    try hunter.attach(to: views[0]) { reports.append($0) }
    loop.runUntilIdle(limit: 60)
    let report = try #require(reports.first)
    #expect(report.verdict == .acrossTurns(streak: 12))
    #expect(report.cycle.map(\.identifier) == ["view0", "view1", "view2"])
    #expect(report.culprit?.edge.writer?.identifier == "view2")
    #expect(report.culprit?.edge.dirtied.identifier == "view0")
    for view in views { view.onLayout = nil }
  }

  @Test("animation, scrolling, polling and a timer that a layout started accuse no view")
  func innocents() throws {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let view = GeneratedView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    window.addSubview(view)
    var timers: [TurnLoop.Timer] = []
    view.onLayout = { view in
      guard timers.isEmpty else { return }
      // Started by a layout, once; each tick lays out again.
      timers.append(
        loop.every(.milliseconds(16), target: view) { view in
          view.frame.size.height = 50 + CGFloat(view.layouts % 7)
        })
    }
    let poll = loop.every(.milliseconds(5), target: view) { $0.setNeedsLayout() }
    let scroll = loop.every(.milliseconds(8), target: view) { $0.bounds.origin.y += 1 }
    var reports: [LoopReport] = []
    // A chain of two would be enough.
    let hunter = LoopHunter(loop: loop, configuration: .init(acrossTurnsStreak: 2))
    try hunter.attach(to: view) { reports.append($0) }
    let turns = caseCount(100_000, inDebug: 4_000)
    while loop.turn < turns { loop.runUntilIdle(limit: 1000) }
    #expect(view.layouts > turns / 2)
    #expect(reports.isEmpty)
    for timer in timers + [poll, scroll] { timer.invalidate() }
  }
}
