import AllocationCounter
import ForeignViews
import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// The first implementation of the idea made eight mistakes; each test fails on one of them.
@Suite("Mistakes that a hunter must not make")
struct KnownMistakesTests {
  let loop = TurnLoop()
  let hunter: LoopHunter
  let lives = LifetimeTracker()

  init() {
    hunter = LoopHunter(loop: loop)
  }

  // Mistake 1: the shared runtime class captured the first view, its threshold and its callback.
  @Test("1: two instances of one class have their own threshold, callback and layout")
  func instancesAreIndependent() throws {
    let first = JournalView("first")
    let second = JournalView("second")
    var reports: [String] = []
    let onFirst = try hunter.attach(to: first, threshold: 2) { reports.append("1:\($0.count)") }
    let onSecond = try hunter.attach(to: second, threshold: 4) { reports.append("2:\($0.count)") }
    layOut(second, times: 5)
    #expect(reports == ["2:5"])
    #expect((first.layouts, second.layouts) == (0, 5))
    layOut(first, times: 3)
    #expect(reports == ["2:5", "1:3"])
    #expect((first.layouts, second.layouts) == (3, 5))
    #expect((onFirst.layoutsThisTurn, onSecond.layoutsThisTurn) == (3, 5))
  }

  // Mistake 2: the runtime class was named after the instance, so that every instance leaked one.
  @Test("2: 10 000 attachments to instances of two classes make two classes")
  func classesArePerClass() throws {
    class One: View {}
    class Two: View {}
    var words: Set<UInt> = []
    // All live at once, so that no two of them have the same address.
    var views: [View] = []
    for round in 0..<10_000 {
      let view = round.isMultiple(of: 2) ? One(frame: .zero) : Two(frame: .zero)
      views.append(view)
      let attachment = try hunter.attach(to: view) { _ in }
      words.insert(isaWord(of: view))
      if round.isMultiple(of: 3) { attachment.detach() }
    }
    #expect(words.count == 2)
    views = []
    #expect(hunter.attachments.isEmpty)
  }

  // Mistake 3: the instrumented method kept the view alive for ever.
  @Test("3: an attached view dies at its normal time, and its callback with it")
  func viewsDie() throws {
    var view: JournalView? = JournalView("view")
    view?.token = lives.makeToken()
    weak let reference = view
    let callbackToken = lives.makeToken()
    let attachment = try hunter.attach(to: view!) { _ in _ = callbackToken.self }
    _ = consume callbackToken
    layOut(view!, times: 200)
    #expect(lives.count == 2)
    #expect(attachment.view === view)
    view = nil
    #expect(reference == nil)
    #expect(lives.count == 0)
    #expect(attachment.view == nil)
    #expect(!attachment.isActive)
    #expect(attachment.departure == .viewDied)
    #expect(hunter.attachments.isEmpty)
    attachment.detach()
  }

  // Mistake 4: it counted after the original returned, so that recursion was never counted.
  @Test("4: recursion by layoutIfNeeded is counted on entry, before any layout returned")
  func recursionIsCounted() throws {
    var returned = 0
    let view = JournalView("view") {
      guard $0.layouts < 20 else { return }
      $0.setNeedsLayout()
      $0.layoutIfNeeded()
      returned += 1
    }
    let window = loop.makeWindow(view)
    var depth: Int?
    var returnedAtReport: Int?
    try hunter.attach(to: view, threshold: 5) {
      depth = $0.depth
      returnedAtReport = returned
    }
    loop.runTurn()
    #expect(depth == 6)
    #expect(returnedAtReport == 0)
    withExtendedLifetime(window) {}
  }

  // Mistake 5: it compared with == and attaching twice shared one counter.
  @Test("5: attachments to one instance count for themselves, and each fires once")
  func attachingTwice() throws {
    let view = JournalView("view")
    var fired: [Int] = []
    let low = try hunter.attach(to: view, threshold: 2) { fired.append($0.threshold) }
    layOut(view)
    let high = try hunter.attach(to: view, threshold: 3) { fired.append($0.threshold) }
    let same = try hunter.attach(to: view, threshold: 3) { fired.append(-$0.threshold) }
    layOut(view, times: 7)
    #expect(fired == [2, 3, -3])
    #expect([low, high, same].map(\.layoutsThisTurn) == [8, 7, 7])
    #expect(view.layouts == 8)
    #expect(isaWord(of: view) != isaWord(ofClass: JournalView.self))
    low.detach()
    same.detach()
    layOut(view)
    #expect([low, high, same].map(\.layoutsThisTurn) == [8, 8, 7])
    high.detach()
    #expect(isaWord(of: view) == isaWord(ofClass: JournalView.self))
  }

  // Mistake 6: it cancelled and queued a work item at every layout, inside the loop it watches.
  @Test(
    "6: 1 000 000 counted layouts allocate nothing",
    .enabled(if: allocation_counter_is_available()))
  func countingAllocatesNothing() throws {
    let view = ForeignView(frame: .zero)
    let attachment = try hunter.attach(to: view, threshold: 4_000_000) { _ in }
    layOut(view, times: 10)
    let before = allocation_count()
    layOut(view, times: 1_000_000)
    let after = allocation_count()
    #expect(after - before == 0)
    #expect(attachment.layoutsThisTurn == 1_000_010)

    // The counter does count: a view made on this thread is seen.
    let probe = allocation_count()
    withExtendedLifetime(makeHiddenView {}) {}
    #expect(allocation_count() > probe)
  }

  @Test(
    "6: a view that dirties itself is counted without allocations of the hunter's",
    .enabled(if: allocation_counter_is_available()))
  func loopingAllocatesNothing() throws {
    final class Looper: View {
      var before: UInt = 0
      var after: UInt = 0
      var layouts = 0
      override func layoutSubviews() {
        layouts += 1
        setNeedsLayout()
        if layouts == 100 { before = allocation_count() }
        if layouts == 9_000 { after = allocation_count() }
      }
    }
    func allocations(isHunted: Bool) throws -> UInt {
      let view = Looper(frame: .zero)
      let window = loop.makeWindow(view)
      if isHunted { try hunter.attach(to: view, threshold: 1_000_000) { _ in } }
      loop.runTurn()
      #expect(view.layouts == 10_000)
      withExtendedLifetime(window) {}
      return view.after - view.before
    }
    // The rest are those of the engine, which allocates the same without a hunter.
    let engine = try allocations(isHunted: false)
    #expect(try allocations(isHunted: true) == engine)
  }

  // Mistake 7: the callback had no payload; there was no detach and no off switch.
  @Test("7: the report has the view, its threshold, its count and its turn")
  func payload() throws {
    let view = JournalView("badge")
    let cell = JournalView("cell")
    cell.addSubview(view)
    let window = loop.makeSettledWindow(cell)
    loop.advance(by: .milliseconds(5))
    var report: LoopReport?
    try hunter.attach(to: view, threshold: 7) { report = $0 }
    layOut(view, times: 8)
    let found = try #require(report)
    #expect(found.view.path == "Window/cell/badge")
    #expect(found.view.className == "JournalView")
    #expect(found.view.identifier == "badge")
    #expect((found.threshold, found.count) == (7, 8))
    #expect(found.turn == loop.turn)
    #expect(found.time == 5_000_000)
    #expect(found.consecutiveTurns == 1)
    #expect(found.depth == 1)
    withExtendedLifetime(window) {}
  }

  @Test("7: detaching and the off switch end the counting and give the class back")
  func detachAndOffSwitch() throws {
    let view = JournalView("view")
    let killSwitch = KillSwitch()
    let hunter = LoopHunter(loop: loop, killSwitch: killSwitch)
    let attachment = try hunter.attach(to: view) { _ in }
    layOut(view)
    killSwitch.engage()
    layOut(view)
    #expect(attachment.layoutsThisTurn == 1)
    attachment.detach()
    #expect(isaWord(of: view) == isaWord(ofClass: JournalView.self))
  }

  // Mistake 8, and the second half of 6: one layout per turn, for ever, was invisible, and the
  // reset was a debounce, so that a turn that followed at once went on with the old count.
  @Test("6: the count starts again in the next turn, however soon it comes")
  func resetIsTheTurn() throws {
    let view = JournalView("view") { $0.setNeedsLayout() }
    loop.passLimit = 3
    let window = loop.makeWindow(view)
    var fired = 0
    let attachment = try hunter.attach(to: view, threshold: 3) { _ in fired += 1 }
    loop.runTurn()
    loop.runTurn()
    #expect(view.layouts == 6)
    #expect(fired == 0)
    #expect(attachment.layoutsThisTurn == 0)
    withExtendedLifetime(window) {}
  }

  @Test("8: a view that is laid out once per turn for ever is found")
  func patientLoop() throws {
    let loop = loop
    let view = JournalView("patient") { view in
      loop.async { [unowned view] in view.setNeedsLayout() }
    }
    let window = loop.makeWindow(view)
    var verdicts: [Verdict] = []
    try hunter.attach(to: view) { verdicts.append($0.verdict) }
    loop.runUntilIdle(limit: 60)
    #expect(verdicts.isEmpty)
    loop.runUntilIdle(limit: 1)
    #expect(verdicts == [.acrossTurns(streak: 60)])
    withExtendedLifetime(window) {}
  }
}
