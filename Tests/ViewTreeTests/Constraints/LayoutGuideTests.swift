import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("Layout guides")
struct LayoutGuideTests {
  let loop = TurnLoop()

  private func constrained(in superview: View) -> View {
    let view = View()
    view.translatesAutoresizingMaskIntoConstraints = false
    superview.addSubview(view)
    return view
  }

  private func fill(_ view: View, _ guide: LayoutGuide) {
    LayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      view.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      view.topAnchor.constraint(equalTo: guide.topAnchor),
      view.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
    ])
  }

  @Test("a guide is solved like a view, and empty while no constraint names it")
  func solved() {
    let window = loop.makeWindow()
    let (guide, idle) = (LayoutGuide(), LayoutGuide())
    guide.identifier = "gap"
    window.addLayoutGuide(guide)
    window.addLayoutGuide(idle)
    let view = constrained(in: window)
    LayoutConstraint.activate([
      guide.leftAnchor.constraint(equalTo: window.leftAnchor, constant: 20),
      guide.widthAnchor.constraint(equalToConstant: 50),
      view.leftAnchor.constraint(equalTo: guide.rightAnchor),
    ])
    loop.runUntilIdle()
    #expect(guide.layoutFrame == CGRect(x: 20, y: 0, width: 50, height: 0))
    #expect(idle.layoutFrame == .zero)
    #expect(view.frame.minX == 70)
    #expect(guide.owningView === window && window.layoutGuides.map(\.identifier) == ["gap", ""])
    window.removeLayoutGuide(guide)
    #expect(guide.owningView == nil && window.constraints.isEmpty)
    loop.runUntilIdle()
    #expect(view.frame.minX == 0)
  }

  @Test("the safe area and the margins are insets of the bounds, and follow them")
  func insets() {
    let window = Window(frame: CGRect(x: 0, y: 0, width: 320, height: 480), loop: loop)
    window.safeAreaInsets = EdgeInsets(top: 44, left: 10, bottom: 34, right: 12)
    let (safe, inner) = (constrained(in: window), constrained(in: window))
    fill(safe, window.safeAreaLayoutGuide)
    fill(inner, window.layoutMarginsGuide)
    loop.runUntilIdle()
    #expect(safe.frame == CGRect(x: 10, y: 44, width: 298, height: 402))
    #expect(inner.frame == CGRect(x: 18, y: 52, width: 282, height: 386))
    #expect(window.safeAreaLayoutGuide.layoutFrame == safe.frame)
    window.safeAreaInsets.top = 20
    window.frame.size.width = 400
    loop.runUntilIdle()
    #expect(safe.frame == CGRect(x: 10, y: 20, width: 378, height: 426))
    #expect(inner.frame == CGRect(x: 18, y: 28, width: 362, height: 410))
    #expect(window.layoutMarginsGuide.layoutFrame == inner.frame)
  }

  @Test("a readable area is at most 920 points wide, in the middle of a wide view")
  func readable() {
    let window = Window(frame: CGRect(x: 0, y: 0, width: 1000, height: 480), loop: loop)
    let view = constrained(in: window)
    fill(view, window.readableContentGuide)
    loop.runUntilIdle()
    #expect((view.frame.minX, view.frame.width) == (8, 984))
    window.frame.size.width = 1200
    loop.runUntilIdle()
    #expect((view.frame.minX, view.frame.width) == (140, 920))
  }

  @Test("edges of a scroll view are those of its content, its width is that of its frame")
  func scrolling() {
    let scroller = ScrollView(frame: CGRect(x: 10, y: 20, width: 200, height: 300))
    let window = loop.makeWindow(scroller)
    let (content, bar) = (constrained(in: scroller), constrained(in: scroller))
    LayoutConstraint.activate([
      content.leadingAnchor.constraint(equalTo: scroller.leadingAnchor, constant: 5),
      content.trailingAnchor.constraint(equalTo: scroller.trailingAnchor, constant: -5),
      content.topAnchor.constraint(equalTo: scroller.topAnchor),
      content.bottomAnchor.constraint(equalTo: scroller.bottomAnchor),
      content.widthAnchor.constraint(equalTo: scroller.widthAnchor, constant: -10),
      content.heightAnchor.constraint(equalToConstant: 1000),
      bar.topAnchor.constraint(equalTo: scroller.frameLayoutGuide.topAnchor, constant: 3),
      bar.widthAnchor.constraint(equalTo: scroller.frameLayoutGuide.widthAnchor),
      bar.heightAnchor.constraint(equalToConstant: 2),
    ])
    loop.runUntilIdle()
    #expect(scroller.contentSize == CGSize(width: 200, height: 1000))
    #expect(content.frame == CGRect(x: 5, y: 0, width: 190, height: 1000))
    #expect(bar.frame == CGRect(x: 0, y: 3, width: 200, height: 2))
    scroller.contentOffset.y = 250
    loop.runUntilIdle()
    #expect(bar.frame.minY == 253 && content.frame.minY == 0)
    #expect(scroller.frameLayoutGuide.layoutFrame.minY == 250)
    withExtendedLifetime(window) {}
  }

  @Test("the guide of a scroll view's content gives it its size")
  func contentGuide() {
    let scroller = ScrollView(frame: CGRect(x: 0, y: 0, width: 200, height: 300))
    let window = loop.makeWindow(scroller)
    let content = constrained(in: scroller)
    fill(content, scroller.contentLayoutGuide)
    content.widthAnchor.constraint(equalTo: scroller.frameLayoutGuide.widthAnchor).isActive = true
    let height = content.heightAnchor.constraint(equalToConstant: 700)
    height.isActive = true
    loop.runUntilIdle()
    #expect(scroller.contentSize == CGSize(width: 200, height: 700))
    height.constant = 800
    loop.runUntilIdle()
    #expect(scroller.contentSize.height == 800)
    #expect(scroller.contentLayoutGuide.layoutFrame.height == 800)
    withExtendedLifetime(window) {}
  }

  @Test("constraints that leave a view end guide by guide, in the same order on every run")
  func orderOfGuides() {
    final class Listener: LayoutObserver {
      var names: [String] = []
      func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
        if change.property == .isActive { names.append(change.constraint ?? "") }
      }
    }
    let window = loop.makeWindow()
    let (box, out) = (ScrollView(), View())
    window.addSubview(box)
    window.addSubview(out)
    let guides = [
      box.frameLayoutGuide, box.contentLayoutGuide, box.readableContentGuide,
      box.layoutMarginsGuide, box.safeAreaLayoutGuide,
    ]
    for guide in guides {
      let constraint = out.leadingAnchor.constraint(greaterThanOrEqualTo: guide.leadingAnchor)
      constraint.identifier = guide.identifier
      constraint.priority = .defaultLow
      constraint.isActive = true
    }
    let listener = Listener()
    let token = loop.addLayoutObserver(listener)
    box.removeFromSuperview()
    #expect(listener.names == guides.reversed().map(\.identifier))
    token.cancel()
  }
}
