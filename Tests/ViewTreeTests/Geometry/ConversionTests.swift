import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("Coordinate conversion")
struct ConversionTests {
  let loop = TurnLoop()
  let root = View(frame: CGRect(x: 100, y: 100, width: 200, height: 200))
  let a = View(frame: CGRect(x: 10, y: 20, width: 100, height: 100))
  let b = View(frame: CGRect(x: 5, y: 5, width: 50, height: 50))
  let c = View(frame: CGRect(x: 110, y: 120, width: 60, height: 60))

  init() {
    root.addSubview(a)
    a.addSubview(b)
    root.addSubview(c)
  }

  @Test("between superview and subview, and between cousins")
  func points() {
    #expect(b.convert(CGPoint(x: 1, y: 2), to: a) == CGPoint(x: 6, y: 7))
    #expect(b.convert(CGPoint(x: 1, y: 2), to: root) == CGPoint(x: 16, y: 27))
    #expect(b.convert(CGPoint(x: 16, y: 27), from: root) == CGPoint(x: 1, y: 2))
    #expect(b.convert(CGPoint(x: 0, y: 0), to: c) == CGPoint(x: -95, y: -95))
    #expect(b.convert(CGPoint(x: -95, y: -95), from: c) == .zero)
    #expect(b.convert(CGPoint(x: 3, y: 4), to: b) == CGPoint(x: 3, y: 4))
  }

  @Test("nil means the root of the tree: the window's bounds, where there is one")
  func root_() {
    #expect(b.convert(CGPoint.zero, to: nil) == CGPoint(x: 15, y: 25))
    let window = Window(frame: CGRect(x: 7, y: 7, width: 400, height: 400), loop: loop)
    window.addSubview(root)
    #expect(b.convert(CGPoint.zero, to: nil) == CGPoint(x: 115, y: 125))
    #expect(b.convert(CGPoint(x: 115, y: 125), from: nil) == .zero)
    #expect(window.convert(CGPoint(x: 1, y: 1), to: nil) == CGPoint(x: 1, y: 1))
  }

  @Test("between two trees the frames of both roots count, as others measured in UIKit")
  func betweenTrees() {
    let one = View(frame: CGRect(x: 10, y: 10, width: 100, height: 100))
    let child = View(frame: CGRect(x: 10, y: 10, width: 10, height: 10))
    one.addSubview(child)
    let other = View(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    #expect(child.convert(CGPoint.zero, to: other) == CGPoint(x: 20, y: 20))
    #expect(other.convert(CGPoint.zero, from: child) == CGPoint(x: 20, y: 20))
    #expect(child.convert(CGPoint(x: 20, y: 20), from: other) == .zero)
    #expect(other.convert(CGPoint(x: 20, y: 20), to: child) == .zero)
    let box = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(child.convert(box, to: other) == box.offsetBy(dx: 20, dy: 20))
    // A subview of the other root, which is elsewhere and twice as large.
    other.frame.origin = CGPoint(x: 5, y: 0)
    other.transform = AffineTransform(scale: 2)
    let inner = View(frame: CGRect(x: 30, y: 30, width: 10, height: 10))
    other.addSubview(inner)
    #expect(inner.convert(CGPoint.zero, to: child) == CGPoint(x: -5, y: -10))
    #expect(inner.convert(CGPoint.zero, from: child) == CGPoint(x: 2.5, y: 5))
    #expect(child.convert(CGPoint(x: -5, y: -10), to: inner) == .zero)
    #expect(child.convert(CGPoint.zero, to: nil) == CGPoint(x: 10, y: 10), "nil is the own root")
  }

  @Test("bounds origins and transforms count")
  func transformed() {
    a.bounds.origin = CGPoint(x: 50, y: 0)
    #expect(b.convert(CGPoint.zero, to: root) == CGPoint(x: -35, y: 25))
    b.transform = AffineTransform(scale: 2)
    // The middle stays, the corner is 25 further away.
    #expect(b.convert(CGPoint(x: 25, y: 25), to: a) == CGPoint(x: 30, y: 30))
    #expect(b.convert(CGPoint.zero, to: a) == CGPoint(x: -20, y: -20))
    #expect(b.convert(CGPoint(x: -20, y: -20), from: a) == .zero)
  }

  @Test("rectangles become their bounding boxes")
  func rectangles() {
    #expect(
      b.convert(CGRect(x: 1, y: 1, width: 2, height: 3), to: root)
        == CGRect(x: 16, y: 26, width: 2, height: 3))
    b.transform = AffineTransform(m11: 0, m12: 1, m21: -1, m22: 0, tX: 0, tY: 0)
    #expect(b.convert(b.bounds, to: a) == b.frame)
    let turned = b.convert(CGRect(x: 0, y: 0, width: 10, height: 20), to: a)
    #expect(turned == CGRect(x: 35, y: 5, width: 20, height: 10))
    #expect(a.convert(turned, to: b) == CGRect(x: 0, y: 0, width: 10, height: 20))
    #expect(b.convert(turned, from: a) == CGRect(x: 0, y: 0, width: 10, height: 20))
  }

  @Test("a transform that cannot be undone puts every point in the middle")
  func singular() {
    b.transform = AffineTransform(scale: 0)
    #expect(a.convert(CGPoint(x: 77, y: -3), to: b) == CGPoint(x: 25, y: 25))
  }

  @Test("views above the nearest common ancestor do not count")
  func commonAncestor() {
    let outer = View(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
    outer.addSubview(root)
    root.transform = AffineTransform(scale: 0)
    #expect(b.convert(CGPoint.zero, to: c) == CGPoint(x: -95, y: -95))
    #expect(b.convert(CGRect(x: 0, y: 0, width: 3, height: 4), to: c).size.height == 4)
    #expect(a.convert(CGPoint(x: 6, y: 7), to: b) == CGPoint(x: 1, y: 2))
    // One of them may be several levels deeper.
    let deep = View(frame: CGRect(x: 1, y: 1, width: 10, height: 10))
    b.addSubview(deep)
    #expect(c.convert(CGPoint.zero, to: deep) == CGPoint(x: 94, y: 94))
    #expect(deep.convert(CGPoint.zero, to: c) == CGPoint(x: -94, y: -94))
    let box = CGRect(x: 0, y: 0, width: 3, height: 4)
    #expect(c.convert(box, to: deep) == box.offsetBy(dx: 94, dy: 94))
    #expect(deep.convert(box, to: c) == box.offsetBy(dx: -94, dy: -94))
    // Cousins in a turned view lose no digit.
    root.transform = CGAffineTransform(rotationAngle: 0.3).scaledBy(x: 0.7, y: 0.9)
    for step in 0..<50 {
      let point = CGPoint(x: step, y: step * 3)
      #expect(b.convert(point, to: c) == CGPoint(x: step - 95, y: step * 3 - 95))
    }
  }

  // The numbers of the next test are those of swift-win32's ViewTests, which it got from an iPhone.
  @Test("rotated views with bounds of their own, as on an iPhone")
  func onAnIPhone() {
    let root = View(frame: CGRect(x: 0, y: 0, width: 1000, height: 1000))
    let one = View(frame: CGRect(x: 4, y: 92, width: 254, height: 17))
    one.transform = CGAffineTransform(rotationAngle: 110)
    one.bounds = CGRect(x: 144, y: 23, width: 20, height: 15)
    let other = View(frame: CGRect(x: 12, y: 150, width: 400, height: 400))
    other.transform = CGAffineTransform(rotationAngle: -30)
    let inner = View(frame: CGRect(x: 40, y: 113, width: 10, height: 10))
    inner.transform = CGAffineTransform(rotationAngle: 42)
    inner.bounds = CGRect(x: 4, y: 3, width: 20, height: 15)
    root.addSubview(one)
    root.addSubview(other)
    other.addSubview(inner)
    func isNear(_ one: CGPoint, _ x: CGFloat, _ y: CGFloat) -> Bool {
      abs(one.x - x) < 1e-11 && abs(one.y - y) < 1e-11
    }
    let point = CGPoint(x: 45, y: 115)
    #expect(isNear(inner.convert(point, to: one), -72.9941233911901, -114.85495931677))
    #expect(isNear(inner.convert(point, from: one), 80.12346855145998, -140.97315764408575))
    let box = inner.convert(CGRect(x: 45, y: 115, width: 13, height: 14), to: one)
    #expect(isNear(box.origin, -91.9808292852884, -126.65734667117412))
    #expect(
      isNear(
        CGPoint(x: box.size.width, y: box.size.height), 19.295318391541684, 19.58870361060326),
      "the box of a box, as both turn")
    let back = inner.convert(CGRect(x: 45, y: 115, width: 13, height: 14), from: one)
    #expect(isNear(back.origin, 69.16410886522763, -160.22950933436533))
    let step = inner.convert(CGRect(x: 45, y: 115, width: 13, height: 14), to: other)
    #expect(isNear(step.origin, 123.17714789769627, 30.274792065592464))
    #expect(
      isNear(
        CGPoint(x: step.size.width, y: step.size.height), 18.031110765667435, 17.514574532740156))
  }

  @Test("a rectangle keeps its size to the last digit where nothing is turned")
  func exactSizes() {
    a.frame.origin = CGPoint(x: 0.1, y: 0.7)
    let rect = CGRect(x: 0.3, y: 1.1, width: 0.2, height: 33.3)
    #expect(b.convert(rect, to: c).size == rect.size)
    #expect(b.convert(rect, from: nil).size == rect.size)
    let negative = CGRect(x: 10, y: 10, width: -4, height: -6)
    #expect(b.convert(negative, to: a) == CGRect(x: 11, y: 9, width: 4, height: 6))
  }

  @Test("the null rectangle stays null")
  func nullRectangle() {
    #expect(b.convert(CGRect.null, to: c) == .null)
    #expect(b.convert(CGRect.null, from: nil) == .null)
  }

  @Test("there and back again, through random trees")
  func roundTrips() {
    let seed = firstSeed("ConversionTests")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var views = [View(frame: CGRect(x: 0, y: 0, width: 100, height: 100))]
      for _ in 0..<20 {
        let view = View(
          frame: CGRect(
            x: .random(in: -50...50, using: &random), y: .random(in: -50...50, using: &random),
            width: .random(in: 1...100, using: &random),
            height: .random(in: 1...100, using: &random)
          ))
        view.bounds.origin.x = .random(in: -20...20, using: &random)
        if Bool.random(using: &random) {
          view.transform = CGAffineTransform(rotationAngle: .random(in: 0...6, using: &random))
            .scaledBy(x: .random(in: 0.5...2, using: &random), y: 1.5)
        }
        views.randomElement(using: &random)!.addSubview(view)
        views.append(view)
      }
      let (one, other) = (
        views.randomElement(using: &random)!, views.randomElement(using: &random)!
      )
      let point = CGPoint(x: 3, y: 4)
      let there = one.convert(point, to: other)
      let back = one.convert(there, from: other)
      #expect(abs(back.x - 3) < 1e-6 && abs(back.y - 4) < 1e-6, "seed \(seed)")
      let box = one.convert(CGRect(x: 0, y: 0, width: 3, height: 4), to: other)
      #expect(box.insetBy(dx: -1e-6, dy: -1e-6).contains(there), "seed \(seed)")
    }
  }

  @Test("100 000 levels work")
  func deep() {
    var deepest = View(frame: CGRect(x: 1, y: 0, width: 1, height: 1))
    let top = deepest
    for _ in 0..<100_000 {
      let next = View(frame: CGRect(x: 1, y: 0, width: 1, height: 1))
      deepest.addSubview(next)
      deepest = next
    }
    #expect(deepest.convert(CGPoint.zero, to: top) == CGPoint(x: 100_000, y: 0))
    #expect(deepest.convert(CGPoint.zero, from: top) == CGPoint(x: -100_000, y: 0))
  }
}
