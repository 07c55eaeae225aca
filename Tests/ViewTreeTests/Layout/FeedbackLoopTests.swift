import Foundation
import TestSupport
import Testing
import ViewTree

/// The loops that hang a phone: here they end at the limit, and the process goes on.
@Suite("Layout feedback loops")
struct FeedbackLoopTests {
  let loop = TurnLoop()

  init() {
    loop.passLimit = 500
  }

  /// Runs a turn, expects it to end at the limit, and shows that the loop still works after it.
  private func expectNeverSettles(_ window: Window, _ comment: Comment) {
    loop.runTurn()
    #expect(loop.lastCommit.didHitLimit, comment)
    #expect(loop.lastCommit.batches == 500, comment)
    loop.runTurn()
    #expect(loop.lastCommit.didHitLimit, "and it goes on in the next turn")
    for subview in window.subviews { subview.removeFromSuperview() }
    #expect(loop.runUntilIdle(limit: 10) < 10, "without the culprit the loop comes to rest")
    #expect(!loop.lastCommit.didHitLimit)
  }

  @Test("1. upstream: a root sets a's size, and b inside a sets it back")
  func upstream() {
    let a = View(frame: .zero)
    let b = JournalView("b", frame: .zero) { _ in a.frame.size = CGSize(width: 100, height: 120) }
    b.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    a.addSubview(b)
    let root = JournalView("root") { _ in a.frame.size = CGSize(width: 100, height: 100) }
    root.addSubview(a)
    expectNeverSettles(loop.makeWindow(root), "upstream")
  }

  @Test("1. without autoresizing the same code settles")
  func upstreamWithoutMask() {
    let a = View(frame: .zero)
    let b = JournalView("b", frame: .zero) { _ in a.frame.size = CGSize(width: 100, height: 120) }
    a.addSubview(b)
    let root = JournalView("root") { _ in a.frame.size = CGSize(width: 100, height: 100) }
    root.addSubview(a)
    let window = loop.makeWindow(root)
    loop.runTurn()
    #expect(!loop.lastCommit.didHitLimit)
    withExtendedLifetime(window) {}
  }

  @Test("2. self-sizing under a parent that sets another size")
  func selfSizing() {
    final class SelfSizing: View {
      override var intrinsicContentSize: CGSize { CGSize(width: 80, height: 20) }
      override func layoutSubviews() { frame.size = intrinsicContentSize }
    }
    let view = SelfSizing(frame: .zero)
    let parent = JournalView("parent") { _ in view.frame.size = CGSize(width: 100, height: 20) }
    parent.addSubview(view)
    expectNeverSettles(loop.makeWindow(parent), "self-sizing")
  }

  @Test("3. siblings that call setNeedsLayout on each other")
  func pingPong() {
    let (a, b) = (JournalView("a"), JournalView("b"))
    a.onLayout = { [unowned b] _ in b.setNeedsLayout() }
    b.onLayout = { [unowned a] _ in a.setNeedsLayout() }
    expectNeverSettles(loop.makeWindow(a, b), "ping-pong")
  }

  @Test(
    "4. a content offset that a subview sets in its layout, for which the scroll view resizes it")
  func offset() {
    let content = JournalView("content")
    let scroller = JournalView("scroller") { scroller in
      content.frame.size.height = 100 + scroller.bounds.origin.y
    }
    content.onLayout = { [unowned scroller] _ in scroller.bounds.origin.y += 1 }
    scroller.addSubview(content)
    expectNeverSettles(loop.makeWindow(scroller), "offset")
  }

  @Test("5. a subview added in every layout")
  func adding() {
    let view = JournalView("view") { $0.addSubview(View(frame: .zero)) }
    expectNeverSettles(loop.makeWindow(view), "adding")
    #expect(view.subviews.count == 1000)
  }

  @Test("7. across turns: one layout per turn for ever, which no pass limit sees")
  func acrossTurns() {
    let view = JournalView("view")
    view.onLayout = { [loop] view in loop.async { [weak view] in view?.setNeedsLayout() } }
    let window = loop.makeWindow(view)
    #expect(loop.runUntilIdle(limit: 100) == 100)
    #expect(view.layouts == 100)
    #expect(!loop.lastCommit.didHitLimit)
    view.removeFromSuperview()
    #expect(loop.runUntilIdle(limit: 10) < 10)
    withExtendedLifetime(window) {}
  }
}
