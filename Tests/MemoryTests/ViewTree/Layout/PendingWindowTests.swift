import Foundation
import TestSupport
import Testing
import ViewTree

/// A commit looks at the windows in which something waits, and at all of them.
@Suite("Windows that wait for a commit")
struct PendingWindowTests {
  /// A view whose constraints do something.
  private final class Constrained: JournalView {
    var onUpdate: (() -> Void)?

    override func updateConstraints() {
      journal?.note("\(identifier ?? "?")'s constraints")
      onUpdate?()
      super.updateConstraints()
    }
  }

  private let loop = TurnLoop()
  private let journal = Journal()
  private let views: [Constrained]
  private let windows: [Window]

  init() {
    let loop = self.loop
    let journal = self.journal
    views = ["a", "b", "c"].map { Constrained($0, in: journal) }
    windows = views.map { loop.makeWindow($0) }
    loop.runTurn()
    _ = journal.take()
  }

  @Test(
    "windows are laid out in the order of their creation, in whatever order they were marked")
  func order() {
    for marked in [[2, 0, 1], [1, 2], [2], [0, 2, 2, 0]] {
      for index in marked { views[index].setNeedsLayout() }
      #expect(!loop.isIdle)
      loop.runTurn()
      #expect(journal.take() == Set(marked).sorted().map { ["a", "b", "c"][$0] })
      #expect(loop.isIdle)
    }
  }

  @Test("constraints that are marked meanwhile are updated at once further back, and not before")
  func constraints() {
    views[1].onUpdate = { [views] in
      views[1].onUpdate = nil
      views[0].setNeedsUpdateConstraints()
      views[2].setNeedsUpdateConstraints()
    }
    views[1].setNeedsUpdateConstraints()
    loop.runTurn()
    #expect(journal.take().prefix(2) == ["b's constraints", "c's constraints"])
    #expect(loop.isIdle)
    views[0].setNeedsLayout()
    loop.runTurn()
    #expect(journal.take() == ["a"], "its constraints were updated in the first turn")
  }

  @Test("constraints that mark several windows leave these in their order, and their layouts too")
  func orderOfMarksInConstraints() {
    views[0].onUpdate = { [views] in
      views[0].onUpdate = nil
      views[2].setNeedsUpdateConstraints()
      views[1].setNeedsUpdateConstraints()
    }
    views[0].setNeedsUpdateConstraints()
    loop.runTurn()
    #expect(journal.take().prefix(3) == ["a's constraints", "b's constraints", "c's constraints"])

    views[1].onUpdate = { [views] in
      views[1].onUpdate = nil
      for index in [0, 2, 1] { views[index].setNeedsLayout() }
    }
    views[1].setNeedsUpdateConstraints()
    loop.runTurn()
    #expect(journal.take() == ["b's constraints", "a", "b", "c"])
  }

  @Test(
    "a window whose layout was forced is not laid out again until it is marked again")
  func force() {
    for _ in 0..<3 {
      views[1].setNeedsLayout()
      windows[1].layoutIfNeeded()
      #expect(journal.take() == ["b"])
      #expect(loop.isIdle)
    }
    loop.runTurn()
    #expect(journal.take() == [])
    views[1].setNeedsLayout()
    loop.runTurn()
    #expect(journal.take() == ["b"])
  }

  @Test("a window that is made in a commit waits for the next, and so do windows beyond the limit")
  func late() {
    var late: Window?
    views[0].onLayout = { [loop, journal] view in
      guard late == nil else { return }
      late = loop.makeWindow(JournalView("late", in: journal))
    }
    views[0].setNeedsLayout()
    loop.runTurn()
    #expect(journal.take() == ["a"])
    #expect(!loop.isIdle)
    loop.runTurn()
    #expect(journal.take() == ["late"])

    loop.passLimit = 2
    views[2].onLayout = { $0.setNeedsLayout() }
    views[2].setNeedsLayout()
    loop.runTurn()
    #expect(loop.lastCommit.didHitLimit && journal.take() == ["c", "c"])
    views[2].onLayout = nil
    #expect(!loop.isIdle)
    loop.runTurn()
    #expect(journal.take() == ["c"] && loop.isIdle)
  }

  @Test("the ten thousandth window costs no more than the tenth")
  func many() {
    let loop = TurnLoop()
    var windows: [Window] = []
    let time = processorTime {
      for _ in 0..<20_000 { windows.append(Window(frame: .zero, loop: loop)) }
      loop.runTurn()
    }
    #expect(loop.windows.count == 20_000)
    #expect(time < timeBound(.seconds(5)), "\(time)")
  }

  @Test("dead windows are forgotten, even those that were never laid out")
  func death() {
    let tracker = LifetimeTracker()
    for _ in 0..<500 {
      let view = JournalView("x")
      view.token = tracker.makeToken()
      let window = loop.makeWindow(view)
      view.setNeedsLayout()
      withExtendedLifetime(window) {}
    }
    #expect(tracker.count == 0)
    #expect(loop.isIdle && loop.windows.count == 3)
    loop.runTurn()
    #expect(journal.take() == [])
  }
}
