extension TurnLoop {
  /// Tells an observer that changes nothing, before those that may, until the token ends.
  package func addLayoutRecorder(_ observer: any LayoutObserver) -> ObservationToken {
    occupancy.use { pass.addObserver(observer, as: .recorder) }
  }

  /// Tells an observer that has events for recorders, before these, until the token ends.
  package func addLayoutSampler(_ observer: any LayoutObserver) -> ObservationToken {
    occupancy.use { pass.addObserver(observer, as: .sampler) }
  }

  /// Runs `body`, and tells an observer of the trees outside any window that this thread forces meanwhile.
  ///
  /// It is told of their layouts and of the ends of their passes, and of no other changes.
  package static func observingDetached<Result>(
    by observer: any LayoutObserver, _ body: () throws -> Result
  ) rethrows -> Result {
    try DetachedLayout.watched(by: observer, body)
  }

  /// The observers of trees outside any window that this thread forces, the outermost first.
  package static var observersOfDetached: [any LayoutObserver] { DetachedLayout.observers }

  /// Runs `body` as the only thread inside the loop; traps where another one is.
  @inline(__always)
  package func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    try occupancy.use(body)
  }

  /// The events, blocks and timers that wait, the observers that are work, and posted work whose cause is
  /// known.
  package var waitingWork: Set<WorkID> {
    let waiting = events.map(\.id) + blocks.map(\.id) + timers.waiting
    return Set(waiting + phaseObservers.waiting + poster.waiting)
  }

  /// True while work of the main queue may run, whose causes nobody knows.
  package var isServingMainQueue: Bool { mainQueue?.isServing == true }

  /// The numbers that instruments read at every layout.
  package var pulse: Pulse { pass }

  /// The depth at which a nested pass was refused last: that of the limit, or the end of the stack.
  package var depthOfRefusal: Int { pass.refusedDepth }

  /// The depth at which the tree outside any window that is being forced on this thread refused a pass last.
  package static var depthOfRefusalOutside: Int { DetachedLayout.current?.refusedDepth ?? 0 }

  /// Outside any window: tells apart the calls that force other trees than the one whose layout makes them.
  package static var treeForceOutside: Int { DetachedLayout.current?.treeForce ?? 0 }

  /// The number of batches so far of the tree outside any window that is being forced on this thread.
  package static var batchesOutside: Int { DetachedLayout.current?.tally.batches ?? 0 }

  /// The running commit, or the running pass that `layoutIfNeeded` began outside any other; nil for none.
  ///
  /// At its limit nothing more is laid out in it.
  package var runningPass: (summary: CommitSummary, isCommit: Bool)? { pass.running }

  /// True if a forced pass goes on in a tree that has left the windows of the loop.
  package var forcesOutside: Bool { pass.forcesOutside }

  /// The number of passes since the last turn ended that `layoutIfNeeded` began outside any other.
  ///
  /// Those of observers' callbacks are not counted.
  package var forcedPasses: Int { pass.forcedPasses }
}
