import Foundation
import Synchronization

extension TurnLoop {
  // MARK: One turn

  /// Runs one turn, if there is something to do; returns true if there was something to do.
  ///
  /// A call is the next iteration of the run loop: counts of layouts start again with it. Layouts
  /// that were forced since the last turn belong to a turn that ends here, even if there is nothing
  /// else to do: the turn number advances, and the call returns false.
  @discardableResult
  public func runTurn() -> Bool {
    drive { runTurnInside() }
  }

  private func runTurnInside() -> Bool {
    if clock == .wall { turnNow = ContinuousClock.now - start }
    defer { turnNow = nil }
    let hadLayouts = pass.hasLayouts.load(ordering: .relaxed)
    serveMainQueue()
    events.append(contentsOf: takePosted())
    let hasWork = hasWorkNow || !hadLayouts && pass.hasLayouts.load(ordering: .relaxed)
    guard hasWork || hadLayouts else { return false }
    runPhases {
      // A block that a block enqueued waits for the next turn, and nothing overtakes it.
      let mayDrainAgain = blocks.isEmpty
      fireTimers()
      if mayDrainAgain { drainBlocks() }
      commitWindows()
    }
    return hasWork
  }

  /// Runs a turn in the order of its phases: `work`, with the commit, comes after the waiting work.
  func runPhases(_ work: () -> Void) {
    pass.tell { $0.turnBegan(turn, now: now) }
    phaseObservers.call(.beforeTimers, in: pass)
    phaseObservers.call(.beforeSources, in: pass)
    serveEvents()
    drainBlocks()
    work()
    phaseObservers.call(.afterCommit, in: pass)
    phaseObservers.call(.afterWaiting, in: pass)
    endTurn()
  }

  /// Runs the turn's commit, between the observers before it and those after it.
  func commitWindows() {
    phaseObservers.call(.beforeWaiting, orders: Int.min...TurnLoop.commitOrder - 1, in: pass)
    lastCommit = pass.commit(through: lastWindow)
    phaseObservers.call(.beforeWaiting, orders: TurnLoop.commitOrder...Int.max, in: pass)
  }

  /// Ends the running turn: everything that follows belongs to the next one.
  private func endTurn() {
    pass.tellRecordersLast { $0.turnEnded(turn) }
    turn += 1
    pass.forcedPasses = 0
    pass.hasLayouts.store(false, ordering: .relaxed)
  }

  /// Runs a turn for callers that run many; returns true if there was something to do.
  ///
  /// A turn that only ended forced layouts may bring work, by its observers, that must not wait.
  private func runNextTurn() -> Bool { runTurnInside() || hasWorkNow && runTurnInside() }

  /// Serves the main queue and the main run loop, if the loop was made to do so.
  ///
  /// Work that a wait has already served is this turn's share.
  private func serveMainQueue() {
    guard let mainQueue else { return }
    let hasServed = mainQueue.takeServed()
    if hasServed, hasWorkNow || pass.hasLayouts.load(ordering: .relaxed) { return }
    mainQueue.drain()
  }

  /// Turns posted work into events of this loop.
  func takePosted() -> [Work] {
    poster.take().map { posted in
      let (id, isTold) = (posted.id ?? newWorkID(), posted.id != nil)
      return Work(id: id, cause: posted.cause, isTold: isTold) { [unowned self] in
        posted.body(self)
      }
    }
  }

  // MARK: Many turns

  /// Runs turns until there is nothing left to do.
  ///
  /// On the virtual clock, time jumps to the next deadline whenever the current instant has nothing
  /// left to do, so a repeating timer runs until the limit. On the wall clock, the call does not
  /// wait for deadlines. A loop that serves the main queue ends when the queue had nothing for
  /// several turns in a row; use `run(until:)` for work that takes time or other threads.
  ///
  /// - Parameter limit: The maximum number of turns; by default 1,000.
  /// - Returns: The number of turns that had something to do.
  @discardableResult
  public func runUntilIdle(limit: Int = 1000) -> Int {
    drive {
      var turns = 0
      var quietDrains = 0
      while turns < limit {
        if runNextTurn() {
          turns += 1
          quietDrains = 0
        } else if clock == .virtual, let deadline = timers.nextDeadline {
          virtualNow = max(virtualNow, deadline)
        } else if mainQueue != nil, quietDrains < MainQueue.quietDrains {
          quietDrains += 1
        } else {
          break
        }
      }
      return turns
    }
  }

  /// Advances the virtual clock, running turns at every instant at which something is due.
  ///
  /// `stop()` ends it after a turn, and leaves the clock there.
  ///
  /// Traps on the wall clock: use `run(until:)` there.
  ///
  /// - Parameters:
  ///   - duration: The time to pass.
  ///   - turnsPerInstant: The number of turns at one instant after which time moves on, so that a
  ///     loop across turns cannot stop it; by default 1,000. Remaining work runs at the next
  ///     instant.
  public func advance(by duration: Duration, turnsPerInstant: Int = 1000) {
    require(
      clock == .virtual,
      "advance(by:) moves the virtual clock, and this loop has the wall clock. Use run(until:).")
    require(
      duration >= .zero,
      "advance(by:) got \(duration). Time does not run backwards; use zero or more.")
    drive {
      advanceInside(to: virtualNow.addingClamped(duration), turnsPerInstant: turnsPerInstant)
    }
  }

  private func advanceInside(to end: Duration, turnsPerInstant: Int) {
    while !stopRequested {
      var turns = 0
      while turns < turnsPerInstant, !stopRequested, runNextTurn() { turns += 1 }
      guard !stopRequested, let deadline = timers.nextDeadline(after: virtualNow), deadline <= end
      else { break }
      virtualNow = deadline
    }
    if !stopRequested { virtualNow = max(virtualNow, end) }
  }

  /// Runs until the loop's time is `deadline`, or until `stop()`.
  ///
  /// On the wall clock, the call sleeps between turns. Timers, the `poster` and, if the loop serves
  /// it, the main queue wake it. On the virtual clock it is `advance(by:)` for the remaining time.
  ///
  /// - Parameter deadline: The time on the loop's clock; `loop.now + .seconds(1)` is in one second.
  public func run(until deadline: Duration) {
    drive {
      switch clock {
      case .virtual: advanceInside(to: max(deadline, virtualNow), turnsPerInstant: 1000)
      case .wall:
        while true {
          // Checked before the turn: work due at the deadline runs, however late the thread comes.
          let isLast = now >= deadline
          let ran = runNextTurn()
          if stopRequested || isLast { break }
          if !ran { sleep(until: deadline) }
        }
      }
    }
  }

  /// Runs until `condition` holds after a turn, or until `stop()`.
  ///
  /// On the virtual clock it also ends when nothing is left to do.
  ///
  /// - Parameter condition: Called after every turn.
  public func run(until condition: () -> Bool) {
    drive {
      var mayWait = false
      while !stopRequested, !condition() {
        if mayWait {
          switch clock {
          case .virtual:
            guard let deadline = timers.nextDeadline else { return }
            virtualNow = max(virtualNow, deadline)
          case .wall: sleep(until: nil)
          }
        }
        mayWait = !runNextTurn()
      }
    }
  }

  /// Sleeps until there may be something to do, or until `end`.
  private func sleep(until end: Duration?) {
    let duration = [timers.nextDeadline, end].compactMap(\.self).min().map { $0 - now }
    if let mainQueue { mainQueue.wait(for: duration) } else { poster.wait(for: duration) }
  }

  /// Ends `run(until:)` or `advance(by:)` after the current turn; later runs are not affected.
  ///
  /// To stop it from another thread, post the call.
  public func stop() { occupancy.use { stopRequested = true } }

  /// Starts driving the loop: by one thread of execution, and not from inside a turn.
  private func drive<Result>(_ body: () -> Result) -> Result {
    occupancy.use {
      require(
        !isDriven,
        """
        The loop was driven from inside its own turn. Hand the work to async(_:), or call \
        layoutIfNeeded() where only layout is wanted.
        """)
      mainQueue?.requireMainThread()
      isDriven = true
      stopRequested = false
      defer { isDriven = false }
      return onThread(body)
    }
  }
}
