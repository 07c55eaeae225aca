import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("Autoresizing")
struct AutoresizingTests {
  let container = JournalView("container", frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  let view = View(frame: CGRect(x: 20, y: 20, width: 30, height: 30))

  init() {
    container.addSubview(view)
  }

  // The container is 100 wide; the view has 20 before it, 30 of its own, 50 behind it.
  @Test(
    "E1: flexible parts share the change in proportion to their lengths",
    arguments: [
      ([], 200, 20, 30), ([.flexibleWidth], 200, 20, 130), ([.flexibleLeftMargin], 200, 120, 30),
      ([.flexibleRightMargin], 200, 20, 30),
      ([.flexibleLeftMargin, .flexibleRightMargin], 170, 40, 30),
      ([.flexibleLeftMargin, .flexibleWidth], 200, 60, 90),
      ([.flexibleWidth, .flexibleRightMargin], 180, 20, 60),
      ([.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin], 200, 40, 60),
      ([.flexibleWidth], 80, 20, 10), ([.flexibleWidth], 60, 20, 0),
      ([.flexibleLeftMargin], 60, -20, 30),
      ([.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin], 50, 10, 15),
      ([.flexibleHeight, .flexibleTopMargin], 200, 20, 30),
    ] as [(AutoresizingMask, CGFloat, CGFloat, CGFloat)])
  func horizontal(mask: AutoresizingMask, width: CGFloat, x: CGFloat, length: CGFloat) {
    view.autoresizingMask = mask
    container.frame.size.width = width
    #expect(abs(view.frame.minX - x) < 1e-9)
    #expect(abs(view.frame.width - length) < 1e-9)
    #expect(view.frame.minY == 20 && view.frame.height == 30)
  }

  @Test("E1: the vertical axis does the same")
  func vertical() {
    view.autoresizingMask = [.flexibleTopMargin, .flexibleHeight]
    container.bounds.size.height = 200
    #expect(view.frame == CGRect(x: 20, y: 60, width: 30, height: 90))
  }

  @Test("E1: parts without any length share equally, and nothing is rounded")
  func zeroLengths() {
    let new = View(frame: .zero)
    let box = View(frame: .zero)
    box.addSubview(new)
    new.autoresizingMask = [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin]
    box.frame.size.width = 100
    #expect(new.frame.minX == 100.0 / 3 && new.frame.width == 100.0 / 3)
  }

  @Test("E1: it runs inside the size setter, only for a new size, only if wanted")
  func when() {
    view.autoresizingMask = [.flexibleWidth]
    container.frame.origin.x = 50
    container.bounds.origin.x = 50
    container.center = .zero
    container.transform = AffineTransform(scale: 2)
    #expect(view.frame.width == 30)
    container.transform = .identity
    container.autoresizesSubviews = false
    container.frame.size.width = 200
    #expect(view.frame.width == 30)
    container.autoresizesSubviews = true
    container.frame.size.width = 210
    #expect(view.frame.width == 40)
  }

  @Test("E1: it goes down the tree, and the superviews' new sizes dirty by A6")
  func chain() {
    let inner = View(frame: CGRect(x: 0, y: 0, width: 30, height: 30))
    inner.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.autoresizingMask = [.flexibleWidth]
    view.addSubview(inner)
    container.layoutIfNeeded()
    container.frame.size.width = 110
    #expect(inner.frame == CGRect(x: 0, y: 0, width: 40, height: 30))
    #expect(container.needsLayout && view.needsLayout && inner.needsLayout)
  }

  @Test("a transformed view is resized by its frame")
  func transformed() {
    view.autoresizingMask = [.flexibleWidth]
    view.transform = AffineTransform(scale: 2)
    #expect(view.frame == CGRect(x: 5, y: 5, width: 60, height: 60))
    container.frame.size.width = 160
    #expect(view.frame == CGRect(x: 5, y: 5, width: 120, height: 60))
    #expect(view.bounds.size == CGSize(width: 60, height: 30))
  }

  @Test("a replayed container leaves it to the recording")
  func scripted() {
    view.autoresizingMask = [.flexibleWidth]
    container.isScripted = true
    container.frame.size.width = 200
    #expect(view.frame.width == 30)
  }

  @Test("an override of frame is called")
  func overridden() {
    final class Observing: View {
      var widths: [CGFloat] = []
      override var frame: CGRect { didSet { widths.append(frame.width) } }
    }
    let observing = Observing(frame: CGRect(x: 0, y: 0, width: 100, height: 1))
    observing.autoresizingMask = .flexibleWidth
    container.addSubview(observing)
    container.bounds.size.width = 150
    #expect(observing.widths == [150])
  }
}
