import Foundation
import Synchronization

/// Lays out dirty views: collect, call, repeat, until nothing is dirty or a limit is reached.
///
/// A loop has one for all its windows; every tree outside any window borrows one for the time of
/// its `layoutIfNeeded`. Nested passes of one tree run on the same object, so that limits hold for
/// all of them together.
final class LayoutPass: Pulse {
  /// Batches that an outermost pass may run, nested ones included.
  var passLimit = LayoutPass.defaultPassLimit
  /// How deep passes may nest.
  var nestingLimit = LayoutPass.defaultNestingLimit

  static let defaultPassLimit = 10_000
  static let defaultNestingLimit = 256

  /// The innermost view whose layout, or whose part of the constraints phase, is running.
  var layingOut: View? { layingOutLink?.view }
  private var layingOutLink: ViewLink?
  /// The observers; nil if there are none.
  private(set) var observers: LayoutObserverList?
  private var lastObserver = 0
  /// Leads tokens here while the pass is alive.
  ///
  /// Weak references would slow down every retain.
  private let handle = PassHandle()
  /// Whether a change must be told to observers or stamped with a cause.
  @inline(__always)
  var isWatched: Bool { observers != nil || hasCause }

  /// The replay that runs a recording again, if any.
  weak var replay: (any LayoutReplay)?

  /// What the outermost pass has done so far.
  private(set) var tally = TurnLoop.CommitSummary()
  /// What the last outermost pass outside any commit did.
  private(set) var lastForced = TurnLoop.CommitSummary()
  /// The windows that may have something to lay out.
  var pendingWindows = PendingWindows()
  /// The last of the windows that the running commit lays out, in the order in which they were
  /// made.
  private var lastOfCommit = 0
  /// Whether a commit is running.
  private var isCommitting = false
  /// The number of passes on the stack.
  private(set) var depth = 0
  /// How many outermost passes an app forced since the last turn ended.
  var forcedPasses = 0

  override init() {
    super.init()
    handle.pass = self
  }

  deinit {
    handle.pass = nil
  }

  // MARK: Outermost passes

  /// Lays out the windows up to the place `last` in their order as one commit.
  func commit(through last: Int) -> TurnLoop.CommitSummary {
    observers?.forEach { $0.commitBegan() }
    isCommitting = true
    lastOfCommit = last
    runCommit()
    isCommitting = false
    let summary = tally
    observers?.forEach { $0.commitEnded(summary) }
    return summary
  }

  /// Lays out the subtree of `root`, now, in a pass of its own or nested in the running one.
  ///
  /// Returns whether it ran: beyond `nestingLimit` it is refused and everything stays dirty.
  @discardableResult
  func force(_ root: View) -> Bool {
    guard depth < nestingLimit else {
      tally.didHitNestingLimit = true
      return false
    }
    if depth == 0, muted.load(ordering: .relaxed) == 0 { forcedPasses += 1 }
    run(root)
    if depth == 0 {
      lastForced = tally
      if tally.layouts > 0 { hasLayouts.store(true, ordering: .relaxed) }
    }
    return true
  }

  /// Ends the passes that run, as at the limit: what waits stays dirty.
  func abandon() {
    if depth > 0 { tally.didHitLimit = true }
  }

  /// Lays out one view in a pass of its own, for a layout that only a recording explains.
  func layOutAlone(_ view: View) {
    if depth == 0 { tally = TurnLoop.CommitSummary() }
    depth += 1
    defer { depth -= 1 }
    view.flags.remove(.isDirty)
    tally.batches += 1
    layOut(view)
  }

  // MARK: The pass

  /// Lays out what waits in one tree.
  private func run(_ root: View) {
    runBatches {
      replay?.willCollectForced(in: root)
      root.updatePendingConstraints()
    } collect: {
      root.collectDirty(into: &$0)
    } isLeft: {
      root.hasPendingLayout
    }
  }

  /// Lays out the windows in which something waits: what it costs depends on them alone.
  private func runCommit() {
    var windows: [Window] = []
    runBatches {
      replay?.willCollectCommit()
      windows.removeAll(keepingCapacity: true)
      takeWindowsWithUpdatedConstraints(into: &windows)
    } collect: {
      for window in windows {
        window.flags.remove(.isEnlisted)
        window.collectDirty(into: &$0)
      }
    } isLeft: {
      pendingWindows.putBack(windows)
      return windows.contains { $0.hasPendingLayout }
    }
  }

  /// Collects and lays out batches until nothing is dirty, or a limit is reached with something
  /// left.
  private func runBatches(
    prepare: () -> Void, collect: (inout [ViewLink]) -> Void, isLeft: () -> Bool
  ) {
    if depth == 0 { tally = TurnLoop.CommitSummary() }
    depth += 1
    defer { depth -= 1 }
    var batch: [ViewLink] = []
    while !tally.didHitLimit {
      prepare()
      guard tally.batches < passLimit else {
        tally.didHitLimit = isLeft()
        return
      }
      collect(&batch)
      if batch.isEmpty { return }
      tally.batches += 1
      layOut(batch)
      batch.removeAll(keepingCapacity: true)
    }
  }

  /// Whether layout waits in a window of the commit that runs.
  var commitHasWork: Bool { pendingWindows.holdsWork(through: lastOfCommit) }

  /// Takes the waiting windows out of the list, in their order, and updates their constraints.
  ///
  /// What that marks in windows further back is updated at once, in those before only next time.
  private func takeWindowsWithUpdatedConstraints(into windows: inout [Window]) {
    pendingWindows.take(through: lastOfCommit, into: &windows)
    windows.sort { $0.order < $1.order }
    var index = 0
    var hasEarlier = false
    while index < windows.count {
      let window = windows[index]
      window.updatePendingConstraints()
      index += 1
      guard !pendingWindows.isEmpty else { continue }
      let known = windows.count
      pendingWindows.take(through: lastOfCommit, into: &windows)
      for new in known..<windows.count where windows[new].order < window.order {
        windows.swapAt(new, index)
        index += 1
        hasEarlier = true
      }
      windows[index...].sort { $0.order < $1.order }
    }
    if hasEarlier { windows.sort { $0.order < $1.order } }
  }

  /// Calls the views of a frozen batch in order, and lets each go when its layout is done.
  ///
  /// When a nested pass reaches the limit, what still waits gets its mark back.
  private func layOut(_ batch: [ViewLink]) {
    for view in batch {
      if tally.didHitLimit {
        view.with { $0.restoreDirtyMark() }
      } else {
        view.with { layOut($0) }
      }
      view.release()
    }
  }

  /// Runs one view's layout: a controller's callbacks around `layoutSubviews`.
  @inline(__always)
  private func layOut(_ view: View) {
    tally.layouts += 1
    let outerView = layingOutLink
    layingOutLink = view.link
    view.runningLayouts += 1
    if isWatched || view.flags.contains(.hasCause) {
      layOutWatched(view)
    } else {
      call(view)
    }
    view.runningLayouts -= 1
    layingOutLink = outerView
  }

  /// Runs a view's part of the constraints phase: what it does is that view's doing.
  func updateConstraints(of view: View, _ body: () -> Void) {
    let outerView = layingOutLink
    layingOutLink = view.link
    if isWatched || view.extras?.constraintsCause != nil {
      updateConstraintsWatched(of: view, body)
    } else {
      body()
    }
    layingOutLink = outerView
  }

  @inline(never)
  private func updateConstraintsWatched(of view: View, _ body: () -> Void) {
    let cause = view.extras?.constraintsCause
    if cause != nil { view.extras?.constraintsCause = nil }
    withCause(cause) {
      observers?.forEach { $0.constraintsEntered(view) }
      body()
      observers?.forEach { $0.constraintsLeft(view) }
    }
  }

  @inline(never)
  private func layOutWatched(_ view: View) {
    let cause = view.layoutCause
    view.replaceCause(with: nil)
    withCause(cause) {
      observers?.forEach { $0.layoutEntered(view) }
      call(view)
      observers?.forEach { $0.layoutLeft(view) }
    }
  }

  /// The dispatch itself.
  ///
  /// A function of its own, so that no earlier look at the instance's class is kept across it.
  @inline(never)
  private func call(_ view: View) {
    if view.flags.contains(.isControlled) { return callWithController(view) }
    view.layoutSubviews()
  }

  private func callWithController(_ view: View) {
    let instrument = view.instrument
    // A layout that an instrument leaves out is left out as a whole: the controller is not told.
    if let instrument, instrument.leavesOutLayout(in: self) { return view.layoutSubviews() }
    let controller = view.controller
    controller?.viewWillLayoutSubviews()
    view.layoutSubviews()
    if let instrument {
      // The callback is part of the view's layout, of which the instrument sees the middle.
      withCause(instrument.causeAfterLayout(cause, in: self)) {
        controller?.viewDidLayoutSubviews()
      }
    } else {
      controller?.viewDidLayoutSubviews()
    }
  }

  // MARK: Observers and causes

  /// Adds an observer until the token ends, behind or before those that are there.
  func addObserver(_ observer: any LayoutObserver, isFirst: Bool = false) -> ObservationToken {
    let list = observers ?? LayoutObserverList()
    lastObserver += 1
    let entry = lastObserver
    list.add(observer, id: entry, isFirst: isFirst)
    observers = list
    // An observer may hold its own token: nothing that holds the observer is held by that.
    return ObservationToken { [handle] in handle.pass?.removeObserver(entry) }
  }

  private func removeObserver(_ entry: Int) {
    guard let observers else { return }
    let leaving = observers.remove(entry)
    if observers.isEmpty { self.observers = nil }
    withExtendedLifetime(leaving) {}
  }

  func tellTurnBegan(_ turn: Int, _ now: Duration) {
    observers?.forEach { $0.turnBegan(turn, now: now) }
  }

  func tellTurnEnded(_ turn: Int) {
    observers?.forEach { $0.turnEnded(turn) }
  }

  func tellOpened(_ window: Window) {
    let layingOut = layingOut
    observers?.forEach { $0.treeChanged(.opened(window), by: layingOut) }
  }

  func tellEnqueued(_ work: WorkID, _ kind: WorkKind) {
    let layingOut = layingOut
    observers?.forEach { $0.workEnqueued(work, kind: kind, by: layingOut) }
  }

  /// Runs a block or a timer's handler under the cause of the moment at which it was enqueued.
  func runWork(_ work: WorkID, cause: LayoutCause?, _ body: () -> Void) {
    guard observers != nil || cause != nil else { return body() }
    withCause(cause) {
      observers?.forEach { $0.workBegan(work) }
      body()
      observers?.forEach { $0.workEnded(work) }
    }
  }

  /// Stamps views that came into a window with something pending with the current cause, which
  /// brought them.
  func noteArrival(of views: [View]) {
    let cause = cause
    for view in views {
      if view.flags.contains(.isDirty) { stamp(view, with: cause) }
      if let cause, view.flags.contains(.needsUpdateConstraints) { stampRequest(view, with: cause) }
    }
  }

  private func stamp(_ view: View, with cause: LayoutCause?) {
    guard cause != nil || view.flags.contains(.hasCause) else { return }
    view.replaceCause(with: cause)
  }

  /// Stamps the next parts of the constraints phase of a view, and of those around it, with the
  /// cause of the request.
  private func stampRequest(_ view: View, with cause: LayoutCause) {
    var next: View? = view
    while let current = next {
      let extras = current.ensureExtras()
      let old = extras.constraintsCause
      extras.constraintsCause = old.map { $0 === cause ? cause : $0.shared(with: cause) } ?? cause
      withExtendedLifetime(old) {}
      next = current.storedSuperview
    }
  }

  /// Tells that `view` was dirtied, perhaps by what was done to a subview, and stamps it with the
  /// current cause.
  ///
  /// A view that is dirtied again keeps what both causes share: it is laid out for either.
  func noteDirtied(_ view: View, _ reason: DirtyReason, through subview: View?, again: Bool) {
    let cause = cause
    if !again {
      stamp(view, with: cause)
    } else if let first = view.layoutCause, first !== cause {
      stamp(view, with: cause.flatMap { first.shared(with: $0) })
    }
    if let subview, let cause, reason.asksForConstraints { stampRequest(subview, with: cause) }
    let layingOut = layingOut
    if let subview {
      observers?.forEach {
        $0.viewDirtied(view, reason: reason, through: subview, by: layingOut, again: again)
      }
    } else {
      observers?.forEach { $0.viewDirtied(view, reason: reason, by: layingOut, again: again) }
    }
  }
}

/// Leads to a pass without holding it.
private final class PassHandle {
  /// The pass; it clears this when it dies.
  unowned(unsafe) var pass: LayoutPass?
}

/// The observers of one loop, in the order of their registration.
final class LayoutObserverList {
  private var entries: [(id: Int, observer: any LayoutObserver)] = []
  /// How many have left, by which a walk over the entries sees that it must look.
  private var removals = 0

  var isEmpty: Bool { entries.isEmpty }

  func add(_ observer: any LayoutObserver, id: Int, isFirst: Bool) {
    entries.insert((id, observer), at: isFirst ? 0 : entries.count)
  }

  /// Takes an observer out and hands it to the caller, who lets it go when no change is under way.
  func remove(_ id: Int) -> (any LayoutObserver)? {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
    removals += 1
    return entries.remove(at: index).observer
  }

  /// Tells every observer that is registered now; one added meanwhile begins with the next event,
  /// and one that another observer ends meanwhile is not told any more.
  @inline(__always)
  func forEach(_ tell: (any LayoutObserver) -> Void) {
    let removalsBefore = removals
    for entry in entries {
      if removals != removalsBefore, !isRegistered(entry.id) { continue }
      tell(entry.observer)
    }
  }

  @inline(never)
  private func isRegistered(_ id: Int) -> Bool {
    entries.contains { $0.id == id }
  }
}

/// Lends a pass to trees outside any window.
///
/// Nesting is bounded per thread, so that trees that force each other end as well.
enum DetachedLayout {
  private static let slot = ThreadSlot<LayoutPass>()

  /// Calls `body` with the pass of the tree that is being forced on this thread, or a new one.
  static func withPass<Result>(_ body: (LayoutPass) -> Result) -> Result {
    if let current = slot.current { return body(current) }
    let pass = LayoutPass()
    return slot.withBinding(of: pass) { body(pass) }
  }
}
