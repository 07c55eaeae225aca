import Foundation
import ViewTree

extension ReplayScript {
  // MARK: Steps

  /// Does the next event of the frame.
  func step() {
    if stopIfInterrupted() { return }
    let index = cursor
    let item = turn[index]
    cursor += 1
    switch item.kind {
    case .dirty: applyDirty(item, index)
    case .frame, .bounds, .center, .transform, .anchor: applyGeometry(item, index)
    case .layout:
      if !item.hasRun { forceLayout(index) }
      if cursor <= item.partner { cursor = item.partner + 1 }
    case .force: applyForce(item, index)
    case .inset: tellInset(item, index)
    case .update: runUpdate(item, index)
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
  func runFrame(from index: Int32, to partner: Int32, _ body: () -> Void) {
    let outer = (cursor, end)
    cursor = index + 1
    end = partner
    body()
    (cursor, end) = outer
    cursor = partner + 1
  }

  func applyDirty(_ item: ReplayItem, _ index: Int32) {
    guard item.consequence == nil else {
      // Whoever caused it should have stepped over it.
      diverge(at: item, replayed: "nothing")
      return
    }
    applied = index
    let reason: DirtyReason =
      item.text < 0 ? .explicit : DirtyReason(rawValue: turn.strings[Int(item.text)])
    if let receiver = view(item.parent) {
      view(item.node)?.setNeedsLayout(because: reason, through: receiver)
    } else {
      view(item.node)?.setNeedsLayout(because: reason)
    }
    applied = -1
  }

  func applyGeometry(_ item: ReplayItem, _ index: Int32) {
    guard let view = view(item.node) else { return }
    applied = index
    switch item.kind {
    case .frame: view.frame = CGRect(item.numbers)
    case .bounds: view.bounds = CGRect(item.numbers)
    case .center: view.center = CGPoint(item.numbers)
    case .anchor: view.anchorPoint = CGPoint(item.numbers)
    default: view.transform = TraceEvent.Transform(item.numbers).affine
    }
    applied = -1
  }

  /// Tells of an inset that changed; whom that dirtied is told by lines of their own.
  private func tellInset(_ item: ReplayItem, _ index: Int32) {
    guard let view = view(item.node), item.text >= 0,
      let property = GeometryProperty(rawValue: turn.strings[Int(item.text)])
    else { return }
    applied = index
    view.noteInsets(property, from: turn.formerInsets[index] ?? .zero, to: EdgeInsets(item.numbers))
    applied = -1
  }

  private func applyForce(_ item: ReplayItem, _ index: Int32) {
    guard let view = view(item.node) else { return }
    applied = index
    view.forceLayout(evenIfClean: true)
    applied = -1
  }

  /// Does again what a view's `updateConstraints` did.
  private func runUpdate(_ item: ReplayItem, _ index: Int32) {
    runFrame(from: index, to: item.partner) {
      let body = { [self] in while cursor < end { step() } }
      if let view = view(item.node) { view.runConstraints(body) } else { body() }
    }
  }

  // MARK: The tree

  func makeView(_ item: ReplayItem, _ index: Int32) {
    let view: View
    if item.isWindow {
      opening = (item, index)
      view = ReplayedWindow(frame: CGRect(item.numbers), loop: loop, script: self)
      opening = nil
    } else {
      view = ReplayedView(frame: CGRect(item.numbers), script: self)
      prepare(view, as: item, index)
    }
    nodes[Int(item.node)].view = view
    if let parent = self.view(item.parent) { insert(view, into: parent, at: item.index) }
    onView?(view, nodes[Int(item.node)].number)
  }

  /// A new window is made the recorded one before recorders are told of it.
  func treeChanged(_ change: TreeChange, by layingOut: View?) {
    guard case .opened(let window) = change else { return }
    windowsOpened += 1
    guard let (item, index) = opening else { return }
    prepare(window, as: item, index)
  }

  /// Makes a new view look like the recorded one.
  private func prepare(_ view: View, as item: ReplayItem, _ index: Int32) {
    view.tag = Int(item.node) + 1
    view.isScripted = true
    view.adopt(turn.recordedClass(item.text))
    if item.origin >= 0 { view.identifier = turn.strings[Int(item.origin)] }
    if let anchor = turn.anchors[index] {
      view.anchorPoint = anchor
      // An anchor point keeps the center and moves the frame.
      view.frame = CGRect(item.numbers)
    }
    let origin = CGPoint(x: item.numbers[4], y: item.numbers[5])
    if origin != .zero { view.bounds = CGRect(origin: origin, size: CGRect(item.numbers).size) }
    if let transform = turn.transforms[index] { view.transform = transform.affine }
    if item.isClean { view.discardPendingLayout() }
  }

  func applyMove(_ item: ReplayItem) {
    guard let view = view(item.node) else { return }
    guard let parent = self.view(item.parent) else { return view.removeFromSuperview() }
    // A replay that has left the recording can have another tree than it.
    guard !(view is Window), !parent.isDescendant(of: view) else {
      return diverge(at: item, replayed: "nothing: the replayed tree is another")
    }
    insert(view, into: parent, at: item.index)
  }

  func insert(_ view: View, into parent: View, at index: Int32) {
    if index >= 0 {
      parent.insertSubview(view, at: Int(index))
    } else {
      parent.addSubview(view)
    }
  }

  /// Gives up the replay's hold on a view.
  func letGo(_ node: Int32) {
    guard node >= 0 else { return }
    let view = nodes[Int(node)].view
    // It can have left a superview outside the windows, where no recorder sees it. Whether that
    // dirtied the superview is told by a line of its own.
    if let view, let superview = view.superview, !diesWithAncestor(view) {
      let wasDirty = superview.needsLayout
      view.removeFromSuperview()
      if !wasDirty && superview.window == nil { superview.discardPendingLayout() }
    }
    if let dying = view as? ReplayedView { bequeath(from: dying) }
    nodes[Int(node)].view = nil
    // Whoever watches its death must not find the list of nodes in use.
    withExtendedLifetime(view) {}
  }

  /// Whether an ancestor dies, too, or is about to: it takes the view along.
  private func diesWithAncestor(_ view: View) -> Bool {
    // The deaths that follow without anything between.
    let isFollowed = cursor < end && turn[cursor].kind == .gone
    let lastDeath = isFollowed ? turn[cursor].partner : cursor
    var ancestor = view.superview
    while let current = ancestor {
      let place = current.tag - 1
      if place >= 0, place < nodes.count {
        let node = nodes[place]
        if node.view !== current { return true }
        if node.death >= cursor, node.death < lastDeath { return true }
      }
      ancestor = current.superview
    }
    return false
  }

  /// Has a view that dies hold those below it whose deaths follow its own in the recording.
  ///
  /// Whoever holds a view alive meanwhile may do so for one of them only: so each of them that is the
  /// superview of another holds that one, too. A row of deaths is looked through once.
  private func bequeath(from dying: ReplayedView) {
    guard !inherited.contains(cursor - 1) else { return }
    let first = cursor - 1
    var index = cursor
    while index < end, turn[index].kind == .gone, let heir = view(turn[index].node) {
      let holder = heir.superview
      let isBelowHeir = holder.map { dies($0, in: first + 1..<index) } ?? false
      guard isBelowHeir || heir.isDescendant(of: dying) else { break }
      dying.heirs.append(heir)
      if isBelowHeir { (holder as? ReplayedView)?.heirs.append(heir) }
      index += 1
    }
    inherited = first..<index
  }

  /// Whether a view's death stands in a range of the turn.
  private func dies(_ view: View, in range: Range<Int32>) -> Bool {
    let place = view.tag - 1
    return place >= 0 && place < nodes.count && nodes[place].view === view
      && range.contains(nodes[place].death)
  }

  // MARK: Work

  private func hold(_ item: ReplayItem) {
    // Recorders ask for the number while they are told.
    work.announce(item.work, as: loop.nextWork)
    let held = loop.holdWork(item.isTimer ? .timer : .block)
    work.keep(held, as: item.work, isTimer: item.isTimer)
  }

  private func runWork(_ item: ReplayItem, _ index: Int32) {
    if work.held(item.work) == nil { hold(item) }
    guard let held = work.held(item.work) else { return }
    runFrame(from: index, to: item.partner) {
      loop.run(held) {
        while cursor < end { step() }
      }
    }
    work.didRun(item.work, held)
  }
}
