import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("Hit testing")
struct HitTestingTests {
  let root = View(frame: CGRect(x: 50, y: 50, width: 100, height: 100))
  let back = View(frame: CGRect(x: 10, y: 10, width: 50, height: 50))
  let front = View(frame: CGRect(x: 40, y: 40, width: 50, height: 50))
  let inner = View(frame: CGRect(x: 5, y: 5, width: 10, height: 10))

  init() {
    root.addSubview(back)
    root.addSubview(front)
    front.addSubview(inner)
  }

  private func hit(_ x: CGFloat, _ y: CGFloat) -> View? {
    root.hitTest(CGPoint(x: x, y: y), with: nil)
  }

  @Test("finds the deepest, front-most view; points are in the receiver's coordinates")
  func deepest() {
    #expect(hit(5, 5) === root)
    #expect(hit(20, 20) === back)
    #expect(hit(42, 42) === front, "the front one lies above the back one")
    #expect(hit(46, 46) === inner)
    #expect(hit(-1, 5) == nil)
  }

  @Test("the left and upper edges are inside, the right and lower ones outside")
  func edges() {
    #expect(hit(0, 0) === root)
    #expect(hit(100, 50) == nil && hit(50, 100) == nil)
    #expect(hit(10, 10) === back)
    #expect(View().hitTest(.zero, with: nil) == nil, "an empty view is nowhere")
  }

  @Test("skips hidden, transparent and disabled views with their subviews")
  func passedOver() {
    front.isHidden = true
    #expect(hit(46, 46) === back)
    front.isHidden = false
    front.alpha = 0.009
    #expect(hit(46, 46) === back)
    front.alpha = 0.01
    #expect(hit(46, 46) === inner)
    front.isUserInteractionEnabled = false
    #expect(hit(46, 46) === back)
  }

  @Test("does not reach views outside their superview")
  func outside() {
    inner.frame.origin = CGPoint(x: -20, y: 0)
    #expect(hit(25, 45) === back)
  }

  @Test("sees bounds origins and transforms")
  func transformed() {
    front.bounds.origin = CGPoint(x: 0, y: -20)
    #expect(hit(46, 66) === inner)
    front.transform = AffineTransform(scale: 0.5)
    #expect(hit(42, 42) === back, "the front one has shrunk around its middle")
    front.transform = AffineTransform(scale: 0)
    #expect(hit(65, 65) === root)
  }

  @Test("asks point(inside:with:), and hands the event on")
  func overriding() {
    final class Round: View {
      var events: [Event?] = []
      override func point(inside point: CGPoint, with event: Event?) -> Bool {
        events.append(event)
        let (x, y) = (point.x - bounds.midX, point.y - bounds.midY)
        return x * x + y * y <= bounds.width * bounds.width / 4
      }
    }
    let round = Round(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
    let event = Event()
    root.addSubview(round)
    #expect(root.hitTest(CGPoint(x: 1, y: 1), with: event) === root)
    #expect(root.hitTest(CGPoint(x: 20, y: 20), with: event) === round)
    #expect(round.events.allSatisfy { $0 === event } && round.events.count == 2)
  }

  @Test("works 5 000 levels deep")
  func deep() {
    let top = View(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    var deepest = top
    for _ in 0..<5000 {
      let next = View(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      deepest.addSubview(next)
      deepest = next
    }
    #expect(top.hitTest(CGPoint(x: 5, y: 5), with: nil) === deepest)
  }
}
