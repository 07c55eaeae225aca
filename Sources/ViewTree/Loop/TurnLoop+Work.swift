import Foundation

/// A block that waits for its drain.
struct Work {
  let id: WorkID
  /// The cause of its being enqueued.
  let cause: LayoutCause?
  /// True if observers are told that it runs.
  var isTold = true
  let body: () -> Void
}

extension TurnLoop {
  // MARK: Enqueueing

  /// Enqueues an input event, which runs at the start of the next turn.
  ///
  /// An event that layout, a block or a timer enqueues isn't the user's: observers and hunters see
  /// it as a block, so that a loop by way of events is one.
  ///
  /// - Parameter work: The handler of the event.
  public func event(_ work: @escaping () -> Void) {
    occupancy.use {
      let (id, isTold) = (newWorkID(), pass.isActing)
      events.append(Work(id: id, cause: isTold ? pass.cause : nil, isTold: isTold, body: work))
      if isTold { pass.tellEnqueued(id, .block) }
    }
  }

  /// Enqueues a block, as `DispatchQueue.main.async` does in an app.
  ///
  /// A drain runs the blocks that were waiting when it began. Blocks that layout enqueues run after
  /// the pass has settled and before any later commit.
  ///
  /// - Parameter work: The block.
  public func async(_ work: @escaping () -> Void) {
    occupancy.use {
      let id = newWorkID()
      blocks.append(Work(id: id, cause: pass.cause, body: work))
      pass.tellEnqueued(id, .block)
    }
  }

  /// Runs `work` once.
  ///
  /// - Parameters:
  ///   - delay: The time from now. A delay below zero counts as zero.
  ///   - work: The block.
  /// - Returns: The timer, which need not be kept.
  @discardableResult
  public func after(_ delay: Duration, _ work: @escaping () -> Void) -> Timer {
    occupancy.use {
      arm(
        Timer(id: newWorkID(), deadline: now.addingClamped(max(delay, .zero)), interval: nil) {
          work()
          return true
        })
    }
  }

  /// Calls `handler` every `interval` until the target is released or the timer ends.
  ///
  /// The deadlines are multiples of the interval from now, however long the handler takes.
  ///
  /// - Parameters:
  ///   - interval: The time between two calls. As in Foundation, zero or less means 0.1
  ///     milliseconds.
  ///   - target: The object that the handler gets. It is held weakly.
  ///   - handler: The code to call. It should use the target that it is given and not capture it.
  /// - Returns: The timer, which need not be kept.
  @discardableResult
  public func every<Target: AnyObject>(
    _ interval: Duration, target: Target, _ handler: @escaping (Target) -> Void
  ) -> Timer {
    occupancy.use {
      let interval = interval > .zero ? interval : .microseconds(100)
      let deadline = now.addingClamped(interval)
      return arm(
        Timer(id: newWorkID(), deadline: deadline, interval: interval) { [weak target] in
          guard let target else { return false }
          handler(target)
          return true
        })
    }
  }

  private func arm(_ timer: Timer) -> Timer {
    timer.cause = pass.cause
    timers.insert(timer)
    pass.tellEnqueued(timer.id, .timer)
    return timer
  }

  func newWorkID() -> WorkID {
    lastWorkID += 1
    return WorkID(rawValue: lastWorkID)
  }

  // MARK: Running

  /// Runs the waiting blocks; blocks that they enqueue wait for the next drain.
  func drainBlocks() {
    let drained = blocks
    blocks = []
    for block in drained { pass.runWork(block.id, cause: block.cause, block.body) }
  }

  /// Runs the waiting events, without telling observers of those that have no origin.
  func serveEvents() {
    let served = events
    events = []
    for event in served {
      if event.isTold {
        pass.runWork(event.id, cause: event.cause, event.body)
      } else {
        event.body()
      }
    }
  }

  /// Fires the due timers.
  ///
  /// Their list is fixed before the first one runs.
  func fireTimers() {
    for timer in timers.takeDue(at: now) where timer.isValid {
      pass.runWork(timer.id, cause: timer.cause) {
        if !timer.fire() { timer.invalidate() }
      }
      if timer.isValid, let interval = timer.interval {
        timer.deadline = Timer.nextTick(after: timer.deadline, every: interval, now: now)
        timers.insert(timer)
      } else {
        timer.invalidate()
      }
    }
  }

  // MARK: Leftovers

  /// Lists work that will never run now on standard error, in debug builds.
  func reportLeftovers() {
    #if DEBUG
    let leftovers = [
      (events.count, "event"), (blocks.count, "block"), (timers.oneShotCount, "timer"),
    ].filter { $0.0 > 0 }
    guard !leftovers.isEmpty else { return }
    let list = leftovers.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
    let message =
      "TurnLoop was released with work left: \(list). Run it until it is idle, or ignore this.\n"
    StandardError.write(message)
    #endif
  }
}
