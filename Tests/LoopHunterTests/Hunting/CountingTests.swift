import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("Counting")
struct CountingTests {
  let loop = TurnLoop()
  let hunter: LoopHunter

  init() {
    hunter = LoopHunter(loop: loop)
  }

  @Test(
    "the callback runs at the entry of layout threshold + 1, before the original",
    arguments: [
      1, 2, 3, 5, 10, 100,
    ])
  func firesOnEntry(threshold: Int) throws {
    let view = JournalView("view")
    var layoutsAtReport: [Int] = []
    var count: Int?
    try hunter.attach(to: view, threshold: threshold) {
      layoutsAtReport.append(view.layouts)
      count = $0.count
    }
    layOut(view, times: threshold)
    #expect(layoutsAtReport.isEmpty)
    layOut(view, times: 1000)
    #expect(layoutsAtReport == [threshold])
    #expect(count == threshold + 1)
    #expect(view.layouts == threshold + 1000)
  }

  @Test("a tree outside any window counts in the turn of the hunter's loop")
  func outsideWindow() throws {
    let parent = JournalView("parent")
    let child = JournalView("child")
    parent.addSubview(child)
    var fired = 0
    let attachment = try hunter.attach(to: child, threshold: 2) { _ in fired += 1 }
    for _ in 0..<3 {
      child.setNeedsLayout()
      parent.layoutIfNeeded()
    }
    #expect(attachment.layoutsThisTurn == 3)
    #expect(fired == 1)
    loop.event {}
    loop.runTurn()
    #expect(attachment.layoutsThisTurn == 0)
  }

  @Test("thresholds below 1 throw an error and change nothing", arguments: [0, -1, Int.min])
  func thresholdTooLow(threshold: Int) throws {
    let view = JournalView("view")
    let error = #expect(throws: LoopHunterError.thresholdTooLow(threshold)) {
      try hunter.attach(to: view, threshold: threshold) { _ in }
    }
    #expect(error?.description.contains("at least 1") == true)
    #expect(throws: LoopHunterError.thresholdTooLow(threshold)) {
      try hunter.attach(toTree: view, threshold: threshold) { _ in }
    }
    #expect(isaWord(of: view) == isaWord(ofClass: JournalView.self))
    #expect(hunter.attachments.isEmpty)
  }

  @Test("the highest threshold never fires")
  func highestThreshold() throws {
    let view = JournalView("view")
    let attachment = try hunter.attach(to: view, threshold: .max) { _ in Issue.record("fired") }
    layOut(view, times: 10_000)
    #expect(attachment.threshold == .max)
    #expect(attachment.layoutsThisTurn == 10_000)
  }

  @Test("layouts that a callback forces run and are not counted, for no hunter of the loop")
  func callbackIsNotCounted() throws {
    let view = JournalView("view")
    let other = JournalView("other")
    let window = loop.makeSettledWindow(view, other)
    var fired = 0
    let second = LoopHunter(loop: loop)
    let onOther = try second.attach(to: other) { _ in }
    let attachment = try hunter.attach(to: view, threshold: 2) { _ in
      fired += 1
      layOut(view, times: 50)
      view.setNeedsLayout()
      other.setNeedsLayout()
      window.layoutIfNeeded()
    }
    let before = view.layouts
    layOut(view, times: 3)
    #expect(fired == 1)
    #expect(attachment.layoutsThisTurn == 3)
    #expect(view.layouts == before + 3 + 51)
    #expect(onOther.layoutsThisTurn == 0)
    layOut(other)
    #expect(onOther.layoutsThisTurn == 1)
  }

  @Test("a callback may attach and detach, also on the reported view")
  func callbackAttaches() throws {
    let view = JournalView("view")
    var inner: LoopHunter.Attachment?
    var outer: LoopHunter.Attachment?
    let hunter = hunter
    outer = try hunter.attach(to: view, threshold: 1) { _ in
      outer?.detach()
      inner = try? hunter.attach(to: view, threshold: 10) { _ in }
    }
    layOut(view, times: 4)
    #expect(outer?.isActive == false)
    // The layout that was running does not count for the new one.
    #expect(inner?.layoutsThisTurn == 2)
    #expect(view.layouts == 4)
  }
}
