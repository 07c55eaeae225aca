import LayoutTrace
import ViewTree

/// The ring's records as layouts, each with its actions and its causes.
///
/// Views are numbers of the register. Indexes into `layouts` and `actions` grow with time.
struct CausalHistory {
  private(set) var layouts: [Layout] = []
  private(set) var actions: [Action] = []
  private(set) var causes: [Cause] = []
  /// The numbers of all written values.
  private(set) var values: [Double] = []
  /// The turns, each with the number of layouts before it.
  private(set) var turns: [(number: Int, firstLayout: Int)] = []

  /// The calls of `layoutIfNeeded` outside any layout, as indexes into `actions`.
  private(set) var outsideForces: [Int] = []
  /// For each commit the numbers of layouts and actions before it.
  private(set) var commits: [(layouts: Int, actions: Int)] = []

  /// The layouts with which an observer's code interfered, or that it had made necessary.
  private(set) var disturbances: [Int] = []

  // MARK: While reading

  /// The running layouts, the innermost last.
  private var stack: [Int] = []
  private var pending = PendingCauses()
  /// The layout that enqueued each piece of work, by the work's id.
  private var origins: [Int: Int] = [:]
  /// The running work, the innermost last.
  private var work: [Int] = []
  private var constraints = ConstraintRequests()
  private var reasons: [DirtyReason] = []
  private var isDescendant: ((_ view: Int, _ ancestor: Int) -> Bool)?

  /// Makes an empty history.
  init() {}

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

  /// True if views came into the tree from outside of it.
  private(set) var hasNewViews = false
  /// True if any view's `updateConstraints` did something.
  private(set) var hasUpdates = false

  /// Makes a part of another history, with its own indexes.
  init(
    layouts: [Layout], actions: [Action], causes: [Cause], values: [Double],
    turns: [(number: Int, firstLayout: Int)], disturbances: [Int]
  ) {
    (self.layouts, self.actions, self.causes) = (layouts, actions, causes)
    (self.values, self.turns, self.disturbances) = (values, turns, disturbances)
    hasUpdates = layouts.contains(where: \.isUpdate)
  }

  private mutating func read(_ header: EvidenceHeader, _ record: UnsafePointer<UInt64>) {
    if header.by == EvidenceHeader.observer { noteDisturbance() }
    if header.kind.endsPhase { constraints.endPhase() }
    switch header.kind {
    case .entered: enter(header.view, isPhantom: header.flag)
    case .left: leave(header.view)
    case .dirtied: dirtied(header, receiver: header.hasReceiver ? Int(record[1]) : 0)
    case .written: written(header, record)
    case .moved:
      let step = LayoutAction.ofTree[header.detail]
      let action = add(
        header, step, target: header.view,
        superview: Int(record[1] & 0xFF_FFFF), from: Int(record[1] >> 24 & 0xFF_FFFF),
        value: Int(record[1] >> 48))
      if step == .add || step == .make { constraints.addArrival(action, of: header.view) }
      if step == .add, actions[action].from == 0 { hasNewViews = true }
    case .forced:
      let action = add(header, .force, target: header.view)
      if header.by == 0 { outsideForces.append(action) }
    case .enqueued: origins[Int(record[1])] = layout(by: header.by) ?? -1
    case .workBegan: work.append(Int(record[1]))
    case .workEnded: _ = work.popLast()
    case .commitBegan: commits.append((layouts.count, actions.count))
    case .updateBegan: beginUpdate(header.view)
    case .updateEnded: leave(header.view, isUpdate: true)
    case .turnBegan:
      turns.append((Int(record[1]), layouts.count))
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
    if isPhantom
      || causes[first...].contains(where: { actions[$0.action].by == EvidenceHeader.observer })
    {
      noteDisturbance()
    }
  }

  /// Notes that the program alone did not cause the current layout.
  private mutating func noteDisturbance() {
    let present = max(0, layouts.count - 1)
    if disturbances.last != present { disturbances.append(present) }
  }

  private mutating func leave(_ view: Int, isUpdate: Bool = false) {
    // A layout that began before recording leaves without an entry.
    let place = stack.lastIndex { layouts[$0].view == view && layouts[$0].isUpdate == isUpdate }
    guard let place else { return }
    stack.removeSubrange(place...)
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
      guard view == 0, let current = work.last, let origin = origins[current], origin >= 0 else {
        return nil
      }
      return origin
    }
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
    _ header: EvidenceHeader, _ kind: LayoutAction, target: Int, superview: Int = 0, from: Int = 0,
    value: Int = 0
  ) -> Int {
    let layout = layout(by: header.by) ?? -1
    actions.append(
      Action(
        kind: kind, layout: layout, by: header.by, isDeferred: header.by == 0 && layout >= 0,
        target: target, superview: superview, from: from, value: value))
    return actions.count - 1
  }

  private mutating func written(_ header: EvidenceHeader, _ record: UnsafePointer<UInt64>) {
    let start = values.count
    let words = UnsafeBufferPointer(start: record + 2, count: header.count - 2)
    values.append(contentsOf: words.lazy.map(Double.init(bitPattern:)))
    add(
      header, .write(GeometryProperty(index: header.detail)), target: header.view,
      superview: Int(record[1]), value: start)
  }

  /// Records a call on a subview: an action on the subview that dirties its superview.
  private mutating func dirtied(_ header: EvidenceHeader, receiver: Int) {
    let reason = reasons[header.detail]
    let action: Int
    if receiver == 0 {
      action = consequence(of: header) ?? add(header, .call(reason), target: header.view)
    } else if let change = announcedChange(header, of: receiver) {
      action = change
    } else {
      action = add(header, .announce(reason), target: receiver, superview: header.view)
    }
    pending.add(Cause(action: action, again: header.flag), to: header.view)
    if receiver != 0, reason.asksForConstraints { constraints.add(action, of: receiver) }
  }

  /// The property change that its own control announces by `invalidateIntrinsicContentSize`.
  ///
  /// A label makes that call as soon as its text changes: that change is the action to name.
  private func announcedChange(_ header: EvidenceHeader, of receiver: Int) -> Int? {
    guard header.detail == ReasonIndex.constraints, let last = actions.last, last.by == header.by,
      last.target == receiver, case .call(let reason) = last.kind.inGeneral, !reason.isAnnouncement
    else { return nil }
    return actions.count - 1
  }

  /// The action that led to a mark: the latest possible one.
  private mutating func consequence(of header: EvidenceHeader) -> Int? {
    guard header.detail != ReasonIndex.explicit else { return nil }
    if header.detail == ReasonIndex.safeArea { return insetChange(behind: header) }
    var index = actions.count
    let oldest = max(0, index - 4096)
    while index > oldest {
      index -= 1
      let action = actions[index]
      guard action.by == header.by else { return nil }
      switch (action.kind, header.detail) {
      case (.write(let property), ReasonIndex.size) where property.isGeometry:
        if action.target == header.view || action.superview == header.view { return index }
      case (.write(let property), ReasonIndex.bounds) where property.isGeometry:
        if action.target == header.view { return index }
      case (_, ReasonIndex.subviews) where action.kind.isOfTree:
        if action.target == header.view || action.superview == header.view
          || action.from == header.view
        {
          return index
        }
      default: break
      }
    }
    return nil
  }

  /// The write that led to new safe area insets or margins, to the view or to one around it.
  private func insetChange(behind header: EvidenceHeader) -> Int? {
    var hasFollowed = false
    for index in actions.indices.suffix(512).reversed() {
      let action = actions[index]
      guard action.by == header.by else { return nil }
      guard isDescendant?(header.view, action.target) ?? (header.view == action.target) else {
        continue
      }
      switch action.kind {
      case .write(let property) where property.isConsequence:
        // Only a window has no superview, and its safe area is set directly.
        if action.superview == 0 { return index }
        hasFollowed = true
      case .write(let property):
        // Traces without insets do not say which frame changed a safe area.
        if property.isInset || hasFollowed && property.isGeometry { return index }
      case .make, .add, .remove, .reorder: if hasFollowed { return index }
      case .call, .announce, .force, .enqueue, .anything: continue
      }
    }
    return nil
  }
}
