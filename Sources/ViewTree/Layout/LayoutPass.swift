import Foundation
import Synchronization

/// Lays out dirty views: collect, call, repeat, until nothing is dirty or a limit is reached.
///
/// A loop has one for all its windows; every tree outside any window borrows one during its
/// `layoutIfNeeded`. Nested passes of a tree share it, and so its limits.
final class LayoutPass: Pulse {
  /// The number of batches that an outermost pass may run, nested ones included.
  var passLimit = LayoutPass.defaultPassLimit
  /// The depth to which passes may nest.
  var nestingLimit = LayoutPass.defaultNestingLimit

  static let defaultPassLimit = 10_000
  static let defaultNestingLimit = 256

  /// The innermost view whose layout, or whose part of the constraints phase, is running.
  var layingOut: View? { layingOutLink?.view }
  private var layingOutLink: ViewLink?
  /// The number of watched pieces of work, and of callbacks that layout asked for, on the stack.
  private var runningWork = 0
  /// The observers; nil if there are none.
  private(set) var observers: LayoutObserverList?
  private var lastObserver = 0
  /// The handle by which tokens find the pass while it is alive.
  ///
  /// Weak references would slow down every retain.
  private let handle = PassHandle()
  /// True if a change must be reported to observers or stamped with a cause.
  @inline(__always) var isWatched: Bool { observers != nil || hasCause }

  /// The replay that reruns a recording, if any; it takes itself out when it dies.
  unowned(unsafe) var replay: (any LayoutReplay)?

  /// The summary of the outermost pass so far.
  private(set) var tally = TurnLoop.CommitSummary()
  /// The summary of the last outermost pass outside any commit.
  private(set) var lastForced = TurnLoop.CommitSummary()
  /// The windows that may have something to lay out.
  var pendingWindows = PendingWindows()
  /// The last window that the running commit lays out, in the order in which they were made.
  private var lastOfCommit = 0
  /// True if a commit is running.
  private var isCommitting = false
  /// The number of passes on the stack.
  private(set) var depth = 0
  /// The depth at which a pass was refused last.
  private(set) var refusedDepth = 0
  /// The depth from which on a pass asks for room on the stack, as it does when it begins: passes of other
  /// loops may be around it.
  private static let deepPass = 16
  /// True if the pass is lent to a tree outside any window.
  private let isOutside: Bool
  /// The number of outermost passes that an app forced since the last turn ended.
  var forcedPasses = 0
  /// The view at which the innermost forced pass began; nil in a commit.
  private var forcedRoot: ViewLink?
  /// True if the innermost pass goes on in a tree that has left the windows.
  var forcesOutside: Bool { !isOutside && forcedRoot?.with { $0.pass !== self } ?? false }
  /// The number of the innermost call that forced another tree outside any window than the one whose layout
  /// made it; 0 for none.
  private(set) var treeForce = 0
  private var treeForces = 0
  /// The views in layout outside any window, the innermost last; nil for one that has come into a window.
  private var runningOutside: [ViewLink?] = []
  /// The engines of trees outside any window, which last as long as the pass.
  private var engines: [LayoutEngine] = []

  /// Makes the pass of a loop, or one for a tree outside any window.
  init(isOutside: Bool = false) {
    self.isOutside = isOutside
    super.init()
    handle.pass = self
  }

  deinit { handle.pass = nil }

  /// Keeps the engine of a tree outside any window.
  func keep(_ engine: LayoutEngine) { engines.append(engine) }

  // MARK: Outermost passes

  /// Lays out the windows up to the position `last` in their order as one commit.
  func commit(through last: Int) -> TurnLoop.CommitSummary {
    let outerRoot = forcedRoot
    forcedRoot = nil
    defer { forcedRoot = outerRoot }
    tell { $0.commitBegan() }
    isCommitting = true
    lastOfCommit = last
    runCommit()
    isCommitting = false
    let summary = tally
    tell { $0.commitEnded(summary) }
    return summary
  }

  /// Lays out the subtree of `root`, now, in a pass of its own or nested in the running one.
  ///
  /// Returns true if it ran: beyond `nestingLimit`, or near the end of the stack, it is refused and
  /// everything stays dirty.
  @discardableResult
  func force(_ root: View) -> Bool {
    let mustAsk = depth == 0 || depth >= Self.deepPass
    guard depth < nestingLimit, !mustAsk || !StackRoom.isLow else {
      tally.didHitNestingLimit = true
      refusedDepth = depth
      return false
    }
    if depth == 0, muted.load(ordering: .relaxed) == 0 { forcedPasses += 1 }
    run(root)
    if hasMovedOn(root) { root.layoutIfNeeded() }
    if depth == 0 {
      lastForced = tally
      if tally.layouts > 0 { hasLayouts.store(true, ordering: .relaxed) }
      let summary = tally
      tell { $0.forcedPassEnded(summary) }
    }
    return true
  }

  /// Ends the running passes, as at the limit: waiting views stay dirty.
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

  /// Lays out the pending views of one tree.
  private func run(_ root: View) {
    let (outerRoot, outerForce) = (forcedRoot, treeForce)
    if isOutside, let outer = layingOutLink, outer.top != root.link.top {
      treeForces += 1
      treeForce = treeForces
    }
    forcedRoot = root.link
    defer { (forcedRoot, treeForce) = (outerRoot, outerForce) }
    runBatches {
      guard !hasMovedOn(root) else { return }
      replay?.willCollectForced(in: root)
      root.updatePendingConstraints(in: isOutside ? nil : self)
    } collect: {
      guard !hasMovedOn(root) else { return }
      root.collectDirty(into: &$0)
      if forcesOutside { for view in $0 { view.with { $0.noteMarkMoved(by: self) } } }
    } isLeft: {
      !hasMovedOn(root) && root.hasPendingLayout
    }
  }

  /// True if a view that was outside any window has come into one, whose loop lays it out from then on.
  private func hasMovedOn(_ view: View) -> Bool { isOutside && view.pass != nil }

  /// Lays out the windows with pending layout: the cost depends on them alone.
  private func runCommit() {
    var windows: [Window] = []
    runBatches {
      windows.removeAll(keepingCapacity: true)
      replay?.willCollectCommit()
      takeWindowsWithUpdatedConstraints(into: &windows)
    } collect: {
      // A window without dirty views waits for nothing: it may die from now on.
      var idle: [Window] = []
      for window in windows {
        let known = $0.count
        window.flags.remove(.isEnlisted)
        window.collectDirty(into: &$0)
        if $0.count == known { idle.append(window) }
      }
      if !idle.isEmpty {
        let ended = Set(idle.map { ObjectIdentifier($0) })
        windows.removeAll { ended.contains(ObjectIdentifier($0)) }
      }
      withExtendedLifetime(idle) {}
    } isLeft: {
      pendingWindows.putBack(windows)
      return windows.contains { $0.hasPendingLayout }
    }
  }

  /// Collects and lays out batches until nothing is dirty, or a limit is reached with views left.
  private func runBatches(
    prepare: () -> Void, collect: (inout [ViewLink]) -> Void, isLeft: () -> Bool
  ) {
    if depth == 0 { tally = TurnLoop.CommitSummary() }
    depth += 1
    let outerDoer = doerMark.exchange(nil, ordering: .relaxed)
    defer {
      depth -= 1
      doerMark.store(outerDoer, ordering: .relaxed)
    }
    var batch: [ViewLink] = []
    while !tally.didHitLimit {
      prepare()
      guard tally.batches < passLimit else {
        tally.didHitLimit = isLeft()
        break
      }
      collect(&batch)
      if batch.isEmpty { return }
      tally.batches += 1
      layOut(batch)
      batch.removeAll(keepingCapacity: true)
    }
    if tally.didHitLimit { replay?.didEndAtLimit(in: forcedRoot?.view) }
  }

  /// The running outermost pass so far; nil for none.
  var running: (summary: TurnLoop.CommitSummary, isCommit: Bool)? {
    depth > 0 ? (tally, isCommitting) : nil
  }

  /// True if layout is pending in a window of the running commit.
  var commitHasWork: Bool { pendingWindows.holdsWork(through: lastOfCommit) }

  /// Takes the waiting windows out of the list, in their order, and updates their constraints.
  ///
  /// Marks that this sets in later windows are served at once, in earlier ones only next time.
  private func takeWindowsWithUpdatedConstraints(into windows: inout [Window]) {
    pendingWindows.take(through: lastOfCommit, into: &windows)
    if windows.count > 1 { windows.sort { $0.order < $1.order } }
    var index = 0
    var hasEarlier = false
    while index < windows.count {
      let window = windows[index]
      window.updatePendingConstraints(in: self)
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

  /// Calls the views of a frozen batch in order, and releases each when its layout is done.
  ///
  /// When a nested pass reaches the limit, the views still waiting get their marks back.
  private func layOut(_ batch: [ViewLink]) {
    if isOutside { return layOutOutside(batch) }
    for view in batch {
      if tally.didHitLimit {
        view.with { giveBackMark(to: $0) }
      } else {
        view.with { layOut($0) }
      }
      view.release()
    }
  }

  private func giveBackMark(to view: View) {
    view.restoreDirtyMark()
    if view.pass !== self { view.noteMarkMoved(by: self) }
  }

  /// Lays out a batch outside any window, and leaves views that come into one to its loop.
  private func layOutOutside(_ batch: [ViewLink]) {
    for view in batch {
      view.with {
        if tally.didHitLimit {
          $0.restoreDirtyMark()
        } else if hasMovedOn($0) {
          $0.invalidate(.pending)
        } else {
          layOut($0)
        }
      }
      view.release()
    }
  }

  /// Runs one view's layout: a controller's callbacks around `layoutSubviews`.
  @inline(__always)
  private func layOut(_ view: View) {
    tally.layouts += 1
    if isWatched || view.flags.contains(.hasCause) { layOutWatched(view) } else { perform(view) }
  }

  @inline(__always)
  private func perform(_ view: View) {
    if isOutside { return performOutside(view) }
    let outerView = layingOutLink
    layingOutLink = view.link
    view.runningLayouts += 1
    call(view)
    // Another loop may have taken it over.
    if view.runningLayouts > 0 { view.runningLayouts -= 1 }
    layingOutLink = outerView
  }

  /// Runs the layout of a view that may come into a window meanwhile, for which it is not in layout then.
  private func performOutside(_ view: View) {
    let outerView = layingOutLink
    layingOutLink = view.link
    runningOutside.append(view.link)
    view.runningLayouts += 1
    call(view)
    if runningOutside.removeLast() != nil { view.runningLayouts -= 1 }
    layingOutLink = outerView
  }

  /// Ends what the running layout of a view means for its changes: the loop of the window into which it
  /// came knows nothing of that layout, so they dirty the view again.
  private func handOver(_ view: View) {
    for place in runningOutside.indices where runningOutside[place] == view.link {
      runningOutside[place] = nil
      view.runningLayouts -= 1
    }
  }

  /// Runs a view's part of the constraints phase, whose effects are attributed to that view.
  func updateConstraints(of view: View, _ body: () -> Void) {
    func perform() {
      let outerView = layingOutLink
      layingOutLink = view.link
      body()
      layingOutLink = outerView
    }
    if isWatched || view.extras?.constraintsCause != nil {
      updateConstraintsWatched(of: view, perform)
    } else {
      perform()
    }
  }

  @inline(never)
  private func updateConstraintsWatched(of view: View, _ body: () -> Void) {
    let cause = view.extras?.constraintsCause
    if cause != nil { view.extras?.constraintsCause = nil }
    acting(as: .layout) {
      tellRecordersLast { $0.constraintsEntered(view) }
      withCause(followed(cause, to: view), body)
      tell { $0.constraintsLeft(view) }
    }
  }

  @inline(never)
  private func layOutWatched(_ view: View) {
    let cause = view.layoutCause
    view.replaceCause(with: nil)
    // The deeds of observers aren't the view's: they come before its layout, or after it.
    tellAhead(of: view)
    tellRecordersLast { $0.layoutEntered(view) }
    withCause(followed(cause, to: view)) { perform(view) }
    tell { $0.layoutLeft(view) }
  }

  /// Dispatches the layout.
  ///
  /// It is a function of its own, so that no earlier check of the class is kept across it.
  @inline(never)
  private func call(_ view: View) {
    if view.flags.contains(.isControlled) { return callWithController(view) }
    view.layoutSubviews()
  }

  private func callWithController(_ view: View) {
    let instrument = view.instrument
    // A layout that an instrument leaves out is left out entirely: the controller is not told.
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

  /// Adds an observer until the token ends.
  func addObserver(
    _ observer: any LayoutObserver, as role: LayoutObserverList.Role = .other
  ) -> ObservationToken {
    lastObserver += 1
    let entry = lastObserver
    observers = LayoutObserverList(observers, with: (entry, observer), as: role)
    // An observer may hold its own token: so the token must hold nothing that holds the observer.
    return ObservationToken { [handle] in handle.pass?.removeObserver(entry) }
  }

  private func removeObserver(_ entry: Int) {
    let former = observers
    observers = former?.without(entry)
    withExtendedLifetime(former) {}
  }

  /// Releases all observers, because the loop dies.
  func removeObservers() {
    let former = observers
    observers = nil
    withExtendedLifetime(former) {}
  }

  /// Tells every observer that is registered now.
  ///
  /// One added meanwhile begins with the next event; one that ends meanwhile is no longer told.
  @inline(__always)
  func tell(_ event: (any LayoutObserver) -> Void) {
    guard let told = observers else { return }
    tell(0..<told.entries.count, of: told, event)
  }

  /// Tells those last that are first otherwise: what the others do at the beginning of something comes
  /// before it, and what they do at the end of a turn belongs to it.
  @inline(__always)
  func tellRecordersLast(_ event: (any LayoutObserver) -> Void) {
    guard let told = observers else { return }
    tell(told.firsts..<told.entries.count, of: told, event)
    tell(0..<told.firsts, of: told, event)
  }

  /// Tells recorders of a layout that observers are told of first, and can do something before.
  @inline(__always)
  private func tellAhead(of view: View) {
    guard let told = observers, told.firsts > 0, told.firsts < told.entries.count else { return }
    for recorder in told.recorders { recorder.layoutIsAhead(of: view) }
  }

  @inline(__always)
  private func tell(
    _ places: Range<Int>, of told: LayoutObserverList, _ event: (any LayoutObserver) -> Void
  ) {
    for place in places where observers === told || isObserving(told.entries[place].id) {
      event(told.entries[place].observer)
    }
  }

  @inline(never)
  private func isObserving(_ entry: Int) -> Bool {
    observers?.entries.contains { $0.id == entry } ?? false
  }

  func tellOpened(_ window: Window) {
    let layingOut = layingOut
    tell { $0.treeChanged(.opened(window), by: layingOut) }
  }

  /// True while layout runs, or a piece of work that somebody may watch.
  ///
  /// Between two layouts of a pass, too: what its layouts removed dies there.
  var isActing: Bool { depth > 0 || layingOutLink != nil || runningWork > 0 }

  func tellEnqueued(_ work: WorkID, _ kind: WorkKind) {
    let layingOut = layingOut
    tell { $0.workEnqueued(work, kind: kind, by: layingOut) }
  }

  /// Runs a block, a timer's handler or an observer of a phase under the cause that was current when it was enqueued.
  func runWork(_ work: WorkID, cause: LayoutCause?, _ body: () -> Void) {
    guard observers != nil || cause != nil else { return body() }
    runningWork += 1
    defer { runningWork -= 1 }
    tellRecordersLast { $0.workBegan(work) }
    withCause(cause, body)
    tell { $0.workEnded(work) }
  }

  /// Stamps views that came into a window with work pending with the cause that brought them there, and
  /// takes over those that are in layout.
  func noteArrival(of views: [View]) {
    let cause = cause
    for view in views {
      if view.runningLayouts > 0 { takeOver(view) }
      if view.flags.contains(.isDirty) { stamp(view, with: cause) }
      if let cause, view.flags.contains(.needsUpdateConstraints) { stampRequest(view, with: cause) }
    }
  }

  /// Ends what the running layout of a view, which is none of this loop, means for its changes.
  private func takeOver(_ view: View) {
    DetachedLayout.current?.handOver(view)
    // A layout of another loop, unless one of this loop runs, which may be the view's.
    if layingOutLink == nil { view.runningLayouts = 0 }
  }

  private func stamp(_ view: View, with cause: LayoutCause?) {
    guard cause != nil || view.flags.contains(.hasCause) else { return }
    view.replaceCause(with: cause)
  }

  /// Stamps the next parts of the constraints phase of a view and those around it with a cause.
  private func stampRequest(_ view: View, with cause: LayoutCause) {
    for view in view.ancestry {
      let extras = view.ensureExtras()
      let old = extras.constraintsCause
      extras.constraintsCause = old.map { $0 === cause ? cause : $0.shared(with: cause) } ?? cause
      withExtendedLifetime(old) {}
    }
  }

  /// Reports a dirtied view, perhaps by a call on a subview, and stamps it with the current cause.
  ///
  /// A view that is dirtied again keeps the common part of both causes: it is laid out for either.
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
      tell {
        $0.viewDirtied(view, reason: reason, through: subview, by: layingOut, again: again)
      }
    } else {
      tell { $0.viewDirtied(view, reason: reason, by: layingOut, again: again) }
    }
  }
}

/// Leads to a pass without holding it.
private final class PassHandle {
  /// The pass; it clears this when it dies.
  unowned(unsafe) var pass: LayoutPass?
}

/// A recorder that tells what observers do at the beginning of a layout from what comes before it.
package protocol LayoutRecorder: LayoutObserver {
  /// A layout is about to begin: the other observers are told first.
  func layoutIsAhead(of view: View)
}

/// The observers of one loop, in the order of their registration.
///
/// It never changes, so that a walk over it needs no copy and no check.
final class LayoutObserverList {
  typealias Entry = (id: Int, observer: any LayoutObserver)

  /// The part of an observer, which decides when it is told.
  enum Role {
    /// It has events for recorders, and is told before them.
    case sampler
    /// It changes nothing, and is told of changes before those that may make others.
    case recorder
    case other
  }

  let entries: [Entry]
  /// The number of samplers and recorders, which come first.
  let firsts: Int
  /// Those of them that want to know what is ahead.
  let recorders: [any LayoutRecorder]

  private init(_ entries: [Entry], firsts: Int) {
    (self.entries, self.firsts) = (entries, firsts)
    recorders = entries[..<firsts].compactMap { $0.observer as? any LayoutRecorder }
  }

  /// Makes a list of those of another and one more.
  convenience init(_ others: LayoutObserverList?, with new: Entry, as role: Role) {
    var (entries, firsts) = (others?.entries ?? [], others?.firsts ?? 0)
    switch role {
    case .sampler: entries.insert(new, at: 0)
    case .recorder: entries.insert(new, at: firsts)
    case .other: entries.append(new)
    }
    if role != .other { firsts += 1 }
    self.init(entries, firsts: firsts)
  }

  /// The list of the others; nil if there are none.
  func without(_ id: Int) -> LayoutObserverList? {
    let others = entries.filter { $0.id != id }
    let firsts = entries[..<firsts].count { $0.id != id }
    return others.isEmpty ? nil : LayoutObserverList(others, firsts: firsts)
  }
}

/// Lends a pass to trees outside any window.
///
/// Nesting is limited per thread, so that trees that force each other also end.
enum DetachedLayout {
  private static let slot = ThreadSlot<LayoutPass>()
  private static let watches = ThreadSlot<Watch>()

  /// The pass in which a tree is being forced on this thread.
  static var current: LayoutPass? { slot.current }

  /// Calls `body` with the pass of the tree that is being forced on this thread, or a new one.
  static func withPass<Result>(_ body: (LayoutPass) -> Result) -> Result {
    if let current = slot.current { return body(current) }
    let pass = LayoutPass(isOutside: true)
    let tokens = watches.current?.begin(in: pass)
    return withExtendedLifetime(tokens) { slot.withBinding(of: pass) { body(pass) } }
  }

  /// Runs `body`, and tells an observer of the passes of such trees on this thread meanwhile.
  static func watched<Result>(
    by observer: any LayoutObserver, _ body: () throws -> Result
  ) rethrows -> Result {
    // The pass that is running on this thread, if one is, began without it.
    let token = slot.current?.addObserver(observer)
    return try withExtendedLifetime(token) {
      try watches.withBinding(of: Watch(observer, inside: watches.current), body)
    }
  }

  /// The observers of such trees on this thread, the outermost first.
  static var observers: [any LayoutObserver] { watches.current?.observers ?? [] }

  /// An observer of passes that are yet to be made.
  private final class Watch {
    let observer: any LayoutObserver
    /// The watch around this one.
    let outer: Watch?

    init(_ observer: any LayoutObserver, inside outer: Watch?) {
      (self.observer, self.outer) = (observer, outer)
    }

    /// This observer and those around it, the outermost first.
    var observers: [any LayoutObserver] { (outer?.observers ?? []) + [observer] }

    /// Adds this observer and those around it to a pass, until the tokens end.
    func begin(in pass: LayoutPass) -> [ObservationToken] {
      observers.map { pass.addObserver($0) }
    }
  }
}
