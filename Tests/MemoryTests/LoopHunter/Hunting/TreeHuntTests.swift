import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("Hunting a tree")
struct TreeHuntTests {
  let loop = TurnLoop()
  let hunter: LoopHunter
  let plain = isaWord(ofClass: JournalView.self)
  let lives = LifetimeTracker()

  init() {
    hunter = LoopHunter(loop: loop)
  }

  private func names(_ group: LoopHunter.AttachmentGroup) -> [String] {
    group.attachments.map { $0.view?.identifier ?? "?" }
  }

  private func tree(_ name: String, _ children: JournalView...) -> JournalView {
    let view = JournalView(name)
    for child in children { view.addSubview(child) }
    return view
  }

  @Test("all views of the tree that match are hunted, the root included, in pre-order")
  func initialTree() throws {
    let root = tree("root", tree("a", tree("b")), tree("skip", tree("c")))
    let group = try hunter.attach(toTree: root, where: { $0.identifier != "skip" }) { _ in }
    #expect(names(group) == ["root", "a", "b", "c"])
    #expect(hunter.attachments.count == 4)
    #expect(isaWord(of: root.subviews[1]) == plain)
  }

  @Test("views that are added later are followed, with their subtrees, inside and outside windows")
  func additions() throws {
    let root = tree("root")
    let group = try hunter.attach(toTree: root) { _ in }
    root.addSubview(tree("a", tree("b")))
    #expect(names(group) == ["root", "a", "b"])
    let window = loop.makeWindow(root)
    root.subviews[0].subviews[0].addSubview(tree("c"))
    #expect(names(group) == ["root", "a", "b", "c"])
    withExtendedLifetime(window) {}
  }

  @Test("a view that leaves is let go, with its subtree, and gets its class back")
  func removals() throws {
    let inner = tree("b", tree("c"))
    let branch = tree("a", inner)
    let root = tree("root", branch)
    let group = try hunter.attach(toTree: root) { _ in }
    branch.removeFromSuperview()
    #expect(names(group) == ["root"])
    for view in [branch, inner, inner.subviews[0]] { #expect(isaWord(of: view) == plain) }
    inner.addSubview(tree("later"))
    #expect(names(group) == ["root"])
    root.addSubview(inner)
    #expect(names(group) == ["root", "b", "c", "later"])
  }

  @Test("a view that moves within the tree keeps its hunt and its count")
  func moves() throws {
    let moving = tree("moving")
    let root = tree("root", tree("a", moving), tree("b"))
    let group = try hunter.attach(toTree: root) { _ in }
    let attachment = group.attachments.first { $0.view === moving }
    layOut(moving, times: 3)
    root.subviews[1].addSubview(moving)
    root.bringSubviewToFront(root.subviews[0])
    layOut(moving, times: 2)
    #expect(attachment?.isActive == true)
    #expect(attachment?.layoutsThisTurn == 5)
  }

  /// A view that leaves its superview in its layout and comes back, or takes its subview out and in.
  private final class Restless: View {
    var movesSubview = false
    var layouts = 0

    override func layoutSubviews() {
      layouts += 1
      guard layouts < 200, let superview else { return }
      if movesSubview {
        let subview = subviews[0]
        subview.removeFromSuperview()
        addSubview(subview)
      } else {
        removeFromSuperview()
        superview.addSubview(self)
      }
    }
  }

  @Test(
    "a view that leaves the tree and comes back in one turn keeps its count, and its report",
    arguments: [true, false])
  func comingBack(isMoved: Bool) throws {
    let root = tree("root")
    let window = loop.makeWindow(root)
    let restless = Restless()
    restless.movesSubview = isMoved
    let subview = tree("moved")
    restless.addSubview(subview)
    let hunted = isMoved ? subview : restless
    var found: [LoopReport] = []
    let group = try hunter.attach(toTree: root, threshold: 50, where: { $0 === hunted }) {
      found.append($0)
    }
    root.addSubview(restless)
    loop.runTurn()
    #expect(found.count == 1 && found.first?.count == 51, "\(found)")
    #expect(group.attachments.count == 1 && restless.layouts >= 200)
    // The hunt goes on with its report, which tells all layouts of the turn, and missed nothing.
    let report = try #require(group.attachments.first?.lastReport)
    #expect(report.count == 51 && report.layouts ?? 0 >= 199, "\(report)")
    #expect(hunter.nearMisses.isEmpty)
    // A new view at the same address has a count of its own, and so has the next turn.
    restless.layouts = 190
    restless.setNeedsLayout()
    loop.runTurn()
    #expect(found.count == 1)
    withExtendedLifetime(window) {}
  }

  @Test("a view that moves to another hunted tree changes its group")
  func movesBetweenTrees() throws {
    let moving = tree("moving")
    let here = tree("here", moving)
    let there = tree("there")
    let first = try hunter.attach(toTree: here) { _ in }
    let second = try hunter.attach(toTree: there) { _ in }
    there.addSubview(moving)
    #expect(names(first) == ["here"])
    #expect(names(second) == ["there", "moving"])
  }

  @Test("trees within hunted trees belong to both groups")
  func nested() throws {
    let inner = tree("inner")
    let outer = tree("outer", inner)
    let ofOuter = try hunter.attach(toTree: outer) { _ in }
    let ofInner = try hunter.attach(toTree: inner) { _ in }
    inner.addSubview(tree("leaf"))
    #expect(names(ofOuter) == ["outer", "inner", "leaf"])
    #expect(names(ofInner) == ["inner", "leaf"])
    inner.removeFromSuperview()
    #expect(names(ofOuter) == ["outer"])
    #expect(names(ofInner) == ["inner", "leaf"])
    inner.addSubview(tree("more"))
    #expect(names(ofInner) == ["inner", "leaf", "more"])
    #expect(names(ofOuter) == ["outer"])
  }

  @Test("each view has its own count, and the callback is told which one crossed")
  func reports() throws {
    let root = tree("root", tree("a"), tree("b"))
    var crossed: [String?] = []
    try hunter.attach(toTree: root, threshold: 2) { crossed.append($0.view.identifier) }
    layOut(root.subviews[0], times: 2)
    layOut(root.subviews[1], times: 3)
    #expect(crossed == ["b"])
  }

  @Test("detaching the group ends its hunts and the following, twice or in a callback")
  func detach() throws {
    let root = tree("root", tree("a"))
    var group: LoopHunter.AttachmentGroup?
    var fired = 0
    group = try hunter.attach(toTree: root, threshold: 1) { _ in
      fired += 1
      group?.detach()
    }
    layOut(root.subviews[0], times: 5)
    #expect(fired == 1)
    #expect(group?.isActive == false)
    #expect(group?.attachments.isEmpty == true)
    group?.detach()
    root.addSubview(tree("late"))
    #expect(hunter.attachments.isEmpty)
    #expect(isaWord(of: root) == plain)
  }

  @Test("detachAll ends groups as well")
  func detachAll() throws {
    let root = tree("root", tree("a"))
    let group = try hunter.attach(toTree: root) { _ in }
    hunter.detachAll()
    root.addSubview(tree("late"))
    #expect(!group.isActive)
    #expect(hunter.attachments.isEmpty)
  }

  @Test("a single hunt of the group may end by itself")
  func singleDetach() throws {
    let root = tree("root", tree("a"))
    let group = try hunter.attach(toTree: root) { _ in }
    group.attachments[1].detach()
    #expect(names(group) == ["root"])
  }

  @Test("while the hunter is disabled, new views are followed and counted afterwards")
  func disabled() throws {
    let root = tree("root")
    let group = try hunter.attach(toTree: root) { _ in }
    hunter.isEnabled = false
    let late = tree("late")
    root.addSubview(late)
    #expect(isaWord(of: late) == plain)
    hunter.isEnabled = true
    layOut(late)
    #expect(group.attachments.last?.layoutsThisTurn == 1)
  }

  @Test("views added during layout, in a loop, are followed")
  func addedInLayout() throws {
    let root = JournalView("root") { root in
      if root.subviews.count < 30 { root.addSubview(JournalView("row")) }
    }
    let window = loop.makeWindow(root)
    let group = try hunter.attach(toTree: root, threshold: 20) { _ in }
    loop.runTurn()
    #expect(group.attachments.count == 31)
    withExtendedLifetime(window) {}
  }

  @Test("the root's death ends the group and lets surviving subviews go")
  func rootDies() throws {
    let survivor = tree("survivor", tree("leaf"))
    var root: JournalView? = tree("root", survivor)
    root?.token = lives.makeToken()
    let token = lives.makeToken()
    let group = try hunter.attach(toTree: root!) { _ in _ = token }
    root = nil
    #expect(!group.isActive)
    #expect(group.view == nil)
    #expect(hunter.attachments.isEmpty)
    #expect(isaWord(of: survivor) == plain)
    survivor.addSubview(tree("late"))
    #expect(hunter.attachments.isEmpty)
  }

  @Test("groups, callbacks and views are released when only the tree was holding them")
  func released() throws {
    do {
      let root = tree("root", tree("a", tree("b")))
      root.token = lives.makeToken()
      let token = lives.makeToken()
      let hunter = LoopHunter(loop: TurnLoop())
      try hunter.attach(toTree: root) { [hunter] _ in _ = (token, hunter) }
      root.subviews[0].removeFromSuperview()
    }
    #expect(lives.count == 0)
  }

  // MARK: Trees that change while the hunter follows changes

  private final class Mover: LayoutObserver {
    var onChange: ((TreeChange) -> Void)?
    func treeChanged(_ change: TreeChange, by layingOut: View?) { onChange?(change) }
  }

  @Test("a view that an observer puts back at once stays hunted")
  func observerPutsBack() throws {
    let moving = tree("moving", tree("leaf"))
    let root = tree("root", moving)
    let window = loop.makeSettledWindow(root)
    let group = try hunter.attach(toTree: root) { _ in }
    let mover = Mover()
    mover.onChange = { [unowned mover] change in
      guard case .removed = change else { return }
      mover.onChange = nil
      root.addSubview(moving)
    }
    let observation = loop.addLayoutObserver(mover)
    moving.removeFromSuperview()
    #expect(moving.superview === root)
    #expect(Set(names(group)) == ["root", "moving", "leaf"])
    withExtendedLifetime((window, observation)) {}
  }

  @Test("a view that an observer removes at once is not hunted, and what it held is released")
  func observerTakesOut() throws {
    let leaf = tree("leaf")
    let moving = tree("moving", leaf)
    let root = tree("root")
    let outside = tree("outside")
    let window = loop.makeSettledWindow(root, outside)
    let group = try hunter.attach(toTree: root) { _ in }
    let mover = Mover()
    mover.onChange = { [unowned mover] change in
      mover.onChange = nil
      if case .added = change { moving.removeFromSuperview() }
    }
    let observation = loop.addLayoutObserver(mover)
    root.addSubview(moving)
    #expect(names(group) == ["root"])
    root.addSubview(moving)
    mover.onChange = { [unowned mover] _ in
      mover.onChange = nil
      outside.addSubview(leaf)
    }
    moving.removeFromSuperview()
    #expect(names(group) == ["root"])
    #expect(isaWord(of: leaf) == plain && isaWord(of: moving) == plain)
    withExtendedLifetime((window, observation)) {}
  }

  @Test("a filter may move views: those that end up outside are let go of, those inside hunted")
  func filterMoves() throws {
    let (first, second, third) = (tree("1", tree("1a")), tree("2"), tree("3"))
    let root = tree("root", first, second)
    let outside = tree("outside", third)
    var asked: [String] = []
    let group = try hunter.attach(
      toTree: root,
      where: { view in
        asked.append(view.identifier ?? "?")
        if view === root { first.removeFromSuperview() }
        if view === second {
          second.removeFromSuperview()
          root.addSubview(third)
        }
        return true
      }, onLoop: { _ in })
    #expect(Set(names(group)) == ["root", "3"])
    #expect(isaWord(of: first) == plain && isaWord(of: second) == plain)
    #expect(isaWord(of: third) != plain)
    #expect(Set(asked).count == asked.count)
    withExtendedLifetime(outside) {}
  }

  @Test("a filter may end its group, and a callback that dies with a hunt may change the tree")
  func filterEnds() throws {
    let root = tree("root", tree("a", tree("b")), tree("c"))
    var group: LoopHunter.AttachmentGroup?
    group = try hunter.attach(
      toTree: root,
      where: {
        if $0.identifier == "later" { group?.detach() }
        return true
      }, onLoop: { _ in })
    root.addSubview(tree("first", tree("later", tree("never"))))
    #expect(group?.isActive == false)
    #expect(hunter.attachments.isEmpty)
    #expect(root.subtree.allSatisfy { isaWord(of: $0) == plain })
  }

  @Test("random moves by filters and observers of two groups end with exactly the views inside")
  func randomMoves() throws {
    let seed = firstSeed("TreeHuntTests")
    for walk in 0..<UInt64(caseCount(2_000, inDebug: 200)) {
      var generator = SeededGenerator(seed: seed + walk)
      var views = (0..<10).map { tree("\($0)") }
      let window = loop.makeWindow(views[0], views[1], views[2])
      func moveOne() {
        let moving = views[Int.random(in: 3..<10, using: &generator)]
        let target = views[Int.random(in: 0..<10, using: &generator)]
        if Int.random(in: 0..<4, using: &generator) == 0 { return moving.removeFromSuperview() }
        if !target.isDescendant(of: moving) { target.addSubview(moving) }
      }
      for _ in 0..<8 { moveOne() }
      let mover = Mover()
      var budget = 0
      func maybeMove() {
        guard budget > 0, Int.random(in: 0..<3, using: &generator) == 0 else { return }
        budget -= 1
        moveOne()
      }
      mover.onChange = { _ in maybeMove() }
      let observation = loop.addLayoutObserver(mover)
      budget = 3
      let groups = try [0, 1, 0].map { root in
        try hunter.attach(
          toTree: views[root],
          where: { _ in
            maybeMove()
            return true
          }, onLoop: { _ in })
      }
      for _ in 0..<6 {
        budget = 3
        moveOne()
      }
      for (group, root) in zip(groups, [0, 1, 0]) {
        let inside = Set(views[root].subtree.map { $0.identifier! })
        #expect(Set(names(group)) == inside, "seed \(seed + walk)")
        #expect(names(group).count == inside.count, "seed \(seed + walk)")
      }
      observation.cancel()
      hunter.detachAll()
      #expect(views.allSatisfy { isaWord(of: $0) == plain }, "seed \(seed + walk)")
      views = []
      withExtendedLifetime(window) {}
    }
  }

  // MARK: Classes

  @Test("the filter sees the own class of a view that others hunt, final classes included")
  func filterSeesOriginal() throws {
    final class Cell: View {}
    let root = tree("root")
    for _ in 0..<3 { root.addSubview(Cell(frame: .zero)) }
    let other = LoopHunter(loop: TurnLoop())
    for hunter in [hunter, other, hunter] {
      var seen: [View.Type] = []
      let group = try hunter.attach(
        toTree: root,
        where: {
          seen.append(dynamicType(of: $0))
          return $0 is Cell
        }, onLoop: { _ in })
      #expect(group.attachments.count == 3)
      #expect(seen.dropFirst().allSatisfy { $0 == Cell.self })
      #expect(group.attachments.allSatisfy { $0.isActive })
    }
    layOut(root.subviews[0])
    #expect(hunter.attachments.count { $0.layoutsThisTurn == 1 } == 2)
    hunter.detachAll()
    other.detachAll()
    #expect(isaWord(of: root.subviews[0]) == isaWord(ofClass: Cell.self))
  }

  @Test("a callback that holds its own group is released with it")
  func callbackHoldsGroup() throws {
    do {
      let root = tree("root")
      var group: LoopHunter.AttachmentGroup?
      let token = lives.makeToken()
      group = try hunter.attach(
        toTree: root,
        where: { _ in
          _ = token
          return group == nil
        }, onLoop: { _ in _ = (token, group) })
      group?.detach()
    }
    #expect(lives.count == 0)
  }
}
