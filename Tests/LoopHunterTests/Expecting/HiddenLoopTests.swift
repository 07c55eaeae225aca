import Foundation
import LayoutTrace
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

  @Test("layouts outside of windows don't count for the test, and all expectations see their loops")
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

  @Test("a view that comes into a window in the middle of its own pass counts before and after")
  func entering() throws {
    let view = GeneratedView("entering")
    view.onLayout = { [unowned window] view in
      if view.layouts == 60 { window.addSubview(view) }
      if view.layouts < 120 { view.setNeedsLayout() }
    }
    let recorder = try TraceRecorder(loop, to: .memory)
    loop.runTurn()
    let found = try reports {
      view.setNeedsLayout()
      view.layoutIfNeeded()
      loop.runTurn()
    }
    // The pass ended early.
    #expect(view.layouts == 102)
    #expect(found.map(\.view.path) == ["Window/entering"], "\(found)")
    try recorder.finish()
    let scan = try TraceScan().run(.bytes(recorder.bytes, name: "entering"))
    #expect(scan.busiest.first?.layouts == 42, "\(scan)")
    #expect(try TraceReplayer(.bytes(recorder.bytes, name: "entering")).run().divergence == nil)
    // Views that wait in the batch go with their tree; nothing is laid out twice for it.
    let (root, child) = (GeneratedView("root"), GeneratedView("child"))
    root.addSubview(child)
    root.onLayout = { [unowned window] in if $0.layouts == 1 { window.addSubview($0) } }
    root.layoutIfNeeded()
    #expect(root.layouts == 2 && child.layouts == 1)
    #expect(!root.needsLayout && !child.needsLayout)
  }

  // MARK: Never idle

  /// Views that together dirty something again in each turn, so that the loop is never idle.
  private func addUnrest(_ kind: String) {
    unowned let loop = loop
    unowned let window = window
    switch kind {
    case "both", "ring":
      let views = (0..<(kind == "both" ? 2 : 17)).map { GeneratedView("view\($0)") }
      for view in views { window.addSubview(view) }
      window.layoutIfNeeded()
      for (index, view) in views.enumerated() {
        unowned let next = views[(index + 1) % views.count]
        view.onLayout = { view in
          loop.async {
            if kind == "both" { view.setNeedsLayout() }
            next.setNeedsLayout()
          }
        }
      }
      views[0].setNeedsLayout()
      if kind == "both" { views[1].setNeedsLayout() }
    case "replaced":
      func add() {
        let view = GeneratedView("replaced")
        view.onLayout = { view in
          loop.async {
            view.removeFromSuperview()
            add()
          }
        }
        window.addSubview(view)
      }
      add()
    default:
      let view = GeneratedView("event")
      view.onLayout = { view in loop.event { view.setNeedsLayout() } }
      window.addSubview(view)
    }
  }

  @Test(
    "a loop that never becomes idle fails, whichever views go on with it",
    arguments: ["both", "ring", "replaced", "event"])
  func unrest(kind: String) throws {
    addUnrest(kind)
    let found = try reports { loop.runUntilIdle(limit: 120) }
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.verdict.kind == "acrossTurns", "\(found)")
    let few = try reports { loop.runUntilIdle(limit: 30) }
    #expect(few == [])
  }

  @Test("steps of many turns that come to an end, and work that the test causes, pass")
  func steps() throws {
    let views = (0..<100).map { GeneratedView("step\($0)") }
    for (index, view) in views.enumerated() where index < 99 {
      let next = views[index + 1]
      view.onLayout = { [unowned window, unowned loop] _ in
        loop.async { window.addSubview(next) }
      }
    }
    window.addSubview(views[0])
    let found = try reports { loop.runUntilIdle() }
    #expect(found == [] && views[99].layouts > 0)
    // A layout that adjusts something in the next turn, each time that the test changes something.
    let view = GeneratedView("adjusting")
    view.onLayout = { [unowned loop] view in
      loop.async { if view.tag != 0 { view.setNeedsLayout() } }
    }
    window.addSubview(view)
    let changed = try reports {
      for turn in 0..<200 {
        view.tag = turn % 2
        view.setNeedsLayout()
        loop.runTurn()
      }
    }
    #expect(changed == [])
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

  /// A window in whose layout the next one opens.
  private final class Toast: Window {
    final class Shown {
      var window: Window?
      var isPosted = false
      var isLoop = true
    }

    private let shown: Shown

    init(_ shown: Shown, _ loop: TurnLoop) {
      self.shown = shown
      super.init(frame: CGRect(x: 0, y: 0, width: 9, height: 9), loop: loop)
    }

    override func layoutSubviews() {
      guard shown.isLoop else { return }
      let open = { [shown, unowned loop] in shown.window = Toast(shown, loop) }
      if shown.isPosted { loop.async(open) } else { open() }
    }
  }

  @Test(
    "windows in whose layouts the next one opens fail, and windows that a timer opens do not",
    arguments: [true, false])
  func windows(isPosted: Bool) throws {
    let loop = TurnLoop()
    let shown = Toast.Shown()
    shown.isPosted = isPosted
    shown.window = Toast(shown, loop)
    #expect(throws: LoopDetected.self) { try loop.expectNoLayoutLoops { loop.runUntilIdle() } }
    shown.isLoop = false
    let timer = loop.every(.seconds(1), target: loop) { shown.window = Toast(shown, $0) }
    try loop.expectNoLayoutLoops { loop.advance(by: .seconds(300)) }
    timer.invalidate()
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

  @Test(
    "rows that a table measures by a prototype are no loop, whether the table is in a window or not",
    arguments: [true, false])
  func measuredRows(isInWindow: Bool) throws {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 99, height: 99), loop: loop)
    let (table, prototype) = (GeneratedView("table"), GeneratedView("prototype"))
    table.onLayout = { _ in
      for _ in 0..<150 {
        prototype.setNeedsLayout()
        prototype.layoutIfNeeded()
      }
    }
    if isInWindow { window.addSubview(table) }
    try loop.expectNoLayoutLoops(allowsNoLayouts: true) { table.layoutIfNeeded() }
    #expect(prototype.layouts == 150)
    prototype.onLayout = { if $0.layouts < 1_000 { $0.setNeedsLayout() } }
    table.setNeedsLayout()
    #expect(throws: LoopDetected.self) {
      try loop.expectNoLayoutLoops(allowsNoLayouts: true) { table.layoutIfNeeded() }
    }
  }

  @Test("a test within the layout of a tree outside any window sees such trees, too")
  func withinOutside() throws {
    let loop = TurnLoop()
    var wasFound = false
    let outer = GeneratedView("outer")
    outer.onLayout = { _ in
      let prototype = GeneratedView("prototype")
      prototype.onLayout = { if $0.layouts < 200 { $0.setNeedsLayout() } }
      do {
        try loop.expectNoLayoutLoops(allowsNoLayouts: true) { prototype.layoutIfNeeded() }
      } catch {
        wasFound = true
      }
    }
    outer.layoutIfNeeded()
    #expect(wasFound)
  }

  /// Forces layouts at the end of a turn.
  private final class Late: LayoutObserver {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    func turnEnded(_ turn: Int) { body() }
  }

  @Test("layouts that an observer forces at the end of a turn count in it")
  func lateLayouts() throws {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 99, height: 99), loop: loop)
    let view = GeneratedView("card")
    view.onLayout = { if $0.layouts % 80 != 0 { $0.setNeedsLayout() } }
    window.addSubview(view)
    #expect(throws: LoopDetected.self) {
      try loop.expectNoLayoutLoops {
        let token = loop.addLayoutObserver(
          Late {
            guard view.layouts < 160 else { return }
            view.setNeedsLayout()
            view.layoutIfNeeded()
          })
        loop.runTurn()
        token.cancel()
      }
    }
  }

  @Test("a known loop that goes on at the end of its turn is known by all evidence of the turn")
  func knownAtTheEnd() throws {
    let file = URL.temporaryDirectory.appending(path: "known-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    var baseline = Baseline()
    for report in try reports(100, { loopingTurn(150, later: 0) }) { _ = baseline.add(report) }
    try Data(baseline.text).write(to: file)
    for (layouts, later) in [(150, 0), (97, 9), (150, 60)] {
      try loop.expectNoLayoutLoops(baseline: file) { loopingTurn(layouts, later: later) }
    }
  }

  /// A turn in which a view dirties itself, even after it ended for observers.
  private func loopingTurn(_ layouts: Int, later: Int) {
    let view = GeneratedView("card")
    view.onLayout = {
      if $0.layouts != layouts, $0.layouts != layouts + later { $0.setNeedsLayout() }
    }
    window.addSubview(view)
    let token = loop.addLayoutObserver(
      Late {
        guard view.layouts < layouts + later else { return }
        view.setNeedsLayout()
        view.layoutIfNeeded()
      })
    loop.runTurn()
    token.cancel()
    view.removeFromSuperview()
  }

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
