import ViewTree

extension ReplayScript {
  func runCommit(_ item: ReplayItem, _ index: Int32) {
    windowsAtCommit = windowsOpened
    runFrame(from: index, to: item.partner) {
      _ = loop.replayCommit()
      while cursor < end { step() }
    }
  }

  /// Runs a layout that nothing in the recording explains.
  func forceLayout(_ index: Int32) {
    guard !hasLeft, layouts.count < Self.nestingLimit, let view = view(turn[index].node) else {
      return
    }
    unexplainedLayouts += 1
    turn.setForced(index)
    loop.replayLayout(of: view)
  }

  /// A batch is about to be collected: what constraints did before its layouts is done now.
  ///
  /// In a forced pass only where the recorded pass certainly went on. Where it may have ended, the
  /// next events are taken for those of whoever forced it.
  func willCollectForced(in root: View) {
    let goesOn = forcedLayoutFollows
    while cursor < end, turn[cursor].kind != .layout, !hasLeft, goesOn || root.holdsDirtyView {
      step()
    }
  }

  /// Whether the next layout of the frame can only belong to the forced pass that runs.
  ///
  /// Outside a commit's own frame all layouts are forced, each after its `force`.
  private var forcedLayoutFollows: Bool {
    if end < turn.count, turn[end].kind == .committed { return false }
    var index = cursor
    while index < end {
      switch turn[index].kind {
      case .layout: return true
      case .force, .run, .commit: return false
      // What a view's `updateConstraints` forces says nothing about the pass.
      case .update: index = turn[index].partner + 1
      default: index += 1
      }
    }
    return false
  }

  /// In the commit nobody else can have done what stands before the next layout.
  func willCollectCommit() {
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
      if loop.commitHasWork { return }
      // The commit leaves out windows that came since it began.
      if windowsOpened != windowsAtCommit, loop.windowsHaveWork { return }
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
    stopIfInterrupted()
    replayedLayouts += 1
    let place = view.tag - 1
    var index: Int32 = -1
    if place >= 0, place < nodes.count, nodes[place].view === view {
      if nodes[place].stamp == stamp {
        index = nodes[place].nextLayout
        if index >= 0 { nodes[place].nextLayout = turn[index].nextOfView }
      }
      if !nodes[place].wasLaidOut {
        nodes[place].wasLaidOut = true
        onFirstLayout?(view, nodes[place].number)
      }
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
    lastLeft = running.index
    guard running.index >= 0 else { return }
    if cursor == running.index { cursor = turn[running.index].partner + 1 }
  }

  /// Gives up a view that dies right after its layout: only the batch that ends now held it.
  ///
  /// The views below it can have died before or after it. Whatever else died was held by the pass or
  /// by whoever forced it, and has its turn when that has ended.
  func letGoAfterLayout(of view: View) {
    var last = cursor
    var dies = false
    while last < end, turn[last].kind == .gone {
      guard let dying = self.view(turn[last].node), dying.isDescendant(of: view) else { break }
      dies = dies || dying === view
      last += 1
    }
    guard dies else { return }
    while cursor < last { step() }
  }

  /// A hunter broke a loop: the layouts that the recording has are not expected any more.
  func leaveRecording() {
    hasLeft = true
    if leftRecordingInTurn == nil { leftRecordingInTurn = runningTurn }
  }

  // MARK: Consequences

  func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
    guard reason.isConsequence else { return noteOwnEvent() }
    toldOrigin = -1
    guard cursor < end else { return }
    let item = turn[cursor]
    guard item.kind == .dirty, let consequence = item.consequence, item.node == view.tag - 1
    else { return }
    let expected: DirtyReason =
      switch consequence {
      case .size: .size
      case .bounds: .bounds
      case .subviews: .subviews
      }
    guard expected == reason else { return }
    toldOrigin = item.origin
    cursor += 1
  }

  func layoutForced(_ view: View, by layingOut: View?) {
    noteOwnEvent()
  }

  func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
    noteOwnEvent()
  }

  /// What observers are told of now is the event that is being applied, or nobody's.
  func noteOwnEvent() {
    toldOrigin = applied < 0 ? -1 : turn[applied].origin
    applied = -1
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

  func checkOrder(_ index: Int32, _ view: View) {
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

  func diverge(at item: ReplayItem, replayed: String) {
    guard !hasLeft else { return }
    turnDiverged = true
    guard divergence == nil else { return }
    let view = view(item.node).map { " of \(describe($0))" } ?? ""
    let recorded = item.kind == .end ? "no further layout in this turn" : "\(item.kind)\(view)"
    divergence = TraceDivergence(
      line: item.line, turn: runningTurn, recorded: recorded, replayed: replayed)
  }

  func describe(_ view: View) -> String {
    let number = number(of: view).map { "view \($0)" } ?? "a view of no number"
    return "\(number) (\(view.displayedClassName))"
  }
}
