import Foundation
import ViewTree

/// Runs the turns of a recording through a loop: what a replayer does inside.
///
/// It keeps one turn of events and the live views. A *frame* is the piece of the turn that is being
/// run: the turn itself, a layout's events, a commit's, or those of a piece of work. `cursor` is
/// the place in the innermost frame; layouts that the engine runs meanwhile are frames of their own.
final class ReplayScript: LayoutObserver, LayoutReplay {
  let reader: TraceReader
  let loop = TurnLoop(clock: .virtual)
  private var observation: Observation?

  var turn = ReplayTurn()
  var nodes: [ReplayNode] = []
  var nodeOfSlot: [Int32] = []
  var freeNodes: [Int32] = []
  var goneNodes: [Int32] = []
  var stamp = 0
  var nextNumber = 0
  var nextTime: Int64?
  var hasEnded = false
  var header: TraceHeader?
  /// Whether somebody records the replay and needs `from` of every event.
  var wantsOrigins = false

  /// Called with each view when it is made.
  var onView: ((View, Int) -> Void)?

  // MARK: What was found

  var replayedLayouts = 0
  var unexplainedLayouts = 0
  var divergence: TraceDivergence?
  var divergentTurns = 0
  var leftRecordingInTurn: Int?

  // MARK: Where it is

  private var cursor: Int32 = 0
  private var end: Int32 = 0
  private var layouts: [RunningLayout] = []
  /// The next layout that the recording has; -1 for none.
  private var expectedLayout: Int32 = -1
  private var turnDiverged = false
  private var hasLeft = false
  private var resizeDepth = 0
  /// The event that is being applied, until the engine has told of it; -1 then.
  private var applied: Int32 = -1

  private var heldWork: [Int: HeldWork] = [:]
  private var heldTimers: [Int] = []
  /// The trace's numbers of the work that is held.
  private var workNumbers: [WorkID: Int] = [:]

  /// A layout of the replay that is running, and the frame it interrupted.
  private struct RunningLayout {
    /// The recorded layout; -1 for one that the recording does not have.
    var index: Int32
    var hasPerformed: Bool
    var outerCursor: Int32
    var outerEnd: Int32
  }

  /// How many batches of a commit may run where the recording names no limit.
  private static let unlimitedBatches = Int.max
  /// How deep layout may nest, whatever the recording says: each level needs stack.
  static let nestingLimit = 1_024
  /// How many timers are held; with more, the oldest are forgotten and run without a cause.
  private static let timerLimit = 100_000
  /// How far ahead the end of a setter's consequences is looked for, and how deep they may nest.
  private static let resizeReach: Int32 = 4_096
  private static let resizeLimit = 64

  init(_ input: TraceInput, options: TraceOptions, interrupt: TraceInterrupt?) throws(TraceError) {
    reader = try TraceReader(input, options: options, interrupt: interrupt)
    loop.replay = self
    _ = try readTurn()
    loop.passLimit = max(1, header?.passLimit ?? Self.unlimitedBatches)
    loop.nestingLimit = min(max(1, header?.nestingLimit ?? 256), Self.nestingLimit)
  }

  /// Builds the views of the snapshot, and runs what else stands before the first turn.
  func buildSnapshot() {
    let hasEvents = turn.items.contains { $0.kind != .view && $0.kind != .async }
    guard hasEvents else {
      cursor = 0
      end = turn.count
      while cursor < end { step() }
      for index in turn.items.indices where turn.items[index].isClean {
        view(turn.items[index].node)?.discardPendingLayout()
      }
      return
    }
    // A lenient reader lets events pass that no turn line precedes: they are the first turn.
    runLoadedTurn(number: loop.turn)
  }

  // MARK: Turns

  /// Reads and runs the next turn; nil at the end.
  func runTurn() throws(TraceError) -> Int? {
    startObserving()
    guard try readTurn() else { return nil }
    let number = max(turn.number, loop.turn)
    runLoadedTurn(number: number)
    return number
  }

  func startObserving() {
    if observation == nil { observation = loop.addLayoutObserver(self) }
  }

  /// Lets go of the loop, whose observer this is.
  func stop() {
    observation?.cancel()
    observation = nil
  }

  private func runLoadedTurn(number: Int) {
    expectedLayout = turn.firstLayout
    turnDiverged = false
    hasLeft = false
    cursor = 0
    end = turn.count
    let time = turn.time.map { Duration.nanoseconds($0) }
    loop.replayTurn(number, at: time) {
      while cursor < end { step() }
    }
    if expectedLayout >= 0 && !hasLeft {
      diverge(at: turn[expectedLayout], replayed: "the end of the turn")
    }
    if turnDiverged { divergentTurns += 1 }
    recycleNodes()
  }

  func view(_ node: Int32) -> View? {
    node >= 0 ? nodes[Int(node)].view : nil
  }

  // MARK: Steps

  /// Does the next event of the frame.
  private func step() {
    let index = cursor
    let item = turn[index]
    cursor += 1
    switch item.kind {
    case .dirty: applyDirty(item, index)
    case .frame, .bounds, .center, .transform: applyGeometry(item, index)
    case .layout:
      if !item.hasRun { forceLayout(index) }
      if cursor <= item.partner { cursor = item.partner + 1 }
    case .force: view(item.node)?.layoutIfNeeded()
    case .view: makeView(item, index)
    case .move: applyMove(item)
    case .gone: letGo(item.node)
    case .clean: view(item.node)?.discardPendingLayout()
    case .async: hold(item)
    case .run: runWork(item, index)
    case .commit: runCommit(item, index)
    default: break
    }
  }

  /// Runs the events between an opening and its partner as a frame.
  private func runFrame(from index: Int32, to partner: Int32, _ body: () -> Void) {
    let outer = (cursor, end)
    cursor = index + 1
    end = partner
    body()
    (cursor, end) = outer
    cursor = partner + 1
  }

  private func applyDirty(_ item: ReplayItem, _ index: Int32) {
    guard item.consequence == nil else {
      // Whoever caused it should have stepped over it.
      diverge(at: item, replayed: "nothing")
      return
    }
    applied = index
    let reason: DirtyReason =
      item.text < 0 ? .explicit : DirtyReason(rawValue: turn.strings[Int(item.text)])
    view(item.node)?.setNeedsLayout(because: reason)
    applied = -1
  }

  private func applyGeometry(_ item: ReplayItem, _ index: Int32) {
    guard let view = view(item.node) else { return }
    applied = index
    switch item.kind {
    case .frame: view.frame = item.rect
    case .bounds: view.bounds = item.rect
    case .center: view.center = item.point
    default: view.transform = item.affine
    }
    applied = -1
  }

  // MARK: The tree

  private func makeView(_ item: ReplayItem, _ index: Int32) {
    guard let form = turn.forms[index] else { return }
    let view: View
    if form.place == .root {
      view = ReplayedWindow(frame: form.frame, loop: loop, script: self)
    } else {
      view = ReplayedView(frame: form.frame, script: self)
    }
    view.tag = Int(item.node) + 1
    view.isScripted = true
    view.displayedClassName = form.className
    view.identifier = form.name
    if let bounds = form.bounds, bounds.origin != .zero {
      view.bounds = CGRect(origin: bounds.origin, size: form.frame.size)
    }
    if let transform = form.transform { view.transform = transform.affine }
    if item.isClean { view.discardPendingLayout() }
    nodes[Int(item.node)].view = view
    if let parent = self.view(item.parent) { insert(view, into: parent, at: item.index) }
    onView?(view, nodes[Int(item.node)].number)
  }

  private func applyMove(_ item: ReplayItem) {
    guard let view = view(item.node) else { return }
    guard let parent = self.view(item.parent) else { return view.removeFromSuperview() }
    // A replay that has left the recording can have another tree than it.
    guard !(view is Window), !parent.isDescendant(of: view) else {
      return diverge(at: item, replayed: "nothing: the replayed tree is another")
    }
    insert(view, into: parent, at: item.index)
  }

  private func insert(_ view: View, into parent: View, at index: Int32) {
    if index >= 0 {
      parent.insertSubview(view, at: Int(index))
    } else {
      parent.addSubview(view)
    }
  }

  /// Gives up the replay's hold on a view.
  private func letGo(_ node: Int32) {
    guard node >= 0 else { return }
    let view = nodes[Int(node)].view
    // It can have left a superview outside the windows, where no recorder sees it. Whether that
    // dirtied the superview is told by a line of its own.
    if let view, let superview = view.superview {
      let wasDirty = superview.needsLayout
      view.removeFromSuperview()
      if !wasDirty && superview.window == nil { superview.discardPendingLayout() }
    }
    nodes[Int(node)].view = nil
    // Whoever watches its death must not find the list of nodes in use.
    withExtendedLifetime(view) {}
  }

  // MARK: Work

  private func hold(_ item: ReplayItem) {
    let work = loop.nextWork
    workNumbers[work] = item.work
    heldWork[item.work] = loop.holdWork(item.isTimer ? .timer : .block)
    guard item.isTimer else { return }
    heldTimers.append(item.work)
    if heldTimers.count > Self.timerLimit {
      for timer in heldTimers.prefix(Self.timerLimit / 2) { release(timer) }
      heldTimers.removeFirst(Self.timerLimit / 2)
    }
  }

  private func release(_ work: Int) {
    guard let held = heldWork.removeValue(forKey: work) else { return }
    workNumbers[held.id] = nil
  }

  private func runWork(_ item: ReplayItem, _ index: Int32) {
    let work: HeldWork
    if let held = heldWork[item.work] {
      work = held
    } else {
      workNumbers[loop.nextWork] = item.work
      work = loop.holdWork(.timer)
    }
    runFrame(from: index, to: item.partner) {
      loop.run(work) {
        while cursor < end { step() }
      }
    }
    if heldTimers.last != item.work, !heldTimers.contains(item.work) { release(item.work) }
  }

  // MARK: Layout

  private func runCommit(_ item: ReplayItem, _ index: Int32) {
    runFrame(from: index, to: item.partner) {
      _ = loop.replayCommit()
      while cursor < end { step() }
    }
  }

  /// Runs a layout that nothing in the recording explains.
  private func forceLayout(_ index: Int32) {
    guard !hasLeft, layouts.count < Self.nestingLimit, let view = view(turn[index].node) else {
      return
    }
    unexplainedLayouts += 1
    turn.setForced(index)
    loop.replayLayout(of: view)
  }

  /// A batch of the commit is about to be collected: what stands before its layouts is done now.
  func willCollect() {
    while cursor < end {
      let item = turn[cursor]
      guard item.kind == .layout else {
        step()
        continue
      }
      if item.hasRun || hasLeft {
        cursor = item.partner + 1
        continue
      }
      if loop.windows.contains(where: \.hasPendingWork) { return }
      // Nothing explains the next layout: it gets a mark, once.
      if !item.isForced, let view = view(item.node), view.window != nil {
        unexplainedLayouts += 1
        turn.setForced(cursor)
        view.markPendingLayout()
        return
      }
      step()
    }
  }

  func layoutEntered(_ view: View) {
    replayedLayouts += 1
    let place = view.tag - 1
    var index: Int32 = -1
    if place >= 0, place < nodes.count, nodes[place].view === view, nodes[place].stamp == stamp {
      index = nodes[place].nextLayout
      if index >= 0 { nodes[place].nextLayout = turn[index].nextOfView }
    }
    layouts.append(
      RunningLayout(index: index, hasPerformed: false, outerCursor: cursor, outerEnd: end))
    checkOrder(index, view)
    if index >= 0 {
      turn.setRun(index)
      cursor = index + 1
      end = turn[index].partner
    } else {
      cursor = 0
      end = 0
    }
  }

  /// A replayed view's `layoutSubviews`.
  func performLayout() {
    guard let running = layouts.last, !running.hasPerformed else { return }
    layouts[layouts.count - 1].hasPerformed = true
    while cursor < end { step() }
  }

  func layoutLeft(_ view: View) {
    guard let running = layouts.popLast() else { return }
    if running.index >= 0, !running.hasPerformed { leaveRecording() }
    cursor = running.outerCursor
    end = running.outerEnd
    guard running.index >= 0 else { return }
    if cursor == running.index { cursor = turn[running.index].partner + 1 }
    letGoAfterLayout(of: view)
  }

  /// Gives up a view that dies right after its layout: only the batch that ends now held it.
  ///
  /// The views below it can have died before it. Whatever else died was held by the pass or by
  /// whoever forced it, and has its turn when that has ended.
  private func letGoAfterLayout(of view: View) {
    var last = cursor
    while last < end, turn[last].kind == .gone {
      guard let dying = self.view(turn[last].node), dying.isDescendant(of: view) else { return }
      last += 1
      guard dying === view else { continue }
      while cursor < last {
        letGo(turn[cursor].node)
        cursor += 1
      }
      return
    }
  }

  /// A hunter broke a loop: the layouts that the recording has are not expected any more.
  private func leaveRecording() {
    hasLeft = true
    if leftRecordingInTurn == nil { leftRecordingInTurn = loop.turn }
  }

  // MARK: Consequences

  func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
    guard reason.isConsequence, cursor < end else { return }
    let item = turn[cursor]
    guard item.kind == .dirty, let consequence = item.consequence, item.node == view.tag - 1
    else { return }
    let expected: DirtyReason =
      switch consequence {
      case .size: .size
      case .bounds: .bounds
      case .subviews: .subviews
      }
    if expected == reason { cursor += 1 }
  }

  /// Where the masks of the subviews would act, the recorded setters of the subviews act.
  ///
  /// They stand between the setter and the dirtying of the superview, which comes last.
  func subviewsWouldResize(of view: View) {
    guard resizeDepth < Self.resizeLimit, let superview = view.superview, !superview.isInLayout
    else { return }
    let place = superview.tag - 1
    func isLast(_ item: ReplayItem) -> Bool {
      item.kind == .dirty && item.consequence == .size && item.node == place
    }
    var index = cursor
    let limit = min(end, cursor + Self.resizeReach)
    while index < limit, !isLast(turn[index]) {
      switch turn[index].kind {
      case .layout, .commit, .run, .force: return
      default: index += 1
      }
    }
    guard index < limit else { return }
    resizeDepth += 1
    defer { resizeDepth -= 1 }
    let outer = applied
    while cursor < index, !isLast(turn[cursor]) { step() }
    applied = outer
  }

  // MARK: Divergence

  private func checkOrder(_ index: Int32, _ view: View) {
    guard !hasLeft else { return }
    if index >= 0, index == expectedLayout {
      expectedLayout = turn[index].nextLayout
      return
    }
    if expectedLayout >= 0 {
      diverge(at: turn[expectedLayout], replayed: "layout of \(describe(view))")
    } else if let last = turn.items.last {
      var place = last
      place.kind = .end
      diverge(at: place, replayed: "layout of \(describe(view))")
    }
    if index >= 0 { expectedLayout = turn[index].nextLayout }
  }

  private func diverge(at item: ReplayItem, replayed: String) {
    guard !hasLeft else { return }
    turnDiverged = true
    guard divergence == nil else { return }
    let view = view(item.node).map { " of \(describe($0))" } ?? ""
    let recorded = item.kind == .end ? "no further layout in this turn" : "\(item.kind)\(view)"
    divergence = TraceDivergence(
      line: item.line, turn: loop.turn, recorded: recorded, replayed: replayed)
  }

  private func describe(_ view: View) -> String {
    let number = number(of: view).map { "view \($0)" } ?? "a view of no number"
    return "\(number) (\(view.displayedClassName))"
  }
}

// MARK: What a recorder asks

extension ReplayScript: RecordingScript {
  func number(of view: View) -> Int? {
    let place = view.tag - 1
    guard place >= 0, place < nodes.count else { return nil }
    return nodes[place].number == 0 ? nil : nodes[place].number
  }

  func number(of work: WorkID) -> Int? { workNumbers[work] }

  func time(of moment: RecordingMoment, _ view: View?) -> Int64? {
    var time = -1
    switch moment {
    case .turn: return turn.time
    case .layout:
      if let place = view.map({ $0.tag - 1 }), place >= 0, nodes[place].stamp == stamp {
        let index = nodes[place].nextLayout
        if index >= 0 { time = turn[index].time }
      }
    case .done:
      if let index = layouts.last?.index, index >= 0, turn[index].partner < turn.count {
        time = turn[turn[index].partner].time
      }
    }
    return time < 0 ? nil : Int64(time)
  }

  var origin: String? {
    var place: Int32 = -1
    if applied >= 0 {
      place = turn[applied].origin
      applied = -1
    } else if cursor < end {
      place = turn[cursor].origin
    }
    return place < 0 ? nil : turn.strings[Int(place)]
  }

  var isComplete: Bool { !reader.summary.isTruncated }
}
