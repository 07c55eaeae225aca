import Foundation
import HuntSupport
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("Loops across turns")
struct AcrossTurnsTests {
  let loop = TurnLoop()
  let hunter: LoopHunter
  let reports = Reports()

  final class Reports {
    var all: [LoopReport] = []
    var streaks: [Int] {
      all.compactMap { if case .acrossTurns(let streak) = $0.verdict { streak } else { nil } }
    }
  }

  init() {
    hunter = LoopHunter(loop: loop, configuration: .init(acrossTurnsStreak: 5))
  }

  private func hunt(_ views: View...) throws {
    for view in views { try hunter.attach(to: view) { [reports] in reports.all.append($0) } }
  }

  @Test("a chain through a block is reported at every multiple of the streak")
  func block() throws {
    let loop = loop
    let view = JournalView("view") { view in
      loop.async { [unowned view] in view.setNeedsLayout() }
    }
    let window = loop.makeWindow(view)
    try hunt(view)
    loop.runUntilIdle(limit: 17)
    #expect(reports.streaks == [5, 10, 15])
    #expect(reports.all.map(\.turn) == [6, 11, 16])
    #expect(reports.all.map(\.consecutiveTurns) == [5, 10, 15])
    #expect(reports.all.map(\.count) == [1, 1, 1])
    withExtendedLifetime(window) {}
  }

  @Test("a chain goes through what layout posts to its loop; what a user's event posts begins none")
  func posted() throws {
    let loop = loop
    let view = JournalView("view") { view in
      nonisolated(unsafe) let view = view
      loop.poster.post { _ in view.setNeedsLayout() }
    }
    let window = loop.makeWindow(view)
    try hunt(view)
    loop.runUntilIdle(limit: 12)
    #expect(reports.streaks == [5, 10])
    view.onLayout = nil
    loop.runUntilIdle()
    for _ in 0..<12 {
      loop.event {
        nonisolated(unsafe) let view = view
        loop.poster.post { _ in view.setNeedsLayout() }
      }
      loop.runUntilIdle()
    }
    #expect(reports.streaks == [5, 10])
    withExtendedLifetime(window) {}
  }

  /// A view whose `updateConstraints` dirties it.
  private final class Answering: JournalView {
    override func updateConstraints() {
      super.updateConstraints()
      setNeedsLayout()
    }
  }

  @Test("a chain goes through the constraints phase, of the view and of one around it")
  func constraints() throws {
    let loop = loop
    let view = Answering("view") { view in
      loop.async { [unowned view] in view.setNeedsUpdateConstraints() }
    }
    let leaf = JournalView("leaf")
    let card = Answering("card") { _ in
      loop.async { [unowned leaf] in leaf.invalidateIntrinsicContentSize() }
    }
    card.addSubview(leaf)
    let window = loop.makeWindow(view, card)
    try hunt(view)
    loop.runUntilIdle(limit: 12)
    #expect(reports.streaks == [5, 10])
    try hunt(card)
    loop.runUntilIdle(limit: 12)
    #expect(reports.all.filter { $0.view.name == "card" }.count == 2)
    view.onLayout = nil
    card.onLayout = nil
    withExtendedLifetime(window) {}
  }

  @Test("the report tells in how many turns a chain came back, and of its timer the delay")
  func words() throws {
    let loop = loop
    let view = JournalView("view") { view in
      loop.after(.milliseconds(50)) { [weak view] in view?.superview?.frame.size.height += 1 }
    }
    let card = JournalView("card") { [unowned view] _ in view.setNeedsLayout() }
    card.addSubview(view)
    let window = loop.makeWindow(card)
    try hunt(view)
    for _ in 0..<40 where reports.all.isEmpty { loop.runUntilIdle(limit: 1) }
    let report = try #require(reports.all.first)
    #expect(report.verdict == .acrossTurns(streak: 5))
    #expect("\(report.verdict)" == "across turns: one chain of causes came back in 5 turns")
    #expect(
      report.culprit?.sentence.contains("in a timer that its layout armed 50 ms before") == true,
      "\(report)")
    (view.onLayout, card.onLayout) = (nil, nil)
    withExtendedLifetime(window) {}
  }

  @Test(
    "a chain has its culprit and its own fingerprint, however many turns lie between its returns",
    arguments: [1, 6, 40])
  func rareReturns(turns: Int) throws {
    var fingerprints: Set<String> = []
    for growsFrame in [false, true] {
      let loop = TurnLoop()
      let hunter = LoopHunter(loop: loop, configuration: .init(acrossTurnsStreak: 8))
      let view = JournalView("view") { view in
        loop.after(.milliseconds(10 * turns)) { [weak view] in
          if growsFrame { view?.frame.size.height += 1 } else { view?.setNeedsLayout() }
        }
      }
      let window = loop.makeWindow(view)
      try hunter.attach(to: view) { [reports] in reports.all.append($0) }
      for _ in 0..<turns * 12 {
        loop.event {}
        loop.advance(by: .milliseconds(10))
      }
      let report = try #require(reports.all.last)
      #expect(report.verdict == .acrossTurns(streak: 8))
      #expect(report.culprit != nil, "\(report)")
      fingerprints.insert(report.fingerprint)
      view.onLayout = nil
      withExtendedLifetime((window, hunter)) {}
    }
    #expect(fingerprints.count == 2)
  }

  /// A stack whose layout hides and shows its last view in a block.
  private final class BlinkingStack: StackView {
    override func layoutSubviews() {
      super.layoutSubviews()
      guard let hint = arrangedSubviews.last, let loop = window?.loop else { return }
      loop.async { [weak hint] in hint?.isHidden.toggle() }
    }
  }

  @Test("a chain goes on through a view that a stack hides and shows in a block")
  func blinking() throws {
    let loop = loop
    let stack = BlinkingStack(arrangedSubviews: [JournalView("text"), JournalView("hint")])
    stack.distribution = .fillEqually
    stack.frame = CGRect(x: 0, y: 0, width: 300, height: 40)
    let window = loop.makeWindow(stack)
    try hunt(stack)
    loop.runUntilIdle(limit: 12)
    #expect(reports.streaks == [5, 10])
    withExtendedLifetime(window) {}
  }

  @Test("a request that an event makes in each turn is no chain")
  func requestsOfEvents() throws {
    let view = Answering("view")
    let window = loop.makeWindow(view)
    try hunt(view)
    for _ in 0..<20 {
      loop.event { view.setNeedsUpdateConstraints() }
      loop.runTurn()
    }
    #expect(reports.all.isEmpty)
    withExtendedLifetime(window) {}
  }

  @Test("a chain goes through any number of blocks, timers and unhunted views")
  func hops() throws {
    let loop = loop
    let other = JournalView("other")
    let middle = JournalView("middle") { _ in
      loop.after(.milliseconds(3)) { [unowned other] in other.setNeedsLayout() }
    }
    let view = JournalView("view") { _ in
      loop.async { loop.async { [unowned middle] in middle.setNeedsLayout() } }
    }
    other.onLayout = { [unowned view] _ in loop.async { view.setNeedsLayout() } }
    let window = loop.makeWindow(view, middle, other)
    // Only the hunted view's first layout shall begin a chain.
    middle.onLayout = nil
    other.onLayout = nil
    loop.runUntilIdle()
    middle.onLayout = { _ in
      loop.after(.milliseconds(3)) { [unowned other] in other.setNeedsLayout() }
    }
    other.onLayout = { [unowned view] _ in loop.async { view.setNeedsLayout() } }
    try hunt(view)
    view.setNeedsLayout()
    for _ in 0..<60 where reports.all.isEmpty { loop.runUntilIdle(limit: 1) }
    #expect(reports.streaks == [5])
    #expect(view.layouts == 7)
    withExtendedLifetime(window) {}
  }

  @Test("two hunted views that dirty each other through blocks are both found, with their cycle")
  func pingPong() throws {
    let loop = loop
    let ping = JournalView("ping")
    let pong = JournalView("pong")
    ping.onLayout = { [unowned pong] _ in loop.async { pong.setNeedsLayout() } }
    pong.onLayout = { [unowned ping] _ in loop.async { ping.setNeedsLayout() } }
    let window = loop.makeWindow(ping, pong)
    loop.runTurn()
    pong.onLayout = nil
    loop.runUntilIdle()
    pong.onLayout = { [unowned ping] _ in loop.async { ping.setNeedsLayout() } }
    try hunt(ping, pong)
    ping.setNeedsLayout()
    loop.runUntilIdle(limit: 12)
    #expect(reports.all.map(\.view.identifier) == ["ping", "pong"])
    #expect(
      reports.all.map { Set($0.cycle.map(\.identifier)) } == [["ping", "pong"], ["ping", "pong"]])
    withExtendedLifetime(window) {}
  }

  @Test("a one-shot timer that each layout arms again is a loop")
  func oneShotTimers() throws {
    let loop = loop
    let view = JournalView("view") { view in
      loop.after(.milliseconds(16)) { [unowned view] in view.setNeedsLayout() }
    }
    let window = loop.makeWindow(view)
    try hunt(view)
    loop.advance(by: .milliseconds(16 * 6))
    #expect(reports.streaks == [5])
    withExtendedLifetime(window) {}
  }

  @Test("ticks of one repeating timer are never a loop, even if a layout armed it")
  func repeatingTimer() throws {
    let loop = loop
    var timer: TurnLoop.Timer?
    let view = JournalView("view") { view in
      if timer == nil {
        timer = loop.every(.milliseconds(16), target: view) { $0.setNeedsLayout() }
      }
    }
    let window = loop.makeWindow(view)
    try hunt(view)
    loop.advance(by: .seconds(2))
    #expect(view.layouts > 100)
    #expect(reports.streaks == [])
    withExtendedLifetime((window, timer)) {}
  }

  @Test("animation, scrolling and polling by events, timers and observers accuse no view")
  func innocent() throws {
    let loop = loop
    let view = JournalView("view")
    let animated = JournalView("animated")
    let window = loop.makeWindow(view, animated)
    try hunt(view, animated)
    loop.every(.milliseconds(16), target: animated) { $0.frame.size.width += 1 }
    let observation = loop.addObserver(at: .beforeWaiting) { view.setNeedsLayout() }
    for tick in 1...200 {
      loop.event { window.bounds.origin.y = CGFloat(tick) }
      loop.advance(by: .milliseconds(16))
    }
    #expect(reports.streaks == [])
    observation.cancel()
  }

  @Test("a layout that an event would cause anyway resets the streak")
  func eventsReset() throws {
    let loop = loop
    let view = JournalView("view") { view in
      loop.async { [unowned view] in view.setNeedsLayout() }
    }
    let window = loop.makeWindow(view)
    try hunt(view)
    for _ in 0..<10 {
      loop.runUntilIdle(limit: 4)
      loop.event { view.setNeedsLayout() }
    }
    #expect(reports.streaks == [])
    loop.runUntilIdle(limit: 7)
    #expect(reports.streaks == [5])
    withExtendedLifetime(window) {}
  }

  @Test("scrolling whose layout also dirties the view afterwards is no loop while events bring it")
  func scrollingWithDeferredWork() throws {
    let loop = loop
    let view = JournalView("view")
    let window = loop.makeSettledWindow(view)
    var offset: CGFloat = 0
    view.onLayout = { view in
      guard view.bounds.origin.y != offset else { return }
      offset = view.bounds.origin.y
      loop.async { [unowned view] in view.setNeedsLayout() }
    }
    try hunt(view)
    for tick in 1...100 {
      loop.event { view.bounds.origin.y = CGFloat(tick) }
      loop.runTurn()
    }
    loop.runUntilIdle()
    #expect(reports.streaks == [])
    withExtendedLifetime(window) {}
  }

  @Test("returns within one turn lengthen nothing")
  func withinOneTurn() throws {
    let view = JournalView("view") { if $0.layouts < 50 { $0.setNeedsLayout() } }
    let window = loop.makeWindow(view)
    try hunt(view)
    loop.runTurn()
    #expect(view.layouts == 50)
    #expect(reports.streaks == [])
    withExtendedLifetime(window) {}
  }

  @Test("a view that crosses its threshold in every turn is reported for that alone")
  func crossingInEveryTurn() throws {
    loop.passLimit = 20
    let view = JournalView("view") { $0.setNeedsLayout() }
    let window = loop.makeWindow(view)
    try hunter.attach(to: view, threshold: 10) { [reports] in reports.all.append($0) }
    loop.runUntilIdle(limit: 30)
    #expect(reports.all.count == 30)
    #expect(reports.streaks.isEmpty)
    withExtendedLifetime(window) {}
  }

  @Test("a callback that dirties the view starts no chain")
  func callbackIsNoCause() throws {
    let view = JournalView("view")
    let window = loop.makeWindow(view)
    var fired = 0
    try hunter.attach(to: view, threshold: 1) { report in
      fired += 1
      #expect(report.verdict == .undetermined)
      if fired < 50 { view.setNeedsLayout() }
    }
    for _ in 0..<60 {
      loop.event { layOut(view, times: 1) }
      view.setNeedsLayout()
      loop.runTurn()
    }
    #expect(fired > 50)
    withExtendedLifetime(window) {}
  }

  @Test("a parent and a child that answer each other across turns are found through geometry")
  func geometry() throws {
    let loop = loop
    let parent = JournalView("parent")
    let child = JournalView("child")
    parent.addSubview(child)
    let window = loop.makeSettledWindow(parent)
    var grown: CGFloat = 20
    child.onLayout = { [unowned parent] _ in
      loop.async {
        grown += 1
        parent.frame.size.height = grown
      }
    }
    parent.onLayout = { [unowned child] parent in child.frame.size.height = parent.bounds.height }
    try hunt(child)
    parent.frame.size.height = 11
    loop.runUntilIdle(limit: 8)
    #expect(reports.streaks == [5])
    withExtendedLifetime(window) {}
  }

  @Test(
    "a view that is made anew in every turn hands the chain on to the view that it was added to")
  func newViews() throws {
    let loop = loop
    let root = JournalView("root")
    let window = loop.makeSettledWindow(root)
    var lastTurn = 0
    root.onLayout = { root in
      // Adding dirties the root again in the same turn.
      guard lastTurn != loop.turn else { return }
      lastTurn = loop.turn
      root.subviews.first?.removeFromSuperview()
      let row = JournalView("row") { _ in
        loop.async { [unowned root] in root.setNeedsLayout() }
      }
      root.addSubview(row)
    }
    try hunt(root)
    root.setNeedsLayout()
    loop.runUntilIdle(limit: 6)
    #expect(reports.streaks == [5])
    withExtendedLifetime(window) {}
  }

  @Test("a patient loop over new views in every turn leaves no trail of dead ones")
  func deadMembers() throws {
    let loop = loop
    let lives = LifetimeTracker()
    let root = JournalView("root")
    let window = loop.makeSettledWindow(root)
    let hunter = hunter
    var made = 0
    var longest = 0
    func replace() {
      root.subviews.first?.removeFromSuperview()
      made += 1
      let view = JournalView("row") { _ in
        loop.async {
          longest = max(longest, loop.pulse.cause?.members.count ?? 0)
          replace()
        }
      }
      view.token = lives.makeToken()
      _ = try? hunter.attach(to: view) { _ in }
      root.addSubview(view)
    }
    replace()
    for _ in 0..<1_000 { loop.runTurn() }
    #expect(made == 1_000)
    #expect(lives.count == 1)
    #expect((2...64).contains(longest))
    withExtendedLifetime(window) {}
  }

  @Test("a ring of 1 000 hunted views ends, and so does letting its chain go")
  func longChain() throws {
    let loop = loop
    let views = (0..<1_000).map { JournalView("\($0)") }
    let window = loop.makeSettledWindow()
    for view in views { window.addSubview(view) }
    loop.runTurn()
    for (index, view) in views.enumerated() {
      view.onLayout = { [unowned next = views[(index + 1) % views.count]] _ in
        next.setNeedsLayout()
      }
      try hunter.attach(to: view) { _ in }
    }
    loop.passLimit = 2_000
    views[0].setNeedsLayout()
    loop.runTurn()
    #expect(loop.lastCommit.layouts == 2_000)
    for view in views { view.onLayout = nil }
    hunter.detachAll()
    loop.runUntilIdle()
  }
}
