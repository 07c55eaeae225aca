import LayoutTrace
import ViewTree

extension CausalHistory {
  /// Makes a history of the ring's records, and goes on where it had stopped.
  ///
  /// Its lists grow in place if the history of the previous read is no longer in use.
  struct Reader {
    private var layouts: [Layout] = []
    private var actions: [Action] = []
    private var causes: [Cause] = []
    private var values: [Double] = []
    private var turns: [(number: Int, firstLayout: Int)] = []
    private var outsideForces: [Int] = []
    private var commits: [(layouts: Int, actions: Int)] = []
    private var disturbances: [Int] = []
    private var hasNewViews = false
    private var hasUpdates = false

    /// The running layouts, the innermost last.
    private var stack: [Int] = []
    private var pending = PendingCauses()
    /// The layout that enqueued each piece of work, by the work's id, and the time of a timer.
    private var origins: [Int: (layout: Int, armed: Int?, isObserver: Bool)] = [:]
    /// The time of the turn, in milliseconds.
    private var now = 0
    /// The running work, the innermost last.
    private var work: [Int] = []
    private var constraints = ConstraintRequests()
    private var reasons: [DirtyReason] = []
    private var isDescendant: ((_ view: Int, _ ancestor: Int) -> Bool)?
    private var sizes = SizeRequests()
    /// The code that acted last, and the latest of its deeds since another's that constraints follow; -1 for none.
    private var lastDoer = 0
    private var latestMove = -1
    /// The last deed of the engine whose origin was sought: its siblings have the same.
    private var followed: (action: Int, superview: Int, origin: Int)?

    /// Makes a reader of a history that may begin in a known turn.
    init(firstTurn: Int? = nil) {
      if let firstTurn { turns = [(firstTurn, 0)] }
    }

    /// Everything read so far.
    var history: CausalHistory {
      CausalHistory(
        layouts: layouts, actions: actions, causes: causes, values: values, turns: turns,
        outsideForces: outsideForces, commits: commits, disturbances: disturbances,
        hasNewViews: hasNewViews, hasUpdates: hasUpdates)
    }

    /// Reads the records of `ring` from a position on: the end of the previous read.
    ///
    /// The views are numbered below `viewCount`, events know the reasons by their places; `isDescendant`
    /// says whether one view lies in another, or is that view itself.
    mutating func read(
      _ ring: EvidenceRing, since position: Int, viewCount: Int, reasons: [DirtyReason],
      isDescendant: @escaping (_ view: Int, _ ancestor: Int) -> Bool
    ) {
      self.isDescendant = isDescendant
      self.reasons = reasons
      makeRoom(for: ring, since: position)
      pending.makeRoom(forViews: viewCount)
      ring.forEachChunk(since: position) { chunk in
        var index = 0
        while index < chunk.count {
          let header = EvidenceHeader(word: chunk[index])
          let count = header.count
          read(header, chunk.baseAddress! + index)  // Not nil, as it has a record.
          index += count
        }
      }
      self.isDescendant = nil
    }

    /// Makes room for the records at once: to grow takes as long as to read them.
    private mutating func makeRoom(for ring: EvidenceRing, since position: Int) {
      var (layoutCount, actionCount, causeCount, valueCount) = (0, 0, 0, 0)
      ring.forEachChunk(since: position) { chunk in
        var index = 0
        while index < chunk.count {
          let header = EvidenceHeader(word: chunk[index])
          switch header.kind {
          case .entered, .updateBegan: layoutCount += 1
          case .dirtied: (actionCount, causeCount) = (actionCount + 1, causeCount + 1)
          case .written:
            actionCount += 1
            valueCount += header.countWithoutOwner - 2
          case .moved, .forced: actionCount += 1
          default: break
          }
          index += header.count
        }
      }
      layouts.reserveRoom(for: layoutCount)
      actions.reserveRoom(for: actionCount)
      causes.reserveRoom(for: causeCount)
      values.reserveRoom(for: valueCount)
    }

    private mutating func read(_ header: EvidenceHeader, _ record: UnsafePointer<UInt64>) {
      if header.by == EvidenceHeader.observer { noteDisturbance() }
      if header.kind.endsPhase { constraints.endPhase() }
      switch header.kind {
      case .entered: enter(header.view, isPhantom: header.flag)
      case .left: leave(header.view)
      case .dirtied:
        dirtied(
          header, receiver: header.hasReceiver ? Int(record[1]) : 0, owner: owner(header, record))
      case .written: written(header, record)
      case .moved:
        let step = LayoutAction.ofTree[header.detail]
        let action = add(
          header, step, target: header.view,
          superview: Int(record[1] & 0xFF_FFFF), from: Int(record[1] >> 24 & 0xFF_FFFF),
          value: Int(record[1] >> 48), owner: owner(header, record))
        if step == .add || step == .make { constraints.addArrival(action, of: header.view) }
        if step == .add, actions[action].from == 0 { hasNewViews = true }
      case .forced:
        let action = add(header, .force, target: header.view)
        if header.by == 0 { outsideForces.append(action) }
      case .enqueued:
        origins[Int(record[1])] = (
          layout(by: header.by) ?? -1, header.flag ? now : nil, header.detail == 1
        )
      case .workBegan: work.append(Int(record[1]))
      case .workEnded: _ = work.popLast()
      case .commitBegan: commits.append((layouts.count, actions.count))
      case .updateBegan: beginUpdate(header.view)
      case .updateEnded: leave(header.view, isUpdate: true)
      case .turnBegan:
        turns.append((Int(record[1]), layouts.count))
        now = Int(record[2])
        if header.view == 0 { stack = [] }
      }
    }

    // MARK: Layouts

    private mutating func enter(_ view: Int, isPhantom: Bool) {
      let first = causes.count
      pending.moveGroup(of: view, to: &causes)
      let depth =
        1 + stack.reduce(0) { $0 + (layouts[$1].view == view && !layouts[$1].isUpdate ? 1 : 0) }
      layouts.append(
        Layout(
          view: view, outer: stack.last ?? -1, depth: depth, causes: first..<causes.count,
          firstAction: actions.count, isPhantom: isPhantom))
      stack.append(layouts.count - 1)
      var isDisturbed = isPhantom
      for place in first..<causes.count
      where actions[causes[place].action].by == EvidenceHeader.observer {
        isDisturbed = true
      }
      if isDisturbed { noteDisturbance() }
    }

    /// Notes that the program alone did not cause the current layout.
    private mutating func noteDisturbance() {
      let present = max(0, layouts.count - 1)
      if disturbances.last != present { disturbances.append(present) }
    }

    private mutating func leave(_ view: Int, isUpdate: Bool = false) {
      if let last = stack.last, layouts[last].view == view, layouts[last].isUpdate == isUpdate {
        stack.removeLast()
        return
      }
      // A layout that began before recording leaves without an entry.
      let place = stack.lastIndex { layouts[$0].view == view && layouts[$0].isUpdate == isUpdate }
      guard let place else { return }
      stack.removeLast(stack.count - place)
    }

    /// Begins a view's part of a constraints phase, whose causes are the requests for its subtree.
    private mutating func beginUpdate(_ view: Int) {
      hasUpdates = true
      let first = causes.count
      let isDescendant = isDescendant ?? { $0 == $1 }
      for action in constraints.begin(view, now: actions.count, isDescendant) {
        causes.append(Cause(action: action, again: false))
      }
      layouts.append(
        Layout(
          view: view, outer: stack.last ?? -1, depth: 1, causes: first..<causes.count,
          firstAction: actions.count, isPhantom: true, isUpdate: true))
      stack.append(layouts.count - 1)
    }

    /// The running layout of a view; created here for a layout that began before recording.
    private mutating func layout(by view: Int) -> Int? {
      guard view != 0, view != EvidenceHeader.observer else {
        guard view == 0, let origin = work.last.flatMap({ origins[$0] }), origin.layout >= 0 else {
          return nil
        }
        return origin.layout
      }
      if let last = stack.last, layouts[last].view == view { return last }
      if let index = stack.last(where: { layouts[$0].view == view }) { return index }
      layouts.append(
        Layout(
          view: view, outer: -1, depth: 1, causes: causes.count..<causes.count,
          firstAction: actions.count, isPhantom: true))
      stack.insert(layouts.count - 1, at: 0)
      return layouts.count - 1
    }

    // MARK: Actions

    @discardableResult
    private mutating func add(
      _ header: EvidenceHeader, _ kind: LayoutAction, target: Int, superview: Int = 0,
      from: Int = 0,
      value: Int = 0, owner: Int = 0
    ) -> Int {
      let layout = layout(by: header.by) ?? -1
      let isDeferred = header.by == 0 && layout >= 0
      actions.append(
        Action(
          kind: kind, layout: layout, by: header.by, owner: owner, isDeferred: isDeferred,
          isOfObserver: isDeferred && work.last.flatMap { origins[$0]?.isObserver } == true,
          isEngine: header.isEngine, delay: isDeferred ? delay : -1, target: target,
          superview: superview, from: from, value: value))
      let index = actions.count - 1
      if header.by != lastDoer { (lastDoer, latestMove) = (header.by, -1) }
      if kind.movesByConstraints { latestMove = index }
      sizes.add(actions[index], at: index)
      return index
    }

    /// The milliseconds since the running timer was armed; -1 for none.
    private var delay: Int32 {
      work.last.flatMap { origins[$0]?.armed }.map { Int32(clamping: now - $0) } ?? -1
    }

    /// The view whose member the engine had called; 0 for none.
    private func owner(_ header: EvidenceHeader, _ record: UnsafePointer<UInt64>) -> Int {
      header.hasOwner ? Int(record[header.count - 1]) : 0
    }

    private mutating func written(_ header: EvidenceHeader, _ record: UnsafePointer<UInt64>) {
      let (start, count) = (values.count, header.countWithoutOwner - 2)
      // The bits of a Double are those of its word.
      (record + 2).withMemoryRebound(to: Double.self, capacity: count) { numbers in
        values.append(contentsOf: UnsafeBufferPointer(start: numbers, count: count))
      }
      add(
        header, .write(GeometryProperty(index: header.detail)), target: header.view,
        superview: Int(record[1]), value: start, owner: owner(header, record))
    }

    /// Records a call on a subview: an action on the subview that dirties its superview.
    private mutating func dirtied(_ header: EvidenceHeader, receiver: Int, owner: Int) {
      let reason = reasons[header.detail]
      let action: Int
      if header.detail == ReasonIndex.solved,
        let change = solvedChange(header, of: receiver, owner: owner)
      {
        action = change
        noteMove(of: receiver, by: change)
      } else if receiver == 0 {
        action =
          consequence(of: header).map { origin(of: $0) }
          ?? add(header, .call(reason), target: header.view, owner: owner)
      } else if let change = announcedChange(header, of: receiver) {
        action = change
      } else {
        action = add(
          header, .announce(reason), target: receiver, superview: header.view, owner: owner)
      }
      pending.add(Cause(action: action, again: header.flag), to: header.view)
      if receiver != 0, reason.asksForConstraints { constraints.add(action, of: receiver) }
    }

    /// The action after which constraints gave views other places: of a constraint, of a place that others
    /// follow, of an inset, or of the tree; for a new intrinsic size the request to ask for it.
    ///
    /// The owner is a view whose member did that, or the one whose size or stack moved the receiver.
    private mutating func solvedChange(
      _ header: EvidenceHeader, of receiver: Int, owner: Int
    ) -> Int? {
      // Only those of the code that runs, without a deed of another in between.
      guard latestMove >= 0, lastDoer == header.by else {
        return owner == 0 ? nil : sizes.change(of: owner)
      }
      let action = actions[latestMove]
      // Without an owner its own constraint moved it, or one of the view that runs.
      let items = owner == 0 ? [receiver, header.by] : [owner]
      for item in items {
        if let change = changedConstraint(of: item) { return change }
      }
      if owner != 0, action.owner != owner, let change = sizes.change(of: owner) { return change }
      guard case .write(let property) = action.kind else { return latestMove }
      if property == .intrinsicContentSize {
        if owner != 0 { return sizes.change(of: owner) }
        let size = sizes.newSize(of: receiver, in: header.view)
        return sizes.request(ofSize: size, of: actions[size].target)
      }
      if property.isConsequence, action.superview != 0 {
        return insetChange(of: action.target, by: header.by, before: latestMove)
      }
      return property.isGeometry ? origin(of: latestMove) : latestMove
    }

    /// The latest of the constraints that changed at once just now whose first item is a view; nil without one.
    private func changedConstraint(of view: Int) -> Int? {
      var place = latestMove
      while place >= 0, actions[place].by == lastDoer,
        case .write(let property) = actions[place].kind, property.isOfConstraint
      {
        if actions[place].superview == view { return place }
        place -= 1
      }
      return nil
    }

    /// Notes a view that a changed constraint moves, preferably another one than its own.
    private mutating func noteMove(of view: Int, by change: Int) {
      guard view != 0, case .write(let property) = actions[change].kind, property.isOfConstraint
      else {
        return
      }
      let former = actions[change].from
      if former == 0 || former == actions[change].superview { actions[change].from = view }
    }

    /// The property change that its own control announces by `invalidateIntrinsicContentSize`.
    ///
    /// A label makes that call as soon as its text changes: that change is the action to name.
    private func announcedChange(_ header: EvidenceHeader, of receiver: Int) -> Int? {
      guard header.detail == ReasonIndex.constraints, let last = actions.last, last.by == header.by,
        last.target == receiver
      else { return nil }
      switch last.kind.inGeneral {
      case .call(let reason) where !EdgeAction(reason).isAnnouncement: return actions.count - 1
      case .write(let property) where property.isToldByConsequences: return actions.count - 1
      default: return nil
      }
    }

    /// The action that led to a mark: the latest possible one.
    private mutating func consequence(of header: EvidenceHeader) -> Int? {
      guard header.detail != ReasonIndex.explicit else { return nil }
      if header.detail == ReasonIndex.safeArea {
        return insetChange(of: header.view, by: header.by, before: actions.count)
      }
      var index = actions.count
      let oldest = max(0, index - 4096)
      while index > oldest {
        index -= 1
        guard actions[index].by == header.by else { return nil }
        if follows(actions[index], header) { return index }
      }
      return nil
    }

    /// True if a mark can be the consequence of an action.
    private func follows(_ action: Action, _ header: EvidenceHeader) -> Bool {
      switch (action.kind, header.detail) {
      case (.write(let property), ReasonIndex.size):
        property.isGeometry && (action.target == header.view || action.superview == header.view)
      case (.write(let property), ReasonIndex.bounds):
        property.isGeometry && action.target == header.view
      case (_, ReasonIndex.subviews):
        action.kind.isOfTree
          && (action.target == header.view || action.superview == header.view
            || action.from == header.view)
      default: false
      }
    }

    /// The write that a rule of the engine followed; the action itself if no rule did it, or if none is
    /// known.
    ///
    /// A mask follows a new size of the superview, and an offset that moves follows new insets. A stack's
    /// placing of its views follows nothing.
    private mutating func origin(of index: Int) -> Int {
      let rule = actions[index]
      guard rule.isEngine else { return index }
      if case .write(.bounds) = rule.kind, index > 0, case let former = actions[index - 1],
        former.kind == .write(.adjustedContentInset), former.target == rule.target
      {
        return insetChange(of: rule.target, by: rule.by, before: index) ?? index
      }
      let source = resized(before: index)
      followed = (index, rule.superview, source ?? index)
      return source ?? index
    }

    /// The app's write in the same layout that resized the superview of a view, or one around that.
    private func resized(before index: Int) -> Int? {
      var (rule, place) = (actions[index], index)
      while place > max(0, index - 4096) {
        place -= 1
        if let followed, followed.action == place, followed.superview == rule.superview {
          return followed.origin == place ? nil : followed.origin
        }
        let action = actions[place]
        guard action.by == rule.by, action.layout == rule.layout else { return nil }
        guard action.target == rule.superview,
          action.kind == .write(.frame) || action.kind == .write(.bounds)
        else { continue }
        if !action.isEngine { return place }
        rule = action
      }
      return nil
    }

    /// The write that led to new safe area insets or margins, to the view or to one around it.
    private func insetChange(of view: Int, by: Int, before end: Int) -> Int? {
      var hasFollowed = false
      for index in (max(0, end - 512)..<end).reversed() {
        let action = actions[index]
        guard action.by == by else { return nil }
        guard isDescendant?(view, action.target) ?? (view == action.target) else { continue }
        switch action.kind {
        case .write(let property) where property.isConsequence:
          // Only a window has no superview, and its safe area is set directly.
          if action.superview == 0 { return index }
          hasFollowed = true
        case .write(let property):
          // Traces without insets do not say which frame changed a safe area.
          if property.isInset { return index }
          if hasFollowed, property.isGeometry || property.isSettingOfInsets { return index }
        case .make, .add, .remove, .reorder: if hasFollowed { return index }
        case .call, .announce, .force, .enqueue, .anything: continue
        }
      }
      return nil
    }
  }
}

extension LayoutAction {
  /// True for a change after which constraints can give views other places.
  fileprivate var movesByConstraints: Bool {
    switch self {
    case .write(.isBroken): false
    case .write(let property):
      property == .intrinsicContentSize || property.isConsequence || property.isGeometry
        || property.isOfConstraint || property.isInset || property == .semanticContentAttribute
    case .make, .add, .remove, .reorder: true
    case .call, .announce, .force, .enqueue, .anything: false
    }
  }
}

extension Array {
  /// Makes room for more elements, and at least doubles the room if it grows.
  fileprivate mutating func reserveRoom(for more: Int) {
    guard count + more > capacity else { return }
    reserveCapacity(Swift.max(count + more, 2 * count))
  }
}
