import Foundation
import Synchronization
import TestSupport
import Testing
import ViewTree

/// Rows B and D: the steps of a pass.
@Suite("A pass")
struct PassTests {
  let loop = TurnLoop()
  let journal = Journal()

  private func make(_ name: String, _ subviews: JournalView...) -> JournalView {
    let view = JournalView(name, in: journal)
    for subview in subviews { view.addSubview(subview) }
    return view
  }

  @Test("B1: a commit lays out every window's tree and skips trees without a window")
  func windows() {
    let (first, second, outside) = (make("first"), make("second"), make("outside"))
    let windows = [loop.makeWindow(first), loop.makeWindow(second)]
    loop.runTurn()
    #expect(journal.take() == ["first", "second"])
    outside.layoutIfNeeded()
    #expect(journal.take() == ["outside"])
    withExtendedLifetime(windows) {}
  }

  /// A view that forces the layout of its subview in its own.
  private final class Forcing: View {
    override func layoutSubviews() {
      for subview in subviews {
        subview.setNeedsLayout()
        subview.layoutIfNeeded()
      }
    }
  }

  /// Opens a window of a new loop in each layout, and forces that.
  private final class Opening: Window {
    nonisolated(unsafe) static var count = 0

    override func layoutSubviews() {
      Opening.count += 1
      let next = Opening(frame: CGRect(x: 0, y: 0, width: 9, height: 9), loop: TurnLoop())
      next.layoutIfNeeded()
    }
  }

  @Test("passes of ever new loops, one inside the other, are refused at the end of the stack")
  func nestedLoops() {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      Opening(frame: CGRect(x: 0, y: 0, width: 9, height: 9), loop: TurnLoop()).layoutIfNeeded()
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    #expect(Opening.count > 16)
  }

  @Test("passes that nest to the end of a small stack are refused there", arguments: [true, false])
  func smallStack(isInWindow: Bool) {
    let refusal = Mutex<(isRefused: Bool, depth: Int)>((false, 0))
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let loop = TurnLoop()
      loop.nestingLimit = 100_000
      let root = Forcing()
      var last: View = root
      // The frames of a debug build are larger.
      for _ in 0..<caseCount(1_500, inDebug: 600) {
        let next = Forcing()
        last.addSubview(next)
        last = next
      }
      if isInWindow {
        let window = Window(frame: CGRect(x: 0, y: 0, width: 9, height: 9), loop: loop)
        window.addSubview(root)
        loop.passLimit = 5_000
        loop.runTurn()
        let commit = loop.lastCommit
        refusal.withLock { $0 = (commit.didHitNestingLimit, loop.depthOfRefusal) }
      } else {
        root.layoutIfNeeded()
        refusal.withLock { $0 = (!root.needsLayout, 256) }
      }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    let (isRefused, depth) = refusal.withLock { $0 }
    #expect(isRefused && depth > 32 && depth < caseCount(1_500, inDebug: 600), "\(depth)")
  }

  @Test("B2: a commit repeats until nothing is dirty, all in one turn")
  func repeats() {
    let (a, b) = (make("a"), make("b"))
    let window = loop.makeWindow(a, b)
    a.onLayout = { _ in if b.layouts < 3 { b.setNeedsLayout() } }
    b.onLayout = { _ in if a.layouts < 3 { a.setNeedsLayout() } }
    loop.runTurn()
    // b is first and dirties a, which still waits: a runs in this batch and again in the next.
    #expect(a.layouts == 4)
    #expect(b.layouts == 3)
    #expect(loop.turn == 2)
    #expect(loop.isIdle)
    withExtendedLifetime(window) {}
  }

  @Test("B3: superviews come before their subviews, the last sibling's subtree first")
  func order() {
    let root = make("root", make("a", make("b")), make("c", make("d")))
    let window = loop.makeWindow(root)
    loop.runTurn()
    #expect(journal.take() == ["root", "c", "d", "a", "b"])
    withExtendedLifetime(window) {}
  }

  @Test("B3: the order of two views is known without a pass")
  func orderOfTwo() {
    let (leaf, last) = (make("leaf"), make("last"))
    let first = make("first", leaf)
    let root = make("root", first, last)
    let order = [root, last, first, leaf]
    for (place, view) in order.enumerated() {
      for (otherPlace, other) in order.enumerated() where place != otherPlace {
        #expect(view.isCollectedBefore(other) == (place < otherPlace))
      }
      #expect(view.isCollectedBefore(make("elsewhere")) == nil)
    }
  }

  @Test("B3: the order follows the places of siblings, in whatever order they were marked")
  func orderOfMarks() {
    var random = SeededGenerator(seed: 42)
    let views = (0..<50).map { make("\($0)") }
    let root = make("root")
    views.forEach(root.addSubview)
    let window = loop.makeSettledWindow(root)
    for _ in 0..<20 {
      _ = journal.take()
      // Structure changes make remembered places wrong.
      root.insertSubview(root.subviews.randomElement(using: &random)!, at: 0)
      root.layoutIfNeeded()
      _ = journal.take()
      let marked = Set((0..<10).map { _ in Int.random(in: 0..<50, using: &random) })
      for index in marked.shuffled(using: &random) { root.subviews[index].setNeedsLayout() }
      let expected = marked.sorted(by: >).map { root.subviews[$0].identifier! }
      loop.runTurn()
      #expect(journal.take() == expected)
    }
    withExtendedLifetime(window) {}
  }

  @Test("B4: a batch is frozen; a view that still waits and is dirtied again runs now and again")
  func frozenBatch() {
    let (a, b) = (make("a"), make("b"))
    let root = make("root", b, a)
    let window = loop.makeSettledWindow(root)
    _ = journal.take()
    a.onLayout = { _ in if a.layouts == 2 { b.setNeedsLayout() } }
    root.setNeedsLayout()
    a.setNeedsLayout()
    b.setNeedsLayout()
    loop.runTurn()
    #expect(journal.take() == ["root", "a", "b", "b"])
    #expect(loop.lastCommit.batches == 2)
    withExtendedLifetime(window) {}
  }

  @Test("B4: a view that leaves the tree while it waits is laid out as collected, and stays alive")
  func removedWhileWaiting() {
    let lives = LifetimeTracker()
    let a = make("a")
    let root = make("root", a)
    root.addSubview(
      {
        let b = make("b")
        b.token = lives.makeToken()
        return b
      }())
    root.onLayout = { root in
      for view in root.subviews where view.identifier == "b" { view.removeFromSuperview() }
    }
    let window = loop.makeWindow(root)
    loop.runTurn()
    #expect(journal.take().prefix(3) == ["root", "b", "a"])
    #expect(lives.count == 0)
    withExtendedLifetime(window) {}
  }

  @Test("B5: layoutIfNeeded climbs while the superview is dirty and stops at the first clean one")
  func climb() {
    let leaf = make("leaf")
    let middle = make("middle", leaf)
    let top = make("top", middle)
    let root = make("root", top)
    let window = loop.makeSettledWindow(root)
    _ = journal.take()
    leaf.setNeedsLayout()
    middle.setNeedsLayout()
    root.setNeedsLayout()
    leaf.layoutIfNeeded()
    #expect(journal.take() == ["middle", "leaf"])
    #expect(root.needsLayout)
    leaf.layoutIfNeeded()
    #expect(journal.take() == [])
    withExtendedLifetime(window) {}
  }

  @Test("B6: on a clean view with dirty descendants only those are laid out")
  func cleanWithDirtyDescendants() {
    let (leaf, other) = (make("leaf"), make("other"))
    let root = make("root", make("middle", leaf), other)
    let window = loop.makeSettledWindow(root)
    _ = journal.take()
    leaf.setNeedsLayout()
    root.layoutIfNeeded()
    #expect(journal.take() == ["leaf"])
    withExtendedLifetime(window) {}
  }

  @Test("B7: a nested layoutIfNeeded runs at once; what the outer pass collected looks clean to it")
  func nestedPass() {
    let (a, b) = (make("a"), make("b"))
    let root = make("root", a, b)
    let window = loop.makeSettledWindow(root)
    _ = journal.take()
    root.onLayout = { [journal] root in
      journal.note("before")
      a.layoutIfNeeded()
      b.setNeedsLayout()
      b.layoutIfNeeded()
      journal.note("after")
    }
    root.setNeedsLayout()
    a.setNeedsLayout()
    loop.runTurn()
    #expect(journal.take() == ["root", "before", "b", "after", "a"])
    withExtendedLifetime(window) {}
  }

  @Test("B8: hidden views are laid out like others")
  func hidden() {
    let view = make("view")
    view.isHidden = true
    let window = loop.makeWindow(view)
    loop.runTurn()
    #expect(journal.lines == ["view"])
    withExtendedLifetime(window) {}
  }

  @Test("B9: dirtying superview, sibling, child or self in layout is the next batch of the pass")
  func nextBatch() {
    let child = make("child")
    let (a, b) = (make("a", child), make("b"))
    let root = make("root", a, b)
    let window = loop.makeSettledWindow(root)
    for target in [root, b, child, a] {
      _ = journal.take()
      a.onLayout = { a in
        target.setNeedsLayout()
        a.onLayout = nil
      }
      a.setNeedsLayout()
      let turn = loop.turn
      loop.runTurn()
      #expect(journal.take() == ["a", target.identifier!])
      #expect(loop.turn == turn + 1)
      #expect(loop.lastCommit.batches == 2)
    }
    withExtendedLifetime(window) {}
  }

  @Test("B10: at the limit the commit ends, the marks stay, and the next turn starts with them")
  func passLimit() {
    let view = JournalView("view") { $0.setNeedsLayout() }
    let window = loop.makeWindow(view)
    loop.passLimit = 25
    loop.runTurn()
    #expect(view.layouts == 25)
    #expect(loop.lastCommit.didHitLimit)
    #expect(loop.lastCommit.batches == 25)
    #expect(view.needsLayout)
    #expect(!loop.isIdle)
    view.onLayout = nil
    loop.runTurn()
    #expect(view.layouts == 26)
    #expect(!loop.lastCommit.didHitLimit)
    #expect(loop.isIdle)
    withExtendedLifetime(window) {}
  }

  @Test("B10: a tree that settles exactly at the limit did not hit it")
  func settlesAtLimit() {
    let view = JournalView("view") { if $0.layouts < 25 { $0.setNeedsLayout() } }
    let window = loop.makeWindow(view)
    loop.passLimit = 25
    loop.runTurn()
    #expect(view.layouts == 25)
    #expect(!loop.lastCommit.didHitLimit)
    withExtendedLifetime(window) {}
  }

  @Test("B10: nested batches count, and a view that still waits in an outer batch keeps its mark")
  func nestedLimit() {
    let child = JournalView("child") { $0.setNeedsLayout() }
    let later = JournalView("later")
    let view = JournalView("view") { _ in
      child.setNeedsLayout()
      child.layoutIfNeeded()
    }
    view.addSubview(child)
    let window = loop.makeWindow(later, view)
    loop.passLimit = 10
    loop.runTurn()
    #expect(loop.lastCommit.didHitLimit)
    #expect(loop.lastCommit.batches == 10)
    #expect(later.layouts == 0)
    #expect(later.needsLayout)
    withExtendedLifetime(window) {}
  }

  @Test(
    "recursion by layoutIfNeeded ends at the nesting limit, stays dirty, and is reported",
    arguments: [1, 2, 40])
  func nestingLimit(limit: Int) {
    let view = JournalView("view")
    var deepest = 0
    var depth = 0
    view.onLayout = { view in
      depth += 1
      deepest = max(deepest, depth)
      view.setNeedsLayout()
      view.layoutIfNeeded()
      depth -= 1
    }
    let window = loop.makeWindow(view)
    loop.nestingLimit = limit
    loop.passLimit = 200
    loop.runTurn()
    #expect(deepest == limit)
    #expect(loop.lastCommit.didHitNestingLimit)
    #expect(view.needsLayout)
    withExtendedLifetime(window) {}
  }

  @Test("recursion at the default limits needs little stack")
  func deepNesting() {
    let view = JournalView("view")
    view.onLayout = {
      $0.setNeedsLayout()
      $0.layoutIfNeeded()
    }
    let window = loop.makeWindow(view)
    loop.runTurn()
    #expect(loop.lastCommit.didHitNestingLimit)
    #expect(loop.lastCommit.didHitLimit)
    withExtendedLifetime(window) {}
  }

  @Test("recursion through ever new trees outside any window ends as well")
  func nestingOutside() {
    final class Breeder: View {
      nonisolated(unsafe) static var layouts = 0
      override func layoutSubviews() {
        Breeder.layouts += 1
        Breeder(frame: .zero).layoutIfNeeded()
      }
    }
    Breeder(frame: .zero).layoutIfNeeded()
    #expect(Breeder.layouts == 256)
  }

  @Test("a pass outside any commit is bounded and summed up too")
  func forcedPass() {
    let view = JournalView("view") { $0.setNeedsLayout() }
    let window = loop.makeWindow(view)
    loop.passLimit = 30
    window.layoutIfNeeded()
    #expect(view.layouts == 30)
    #expect(loop.lastForcedPass.didHitLimit)
    #expect(loop.lastCommit == TurnLoop.CommitSummary())
    withExtendedLifetime(window) {}
  }

  @Test("a pass that a layout forces belongs to the commit, and is no forced pass of its own")
  func forcedInsideCommit() {
    let child = JournalView("child")
    let view = JournalView("view") { _ in
      child.setNeedsLayout()
      child.layoutIfNeeded()
    }
    view.addSubview(child)
    let window = loop.makeWindow(view)
    window.layoutIfNeeded()
    let forced = loop.lastForcedPass
    #expect(forced.layouts > 0)
    loop.runUntilIdle()
    let layouts = child.layouts
    view.setNeedsLayout()
    loop.runTurn()
    #expect(child.layouts == layouts + 1)
    #expect(loop.lastCommit.layouts == 2)
    #expect(loop.lastForcedPass == forced)
    withExtendedLifetime(window) {}
  }

  @Test("passes that an app forces are counted up to the end of the turn, observers' aside")
  func forcedPasses() {
    let view = JournalView("view")
    let window = loop.makeSettledWindow(view)
    func force() {
      view.setNeedsLayout()
      view.layoutIfNeeded()
    }
    force()
    force()
    #expect(loop.forcedPasses == 2)
    loop.pulse.whileMuted { force() }
    #expect(view.layouts == 4)
    #expect(loop.forcedPasses == 2)
    loop.runTurn()
    #expect(loop.forcedPasses == 0)
    withExtendedLifetime(window) {}
  }

  @Test("a layout that a recording asks for is a pass of its own, and the next pass is another")
  func replayedLayout() {
    let child = JournalView("child")
    let view = JournalView("view") { _ in child.setNeedsLayout() }
    view.addSubview(child)
    let window = loop.makeSettledWindow(view)
    for _ in 0..<3 { loop.replayLayout(of: view) }
    #expect(loop.forcedPasses == 0)
    #expect(child.needsLayout)
    window.layoutIfNeeded()
    #expect(loop.forcedPasses == 1)
    #expect(loop.lastForcedPass.batches == 1 && loop.lastForcedPass.layouts == 1)
    withExtendedLifetime(window) {}
  }

  @Test("D1: constraints go bottom-up before layout goes top-down, the controller in between")
  func constraints() {
    final class Noting: View {
      let journal: Journal
      let name: String
      init(_ name: String, _ journal: Journal) {
        (self.name, self.journal) = (name, journal)
        super.init(frame: .zero)
      }
      override func updateConstraints() {
        journal.note("\(name).update")
        super.updateConstraints()
      }
      override func layoutSubviews() { journal.note("\(name).layout") }
    }
    final class Controller: ViewController {
      let journal: Journal
      let root: Noting
      init(_ journal: Journal) {
        self.journal = journal
        root = Noting("root", journal)
      }
      override func loadView() { view = root }
      override func updateViewConstraints() {
        journal.note("controller.update")
        super.updateViewConstraints()
      }
      override func viewWillLayoutSubviews() { journal.note("will") }
      override func viewDidLayoutSubviews() { journal.note("did") }
    }
    let controller = Controller(journal)
    let child = Noting("child", journal)
    controller.root.addSubview(child)
    let window = loop.makeWindow()
    window.rootViewController = controller
    loop.runTurn()
    _ = journal.take()
    child.setNeedsUpdateConstraints()
    loop.runTurn()
    #expect(
      journal.lines == [
        "child.update", "controller.update", "root.update", "will", "root.layout", "did",
      ])
  }

  @Test("constraints that are asked for in the constraints phase wait for the next round")
  func constraintsAgain() {
    final class Asking: View {
      var updates = 0
      override func updateConstraints() {
        updates += 1
        if updates < 4 { setNeedsUpdateConstraints() }
      }
    }
    let view = Asking(frame: .zero)
    let window = loop.makeSettledWindow(View(frame: .zero))
    window.subviews[0].addSubview(view)
    loop.runTurn()
    view.setNeedsUpdateConstraints()
    loop.runUntilIdle(limit: 10)
    #expect(view.updates == 4)
    #expect(loop.isIdle)
  }
}
