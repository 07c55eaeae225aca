import Foundation
import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// Loops that no count of one view in one turn of the windows shows.
@Suite("Loops outside of windows, across turns and in huge trees, in tests")
struct HiddenLoopTests {
  private let loop = TurnLoop()
  private let window: Window

  init() {
    window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
  }

  private func reports(_ threshold: Int = 100, _ body: () -> Void) throws -> [LoopReport] {
    do {
      try loop.expectNoLayoutLoops(threshold: threshold, body)
      return []
    } catch let error as LoopDetected {
      return error.reports
    }
  }

  // MARK: Outside of windows

  @Test("a view outside of any window that never settles fails the test", arguments: [true, false])
  func detached(isInLayout: Bool) throws {
    let cell = GeneratedView("prototype")
    cell.onLayout = { $0.setNeedsLayout() }
    let host = GeneratedView("host")
    window.addSubview(host)
    let measure = {
      cell.setNeedsLayout()
      cell.layoutIfNeeded()
    }
    if isInLayout { host.onLayout = { _ in measure() } }
    let found = try reports {
      if !isInLayout { measure() }
      loop.runTurn()
    }
    let report = try #require(found.first)
    #expect(found.count == 1 && report.view.identifier == "prototype")
    #expect(report.remarks.contains(.outsideWindow) && report.fingerprint != "")
    // Afterwards nobody looks at it.
    window.setNeedsLayout()
    #expect(try reports { loop.runTurn() } == [])
    measure()
  }

  @Test("of a hunted view whose pass outside of windows ended at its limit nothing wrong is said")
  func huntedOutside() throws {
    let cell = GeneratedView("prototype")
    cell.onLayout = { $0.setNeedsLayout() }
    let hunt = try LoopHunter(loop: loop).attach(to: cell, threshold: 20) { _ in }
    loop.event {
      cell.setNeedsLayout()
      cell.layoutIfNeeded()
    }
    loop.runTurn()
    let report = try #require(hunt.lastReport)
    let text = "\(report)"
    #expect(report.remarks == [.outsideWindow], "\(text)")
    #expect(report.verdict == .undetermined && report.isSettled != true, "\(text)")
    for words in ["settled after", "raise", "higher threshold", "too low"] {
      #expect(!text.contains(words), "\(text)")
    }
  }

  @Test("a wave outside of any window fails at the limit of its pass; each pass counts alone")
  func detachedWave() throws {
    let root = GeneratedView("root")
    let views = (0..<200).map { GeneratedView("cell\($0)") }
    for view in views { root.addSubview(view) }
    root.layoutIfNeeded()
    for (index, view) in views.enumerated() {
      unowned let next = views[(index + 1) % views.count]
      view.onLayout = { _ in next.setNeedsLayout() }
    }
    views[0].setNeedsLayout()
    window.setNeedsLayout()
    let found = try reports {
      root.layoutIfNeeded()
      loop.runTurn()
    }
    #expect(found.count == 1)
    #expect(
      found.first?.remarks.contains(.limit(.batches(10_000), layouts: 10_000, views: 200)) == true)
    // A prototype is measured again and again.
    let cell = GeneratedView("prototype")
    window.setNeedsLayout()
    try loop.expectNoLayoutLoops(threshold: 20) {
      for _ in 0..<300 {
        cell.setNeedsLayout()
        cell.layoutIfNeeded()
      }
      loop.runTurn()
    }
  }

  @Test("layouts outside of windows are none of the test, and all expectations see their loops")
  func detachedNested() throws {
    let cell = GeneratedView("prototype")
    #expect(throws: NoLayouts.self) {
      try loop.expectNoLayoutLoops { cell.layoutIfNeeded() }
    }
    cell.onLayout = { $0.setNeedsLayout() }
    window.setNeedsLayout()
    let found = try reports {
      loop.runTurn()
      _ = try? loop.expectNoLayoutLoops(threshold: 9_999_999) {
        cell.setNeedsLayout()
        cell.layoutIfNeeded()
      }
    }
    #expect(found.map(\.view.identifier) == ["prototype"])
  }

  // MARK: Across turns

  /// A view that is laid out once in each of some turns, each time because of the one before.
  private func addChain(_ turns: Int, by timer: Bool = false, through other: GeneratedView? = nil) {
    let view = GeneratedView("ticker")
    var left = turns
    view.onLayout = { [loop] view in
      guard left > 0 else { return }
      left -= 1
      let target = other ?? view
      let work = { [unowned target] in target.setNeedsLayout() }
      if timer { _ = loop.after(.milliseconds(1), work) } else { loop.async(work) }
    }
    window.addSubview(view)
    if let other { window.addSubview(other) }
    window.layoutIfNeeded()
    other?.onLayout = { [loop, unowned view] _ in loop.async { view.setNeedsLayout() } }
  }

  @Test(
    "one layout per turn, each caused by the one before, fails the test after 60 turns",
    arguments: [("async", 62, true), ("async", 58, false), ("timer", 62, true), ("two", 62, true)])
  func chain(way: String, turns: Int, isLoop: Bool) throws {
    let found = try reports {
      addChain(turns, by: way == "timer", through: way == "two" ? GeneratedView("other") : nil)
      loop.advance(by: .milliseconds(200))
    }
    #expect(!found.isEmpty == isLoop)
    guard isLoop, let report = found.first else { return }
    #expect(found.count == 1 && report.verdict == .acrossTurns(streak: 60))
    #expect(report.cycle.count == (way == "two" ? 2 : 1))
    #expect(report.culprit != nil)
  }

  @Test("layouts of many turns that an app's own timer causes are no chain")
  func ticking() throws {
    let view = GeneratedView("clock")
    window.addSubview(view)
    try loop.expectNoLayoutLoops {
      loop.every(.milliseconds(1), target: view) { $0.setNeedsLayout() }
      loop.advance(by: .milliseconds(200))
    }
    #expect(view.layouts > 190)
  }

  @Test("a hunter sees the same chain inside a test as without one")
  func hunted() throws {
    for isExpected in [false, true] {
      let loop = TurnLoop()
      let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
      let view = GeneratedView("ticker")
      view.onLayout = { [unowned loop] view in loop.async { view.setNeedsLayout() } }
      window.addSubview(view)
      let hunter = LoopHunter(loop: loop)
      var verdicts: [Verdict] = []
      try hunter.attach(to: view) { verdicts.append($0.verdict) }
      let run = { _ = loop.runUntilIdle(limit: 70) }
      if isExpected {
        #expect(throws: LoopDetected.self) { try loop.expectNoLayoutLoops(run) }
      } else {
        run()
      }
      #expect(verdicts == [.acrossTurns(streak: 60)])
    }
  }

  // MARK: Many views

  @Test("more views than a report can name are counted, too")
  func many() throws {
    let root = View()
    window.addSubview(root)
    let views = (0..<17_000).map { _ in GeneratedView(frame: .zero) }
    for view in views { root.addSubview(view) }
    window.layoutIfNeeded()
    for (index, view) in views.enumerated() {
      view.layouts = 0
      view.onLayout = { if $0.layouts < (index == 0 ? 4 : 2) { $0.setNeedsLayout() } }
      view.setNeedsLayout()
    }
    let found = try reports(2) { loop.runTurn() }
    #expect(found.count == 1)
  }
}
