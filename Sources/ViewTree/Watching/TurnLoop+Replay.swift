import Foundation

/// Reruns a recorded trace, and is consulted by the engine meanwhile.
package protocol LayoutReplay: AnyObject {
  /// A batch is about to be collected by the turn's commit.
  func willCollectCommit()
  /// A batch of the tree `root` is about to be collected by a forced pass.
  func willCollectForced(in root: View)
  /// A pass ended at the limit, and let go of the views that were still waiting in it.
  ///
  /// The root of a forced pass is held until it returns.
  func didEndAtLimit(in root: View?)
  /// The size of a scripted view changed: its subviews would be resized by their masks now.
  func subviewsWouldResize(of view: View)
}

extension LayoutReplay {
  package func didEndAtLimit(in root: View?) {}
}

/// Work that a recording enqueued: it runs when the recording says so, under its own cause.
package struct HeldWork {
  package let id: WorkID
  let cause: LayoutCause?
}

// A recording defines the order of events. These are the parts of a turn, to be combined in that
// order; observers and instruments are told as in a turn of the loop's own.

extension TurnLoop {
  /// The replay to consult while a recording is rerun.
  package var replay: (any LayoutReplay)? {
    get { pass.replay }
    set { pass.replay = newValue }
  }

  /// True if turns are being run, including the time between two of them.
  package var isRunning: Bool { isDriven }

  /// True while a view of its windows is in layout.
  package var isLayingOut: Bool { pass.layingOut != nil }

  /// The last piece of work that was handed to the loop.
  package var lastWork: WorkID { WorkID(rawValue: lastWorkID) }

  /// The number that the next piece of work will have.
  package var nextWork: WorkID { WorkID(rawValue: lastWorkID + 1) }

  /// Runs `body` as the turn `number`, which must not go back, at `time`.
  ///
  /// Work that instruments added by `event`, `async` and the poster is served first.
  package func replayTurn(_ number: Int, at time: Duration?, _ body: () -> Void) {
    require(
      !isDriven && number >= turn,
      "A recorded turn was replayed inside another, or goes back. Replay one after the other.")
    isDriven = true
    defer { isDriven = false }
    turn = number
    if let time, clock == .virtual { virtualNow = max(virtualNow, time) }
    events.append(contentsOf: takePosted())
    runPhases(body)
  }

  /// True if the running pass has had its last batch.
  package var passIsAtLimit: Bool { pass.tally.batches >= pass.passLimit }

  /// True if layout is pending in a window that the running commit will lay out.
  package var commitHasWork: Bool { pass.commitHasWork }

  /// True if layout is pending in any window.
  package var windowsHaveWork: Bool { pass.pendingWindows.holdsWork(through: lastWindow) }

  /// Runs the commit of a replayed turn.
  package func replayCommit() { commitWindows() }

  /// Enqueues work that the recording will run.
  package func holdWork(_ kind: WorkKind) -> HeldWork {
    lastWorkID += 1
    let work = HeldWork(id: WorkID(rawValue: lastWorkID), cause: pass.cause)
    pass.tellEnqueued(work.id, kind)
    return work
  }

  /// Runs held work; a timer's work may run more than once.
  package func run(_ work: HeldWork, _ body: () -> Void) {
    pass.runWork(work.id, cause: work.cause, body)
  }

  /// Ends the running passes: waiting views stay dirty.
  package func abandonPasses() { pass.abandon() }

  /// Repeats a recorded `layoutIfNeeded` of a view.
  ///
  /// If its tree is outside any window the loop's observers are told of it, too: the recording was.
  package func replayForce(of view: View) { view.forceLayout(in: pass, evenIfClean: true) }

  /// Repeats a recorded `layoutIfNeeded` that was refused although no pass is running.
  package func replayRefusal(of view: View) {
    pass.tell { $0.layoutForced(view, by: nil) }
    pass.tell { $0.forcedLayoutRefused(view) }
  }

  /// Runs `body` as a view's part of the constraints phase, which the loop's observers are told of.
  package func replayConstraints(of view: View, _ body: () -> Void) {
    view.runConstraints(in: pass, body)
  }

  /// Lays out one view, even if it is not dirty.
  package func replayLayout(of view: View) { pass.layOutAlone(view) }

  /// Gives the next layout of a view the cause of which the recording tells, if there is one.
  package func keep(_ cause: LayoutCause?, for view: View) {
    if let cause { view.replaceCause(with: cause) }
  }

  /// The cause of what runs now; nil for none.
  package var runningCause: LayoutCause? { pass.cause }
}

extension View {
  /// The frame as it would be without the transform.
  package final var untransformedFrame: CGRect {
    CGRect(origin: layoutOrigin, size: storedBounds.size)
  }

  /// True if the view's own layout is running.
  package final var isInLayout: Bool { runningLayouts > 0 }

  /// True if the view or any view below it is dirty.
  package final var holdsDirtyView: Bool { holdsView(with: .isDirty) }

  /// Forgets that layout is pending for the view.
  package final func discardPendingLayout() {
    flags.remove(.isDirty)
    noteUnseenChange()
    replaceCause(with: nil)
  }

  /// Marks the view for layout without telling observers.
  package final func markPendingLayout() { restoreDirtyMark() }
}
