import Foundation
import HuntSupport
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("Recurring views")
struct RecurringViewTests {
  let loop = TurnLoop()
  let hunter: LoopHunter
  let view = JournalView("view")
  let window: Window
  let reports = Reports()

  final class Reports {
    var count = 0
  }

  init() throws {
    hunter = LoopHunter(
      loop: loop, configuration: .init(acrossTurnsStreak: 5, stackLimit: 0))
    window = loop.makeSettledWindow(view)
  }

  @discardableResult
  private func hunt(_ view: View) throws -> LoopHunter.Attachment {
    try hunter.attach(to: view, threshold: 10) { [reports] _ in reports.count += 1 }
  }

  /// Turns in which events dirty these views.
  private func turns(_ count: Int, dirtying views: View...) {
    for _ in 0..<count {
      loop.event { for view in views { view.setNeedsLayout() } }
      loop.runTurn()
    }
  }

  /// Path, number of turns, first and last of them.
  private var found: [String] {
    hunter.recurringViews.map { "\($0.view.path) \($0.turns) \($0.firstTurn)-\($0.lastTurn)" }
  }

  @Test("are those that were laid out in enough turns in a row, during and after these turns")
  func turnsInARow() throws {
    try hunt(view)
    turns(4, dirtying: view)
    #expect(found == [])
    turns(1, dirtying: view)
    #expect(found == ["Window/view 5 2-6"])
    turns(3, dirtying: view)
    #expect(found == ["Window/view 8 2-9"])
    turns(3, dirtying: window)
    #expect(found == ["Window/view 8 2-9"])
    turns(6, dirtying: view)
    #expect(found == ["Window/view 8 2-9"])
    turns(3, dirtying: view)
    #expect(found == ["Window/view 9 13-21"])
    #expect(reports.count == 0)
  }

  @Test("a turn without a layout of the view starts the count again")
  func gaps() throws {
    try hunt(view)
    for _ in 0..<20 {
      turns(4, dirtying: view)
      turns(1, dirtying: window)
    }
    #expect(found == [])
  }

  /// The views that recur where events dirty some in six turns, beside a view that no hunter watches and a hunted
  /// one, which each dirty the hunted view.
  private static func recurring(
    dirtying names: [String], _ run: (TurnLoop, () -> Void) throws -> Void
  ) throws -> [String] {
    let scene = try RecurringViewTests()
    let others = [JournalView("other"), JournalView("hunted")]
    for view in others {
      scene.window.addSubview(view)
      view.onLayout = { [view = scene.view] _ in view.setNeedsLayout() }
    }
    scene.loop.runUntilIdle()
    try scene.hunt(scene.view)
    try scene.hunt(others[1])
    let dirtied = (others + [scene.view]).filter { names.contains($0.identifier ?? "") }
    for _ in 1...2 {
      try run(scene.loop) {
        for _ in 1...3 { for view in dirtied { scene.turns(1, dirtying: view) } }
      }
    }
    return scene.hunter.recurringViews.map { "\($0.view.path) \($0.turns)" }.sorted()
  }

  @Test("a test around the turns changes nothing, and nor do the causes that only it follows")
  func inExpectations() throws {
    for (dirtied, expected) in [
      (["view"], ["Window/view 6"]), (["other"], ["Window/view 6"]),
      (["hunted"], ["Window/hunted 6"]), (["view", "other"], ["Window/view 12"]),
    ] {
      #expect(try Self.recurring(dirtying: dirtied) { $1() } == expected)
      #expect(
        try Self.recurring(dirtying: dirtied) { try $0.expectNoLayoutLoops($1) } == expected)
      #expect(
        try Self.recurring(dirtying: dirtied) { loop, body in
          try loop.expectNoLayoutLoops { try loop.expectNoLayoutLoops(body) }
        } == expected)
    }
  }

  @Test("animation, however long, is such a hint and never a report")
  func animation() throws {
    try hunt(view)
    let timer = loop.every(.milliseconds(16), target: view) { $0.frame.size.width += 1 }
    loop.advance(by: .seconds(10))
    #expect(hunter.recurringViews.map(\.turns) == [625])
    #expect(reports.count == 0)
    withExtendedLifetime((window, timer)) {}
  }

  @Test("a view whose layouts have a known cause is not recurring: the chain is followed instead")
  func knownCause() throws {
    try hunt(view)
    view.onLayout = { [loop] view in loop.async { [unowned view] in view.setNeedsLayout() } }
    turns(1, dirtying: view)
    loop.runUntilIdle(limit: 30)
    #expect(found == [])
    #expect(reports.count > 0)
    withExtendedLifetime(window) {}
  }

  @Test("a view that another hunted view dirties is not recurring: the other one is")
  func followers() throws {
    let child = JournalView("child")
    view.addSubview(child)
    view.onLayout = { [unowned child] _ in child.setNeedsLayout() }
    try hunt(view)
    try hunt(child)
    loop.runTurn()
    turns(10, dirtying: view)
    #expect(hunter.recurringViews.map(\.view.path) == ["Window/view"])
    withExtendedLifetime(window) {}
  }

  @Test("a view that crosses its threshold in every turn is a loop and no hint")
  func crossing() throws {
    try hunt(view)
    loop.passLimit = 20
    view.onLayout = { $0.setNeedsLayout() }
    view.setNeedsLayout()
    loop.runUntilIdle(limit: 20)
    #expect(reports.count > 10)
    #expect(found == [])
    // Calm turns right behind it do not add up with those of the loop.
    view.onLayout = nil
    turns(4, dirtying: view)
    #expect(found == [])
    withExtendedLifetime(window) {}
  }

  @Test("forced layouts between two turns make a view recurring, too")
  func forced() throws {
    try hunt(view)
    for _ in 0..<6 {
      view.setNeedsLayout()
      view.layoutIfNeeded()
      loop.runTurn()
    }
    #expect(found == ["Window/view 6 2-7"])
  }

  @Test("outlive the hunt and the view")
  func afterwards() throws {
    let mortal = JournalView("mortal")
    window.addSubview(mortal)
    loop.runTurn()
    try hunt(view).detach()
    let attachment = try hunt(view)
    try hunt(mortal)
    turns(6, dirtying: view, mortal)
    attachment.detach()
    mortal.removeFromSuperview()
    turns(3, dirtying: view)
    #expect(hunter.recurringViews.map(\.turns) == [6, 6])
    #expect(Set(hunter.recurringViews.map(\.view.path)) == ["Window/view", "Window/mortal"])
  }

  @Test("are listed once, whatever the number of hunts")
  func severalHunts() throws {
    try hunt(view)
    try hunt(view)
    turns(9, dirtying: view)
    #expect(hunter.recurringViews.count == 1)
  }

  @Test("are at most 100, and dead ones cost nothing more")
  func bounded() throws {
    let lives = LifetimeTracker()
    for _ in 0..<3 {
      let views = (0..<60).map { JournalView("\($0)") }
      for view in views {
        view.token = lives.makeToken()
        window.addSubview(view)
        try hunt(view)
      }
      for _ in 0..<8 {
        loop.event { for view in views { view.setNeedsLayout() } }
        loop.runTurn()
      }
      for view in views { view.removeFromSuperview() }
      loop.runTurn()
    }
    #expect(hunter.recurringViews.count == 100)
    #expect(lives.count == 0)
  }

  @Test("are not counted while the hunter is off")
  func disabled() throws {
    try hunt(view)
    turns(4, dirtying: view)
    hunter.isEnabled = false
    turns(2, dirtying: view)
    hunter.isEnabled = true
    turns(4, dirtying: view)
    #expect(found == [])
    turns(1, dirtying: view)
    #expect(found.count == 1)
  }
}
