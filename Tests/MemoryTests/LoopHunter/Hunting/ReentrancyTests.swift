import Foundation
import HuntSupport
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// Actions that an app's code may take while a hunter calls it.
@Suite("Re-entrant calls of an app")
struct ReentrancyTests {
  let loop = TurnLoop()
  let hunter: LoopHunter
  let lives = LifetimeTracker()

  init() {
    hunter = LoopHunter(loop: loop)
    hunter.analytics.throttle = .unlimited
  }

  /// Views that are laid out 30 times in their first turn and settle then.
  private func busyViews(_ count: Int) -> [JournalView] {
    (0..<count).map { index in
      let view = JournalView("\(index)") { if $0.layouts < 30 { $0.setNeedsLayout() } }
      view.token = lives.makeToken()
      return view
    }
  }

  /// Watches the turns of a loop.
  private final class TurnWatcher: LayoutObserver {
    var onTurnEnded: (() -> Void)?
    func turnEnded(_ turn: Int) { onTurnEnded?() }
  }

  // MARK: At the end of a turn

  @Test(
    "an observer of events ends all hunts, lets views die or hunts again, at every kind of event",
    arguments: ["layout_loop", "layout_loop_settled", "layout_near_miss"])
  func eventObservers(name: String) throws {
    for action in 0..<4 {
      var views = busyViews(8)
      let window = loop.makeWindow()
      for view in views { window.addSubview(view) }
      for (index, view) in views.enumerated() {
        let token = lives.makeToken()
        try hunter.attach(to: view, threshold: index.isMultiple(of: 2) ? 10 : 40) { _ in
          _ = token
        }
      }
      var heard = 0
      let hunter = hunter
      let observation = hunter.analytics.observe { event in
        guard event.name.rawValue == name else { return }
        heard += 1
        switch action {
        case 0: hunter.detachAll()
        case 1:
          for view in views { view.removeFromSuperview() }
          views = []
        case 2:
          hunter.detachAll()
          for view in views { _ = try? hunter.attach(to: view, threshold: 3) { _ in } }
        default:
          hunter.isEnabled.toggle()
          for view in views { view.setNeedsLayout() }
        }
      }
      loop.runUntilIdle(limit: 5)
      #expect(heard > 0)
      observation.cancel()
      hunter.isEnabled = true
      views = []
      for view in window.subviews { view.removeFromSuperview() }
      loop.runUntilIdle(limit: 5)
      #expect(hunter.attachments.isEmpty)
      #expect(lives.count == 0)
    }
  }

  @Test("layouts after the hunter's end of turn belong to that turn, and are concluded once")
  func layoutsAfterTheEnd() throws {
    let view = JournalView("view")
    view.token = lives.makeToken()
    let attachment = try hunter.attach(to: view, threshold: 10) { _ in }
    let watcher = TurnWatcher()
    var late = 7
    watcher.onTurnEnded = { layOut(view, times: late) }
    let observation = loop.addLayoutObserver(watcher)
    for _ in 0..<3 {
      loop.event { layOut(view) }
      loop.runTurn()
      // A layout between turns is one of the coming turn, and must not take the count along.
      layOut(view)
    }
    loop.event {}
    loop.runTurn()
    #expect(hunter.nearMisses.map(\.count) == [8, 9, 9])
    #expect(hunter.nearMisses.map(\.turn) == [1, 2, 3])
    late = 0
    hunter.detachAll()
    layOut(view, times: 20)
    loop.event {}
    loop.runTurn()
    #expect(attachment.departure == .restored)
    observation.cancel()
  }

  @Test("a crossing after the hunter's end of turn is concluded with the layouts of its turn")
  func crossingAfterTheEnd() throws {
    let view = JournalView("view")
    let attachment = try hunter.attach(to: view, threshold: 10) { _ in }
    let watcher = TurnWatcher()
    watcher.onTurnEnded = { [unowned watcher] in
      watcher.onTurnEnded = nil
      layOut(view, times: 15)
    }
    let observation = loop.addLayoutObserver(watcher)
    loop.event {}
    loop.runTurn()
    #expect(attachment.lastReport?.turn == 1)
    #expect(attachment.lastReport?.layouts == nil)
    layOut(view, times: 4)
    loop.event { layOut(view) }
    loop.runTurn()
    #expect(attachment.lastReport?.layouts == 15)
    withExtendedLifetime(observation) {}
  }

  @Test("a hunt that an observer of events ends is over: its callback is not called any more")
  func endedByObserver() throws {
    let view = JournalView("view")
    let attachment = try hunter.attach(to: view, threshold: 2) { _ in Issue.record("called") }
    let observation = hunter.analytics.observe { _ in attachment.detach() }
    layOut(view, times: 5)
    #expect(view.layouts == 5)
    #expect(!attachment.isActive)
    withExtendedLifetime(observation) {}
  }

  // MARK: Names that are asked for

  /// Does something whenever it is asked for its name.
  private final class Named: View {
    var onName: (() -> Void)?
    var layouts = 0
    override var identifier: String? {
      get {
        onName?()
        return "named"
      }
      set {}
    }
    override func layoutSubviews() {
      layouts += 1
      if layouts < 40 { setNeedsLayout() }
    }
  }

  @Test(
    "a view may run turns, force layouts, end hunts and die while it is named", arguments: 0..<5)
  func names(action: Int) throws {
    let loop = TurnLoop()
    let hunter = LoopHunter(loop: loop)
    hunter.analytics.throttle = .unlimited
    let window = loop.makeSettledWindow()
    var view: Named? = Named(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    view?.companion = lives.makeToken()
    var fired = 0
    window.addSubview(view!)
    window.layoutIfNeeded()
    view!.layouts = 0
    try hunter.attach(to: view!, threshold: 12) { _ in fired += 1 }
    var depth = 0
    var budget = 3
    view!.onName = { [unowned unretained = view!] in
      guard depth < 3 else { return }
      depth += 1
      defer { depth -= 1 }
      switch action {
      case 0: hunter.detachAll()
      case 1:
        unretained.setNeedsLayout()
        unretained.layoutIfNeeded()
      case 2:
        unretained.removeFromSuperview()
        view = nil
      case 3:
        if !loop.isRunning {
          loop.event {}
          loop.runTurn()
        }
      default:
        guard budget > 0 else { return }
        budget -= 1
        for _ in 0..<20 { window.addSubview(Named(frame: .zero)) }
        _ = try? hunter.attach(toTree: window, threshold: 5) { _ in }
      }
    }
    // Outside a turn, so that the name may run one.
    view!.setNeedsLayout()
    window.layoutIfNeeded()
    loop.runUntilIdle(limit: 3)
    #expect(fired <= 2)
    hunter.detachAll()
    for subview in window.subviews { subview.removeFromSuperview() }
    view?.onName = nil
    view = nil
    loop.runUntilIdle(limit: 3)
    #expect(lives.count == 0)
  }

  @Test("a turn that ends while a view is numbered leaves no number of it behind")
  func namesInEvents() throws {
    let loop = TurnLoop()
    let hunter = LoopHunter(loop: loop)
    var isLooping = false
    let hunted = JournalView("hunted") {
      if isLooping, $0.layouts % 20 > 0 { $0.setNeedsLayout() }
    }
    let ending = Named(frame: .zero)
    let window = loop.makeSettledWindow(hunted, ending)
    ending.layouts = 40
    loop.runUntilIdle()
    var reports = 0
    let attachment = try hunter.attach(to: hunted, threshold: 6) { _ in reports += 1 }
    layOut(hunted, times: 5)
    // Views of which the last has a high number.
    let crowd = (0..<40).map { JournalView("\($0)") }
    for view in crowd { window.addSubview(view) }
    window.layoutIfNeeded()
    var turns = 0
    var counted = 0
    ending.onName = {
      let before = attachment.layoutsThisTurn
      layOut(hunted)
      counted += attachment.layoutsThisTurn - before
      guard turns == 0 else { return }
      turns += 1
      loop.event {}
      loop.runTurn()
    }
    // Both are numbered for one event, and the turn ends in between.
    ending.addSubview(crowd[39])
    isLooping = true
    hunted.setNeedsLayout()
    loop.event {}
    loop.runTurn()
    #expect(counted == 0, "actions of a name count for no hunt")
    #expect(turns == 1 && reports == 1)
  }

  private final class Watcher: LayoutObserver {}

  /// The events that a recorder gets for a view that has no number yet.
  enum FirstHeard: CaseIterable {
    case layout, endOfLayout, constraints, enqueued, armed
  }

  @Test(
    "a turn that ends while a view is numbered ends the recording, and nothing is left of it",
    arguments: FirstHeard.allCases)
  func namesEndRecording(first: FirstHeard) throws {
    let loop = TurnLoop()
    let recorder = EvidenceRecorder(loop: loop)
    let watching = loop.addLayoutObserver(Watcher())
    let ending = Named(frame: .zero)
    ending.layouts = 40
    var onLayout: (() -> Void)?
    let host = JournalView("host") { _ in onLayout?() }
    let window = loop.makeSettledWindow(host, ending)
    loop.runUntilIdle()
    var turns = 0
    func endTurn() {
      turns += 1
      loop.event {}
      loop.runTurn()
    }
    func endTurnWhenNamed() {
      ending.onName = {
        ending.onName = nil
        endTurn()
      }
    }
    switch first {
    case .layout:
      ending.setNeedsLayout()
      recorder.arm()
      endTurnWhenNamed()
      window.layoutIfNeeded()
    case .endOfLayout, .enqueued:
      // The recording begins within a layout that another observer watches.
      host.removeFromSuperview()
      ending.addSubview(host)
      loop.runUntilIdle()
      onLayout = {
        onLayout = nil
        recorder.arm()
        endTurnWhenNamed()
        if first == .enqueued { loop.async {} }
      }
      host.setNeedsLayout()
      host.layoutIfNeeded()
    case .constraints:
      ending.setNeedsUpdateConstraints()
      recorder.arm()
      endTurnWhenNamed()
      window.layoutIfNeeded()
    case .armed:
      endTurnWhenNamed()
      recorder.armAcrossTurns(on: ending, returns: 3)
    }
    #expect(turns == 1)
    #expect(!recorder.isArmed && recorder.ring.position == 0)
    #if DEBUG
    #expect(recorder.checkInvariants() == nil)
    #endif
    // The next recording ends with its turn, and begins with nothing.
    recorder.arm()
    #expect(recorder.register.notes.count == 1)
    endTurn()
    #expect(!recorder.isArmed)
    withExtendedLifetime(watching) {}
  }

  // MARK: Views that die

  @Test("a hunt on a view that is being destroyed is over at once, from wherever it is begun")
  func attachingToTheDying() throws {
    final class Dying: View {
      var onDeinit: ((View) -> Void)?
      deinit { onDeinit?(self) }
    }
    let hunter = hunter
    var departures: [LoopHunter.Attachment.Departure?] = []
    var groups: [LoopHunter.AttachmentGroup] = []
    do {
      let view = Dying(frame: .zero)
      view.addSubview(View(frame: .zero))
      view.onDeinit = { view in
        departures.append((try? hunter.attach(to: view) { _ in })?.departure)
        if let group = try? hunter.attach(toTree: view, onLoop: { _ in }) { groups.append(group) }
      }
      try hunter.attach(to: view) { _ in }
    }
    #expect(departures == [.viewDied])
    #expect(groups.map(\.isActive) == [false])
    #expect(hunter.attachments.isEmpty)
  }

  @Test("an object that dies with a callback may reach the dying view through its subviews")
  func reachingTheDying() throws {
    final class Last {
      let onDeinit: () -> Void
      init(_ onDeinit: @escaping () -> Void) { self.onDeinit = onDeinit }
      deinit { onDeinit() }
    }
    let hunter = hunter
    let child = JournalView("child")
    var view: View? = View(frame: .zero)
    view!.addSubview(child)
    var attachments: [LoopHunter.Attachment] = []
    do {
      let last = Last {
        guard let superview = child.superview else { return }
        if let late = try? hunter.attach(to: superview, onLoop: { _ in }) {
          attachments.append(late)
        }
        superview.layoutIfNeeded()
      }
      try hunter.attach(to: view!) { _ in _ = last }
    }
    view = nil
    #expect(attachments.allSatisfy { $0.departure == .viewDied && $0.view == nil })
    hunter.detachAll()
    #expect(hunter.attachments.isEmpty)
  }

  @Test("an object that dies with a hub's redaction, sink or listener may ask the hub")
  func hubDeaths() {
    final class Asking: @unchecked Sendable {
      // Used on one thread.
      let hub: AnalyticsHub
      init(_ hub: AnalyticsHub) { self.hub = hub }
      deinit {
        hub.redaction = .none
        hub.onProblem = nil
        hub.throttle = .unlimited
        _ = hub.sinks.count
        _ = hub.statistics
        hub.add(RecordingSink())
        hub.raise(
          .layoutLoop,
          report: LoopReport(
            fingerprint: "f", verdict: .redundant, view: ViewReference(path: "V", className: "V"),
            threshold: 1, count: 2, turn: 1, time: 0))
      }
    }
    let hub = AnalyticsHub { .zero }
    func asking() -> Asking { Asking(hub) }
    for _ in 0..<2 {
      do {
        let (first, second, third) = (asking(), asking(), asking())
        hub.redaction = .texts { [first] text in
          _ = first
          return text
        }
        hub.onProblem = { [second] _ in _ = second }
        hub.add(ClosureSink(handOver: .direct) { [third] _ in _ = third })
      }
      hub.redaction = .none
      hub.onProblem = nil
    }
    hub.close(timeout: .generous)
    #expect(hub.statistics.raised > 0)
  }

  // MARK: Two loops

  @Test(
    "a hunt counts and follows causes in its own hunter's loop, whichever hunt came first or left"
  )
  func twoLoops() throws {
    for leaves in [false, true] {
      let otherLoop = TurnLoop()
      let other = LoopHunter(loop: otherLoop)
      let loop = loop
      let view = JournalView("view") { view in
        loop.async { [weak view] in view?.setNeedsLayout() }
      }
      let window = loop.makeWindow(view)
      let first = try other.attach(to: view, threshold: 5) { _ in }
      var verdicts: [Verdict] = []
      let second = try hunter.attach(to: view, threshold: 5) { verdicts.append($0.verdict) }
      if leaves { first.detach() }
      loop.runUntilIdle(limit: 61)
      #expect(verdicts == [.acrossTurns(streak: 60)], "the first \(leaves ? "left" : "stayed")")
      #expect(second.layoutsThisTurn == 0)
      #expect(first.layoutsThisTurn == (leaves ? 0 : 61))
      second.detach()
      first.detach()
      #expect(isaWord(of: view) == isaWord(ofClass: JournalView.self))
      withExtendedLifetime(window) {}
    }
  }

  @Test("a muted loop mutes its own hunters only, and turns of one loop reset no count of another")
  func twoLoopsCount() throws {
    let otherLoop = TurnLoop()
    let other = LoopHunter(loop: otherLoop)
    let view = JournalView("view")
    let mine = try hunter.attach(to: view, threshold: 100) { _ in }
    let theirs = try other.attach(to: view, threshold: 2) { _ in layOut(view, times: 4) }
    layOut(view, times: 3)
    #expect((mine.layoutsThisTurn, theirs.layoutsThisTurn) == (7, 3))
    otherLoop.event {}
    otherLoop.runTurn()
    #expect((mine.layoutsThisTurn, theirs.layoutsThisTurn) == (7, 0))
    layOut(view)
    loop.event {}
    loop.runTurn()
    #expect((mine.layoutsThisTurn, theirs.layoutsThisTurn) == (0, 1))
  }
}
