import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("Frame, bounds, center and transform")
struct FrameTests {
  let view = View(frame: CGRect(x: 10, y: 20, width: 100, height: 50))

  @Test("E2: without a transform the frame is center and bounds")
  func plain() {
    #expect(view.bounds == CGRect(x: 0, y: 0, width: 100, height: 50))
    #expect(view.center == CGPoint(x: 60, y: 45))
    view.center = CGPoint(x: 0, y: 0)
    #expect(view.frame == CGRect(x: -50, y: -25, width: 100, height: 50))
  }

  @Test("E2: a new bounds size keeps the center, so the origin moves")
  func boundsSize() {
    view.bounds.size = CGSize(width: 60, height: 70)
    #expect(view.center == CGPoint(x: 60, y: 45))
    #expect(view.frame == CGRect(x: 30, y: 10, width: 60, height: 70))
  }

  @Test("E2: a bounds origin changes neither frame nor center")
  func boundsOrigin() {
    view.bounds.origin = CGPoint(x: 7, y: 8)
    #expect(view.frame == CGRect(x: 10, y: 20, width: 100, height: 50))
    view.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    #expect(view.bounds == CGRect(x: 7, y: 8, width: 10, height: 10))
  }

  @Test("E2: under a transform the frame is the bounding box")
  func boundingBox() {
    view.transform = AffineTransform(scaleByX: 2, byY: 3)
    #expect(view.frame == CGRect(x: -40, y: -30, width: 200, height: 150))
    #expect(view.center == CGPoint(x: 60, y: 45))
    view.transform = AffineTransform(m11: 0, m12: 1, m21: -1, m22: 0, tX: 0, tY: 0)
    #expect(view.frame == CGRect(x: 35, y: -5, width: 50, height: 100))
    view.transform = AffineTransform(translationByX: 5, byY: 6)
    #expect(view.frame == CGRect(x: 15, y: 26, width: 100, height: 50))
    view.transform = .identity
    #expect(view.frame == CGRect(x: 10, y: 20, width: 100, height: 50))
  }

  @Test("E2: setting the frame under a scale divides the bounds")
  func frameUnderScale() {
    view.transform = AffineTransform(scaleByX: 2, byY: 4)
    view.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    #expect(view.bounds.size == CGSize(width: 50, height: 25))
    #expect(view.center == CGPoint(x: 50, y: 50))
    #expect(view.frame == CGRect(x: 0, y: 0, width: 100, height: 100))
  }

  @Test("the frame that a transformed view has is no change, whatever the transform")
  func equalFrame() {
    for transform in [
      AffineTransform(translationByX: 5, byY: 6), AffineTransform(rotationByDegrees: 30),
      AffineTransform(m11: 1, m12: 2, m21: 0, m22: 1, tX: 3, tY: 0),
    ] {
      view.transform = transform
      let (bounds, center) = (view.bounds, view.center)
      view.layoutIfNeeded()
      view.frame = view.frame
      #expect(view.bounds == bounds && view.center == center && !view.needsLayout)
    }
    view.transform = AffineTransform(translationByX: 5, byY: 6)
    view.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(view.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
  }

  @Test("under quarter turns a frame is exact: 100 by 50 turned by 90° is 50 wide, as in UIKit")
  func quarterTurns() {
    for quarters in [1, 2, 3, 4, 5, -1, -2, -3] {
      let view = View(frame: CGRect(x: 10, y: 20, width: 100, height: 50))
      view.transform = CGAffineTransform(rotationAngle: .pi / 2 * CGFloat(quarters))
      let isUpright = quarters % 2 != 0
      let box =
        isUpright
        ? CGRect(x: 35, y: -5, width: 50, height: 100)
        : CGRect(x: 10, y: 20, width: 100, height: 50)
      #expect(view.frame == box, "\(quarters) quarters")
      let holder = View()
      holder.addSubview(view)
      #expect(view.convert(view.bounds, to: holder) == box)
      #expect(holder.convert(box, to: view) == view.bounds)
      // A frame that is written goes the same way back.
      view.frame = CGRect(x: 0, y: 0, width: 30, height: 70)
      #expect(view.bounds.size == (isUpright ? CGSize(width: 70, height: 30) : view.frame.size))
      #expect(view.frame == CGRect(x: 0, y: 0, width: 30, height: 70))
    }
    let slight = View(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
    slight.transform = CGAffineTransform(rotationAngle: 1e-9)
    #expect(slight.frame.height > 50, "the smallest turn that can be seen is one")
    let turn = CGAffineTransform(rotationAngle: .pi / 2)
    slight.transform = turn
    #expect(slight.transform == turn, "what was set reads back")
  }

  // The numbers of the next two tests are those of PinLayout's specs, which ran on iOS.

  @Test(
    "the anchor point chooses the point of a placed view that is its center",
    arguments: [
      (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 150, y: 150)),
      (CGPoint(x: 0.25, y: 0.25), CGPoint(x: 125, y: 125)),
      (CGPoint(x: 1, y: 1), CGPoint(x: 200, y: 200)),
    ])
  func anchored(anchor: CGPoint, center: CGPoint) {
    let view = View()
    view.anchorPoint = anchor
    view.frame = CGRect(x: 100, y: 100, width: 100, height: 100)
    #expect(view.frame == CGRect(x: 100, y: 100, width: 100, height: 100))
    #expect(view.bounds == CGRect(x: 0, y: 0, width: 100, height: 100))
    #expect(view.center == center)
    #expect(view.anchorPoint == anchor)
  }

  @Test(
    "a transform turns and scales around the anchor point",
    arguments: [
      // Anchor, center, scale, frame.
      (
        CGPoint.zero, CGPoint(x: 100, y: 100), (2.0, 2.0),
        CGRect(x: 100, y: 100, width: 200, height: 200)
      ),
      (
        CGPoint(x: 0, y: 1), CGPoint(x: 100, y: 200), (2.0, 2.0),
        CGRect(x: 100, y: 0, width: 200, height: 200)
      ),
      (
        CGPoint.zero, CGPoint(x: 100, y: 200), (4.0, 2.0),
        CGRect(x: 100, y: 200, width: 400, height: 200)
      ),
    ])
  func scaledAroundAnchor(
    anchor: CGPoint, center: CGPoint, scale: (Double, Double), frame: CGRect
  ) {
    let view = View(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    view.anchorPoint = anchor
    view.transform = AffineTransform(scaleByX: scale.0, byY: scale.1)
    view.center = center
    #expect(view.frame == frame)
    #expect(view.bounds.size == CGSize(width: 100, height: 100))
    view.frame = frame.offsetBy(dx: 7, dy: 8)
    #expect(view.center == CGPoint(x: center.x + 7, y: center.y + 8))
    #expect(view.bounds.size == CGSize(width: 100, height: 100))
    let holder = View()
    holder.addSubview(view)
    #expect(view.convert(view.bounds, to: holder) == view.frame)
    #expect(holder.convert(view.center, to: view) == CGPoint(x: 100 * anchor.x, y: 100 * anchor.y))
  }

  @Test("another anchor point keeps the center and moves the frame; a new size grows around it")
  func anchorMoves() {
    view.layoutIfNeeded()
    view.anchorPoint = .zero
    #expect(view.center == CGPoint(x: 60, y: 45))
    #expect(view.frame == CGRect(x: 60, y: 45, width: 100, height: 50))
    #expect(!view.needsLayout, "nothing has another size")
    view.bounds.size = CGSize(width: 10, height: 20)
    #expect(view.frame == CGRect(x: 60, y: 45, width: 10, height: 20))
    view.anchorPoint = CGPoint(x: 1, y: 0.25)
    view.bounds.size = CGSize(width: 20, height: 40)
    #expect(view.frame == CGRect(x: 40, y: 35, width: 20, height: 40))
    #expect(view.center == CGPoint(x: 60, y: 45))
    view.center = .zero
    #expect(view.frame.origin == CGPoint(x: -20, y: -10))
    view.anchorPoint = CGPoint(x: 0.5, y: 0.5)
    #expect(view.frame == CGRect(x: -10, y: -20, width: 20, height: 40))
    // A quarter turn around a corner is exact, too.
    view.anchorPoint = .zero
    view.transform = CGAffineTransform(rotationAngle: .pi / 2)
    #expect(view.frame == CGRect(x: -40, y: 0, width: 40, height: 20))
  }

  @Test("under a scale to nothing a frame moves the center and leaves the bounds")
  func frameUnderNothing() {
    view.transform = AffineTransform(scale: 0)
    view.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    #expect(view.bounds.size == CGSize(width: 100, height: 50))
    #expect(view.center == CGPoint(x: 20, y: 20))
  }

  @Test("sizeToFit asks for the present size and keeps the corner; its center under a transform")
  func sizeToFit() {
    final class Fitting: View {
      var asked: [CGSize] = []
      override func sizeThatFits(_ size: CGSize) -> CGSize {
        asked.append(size)
        return CGSize(width: 30, height: 40)
      }
    }
    let fitting = Fitting(frame: CGRect(x: 10, y: 20, width: 100, height: 50))
    fitting.sizeToFit()
    #expect(fitting.asked == [CGSize(width: 100, height: 50)])
    #expect(fitting.frame == CGRect(x: 10, y: 20, width: 30, height: 40))
    fitting.frame.size = CGSize(width: 10, height: 10)
    fitting.transform = AffineTransform(scale: 2)
    fitting.sizeToFit()
    #expect(fitting.bounds.size == CGSize(width: 30, height: 40))
    #expect(fitting.center == CGPoint(x: 15, y: 25))
  }

  @Test("a plain view fits in the size it has, or its intrinsic one")
  func sizeThatFits() {
    #expect(view.sizeThatFits(.zero) == CGSize(width: 100, height: 50))
    final class Wide: View {
      override var intrinsicContentSize: CGSize { CGSize(width: 7, height: View.noIntrinsicMetric) }
    }
    let wide = Wide(frame: CGRect(x: 0, y: 0, width: 1, height: 2))
    #expect(wide.sizeThatFits(.zero) == CGSize(width: 7, height: 2))
    #expect(view.intrinsicContentSize == CGSize(width: -1, height: -1))
  }

  // MARK: Numbers that are not finite

  @Test("a negative size is standardised: the same rectangle with a positive size")
  func negative() {
    view.frame = CGRect(x: 10, y: 10, width: -4, height: -6)
    #expect(view.frame == CGRect(x: 6, y: 4, width: 4, height: 6))
    view.bounds = CGRect(x: 0, y: 0, width: 8, height: -2)
    #expect(view.bounds == CGRect(x: 0, y: -2, width: 8, height: 2))
    #expect(View(frame: CGRect(x: 0, y: 0, width: -1, height: 1)).frame.width == 1)
  }

  @Test("huge numbers are numbers")
  func huge() {
    view.frame = CGRect(x: -1e300, y: 1e300, width: 1e300, height: 1)
    #expect(view.bounds.width == 1e300)
    view.center = CGPoint(x: 1, y: 1)
    #expect(view.center.y == 1)
  }

  @Test("an origin that is computed from enormous numbers stays finite")
  func enormous() {
    let most = CGFloat.greatestFiniteMagnitude
    view.frame = CGRect(x: -most, y: 0, width: -most, height: 1)
    #expect(view.frame == CGRect(x: -most, y: 0, width: most, height: 1))
    view.bounds.size = .zero
    view.center = CGPoint(x: most, y: -most)
    view.bounds.size.width = most
    #expect(view.frame.origin.x.isFinite)
    view.anchorPoint.x = -9
    #expect(view.untransformedFrame.origin.x.isFinite)
  }

  /// Sets a number that is not finite, in one of eight ways.
  private static func provoke(_ way: Int) {
    let view = View()
    switch way {
    case 0: view.frame = CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1)
    case 1: view.frame.origin.x = -CGFloat.infinity
    case 2: view.bounds.size.height = CGFloat.infinity
    case 3: view.bounds.origin.y = CGFloat.nan
    case 4: view.center.x = CGFloat.nan
    case 6: view.anchorPoint.x = CGFloat.nan
    case 5: view.transform = AffineTransform(scaleByX: CGFloat.infinity, byY: 1)
    default: _ = View(frame: CGRect(x: CGFloat.nan, y: 0, width: 0, height: 0))
    }
  }

  @Test("a number that is not finite ends the process with the remedy", arguments: 0..<8)
  func notFinite(way: Int) async throws {
    let ended = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [way = way as Int] in
      FrameTests.provoke(way)
    }
    let result = try #require(ended)
    #expect(result.saysOnError("must be finite"))
    #expect(result.saysOnError("check the value before you set it"))
  }

  @Test("any sequence of writes agrees with a slow model, in a random walk")
  func againstModel() {
    let seed = firstSeed("FrameTests")
    var random = SeededGenerator(seed: seed)
    var (center, size) = (CGPoint(x: 60, y: 45), CGSize(width: 100, height: 50))
    var turn = AffineTransform.identity
    func near(_ left: CGFloat, _ right: CGFloat) -> Bool {
      abs(left - right) <= 1e-6 * max(1, abs(left), abs(right))
    }
    for step in 0..<5000 {
      let x = CGFloat.random(in: -50...50, using: &random)
      let y = CGFloat.random(in: -50...50, using: &random)
      let (width, height) = (CGFloat(abs(y) + 1), CGFloat(abs(x) + 1))
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        view.center = CGPoint(x: x, y: y)
        center = CGPoint(x: x, y: y)
      case 1:
        view.bounds = CGRect(x: x, y: y, width: width, height: height)
        size = CGSize(width: width, height: height)
      case 2:
        turn = AffineTransform(
          m11: x / 20 + 3, m12: 0, m21: 0, m22: y / 20 - 3, tX: Double(width), tY: 0)
        view.transform = turn
      case 3:
        turn = .identity
        view.transform = turn
      default:
        view.frame = CGRect(x: x, y: y, width: width, height: height)
        size = CGSize(width: width / abs(turn.m11), height: height / abs(turn.m22))
        center = CGPoint(x: x + width / 2 - turn.tX, y: y + height / 2)
      }
      let corners = [(-1, -1), (1, -1), (-1, 1), (1, 1)].map { sides in
        turn.transform(CGPoint(x: sides.0 * size.width / 2, y: sides.1 * size.height / 2))
      }
      let left = center.x + corners.map(\.x).min()!
      let top = center.y + corners.map(\.y).min()!
      let right = center.x + corners.map(\.x).max()!
      let bottom = center.y + corners.map(\.y).max()!
      let frame = view.frame
      #expect(near(view.bounds.width, size.width), "step \(step), seed \(seed)")
      #expect(near(view.bounds.height, size.height), "step \(step), seed \(seed)")
      #expect(near(frame.minX, left) && near(frame.maxX, right), "step \(step), seed \(seed)")
      #expect(near(frame.minY, top) && near(frame.maxY, bottom), "step \(step), seed \(seed)")
    }
  }

  @Test("A9: setting the same center again is no change, whatever the last digit")
  func sameCenter() {
    let loop = TurnLoop()
    let view = View(frame: CGRect(x: 0, y: 0, width: 33.3, height: 77.7))
    let window = loop.makeSettledWindow(view)
    let watcher = Watcher()
    let token = loop.addLayoutObserver(watcher)
    for step in 1...100 {
      let center = CGPoint(x: CGFloat(step) / 10, y: CGFloat(step) / 7)
      view.center = center
      #expect(watcher.take().count == 1)
      view.center = center
      #expect(watcher.take() == [], "center \(center)")
    }
    withExtendedLifetime((token, window)) {}
  }
}
