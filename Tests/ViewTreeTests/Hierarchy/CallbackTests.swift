import Foundation
import TestSupport
import Testing
import ViewTree

/// A view that writes down every callback about the hierarchy.
private final class Talking: View {
  let name: String
  let journal: Journal
  /// Runs in the callback of this name.
  var onCallback: [String: (Talking) -> Void] = [:]

  init(_ name: String, _ journal: Journal) {
    self.name = name
    self.journal = journal
    super.init(frame: .zero)
    identifier = name
  }

  private func note(_ callback: String, _ detail: String = "") {
    journal.note("\(name).\(callback)\(detail)")
    onCallback[callback]?(self)
  }

  override func willMove(toSuperview new: View?) {
    note(
      "willMoveToSuperview", " \(new?.identifier ?? "nil") from \(superview?.identifier ?? "nil")")
  }
  override func didMoveToSuperview() {
    note("didMoveToSuperview", " \(superview?.identifier ?? "nil")")
  }
  override func willMove(toWindow new: Window?) {
    note("willMoveToWindow", " \(new == nil ? "nil" : "window")")
  }
  override func didMoveToWindow() {
    note("didMoveToWindow", " \(window == nil ? "nil" : "window")")
  }
  override func didAddSubview(_ subview: View) {
    note("didAddSubview", " \(subview.identifier ?? "")")
  }
  override func willRemoveSubview(_ subview: View) {
    note("willRemoveSubview", " \(subview.identifier ?? "") of \(subviews.count)")
  }
}

@Suite("Callbacks of the hierarchy")
struct CallbackTests {
  let loop = TurnLoop()
  let journal = Journal()
  let window: Window
  private let a, b, c: Talking

  init() {
    window = loop.makeSettledWindow()
    (a, b, c) = (Talking("a", journal), Talking("b", journal), Talking("c", journal))
  }

  @Test("adding outside a window: will, did, and the superview's did")
  func adding() {
    a.addSubview(b)
    #expect(
      journal.take() == [
        "b.willMoveToSuperview a from nil", "b.didMoveToSuperview a", "a.didAddSubview b",
      ])
  }

  @Test("adding a subtree to a window: all its views hear of the window, top down")
  func addingSubtree() {
    a.addSubview(b)
    b.addSubview(c)
    _ = journal.take()
    window.addSubview(a)
    #expect(
      journal.take() == [
        "a.willMoveToWindow window", "b.willMoveToWindow window", "c.willMoveToWindow window",
        "a.willMoveToSuperview nil from nil",
        "a.didMoveToWindow window", "b.didMoveToWindow window", "c.didMoveToWindow window",
        "a.didMoveToSuperview nil",
      ])
  }

  @Test("removing: the superview hears it before, the view before and after")
  func removing() {
    a.addSubview(b)
    window.addSubview(a)
    _ = journal.take()
    b.removeFromSuperview()
    #expect(
      journal.take() == [
        "b.willMoveToWindow nil", "b.willMoveToSuperview nil from a",
        "a.willRemoveSubview b of 1", "b.didMoveToWindow nil", "b.didMoveToSuperview nil",
      ])
    b.removeFromSuperview()
    #expect(journal.take() == [])
  }

  @Test("reparenting is one move: no callback sees the view without a superview")
  func reparenting() {
    a.addSubview(c)
    window.addSubview(a)
    window.addSubview(b)
    _ = journal.take()
    b.addSubview(c)
    #expect(
      journal.take() == [
        "c.willMoveToSuperview b from a", "a.willRemoveSubview c of 1",
        "c.didMoveToSuperview b", "b.didAddSubview c",
      ])
    #expect(a.subviews == [] && b.subviews == [c])
  }

  @Test("a new place among siblings calls no callback")
  func reordering() {
    a.addSubview(b)
    a.addSubview(c)
    _ = journal.take()
    a.sendSubviewToBack(c)
    a.exchangeSubview(at: 0, withSubviewAt: 1)
    a.insertSubview(b, aboveSubview: c)
    a.addSubview(b)
    #expect(journal.take() == [])
  }

  @Test(
    "a callback may move the view elsewhere; it ends in one place",
    arguments: [
      "willMoveToSuperview", "didMoveToSuperview", "didMoveToWindow", "willMoveToWindow",
    ])
  func movedMeanwhile(callback: String) {
    let (old, elsewhere) = (View(), View())
    old.addSubview(a)
    a.onCallback[callback] = { view in
      view.onCallback = [:]
      elsewhere.addSubview(view)
    }
    window.addSubview(a)
    expectConsistent([old, elsewhere, window], a)
  }

  @Test("an old superview that passes the view on while it leaves still loses it")
  func handedOn() {
    let elsewhere = View()
    a.addSubview(c)
    a.onCallback["willRemoveSubview"] = { [c] view in
      view.onCallback = [:]
      elsewhere.addSubview(c)
    }
    b.addSubview(c)
    expectConsistent([a, b, elsewhere], c)
    #expect(c.superview === b)

    b.onCallback["willRemoveSubview"] = { [c, a] view in
      view.onCallback = [:]
      a.addSubview(c)
    }
    c.removeFromSuperview()
    expectConsistent([a, b, elsewhere], c)
    #expect(c.superview == nil)
  }

  @Test("a callback that repeats the running change leaves it done once")
  func doneMeanwhile() {
    a.onCallback["willMoveToSuperview"] = { [b] view in
      view.onCallback = [:]
      b.addSubview(view)
    }
    b.addSubview(a)
    #expect(b.subviews == [a])
    c.onCallback["willMoveToSuperview"] = { view in
      view.onCallback = [:]
      view.removeFromSuperview()
    }
    b.addSubview(c)
    #expect(b.subviews == [a, c])
  }

  @Test("a callback may release the superview")
  func released() {
    var holder: View? = View()
    holder?.addSubview(a)
    a.onCallback["didMoveToSuperview"] = { _ in holder = nil }
    a.removeFromSuperview()
    #expect(holder == nil && a.superview == nil)
  }

  /// Expects `view` to be in its superview, and in no other.
  private func expectConsistent(_ places: [View], _ view: View) {
    for place in places {
      let count = place.subviews.count { $0 === view }
      #expect(count == (view.superview === place ? 1 : 0))
    }
    #expect(view.window === view.superview?.window)
  }
}
