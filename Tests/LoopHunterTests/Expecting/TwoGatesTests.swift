import Foundation
import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// A loop that somebody broke is a loop.
@Suite("Expectations beside hunters and other expectations")
struct TwoGatesTests {
  private let loop = TurnLoop()
  private let window: Window

  init() {
    window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
  }

  @discardableResult
  private func addLooping(_ name: String, from first: Int = 1) -> GeneratedView {
    let view = GeneratedView(name)
    view.onLayout = { if $0.layouts >= first { $0.setNeedsLayout() } }
    window.addSubview(view)
    return view
  }

  private func reports(_ threshold: Int = 100, _ body: () throws -> Void) throws -> [LoopReport] {
    do {
      try loop.expectNoLayoutLoops(threshold: threshold, body)
      return []
    } catch let error as LoopDetected {
      return error.reports
    }
  }

  private func hunter(of loop: TurnLoop) -> LoopHunter {
    LoopHunter(loop: loop, killSwitch: KillSwitch(isEngaged: false))
  }

  @Test("a hunter that breaks a loop below the threshold does not hide it")
  func broken() throws {
    let view = addLooping("broken")
    let hunter = hunter(of: loop)
    try hunter.attach(to: view, threshold: 20, reaction: .breakLoop) { _ in }
    let found = try reports { loop.runTurn() }
    #expect(found.map(\.view.path) == ["Window/broken"])
    #expect(found.first?.isBroken == true && found.first?.threshold == 20)
    #expect(!loop.lastCommit.didHitLimit)
  }

  @Test("a hunter of another loop that breaks a loop does not hide it")
  func otherLoop() throws {
    let view = addLooping("broken")
    let hunter = hunter(of: TurnLoop())
    try hunter.attach(to: view, threshold: 20, reaction: .breakLoop) { _ in }
    #expect(try reports { loop.runTurn() }.count == 1)
  }

  @Test("a hunter that had nothing to break, or only reports, changes nothing")
  func quiet() throws {
    let view = GeneratedView("quiet")
    view.onLayout = { if $0.layouts < 30 { $0.setNeedsLayout() } }
    window.addSubview(view)
    let hunter = hunter(of: loop)
    try hunter.attach(to: view, threshold: 40, reaction: .breakLoop) { _ in }
    var fired = 0
    try hunter.attach(to: view, threshold: 10) { _ in fired += 1 }
    #expect(try reports { loop.runTurn() } == [])
    #expect(fired == 1)
  }

  @Test(
    "nested expectations both fail, whichever has the lower threshold", arguments: [true, false])
  func nested(innerIsLower: Bool) throws {
    addLooping("looping")
    var inner: [LoopReport] = []
    let outer = try reports(innerIsLower ? 100 : 20) {
      inner = try reports(innerIsLower ? 20 : 100) { loop.runTurn() }
    }
    #expect(inner.map(\.view.path) == ["Window/looping"])
    #expect(outer.map(\.fingerprint) == inner.map(\.fingerprint))
    #expect(loop.passLimit == 10_000)
  }

  @Test("an inner expectation sees the loop behind one that the outer one found before")
  func behind() throws {
    let first = addLooping("first")
    var inner: [LoopReport] = []
    let outer = try reports {
      loop.runTurn()
      first.onLayout = nil
      addLooping("second")
      inner = try reports { loop.runTurn() }
    }
    #expect(inner.map(\.view.path) == ["Window/second"])
    #expect(outer.map(\.view.path) == ["Window/first", "Window/second"])
    #expect(loop.passLimit == 10_000)
  }

  @Test("each expectation judges by its own baseline, and a kept trace has the broken turn")
  func judged() throws {
    let view = addLooping("looping")
    let file = try baseline(of: view)
    let trace = URL.temporaryDirectory.appending(path: "kept-\(UUID()).jsonl")
    defer { for place in [file, trace] { try? FileManager.default.removeItem(at: place) } }
    try loop.expectNoLayoutLoops(baseline: file) {
      #expect(throws: LoopDetected.self) { try loop.expectNoLayoutLoops(threshold: 50) }
    }
    let hunter = hunter(of: loop)
    try hunter.attach(to: view, threshold: 20, reaction: .breakLoop) { _ in }
    view.setNeedsLayout()
    #expect(throws: LoopDetected.self) { try loop.expectNoLayoutLoops(recordFailures: trace) }
    #expect(FileManager.default.fileExists(atPath: trace.path))
  }

  @Test("a known loop that settles in each turn explains no chain across turns")
  func settles() throws {
    let view = GeneratedView("card")
    var goesOn = false
    unowned let loop = loop
    view.onLayout = { view in
      if view.layouts % 150 != 0 {
        view.setNeedsLayout()
      } else if goesOn {
        loop.async { [unowned view] in view.setNeedsLayout() }
      }
    }
    window.addSubview(view)
    let file = try baseline(of: view)
    defer { try? FileManager.default.removeItem(at: file) }
    view.layouts = 0
    try loop.expectNoLayoutLoops(baseline: file) { loop.runUntilIdle(limit: 200) }
    (goesOn, view.layouts) = (true, 0)
    view.setNeedsLayout()
    #expect(throws: LoopDetected.self) {
      try loop.expectNoLayoutLoops(baseline: file) { loop.runUntilIdle(limit: 80) }
    }
  }

  /// A baseline that knows the loop of a view, in a file.
  private func baseline(of view: GeneratedView) throws -> URL {
    let file = URL.temporaryDirectory.appending(path: "known-\(UUID()).json")
    let report = try #require(try reports { loop.runTurn() }.first)
    var baseline = Baseline()
    let added = baseline.add(report)
    #expect(added)
    try Data(baseline.text).write(to: file)
    view.setNeedsLayout()
    return file
  }

  @Test(
    "a known loop with a refused layout explains no chain across turns, of its view or of another")
  func refusedBesideChains() throws {
    unowned let loop = loop
    loop.nestingLimit = 10
    let card = GeneratedView("card")
    card.onLayout = { view in
      guard view.layouts % 30 != 0 else { return }
      view.setNeedsLayout()
      view.layoutIfNeeded()
    }
    window.addSubview(card)
    let file = URL.temporaryDirectory.appending(path: "known-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    var baseline = Baseline()
    for report in try reports(20, { loop.runTurn() }) { _ = baseline.add(report) }
    try Data(baseline.text).write(to: file)
    card.setNeedsLayout()
    try loop.expectNoLayoutLoops(threshold: 20, baseline: file) { loop.runTurn() }
    let lone = GeneratedView("lone")
    lone.onLayout = { view in loop.async { [unowned view] in view.setNeedsLayout() } }
    window.addSubview(lone)
    #expect(throws: LoopDetected.self) {
      try loop.expectNoLayoutLoops(threshold: 20, baseline: file) {
        for _ in 0..<130 {
          card.setNeedsLayout()
          loop.runTurn()
        }
      }
    }
  }

  @Test("a loop that only the outer expectation knows ends no pass in which it has more to see")
  func innerEnd() throws {
    let known = addLooping("looping")
    let file = try baseline(of: known)
    defer { try? FileManager.default.removeItem(at: file) }
    let late = GeneratedView("late")
    late.onLayout = { if $0.layouts < 190 || $0.layouts > 200 { $0.setNeedsLayout() } }
    window.addSubview(late)
    var (inner, outer): ([LoopReport], [LoopReport]) = ([], [])
    do {
      try loop.expectNoLayoutLoops(threshold: 150, baseline: file) {
        inner = try reports { loop.runTurn() }
      }
    } catch let error as LoopDetected {
      outer = error.reports
    }
    #expect(inner.map(\.view.path).sorted() == ["Window/late", "Window/looping"])
    #expect(outer.map(\.view.path) == ["Window/late"])
    #expect(loop.passLimit == 10_000)
  }

  @Test("an inner expectation sees a chain across turns after the outer one found a loop")
  func innerChain() throws {
    let first = addLooping("first")
    var inner: [LoopReport] = []
    let outer = try reports {
      loop.runTurn()
      first.onLayout = nil
      let ticker = GeneratedView("ticker")
      ticker.onLayout = { [unowned loop] view in loop.async { view.setNeedsLayout() } }
      window.addSubview(ticker)
      inner = try reports { loop.runUntilIdle(limit: 80) }
    }
    #expect(inner.map(\.verdict) == [.acrossTurns(streak: 60)])
    #expect(outer.first?.view.path == "Window/first")
  }

  @Test("a hunter of another loop that breaks a loop outside of any window does not hide it")
  func brokenOutside() throws {
    let cell = GeneratedView("prototype")
    cell.onLayout = { $0.setNeedsLayout() }
    let hunter = hunter(of: TurnLoop())
    try hunter.attach(to: cell, threshold: 20, reaction: .breakLoop) { _ in }
    window.setNeedsLayout()
    let found = try reports {
      cell.setNeedsLayout()
      cell.layoutIfNeeded()
      loop.runTurn()
    }
    #expect(found.map(\.view.identifier) == ["prototype"])
  }

  @Test("an expectation in the callback of a hunt sees loops outside of any window, too")
  func inCallback() throws {
    let view = addLooping("looping")
    let cell = GeneratedView("prototype")
    cell.onLayout = { $0.setNeedsLayout() }
    let hunter = hunter(of: loop)
    var found: [LoopReport] = []
    try hunter.attach(to: view, threshold: 20) { [loop] _ in
      do {
        try loop.expectNoLayoutLoops(allowsNoLayouts: true) {
          cell.setNeedsLayout()
          cell.layoutIfNeeded()
        }
      } catch {
        found = (error as? LoopDetected)?.reports ?? []
      }
    }
    loop.runTurn()
    #expect(found.map(\.view.identifier) == ["prototype"])
  }
}
