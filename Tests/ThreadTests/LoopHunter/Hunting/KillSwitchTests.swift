import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("The kill switch")
struct KillSwitchTests {
  let loop = TurnLoop()
  let killSwitch = KillSwitch()
  let hunter: LoopHunter
  let plain = isaWord(ofClass: JournalView.self)

  init() {
    hunter = LoopHunter(loop: loop, killSwitch: killSwitch)
  }

  @Test("engaged from another thread, it takes effect before the next layout is counted")
  func fromAnotherThread() async throws {
    let view = JournalView("view")
    let attachment = try hunter.attach(to: view) { _ in }
    layOut(view, times: 2)
    let killSwitch = killSwitch
    Thread { killSwitch.engage() }.start()
    while !killSwitch.isEngaged { await Task.yield() }
    layOut(view, times: 2)
    #expect(attachment.layoutsThisTurn == 2)
    #expect(!attachment.isActive)
    #expect(view.layouts == 4)
  }

  @Test("the class goes back at the next turn boundary, and hunts go on after a release")
  func turnBoundary() throws {
    let view = JournalView("view")
    let window = loop.makeWindow(view)
    let attachment = try hunter.attach(to: view) { _ in }
    loop.event {
      killSwitch.engage()
      #expect(isaWord(of: view) != plain)
    }
    loop.runTurn()
    loop.event { #expect(isaWord(of: view) == plain) }
    loop.runTurn()
    killSwitch.release()
    layOut(view)
    #expect(attachment.layoutsThisTurn == 0)
    loop.event {
      #expect(isaWord(of: view) != plain)
      layOut(view)
      #expect(attachment.layoutsThisTurn == 1)
    }
    loop.runTurn()
    withExtendedLifetime(window) {}
  }

  @Test("engaged and released within one turn, it lets counting resume at the next boundary")
  func pulseWithinTurn() throws {
    let view = JournalView("view")
    let attachment = try hunter.attach(to: view) { _ in }
    loop.event {
      layOut(view, times: 2)
      killSwitch.engage()
      killSwitch.release()
      layOut(view, times: 3)
      #expect(attachment.layoutsThisTurn == 2)
      #expect(!attachment.isActive)
      #expect(hunter.diagnose(view).obstacles == [.killSwitchReleased])
      // Nothing else that looks at the switch lets it go on sooner.
      hunter.isEnabled = false
      hunter.isEnabled = true
      let late = try? hunter.attach(to: JournalView("late")) { _ in }
      #expect(late?.isActive == false)
      layOut(view)
      #expect(attachment.layoutsThisTurn == 2)
    }
    loop.runTurn()
    loop.event {
      #expect(attachment.isActive && hunter.diagnose(view).willFire)
      layOut(view)
      #expect(attachment.layoutsThisTurn == 1)
    }
    loop.runTurn()
  }

  @Test("a hunter that is made while it is engaged begins at a boundary as well")
  func madeWhileEngaged() throws {
    killSwitch.engage()
    let late = LoopHunter(loop: loop, killSwitch: killSwitch)
    killSwitch.release()
    let view = JournalView("view")
    let attachment = try late.attach(to: view) { _ in }
    layOut(view)
    #expect(attachment.layoutsThisTurn == 0 && !attachment.isActive)
    loop.event {}
    loop.runTurn()
    layOut(view)
    #expect(attachment.layoutsThisTurn == 1 && attachment.isActive)
  }

  @Test("engaging and releasing twice is engaging and releasing once")
  func idempotent() {
    for _ in 0..<2 {
      killSwitch.engage()
      killSwitch.engage()
      #expect(killSwitch.isEngaged)
      killSwitch.release()
      killSwitch.release()
      #expect(!killSwitch.isEngaged)
    }
  }

  @Test("it stops a feedback loop's hunt in the middle of a turn")
  func middleOfTurn() throws {
    let killSwitch = killSwitch
    let view = JournalView("view") { view in
      if view.layouts == 10 { killSwitch.engage() }
      if view.layouts < 100 { view.setNeedsLayout() }
    }
    let window = loop.makeWindow(view)
    let attachment = try hunter.attach(to: view, threshold: 10) { _ in Issue.record("fired") }
    loop.event {}
    loop.runTurn()
    #expect(view.layouts == 100)
    #expect(!attachment.isActive)
    withExtendedLifetime(window) {}
  }

  @Test("several hunters share it, and it may be engaged before they exist")
  func shared() throws {
    killSwitch.engage()
    let otherLoop = TurnLoop()
    let others = [
      LoopHunter(loop: loop, killSwitch: killSwitch),
      LoopHunter(loop: otherLoop, killSwitch: killSwitch),
    ]
    let view = JournalView("view")
    let attachments = try others.map { try $0.attach(to: view) { _ in } }
    #expect(isaWord(of: view) == plain)
    #expect(attachments.map(\.isActive) == [false, false])
    killSwitch.release()
    for loop in [loop, otherLoop] {
      loop.event {}
      loop.runTurn()
    }
    #expect(attachments.map(\.isActive) == [true, true])
    layOut(view)
    #expect(attachments.map(\.layoutsThisTurn) == [1, 1])
  }

  @Test("several threads may engage and release it while a loop lays out")
  func hammered() async throws {
    let view = JournalView("view")
    var fired = 0
    try hunter.attach(to: view, threshold: 3) { _ in fired += 1 }
    let killSwitch = killSwitch
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          for round in 0..<20_000 {
            round.isMultiple(of: 2) ? killSwitch.engage() : killSwitch.release()
          }
        }
      }
      for _ in 0..<2_000 {
        loop.event { layOut(view, times: 4) }
        loop.runTurn()
      }
      await group.waitForAll()
    }
    #expect(view.layouts == 8_000)
    #expect(fired <= 2_000)
    killSwitch.engage()
    loop.event {}
    loop.runTurn()
    #expect(isaWord(of: view) == plain)
  }

  @Test("LOOPHUNTER=off engages every switch from the start")
  func environment() async throws {
    let result = await #expect(processExitsWith: .exitCode(7)) {
      setenv("LOOPHUNTER", "off", 1)
      let loop = TurnLoop()
      let hunter = LoopHunter(loop: loop)
      let view = JournalView("view")
      let attachment = try hunter.attach(to: view, threshold: 1) { _ in exit(8) }
      layOut(view, times: 3)
      let isOff = !attachment.isActive && isaWord(of: view) == isaWord(ofClass: JournalView.self)
      exit(isOff && KillSwitch().isEngaged ? 7 : 9)
    }
    try #require(result != nil)
  }

  @Test("other values of the variable engage nothing")
  func otherValues() async throws {
    let result = await #expect(processExitsWith: .exitCode(7)) {
      setenv("LOOPHUNTER", "on", 1)
      exit(KillSwitch().isEngaged ? 9 : 7)
    }
    try #require(result != nil)
  }
}
