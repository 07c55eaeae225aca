import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("Reactions")
struct ReactionTests {
  let loop = TurnLoop()
  let hunter: LoopHunter

  init() {
    hunter = LoopHunter(loop: loop)
  }

  @Test("breakLoop: at most threshold + 1 originals run in a turn, and the next turn is normal")
  func breakLoop() throws {
    let view = JournalView("view") { $0.setNeedsLayout() }
    let window = loop.makeWindow(view)
    var reports: [LoopReport] = []
    let attachment = try hunter.attach(to: view, threshold: 5, reaction: .breakLoop) {
      reports.append($0)
    }
    loop.runTurn()
    #expect(view.layouts == 6)
    #expect(!loop.lastCommit.didHitLimit)
    #expect(reports.map(\.isBroken) == [true])
    #expect(!window.needsLayout && !view.needsLayout)
    view.setNeedsLayout()
    loop.runTurn()
    #expect(view.layouts == 12)
    #expect(reports.map(\.consecutiveTurns) == [1, 2])
    attachment.detach()
    loop.passLimit = 50
    view.setNeedsLayout()
    loop.runTurn()
    #expect(view.layouts == 62)
  }

  @Test("breakLoop counts the layouts that it leaves out")
  func breakLoopCounts() throws {
    let view = JournalView("view")
    let attachment = try hunter.attach(to: view, threshold: 2, reaction: .breakLoop) { _ in }
    layOut(view, times: 10)
    #expect(attachment.layoutsThisTurn == 10)
    #expect(view.layouts == 3)
  }

  @Test("breakLoop of one attachment does not keep another from reporting")
  func breakAndReport() throws {
    let view = JournalView("view")
    var reports: [Bool] = []
    try hunter.attach(to: view, threshold: 2, reaction: .breakLoop) { reports.append($0.isBroken) }
    try hunter.attach(to: view, threshold: 6) { reports.append($0.isBroken) }
    layOut(view, times: 10)
    #expect(reports == [true, false])
    #expect(view.layouts == 3)
  }

  @Test("breakLoop ends when its hunt is detached or the kill switch is engaged")
  func breakEnds() throws {
    let killSwitch = KillSwitch()
    let hunter = LoopHunter(loop: loop, killSwitch: killSwitch)
    let view = JournalView("view")
    let attachment = try hunter.attach(to: view, threshold: 1, reaction: .breakLoop) { _ in }
    layOut(view, times: 5)
    #expect(view.layouts == 2)
    killSwitch.engage()
    layOut(view)
    #expect(view.layouts == 3)
    // Released, it lets hunts go on from the next turn.
    killSwitch.release()
    layOut(view)
    #expect(view.layouts == 4)
    loop.event {}
    loop.runTurn()
    layOut(view, times: 5)
    #expect(view.layouts == 6)
    attachment.detach()
    layOut(view)
    #expect(view.layouts == 7)
  }

  @Test("breakLoop across turns leaves out the next caused layout, and the loop ends")
  func breakAcrossTurns() throws {
    let loop = loop
    let view = JournalView("view") { view in
      loop.async { [unowned view] in view.setNeedsLayout() }
    }
    let window = loop.makeWindow(view)
    var reports: [LoopReport] = []
    try hunter.attach(to: view, reaction: .breakLoop) { reports.append($0) }
    loop.runUntilIdle(limit: 1000)
    #expect(loop.isIdle)
    #expect(view.layouts == 61)
    #expect(reports.map(\.verdict) == [.acrossTurns(streak: 60)])
    #expect(reports.map(\.isBroken) == [true])
    view.setNeedsLayout()
    loop.runTurn()
    #expect(view.layouts == 62)
    loop.runUntilIdle(limit: 1000)
    withExtendedLifetime(window) {}
  }

  @Test("trap ends the process after the callback, with the view and the counts in the message")
  func trap() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      let hunter = LoopHunter(loop: TurnLoop())
      let view = JournalView("badge")
      try hunter.attach(to: view, threshold: 2, reaction: .trap) { _ in
        print("callback ran")
        fflush(nil)
      }
      layOut(view, times: 2)
      layOut(view)
    }
    let found = try #require(result)
    let message = String(decoding: found.standardErrorContent, as: UTF8.self)
    let output = String(decoding: found.standardOutputContent, as: UTF8.self)
    #expect(message.contains("badge was laid out 3 times in turn 1, but only 2 are allowed"))
    #expect(message.contains("reaction .report"))
    #expect(output.contains("callback ran"))
  }
}
