import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("Leaving")
struct LeavingTests {
  let loop = TurnLoop()
  let hunter: LoopHunter
  let lives = LifetimeTracker()
  let plain = isaWord(ofClass: JournalView.self)

  init() {
    hunter = LoopHunter(loop: loop)
  }

  @Test("four hunts on one view end in every order; the class goes back with the last")
  func everyOrder() throws {
    for order in permutations(of: [0, 1, 2, 3]) {
      let view = JournalView("view")
      let attachments = try (0..<4).map { _ in
        let token = lives.makeToken()
        return try hunter.attach(to: view) { _ in _ = token }
      }
      var remaining = Set(order)
      for index in order {
        #expect(isaWord(of: view) != plain)
        attachments[index].detach()
        remaining.remove(index)
        #expect(lives.count == remaining.count)
        let before = attachments.map(\.layoutsThisTurn)
        layOut(view)
        for (other, attachment) in attachments.enumerated() {
          let expected = before[other] + (remaining.contains(other) ? 1 : 0)
          #expect(attachment.layoutsThisTurn == expected)
          #expect(attachment.isActive == remaining.contains(other))
        }
      }
      #expect(isaWord(of: view) == plain)
      #expect(view.instrument == nil)
      #expect(view.layouts == 4)
    }
    #expect(hunter.attachments.isEmpty)
  }

  @Test("a loop that is released while evidence is recorded releases all of it")
  func armed() throws {
    weak var pulse: Pulse?
    do {
      let loop = TurnLoop()
      let hunter = LoopHunter(loop: loop)
      let view = JournalView("view")
      let window = loop.makeWindow(view)
      let attachment = try hunter.attach(to: view, threshold: 4) { _ in }
      for _ in 0..<4 { layOut(view) }
      #expect(attachment.layoutsThisTurn == 4)
      pulse = loop.pulse
      withExtendedLifetime(window) {}
    }
    #expect(pulse == nil)
  }

  @Test("a second detach does nothing, even if the view is hunted again")
  func twice() throws {
    let view = JournalView("view")
    let attachment = try hunter.attach(to: view) { _ in }
    attachment.detach()
    attachment.detach()
    let next = try hunter.attach(to: view) { _ in }
    attachment.detach()
    layOut(view)
    #expect(next.isActive && next.layoutsThisTurn == 1)
    #expect(attachment.departure == .restored)
    #expect(attachment.view == nil)
  }

  @Test("detach inside the callback lets the running layout finish, and is final")
  func insideCallback() throws {
    let view = JournalView("view")
    var attachment: LoopHunter.Attachment?
    var fired = 0
    attachment = try hunter.attach(to: view, threshold: 1) { _ in
      fired += 1
      attachment?.detach()
      #expect(isaWord(of: view) == plain)
    }
    layOut(view, times: 10)
    #expect(fired == 1)
    #expect(view.layouts == 10)
    #expect(isaWord(of: view) == plain)
    #expect(view.instrument == nil)
  }

  @Test("an unreferenced hunt that ends in its own callback leaves no report to a later hunt")
  func reportsOfTheGone() throws {
    loop.passLimit = 30
    let view = JournalView("view") { $0.setNeedsLayout() }
    let window = loop.makeWindow(view)
    for _ in 0..<3 {
      var fired = 0
      try hunter.attach(to: view, threshold: 5) { [hunter] _ in
        fired += 1
        hunter.attachments.first?.detach()
      }
      view.setNeedsLayout()
      loop.runTurn()
      #expect(fired == 1)
      // The memory of the one that is gone is given to one of these.
      let others = (0..<100).map { JournalView("\($0)") }
      let hunts = try others.map { try hunter.attach(to: $0) { _ in } }
      #expect(hunts.allSatisfy { $0.lastReport == nil })
      loop.runTurn()
      #expect(hunts.allSatisfy { $0.lastReport == nil })
      hunter.detachAll()
    }
    withExtendedLifetime(window) {}
  }

  @Test("detach inside layoutSubviews of the view, nested, is final")
  func insideLayout() throws {
    var attachment: LoopHunter.Attachment?
    let view = JournalView("view") { view in
      if view.layouts < 3 { layOut(view) }
      attachment?.detach()
    }
    attachment = try hunter.attach(to: view) { _ in }
    layOut(view)
    #expect(attachment?.layoutsThisTurn == 3)
    #expect(isaWord(of: view) == plain)
    #expect(view.instrument == nil)
    layOut(view)
    #expect(attachment?.layoutsThisTurn == 3)
    #expect(view.layouts == 4)
  }

  @Test("detach and attach again inside layoutSubviews goes on with the new hunt alone")
  func exchangeInsideLayout() throws {
    var attachment: LoopHunter.Attachment?
    let hunter = hunter
    let view = JournalView("view") { view in
      attachment?.detach()
      attachment = try? hunter.attach(to: view) { _ in }
    }
    attachment = try hunter.attach(to: view) { _ in }
    layOut(view, times: 5)
    #expect(view.layouts == 5)
    #expect(attachment?.layoutsThisTurn == 0)
    #expect(hunter.attachments.count == 1)
  }

  @Test("detach in the view's own deinit, and after its death, does nothing")
  func afterDeath() throws {
    final class Dying: View {
      var onDeinit: (() -> Void)?
      deinit { onDeinit?() }
    }
    var view: Dying? = Dying(frame: .zero)
    let attachment = try hunter.attach(to: view!) { _ in }
    var wasNil: Bool?
    view!.onDeinit = {
      wasNil = attachment.view == nil
      attachment.detach()
    }
    view = nil
    #expect(wasNil == true)
    #expect(attachment.departure == .viewDied)
    attachment.detach()
    #expect(hunter.attachments.isEmpty)
  }

  @Test("a layout in the view's own deinit is harmless")
  func layoutInDeinit() throws {
    final class Dying: View {
      let log: Journal
      init(log: Journal) {
        self.log = log
        super.init(frame: .zero)
      }
      override func layoutSubviews() { log.note("layout") }
      deinit { layOut(self) }
    }
    let log = Journal()
    var fired = 0
    var view: Dying? = Dying(log: log)
    try hunter.attach(to: view!, threshold: 1) { _ in fired += 1 }
    layOut(view!)
    view = nil
    #expect(log.take() == ["layout", "layout"])
    #expect(fired == 0)
  }

  @Test("detachAll ends every hunt of this hunter and none of another")
  func detachAll() throws {
    let other = LoopHunter(loop: loop)
    let views = (0..<5).map { JournalView("\($0)") }
    for view in views { try hunter.attach(to: view) { _ in } }
    let kept = try other.attach(to: views[2]) { _ in }
    hunter.detachAll()
    #expect(hunter.attachments.isEmpty)
    #expect(views.map { isaWord(of: $0) == plain } == [true, true, false, true, true])
    layOut(views[2])
    #expect(kept.layoutsThisTurn == 1)
    hunter.detachAll()
  }

  @Test("isEnabled = false gives all classes back; true goes on with the same hunts")
  func disabling() throws {
    let view = JournalView("view")
    let attachment = try hunter.attach(to: view) { _ in }
    layOut(view)
    hunter.isEnabled = false
    #expect(!hunter.isEnabled && !attachment.isActive)
    #expect(isaWord(of: view) == plain)
    #expect(hunter.attachments.count == 1)
    let late = JournalView("late")
    try hunter.attach(to: late) { _ in }
    #expect(isaWord(of: late) == plain)
    layOut(view)
    layOut(late)
    hunter.isEnabled = true
    #expect(attachment.isActive)
    #expect(isaWord(of: view) != plain && isaWord(of: late) != plain)
    layOut(view)
    #expect(attachment.layoutsThisTurn == 2)
    #expect(view.layouts == 3)
  }

  @Test("a view that is hunted by two hunters keeps its class changed until both let go")
  func twoHunters() throws {
    let other = LoopHunter(loop: loop)
    let view = JournalView("view")
    let mine = try hunter.attach(to: view) { _ in }
    let theirs = try other.attach(to: view) { _ in }
    hunter.isEnabled = false
    #expect(isaWord(of: view) != plain)
    layOut(view)
    #expect((mine.layoutsThisTurn, theirs.layoutsThisTurn) == (0, 1))
    other.isEnabled = false
    #expect(isaWord(of: view) == plain)
    hunter.isEnabled = true
    layOut(view)
    #expect((mine.layoutsThisTurn, theirs.layoutsThisTurn) == (1, 1))
  }

  @Test("dropping the attachment or the hunter ends no hunt")
  func droppingTokens() throws {
    let view = JournalView("view")
    var fired = 0
    do {
      let hunter = LoopHunter(loop: loop)
      try hunter.attach(to: view, threshold: 2) { _ in fired += 1 }
    }
    layOut(view, times: 3)
    #expect(fired == 1)
    #expect(isaWord(of: view) != plain)
  }

  @Test("a hunter and its callbacks go with the last of its views, and keep no loop alive")
  func everythingIsReleased() throws {
    weak var loopReference: TurnLoop?
    var view: JournalView? = JournalView("view")
    do {
      let loop = TurnLoop()
      loopReference = loop
      let hunter = LoopHunter(loop: loop)
      let token = lives.makeToken()
      try hunter.attach(to: view!) { _ in _ = (token, hunter) }
      layOut(view!, times: 70)
    }
    #expect(lives.count == 1)
    #expect(loopReference == nil)
    view = nil
    #expect(lives.count == 0)
  }

  @Test("a view that dies inside a turn with reports, causes and armed evidence is let go")
  func deathWithCauses() throws {
    let loop = loop
    var view: JournalView? = JournalView("view") { view in
      loop.async { [weak view] in view?.setNeedsLayout() }
    }
    view?.token = lives.makeToken()
    let window = loop.makeWindow(view!)
    try hunter.attach(to: view!, threshold: 2) { _ in }
    loop.runUntilIdle(limit: 10)
    loop.event { [unowned view = view!] in layOut(view, times: 3) }
    loop.runTurn()
    view!.removeFromSuperview()
    view = nil
    #expect(lives.count == 0)
    loop.runUntilIdle()
    #expect(loop.isIdle)
    withExtendedLifetime(window) {}
  }

  private func permutations(of items: [Int]) -> [[Int]] {
    guard items.count > 1 else { return [items] }
    return items.flatMap { first in
      permutations(of: items.filter { $0 != first }).map { [first] + $0 }
    }
  }

  @Test("the time in which armed hunts end with their views grows linearly")
  func manyArmedDie() throws {
    func time(_ count: Int) throws -> Duration {
      let loop = TurnLoop()
      var window: Window? = loop.makeSettledWindow()
      let hunter = LoopHunter(loop: loop)
      for _ in 0..<count {
        let view = JournalView("view")
        window!.addSubview(view)
        try hunter.attach(to: view, threshold: 4) { _ in }
        layOut(view, times: 3)
      }
      let time = processorTime { window = nil }
      #expect(hunter.attachments.isEmpty)
      return time
    }
    // 16 times as many; a search for each among all of them would take 256 times as long.
    #if DEBUG
    let count = 60
    #else
    let count = 500
    #endif
    let growth = try Growth(from: count, to: 16 * count, below: 80, time)
    #expect(growth.ratio < 80, "\(growth)")
  }
}
