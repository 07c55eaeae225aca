import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// A loop that a hunter broke is a loop for the expectations that begin afterwards, too: they look at a
/// view whose layouts are left out.
@Suite("Expectations that begin after a loop was broken")
struct BrokenBeforeTests {
  private let loop = TurnLoop()
  private let window: Window
  private let view = GeneratedView("broken")
  private let found = Found()

  private final class Found {
    var reports: [LoopReport] = []
  }

  init() {
    window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    view.onLayout = { $0.setNeedsLayout() }
    window.addSubview(view)
  }

  private func breaker(of loop: TurnLoop, acrossTurnsStreak: Int = 60) -> LoopHunter {
    LoopHunter(
      loop: loop, killSwitch: KillSwitch(isEngaged: false),
      configuration: .init(acrossTurnsStreak: acrossTurnsStreak))
  }

  private func expectNone(_ body: () throws -> Void) throws {
    do {
      try loop.expectNoLayoutLoops(body)
    } catch let error as LoopDetected {
      found.reports += error.reports
    }
  }

  /// Breaks the loop in an event, and calls `test` in that event.
  private func afterBreaking(_ test: @escaping () throws -> Void) {
    loop.event { [window] in
      window.layoutIfNeeded()
      do { try test() } catch { Issue.record(error) }
    }
    loop.runTurn()
  }

  private func layOutAgain() {
    view.setNeedsLayout()
    window.layoutIfNeeded()
  }

  @Test(
    "a view whose layouts are left out fails, even if the hunter belongs to another loop",
    arguments: [true, false])
  func sameTurn(isOwnLoop: Bool) throws {
    let hunter = breaker(of: isOwnLoop ? loop : TurnLoop())
    try hunter.attach(to: view, threshold: 4, reaction: .breakLoop) { _ in }
    afterBreaking { try expectNone(layOutAgain) }
    #expect(found.reports.map(\.view.path) == ["Window/broken"])
    #expect(found.reports.first?.isBroken == true)
  }

  @Test("a view of a hunted tree that left and came back in between fails")
  func tree() throws {
    let hunter = breaker(of: loop)
    try hunter.attach(toTree: window, threshold: 4, reaction: .breakLoop) { _ in }
    afterBreaking { [window, view] in
      view.removeFromSuperview()
      window.addSubview(view)
      try expectNone(layOutAgain)
    }
    #expect(found.reports.map(\.view.path) == ["Window/broken"])
  }

  @Test("each of two expectations fails, one inside the other")
  func nested() throws {
    let hunter = breaker(of: loop)
    try hunter.attach(to: view, threshold: 4, reaction: .breakLoop) { _ in }
    afterBreaking { try expectNone { try expectNone(layOutAgain) } }
    #expect(found.reports.count == 2)
  }

  @Test("an expectation fails inside one that saw the loop being broken")
  func inner() throws {
    let hunter = breaker(of: loop)
    try hunter.attach(to: view, threshold: 4, reaction: .breakLoop) { _ in }
    try expectNone { afterBreaking { try expectNone(layOutAgain) } }
    #expect(found.reports.count == 2)
  }

  @Test("forcing a broken prototype outside any window fails")
  func prototype() throws {
    let cell = GeneratedView("prototype")
    cell.onLayout = { $0.setNeedsLayout() }
    let hunter = breaker(of: loop)
    try hunter.attach(to: cell, threshold: 4, reaction: .breakLoop) { _ in }
    view.onLayout = nil
    cell.layoutIfNeeded()
    try expectNone {
      cell.setNeedsLayout()
      cell.layoutIfNeeded()
      loop.runTurn()
    }
    #expect(found.reports.map(\.view.identifier) == ["prototype"])
  }

  @Test("an expectation fails that begins before the layout which breaks a chain across turns")
  func acrossTurns() throws {
    view.onLayout = { [unowned loop] view in loop.async { view.setNeedsLayout() } }
    let hunter = breaker(of: loop, acrossTurnsStreak: 10)
    var broken = false
    try hunter.attach(to: view, reaction: .breakLoop) { _ in broken = true }
    while !broken { loop.runTurn() }
    try expectNone { loop.runUntilIdle(limit: 20) }
    #expect(found.reports.map(\.verdict) == [.acrossTurns(streak: 10)])
  }

  @Test("nothing fails where the layouts of the test are not left out")
  func innocent() throws {
    let other = GeneratedView("other")
    window.addSubview(other)
    let hunter = breaker(of: loop)
    try hunter.attach(to: view, threshold: 4, reaction: .breakLoop) { _ in }
    afterBreaking { [window] in
      try expectNone {
        other.setNeedsLayout()
        window.layoutIfNeeded()
      }
    }
    view.onLayout = nil
    view.setNeedsLayout()
    try expectNone { loop.runTurn() }
    #expect(found.reports.isEmpty)
  }
}
