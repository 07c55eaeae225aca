import Foundation
import TestSupport
import Testing
import ViewTree

/// A delegate that notes the offsets.
private final class Noting: ScrollViewDelegate {
  var lines: [String] = []
  var onScroll: ((ScrollView) -> Void)?

  func scrollViewDidScroll(_ scrollView: ScrollView) {
    lines.append("\(Int(scrollView.contentOffset.x)) \(Int(scrollView.contentOffset.y))")
    onScroll?(scrollView)
  }

  func scrollViewDidChangeAdjustedContentInset(_ scrollView: ScrollView) {
    let inset = scrollView.adjustedContentInset
    lines.append("inset \(Int(inset.top)) \(Int(inset.left)) \(Int(inset.bottom))")
  }

  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {
    lines.append("end")
  }
}

@Suite("A scroll view")
struct ScrollViewTests {
  let loop = TurnLoop()
  let window: Window
  let scroll = ScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 400))
  let cell = JournalView("cell", frame: CGRect(x: 0, y: 100, width: 320, height: 44))
  private let delegate = Noting()

  init() {
    scroll.addSubview(cell)
    scroll.contentSize = CGSize(width: 320, height: 2000)
    scroll.delegate = delegate
    window = loop.makeSettledWindow(scroll)
  }

  @Test("F1: scrolling lays out the scroll view, not its cells, not its superview")
  func laysOutItself() {
    let layouts = cell.layouts
    scroll.contentOffset.y = 50
    #expect(scroll.needsLayout)
    #expect(!cell.needsLayout && !window.needsLayout)
    loop.runTurn()
    #expect(cell.layouts == layouts)
    #expect(loop.lastCommit.layouts == 1)
  }

  @Test("F1: the delegate is called inside the setter")
  func synchronous() {
    scroll.contentOffset.y = 10
    #expect(delegate.lines == ["0 10"])
    scroll.contentOffset.y = 10
    #expect(delegate.lines == ["0 10"], "an equal offset is no scroll")
    delegate.onScroll = { if $0.contentOffset.y < 13 { $0.contentOffset.y += 1 } }
    scroll.contentOffset.y = 11
    #expect(delegate.lines == ["0 10", "0 11", "0 12", "0 13"])
  }

  @Test("F1: frames stay, and convert takes the offset into account")
  func conversion() {
    scroll.contentOffset = CGPoint(x: 5, y: 30)
    #expect(cell.frame == CGRect(x: 0, y: 100, width: 320, height: 44))
    #expect(cell.convert(CGPoint.zero, to: window) == CGPoint(x: -5, y: 70))
    #expect(scroll.convert(CGPoint(x: 0, y: 0), to: window) == CGPoint(x: -5, y: -30))
    #expect(window.hitTest(CGPoint(x: 100, y: 75), with: nil) === cell)
  }

  @Test("writes of the bounds' origin are scrolls, another size isn't one")
  func bounds() {
    scroll.bounds.origin.y = 7
    scroll.bounds = CGRect(x: 3, y: 8, width: 300, height: 300)
    #expect(delegate.lines == ["0 7", "3 8"])
    scroll.bounds.size.height = 200
    scroll.frame = CGRect(x: 10, y: 10, width: 310, height: 410)
    #expect(delegate.lines.count == 2)
    #expect(scroll.contentOffset == CGPoint(x: 3, y: 8))
  }

  @Test("A12: another content size dirties it with the reason content, an equal one does not")
  func contentSize() {
    let watcher = Watcher()
    let token = loop.addLayoutObserver(watcher)
    scroll.contentSize = CGSize(width: 320, height: 2000)
    #expect(!scroll.needsLayout)
    scroll.contentSize.height = 3000
    #expect(scroll.needsLayout)
    #expect(!window.needsLayout)
    #expect(watcher.lines.contains { $0.contains("content") })
    scroll.contentSize = CGSize(width: -1, height: -2)
    #expect(scroll.contentSize == .zero)
    withExtendedLifetime(token) {}
  }

  @Test("A12: an inset dirties it only if the offset moves")
  func contentInset() {
    scroll.contentInset = EdgeInsets(top: 20, left: 0, bottom: 10, right: 0)
    #expect(scroll.contentOffset == .zero)
    #expect(!scroll.needsLayout)
    #expect(delegate.lines == ["inset 20 0 10"])
    delegate.lines = []

    scroll.contentOffset.y = -20
    loop.runTurn()
    scroll.contentInset.top = 5
    #expect(scroll.contentOffset.y == -5)
    #expect(scroll.needsLayout)
    #expect(delegate.lines == ["0 -20", "0 -5", "inset 5 0 10"])

    scroll.contentOffset.y = 1610
    scroll.contentInset.bottom = 4
    #expect(scroll.contentOffset.y == 1604)
  }

  @Test("an inset does not change an offset that was past the content before")
  func overscrolled() {
    scroll.contentOffset.y = 5000
    scroll.contentInset.bottom = 50
    #expect(scroll.contentOffset.y == 5000)
  }

  @Test("the safe area is added on the axes that scroll; behaviours as Apple documents them")
  func adjustedInset() {
    final class Telling: ScrollView {
      var changes = 0
      override func adjustedContentInsetDidChange() { changes += 1 }
    }
    let view = Telling(frame: window.bounds)
    window.addSubview(view)
    window.safeAreaInsets = EdgeInsets(top: 47, left: 5, bottom: 34, right: 6)
    #expect(view.adjustedContentInset == .zero && view.changes == 0, "nothing scrolls")
    view.contentInset = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(view.adjustedContentInset == view.contentInset && view.changes == 1)
    view.contentSize.height = 481
    #expect(view.adjustedContentInset == EdgeInsets(top: 48, left: 2, bottom: 37, right: 4))
    view.contentSize.height = 480
    #expect(view.adjustedContentInset == view.contentInset, "content that fits does not scroll")
    view.alwaysBounceHorizontal = true
    #expect(view.adjustedContentInset == EdgeInsets(top: 1, left: 7, bottom: 3, right: 10))
    view.contentInsetAdjustmentBehavior = .always
    #expect(view.adjustedContentInset == EdgeInsets(top: 48, left: 7, bottom: 37, right: 10))
    view.contentInsetAdjustmentBehavior = .never
    #expect(view.adjustedContentInset == view.contentInset)
    view.contentInsetAdjustmentBehavior = .scrollableAxes
    view.alwaysBounceVertical = true
    #expect(view.adjustedContentInset.top == 48)
    let changes = view.changes
    window.safeAreaInsets.top = 20
    #expect(view.adjustedContentInset.top == 21 && view.changes == changes + 1)
    view.frame.size.height = 100
    #expect(view.adjustedContentInset.bottom == 3, "its lower edge is above the safe area's")
    view.removeFromSuperview()
    #expect(view.adjustedContentInset == view.contentInset)
  }

  @Test("content that shows its beginning moves with the safe area, other content stays")
  func offsetFollowsSafeArea() {
    window.safeAreaInsets.top = 47
    #expect(scroll.contentOffset.y == -47)
    #expect(delegate.lines == ["0 -47", "inset 47 0 0"])
    window.safeAreaInsets.top = 20
    #expect(scroll.contentOffset.y == -20)
    scroll.contentOffset.y = 300
    window.safeAreaInsets.top = 47
    #expect(scroll.contentOffset.y == 300)
    scroll.scrollRectToVisible(CGRect(x: 0, y: 0, width: 1, height: 1), animated: false)
    #expect(scroll.contentOffset.y == -47)
    // Horizontal scrolling behaves alike.
    scroll.contentSize.width = 1000
    window.safeAreaInsets.left = 30
    #expect(scroll.contentOffset.x == -30)
    scroll.contentOffset.x = 200
    window.safeAreaInsets.left = 10
    #expect(scroll.contentOffset.x == 200)
  }

  @Test("content smaller than the view may be inset without a scroll")
  func smallContent() {
    let small = ScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    small.contentInset = EdgeInsets(top: 10, left: 10, bottom: 10, right: 10)
    #expect(small.contentOffset == .zero)
    small.contentInset.top = -30
    #expect(small.contentOffset == CGPoint(x: 0, y: 30), "negative insets cut content away")
  }

  @Test("setContentOffset is immediate, and announces the end of an animation that moved")
  func setContentOffset() {
    scroll.setContentOffset(CGPoint(x: 0, y: 40), animated: false)
    scroll.setContentOffset(CGPoint(x: 0, y: 80), animated: true)
    scroll.setContentOffset(CGPoint(x: 0, y: 80), animated: true)
    #expect(delegate.lines == ["0 40", "0 80", "end"])
  }

  @Test("scrollRectToVisible moves as little as it can")
  func rectToVisible() {
    scroll.scrollRectToVisible(CGRect(x: 0, y: 390, width: 10, height: 20), animated: false)
    #expect(scroll.contentOffset == CGPoint(x: 0, y: 10))
    scroll.scrollRectToVisible(CGRect(x: 0, y: 100, width: 10, height: 20), animated: false)
    #expect(scroll.contentOffset == CGPoint(x: 0, y: 10))
    scroll.scrollRectToVisible(CGRect(x: 0, y: 2, width: 10, height: 900), animated: false)
    #expect(scroll.contentOffset == CGPoint(x: 0, y: 2))
    scroll.scrollRectToVisible(CGRect(x: 0, y: 9000, width: 10, height: 10), animated: false)
    #expect(scroll.contentOffset == CGPoint(x: 0, y: 1600))
  }

  // With an inset of 1200 on the left UIKit scrolls to -2350 for what begins at -1150 (Open Radar
  // 22736445), and Apple's guide to the keyboard relies on it that an inset covers.
  @Test("scrollRectToVisible treats the area of the insets as covered")
  func rectToVisibleUnderInsets() {
    scroll.contentInset = EdgeInsets(top: 50, left: 1200, bottom: 216, right: 0)
    let field = CGRect(x: 0, y: 300, width: 100, height: 30)
    scroll.scrollRectToVisible(field, animated: false)
    #expect(scroll.contentOffset.y == 146, "its end lies at the keyboard, 184 below the top")
    scroll.scrollRectToVisible(CGRect(x: 0, y: 180, width: 1, height: 1), animated: false)
    #expect(scroll.contentOffset.y == 130, "its beginning lies under the bar of 50")
    scroll.scrollRectToVisible(CGRect(x: -1150, y: 180, width: 9, height: 1), animated: false)
    #expect(scroll.contentOffset.x == -1200, "no further than a finger can")
  }

  @Test("callbacks about the safe area see the new adjusted inset")
  func insetInCallbacks() {
    final class Reading: ScrollView {
      var tops: [CGFloat] = []
      override func safeAreaInsetsDidChange() {
        super.safeAreaInsetsDidChange()
        tops.append(adjustedContentInset.top)
      }
      override func adjustedContentInsetDidChange() { tops.append(adjustedContentInset.top) }
    }
    let view = Reading(frame: window.bounds)
    view.alwaysBounceVertical = true
    window.addSubview(view)
    window.safeAreaInsets.top = 47
    #expect(view.tops == [47, 47])
  }

  @Test("properties can be overridden with observers")
  func overriding() {
    final class Observing: ScrollView {
      var lines: [String] = []
      override var contentOffset: CGPoint { didSet { lines.append("offset") } }
      override var contentSize: CGSize { didSet { lines.append("size") } }
      override var contentInset: EdgeInsets { didSet { lines.append("inset") } }
      override var bounds: CGRect { didSet { lines.append("bounds") } }
    }
    let view = Observing(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    view.contentSize = CGSize(width: 10, height: 100)
    view.contentInset.top = 1
    view.contentOffset.y = 5
    #expect(view.lines == ["size", "inset", "bounds", "offset"])
  }

  @Test("reads nil once its delegate is gone")
  func delegateDies() {
    var mortal: Noting? = Noting()
    weak let witness = mortal
    scroll.delegate = mortal
    mortal = nil
    #expect(witness == nil)
    #expect(scroll.delegate == nil)
    scroll.contentOffset.y = 9
    #expect(scroll.contentOffset.y == 9)
  }

  @Test("a number that is not finite ends the process with the remedy")
  func notFinite() async throws {
    let size = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        ScrollView().contentSize.height = .nan
      })
    #expect(size.saysOnError("ScrollView.contentSize must be finite"))
    let inset = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        ScrollView().contentInset.top = .infinity
      })
    #expect(inset.saysOnError("check the value before you set it"))
  }
}

extension ExitTest.Result {
  /// True if the process wrote `sentence` to standard error before it ended.
  func saysOnError(_ sentence: String) -> Bool {
    String(decoding: standardErrorContent, as: UTF8.self).contains(sentence)
  }
}
