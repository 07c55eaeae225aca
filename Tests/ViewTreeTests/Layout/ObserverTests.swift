import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("A layout observer")
struct ObserverTests {
  let loop = TurnLoop()
  let watcher = Watcher()

  @Test("is told of everything in its order")
  func everything() {
    let child = JournalView("child")
    let view = JournalView("view") { view in
      guard view.layouts == 2 else { return }
      child.frame.size.width += 1
      child.layoutIfNeeded()
    }
    view.addSubview(child)
    let window = loop.makeSettledWindow(view)
    let token = loop.addLayoutObserver(watcher)
    loop.async { view.setNeedsLayout() }
    loop.runTurn()
    #expect(
      watcher.take() == [
        "block 1", "turn 2", "run 1", "dirty view explicit", "ran 1", "commit", "layout view",
        "frame child by view", "dirty child size by view", "force child by view", "layout child",
        "done child", "done view", "committed 2", "end of turn 2",
      ])
    withExtendedLifetime((window, token)) {}
  }

  @Test("is told of a geometry write before its consequences, with its writer")
  func geometryFirst() {
    let child = JournalView("child")
    child.autoresizingMask = .flexibleWidth
    let view = JournalView("view")
    view.addSubview(child)
    let window = loop.makeSettledWindow(view)
    let token = loop.addLayoutObserver(watcher)
    view.bounds.size.width = 99
    #expect(
      watcher.take() == [
        "bounds view", "dirty view size", "frame child", "dirty child size",
        "dirty view size again", "dirty Window size",
      ])
    withExtendedLifetime((window, token)) {}
  }

  @Test("is told the property, the old and the new value of a write")
  func values() {
    final class Values: LayoutObserver {
      var changes: [GeometryChange] = []
      func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
        changes.append(change)
      }
    }
    let view = JournalView("view", frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let window = loop.makeSettledWindow(view)
    let values = Values()
    let token = loop.addLayoutObserver(values)
    view.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    view.center = CGPoint(x: 9, y: 9)
    view.transform = AffineTransform(scale: 2)
    #expect(values.changes.map(\.property) == [.frame, .center, .transform])
    #expect(values.changes[0].old == .rect(CGRect(x: 0, y: 0, width: 10, height: 10)))
    #expect(values.changes[0].new == .rect(CGRect(x: 1, y: 2, width: 3, height: 4)))
    #expect(values.changes[1].old == .point(CGPoint(x: 2.5, y: 4)))
    #expect(values.changes[2].new == .transform(AffineTransform(scale: 2)))
    withExtendedLifetime((window, token)) {}
  }

  @Test("is told of tree changes: added, moved over, reordered, removed, opened")
  func tree() {
    let (a, b, c) = (JournalView("a"), JournalView("b"), JournalView("c"))
    let window = loop.makeSettledWindow(a, b)
    let token = loop.addLayoutObserver(watcher)
    func told() -> [String] { watcher.take().filter { !$0.hasPrefix("dirty") } }
    a.addSubview(c)
    #expect(told() == ["added c to a at 0"])
    b.addSubview(c)
    #expect(told() == ["added c to b at 0 from a"])
    window.bringSubviewToFront(a)
    #expect(told() == ["reordered a in Window to 1"])
    c.removeFromSuperview()
    #expect(told() == ["removed c from b"])
    let second = Window(frame: .zero, loop: loop)
    #expect(told() == ["opened Window"])
    withExtendedLifetime((window, second, token)) {}
  }

  @Test("is told of an exchange as of moves made one after the other, one for neighbours")
  func exchange() {
    let views = ["a", "b", "c", "d"].map { JournalView($0) }
    let window = loop.makeSettledWindow()
    for view in views { window.addSubview(view) }
    let token = loop.addLayoutObserver(watcher)
    func told() -> [String] { watcher.take().filter { !$0.hasPrefix("dirty") } }
    window.exchangeSubview(at: 3, withSubviewAt: 1)
    #expect(told() == ["reordered d in Window to 1", "reordered b in Window to 3"])
    window.exchangeSubview(at: 0, withSubviewAt: 1)
    #expect(told() == ["reordered d in Window to 0"])
    withExtendedLifetime((window, token)) {}
  }

  @Test("of one loop is told that a view left, of another that it came")
  func twoLoops() {
    let other = TurnLoop()
    let otherWatcher = Watcher()
    let view = JournalView("view")
    let window = loop.makeSettledWindow(view)
    let otherWindow = other.makeSettledWindow()
    let tokens = [loop.addLayoutObserver(watcher), other.addLayoutObserver(otherWatcher)]
    otherWindow.addSubview(view)
    #expect(watcher.take().first == "removed view from Window")
    #expect(otherWatcher.take().first == "added view to Window at 0")
    withExtendedLifetime((window, tokens)) {}
  }

  @Test("is told of timers when they are armed and run, of a repeating one's arming once")
  func timers() {
    let token = loop.addLayoutObserver(watcher)
    let target = Journal()
    let timer = loop.every(.seconds(1), target: target) { $0.note("tick") }
    loop.advance(by: .seconds(2))
    timer.invalidate()
    let told = watcher.take().filter { $0.contains(" 1") && !$0.contains("turn") }
    #expect(told == ["timer 1", "run 1", "ran 1", "run 1", "ran 1"])
    withExtendedLifetime(token) {}
  }

  @Test("does not see trees outside any window")
  func outside() {
    let token = loop.addLayoutObserver(watcher)
    let view = JournalView("view")
    view.addSubview(JournalView("child"))
    view.frame.size.width = 77
    view.layoutIfNeeded()
    #expect(watcher.lines == [])
    withExtendedLifetime(token) {}
  }

  @Test("is told about the constraints phase, the innermost views first, with the acting view")
  func constraints() {
    final class Updating: View {
      override func updateConstraints() {
        super.updateConstraints()
        superview?.setNeedsLayout()
      }
    }
    let outer = JournalView("outer")
    let inner = Updating()
    inner.identifier = "inner"
    outer.addSubview(inner)
    let window = loop.makeSettledWindow(outer)
    window.identifier = "window"
    let token = loop.addLayoutObserver(watcher)
    inner.setNeedsUpdateConstraints()
    window.updateConstraintsIfNeeded()
    #expect(
      watcher.lines == [
        "dirty outer updateConstraints", "update inner", "dirty outer explicit by inner again",
        "updated inner", "update outer", "updated outer", "update window", "updated window",
      ])
    withExtendedLifetime(token) {}
  }

  @Test("is told on which subview a call dirtied its superview")
  func receivers() {
    final class Receivers: LayoutObserver {
      var names: [String] = []
      func viewDirtied(
        _ view: View, reason: DirtyReason, through subview: View, by layingOut: View?, again: Bool
      ) {
        names.append("\(reason) of \(subview.identifier ?? "")")
      }
    }
    let shown = JournalView("shown")
    let stack = StackView(arrangedSubviews: [shown])
    let window = loop.makeSettledWindow(stack)
    let receivers = Receivers()
    let tokens = [loop.addLayoutObserver(receivers), loop.addLayoutObserver(watcher)]
    shown.isHidden = true
    shown.invalidateIntrinsicContentSize()
    shown.setNeedsUpdateConstraints()
    #expect(
      receivers.names == [
        "isHidden of shown", "constraints of shown", "updateConstraints of shown",
      ])
    // An observer that does not ask for it gets it like any other dirtying.
    #expect(watcher.lines.prefix(2) == ["isHidden shown", "dirty StackView isHidden"])
    withExtendedLifetime((window, tokens)) {}
  }

  @Test("ends with its token, and several are told in the order of their registration")
  func several() {
    let second = Watcher()
    let view = JournalView("view")
    let window = loop.makeSettledWindow(view)
    var token: ObservationToken? = loop.addLayoutObserver(watcher)
    let secondToken = loop.addLayoutObserver(second)
    view.setNeedsLayout()
    #expect(token != nil)
    token = nil
    view.setNeedsLayout()
    #expect(watcher.lines.count == 1)
    #expect(second.lines.count == 2)
    withExtendedLifetime((window, secondToken)) {}
  }

  @Test("that is removed and added while it is told does not disturb the others")
  func changedWhileTold() {
    final class Leaving: LayoutObserver {
      var token: ObservationToken?
      var told = 0
      func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
        told += 1
        token?.cancel()
      }
    }
    let view = JournalView("view")
    let window = loop.makeSettledWindow(view)
    let leaving = Leaving()
    leaving.token = loop.addLayoutObserver(leaving)
    let token = loop.addLayoutObserver(watcher)
    view.setNeedsLayout()
    view.setNeedsLayout()
    #expect(leaving.told == 1)
    #expect(watcher.lines.count == 2)
    withExtendedLifetime((window, token)) {}
  }
}
