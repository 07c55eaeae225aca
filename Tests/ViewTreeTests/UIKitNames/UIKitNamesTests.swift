import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("Layout code with UIKit's names")
struct UIKitNamesTests {
  let loop = TurnLoop()
  let frame = CGRect(x: 0, y: 0, width: 320, height: 480)

  @Test("a cell places its labels by their sizes")
  func cell() {
    let window = UIWindow(frame: frame, loop: loop)
    let cell = MessageCell(frame: CGRect(x: 0, y: 0, width: 320, height: 80))
    cell.configure(name: "Ada", body: "The engine weaves algebraic patterns just as the loom does")
    window.addSubview(cell)
    loop.runTurn()
    #expect(cell.avatar.frame == CGRect(x: 16, y: 12, width: 40, height: 40))
    #expect(cell.nameLabel.frame == CGRect(x: 64, y: 12, width: 240, height: 20))
    #expect(cell.bodyLabel.frame.origin == CGPoint(x: 64, y: 36))
    #expect(cell.bodyLabel.frame.height == 34)
    let size = cell.sizeThatFits(CGSize(width: 320, height: 0))
    #expect(size == CGSize(width: 320, height: 20 + 4 + 34 + 24))
    #expect(!loop.runTurn())
  }

  @Test("a header follows its scroll view through the delegate")
  func header() {
    let window = UIWindow(frame: frame, loop: loop)
    let scrollView = UIScrollView(frame: frame)
    scrollView.contentSize = CGSize(width: 320, height: 2000)
    let header = StretchyHeader(frame: CGRect(x: 0, y: 0, width: 320, height: 120))
    scrollView.delegate = header
    window.addSubview(scrollView)
    window.addSubview(header)
    loop.runTurn()
    scrollView.contentOffset.y = 38
    #expect(header.frame == CGRect(x: 0, y: 0, width: 320, height: 82))
    #expect(header.frameChanges == 1)
    #expect(header.imageView.frame == CGRect(x: 40, y: 10.25, width: 240, height: 61.5))
    scrollView.setContentOffset(CGPoint(x: 0, y: 900), animated: false)
    #expect(header.frame.height == 44)
    #expect(header.imageView.alpha == 0)
    loop.runUntilIdle()
    #expect(!loop.lastCommit.didHitLimit)
  }

  @Test("a form in a controller fills its window and scrolls over its rows")
  func form() throws {
    let window = UIWindow(frame: frame, loop: loop)
    window.safeAreaInsets = UIEdgeInsets(top: 44, left: 0, bottom: 34, right: 0)
    window.rootViewController = FormViewController()
    loop.runUntilIdle()
    let form = try #require(window.rootViewController?.view as? FormView)
    #expect(form.frame == frame)
    #expect(form.marginChanges == 1)
    #expect(form.scrollView.contentInset.bottom == 34)
    // Two rows of 21, 20 between them, margins of 16 and those of the safe area above.
    #expect(form.stack.arrangedSubviews.map(\.frame.height) == [21, 21])
    #expect(form.stack.arrangedSubviews.map(\.frame.minX) == [16, 16])
    let row = try #require(form.stack.arrangedSubviews.first as? UIStackView)
    #expect(row.arrangedSubviews.map(\.frame.width) == [144, 144])
    #expect(form.scrollView.contentSize == form.stack.frame.size)
    #expect(!loop.lastCommit.didHitLimit)
  }

  @Test("a badge centers its label, hides at zero, and is hit around its edges")
  func badge() {
    let window = UIWindow(frame: frame, loop: loop)
    let badge = BadgeView()
    badge.count = 12
    badge.frame.size = badge.intrinsicContentSize
    badge.center = CGPoint(x: 100, y: 100)
    window.addSubview(badge)
    loop.runTurn()
    #expect(badge.frame.size == CGSize(width: 23, height: 23))
    let label = badge.subviews[0]
    #expect(label.center == CGPoint(x: 11.5, y: 11.5))
    #expect(window.hitTest(CGPoint(x: 85, y: 85), with: nil) === badge)
    badge.count = 0
    #expect(badge.isHidden)
  }

  @Test("a container controller lays out its children's views")
  func container() {
    let window = UIWindow(frame: frame, loop: loop)
    let split = SplitViewController(sidebar: UIViewController(), detail: FormViewController())
    window.rootViewController = split
    loop.runTurn()
    #expect(split.log == ["loaded", "will", "did"])
    #expect(split.sidebar.view.frame == CGRect(x: 0, y: 0, width: 100, height: 480))
    #expect(split.detail.view.frame == CGRect(x: 100, y: 0, width: 220, height: 480))
    #expect(split.children.count == 2)
    #expect(split.detail.parent === split)
  }

  @Test("a toolbar turns its stack with the space it gets")
  func toolbar() {
    let window = UIWindow(frame: frame, loop: loop)
    let toolbar = ToolbarView(count: 3)
    toolbar.frame = CGRect(x: 0, y: 0, width: 320, height: 60)
    window.addSubview(toolbar)
    loop.runTurn()
    let buttons = (1...3).compactMap { toolbar.viewWithTag($0) }
    #expect(buttons.map(\.frame.minX) == [0, 130, 260])
    toolbar.frame.size = CGSize(width: 60, height: 320)
    loop.runTurn()
    #expect(buttons.map(\.frame.minY) == [0, 130, 260])
    #expect(buttons.map(\.frame.minX) == [0, 0, 0])
  }
}

@Suite("CGAffineTransform as Core Graphics has it")
struct TransformTests {
  private func expectNear(
    _ left: CGPoint, _ right: CGPoint, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(abs(left.x - right.x) < 1e-9 && abs(left.y - right.y) < 1e-9, sourceLocation: location)
  }

  @Test("initialisers fill the six numbers")
  func initialisers() {
    let scale = CGAffineTransform(scaleX: 2, y: 3)
    #expect([scale.a, scale.b, scale.c, scale.d, scale.tx, scale.ty] == [2, 0, 0, 3, 0, 0])
    let move = CGAffineTransform(translationX: 5, y: -7)
    #expect([move.a, move.b, move.c, move.d, move.tx, move.ty] == [1, 0, 0, 1, 5, -7])
    let turn = CGAffineTransform(rotationAngle: .pi / 2)
    expectNear(CGPoint(x: 1, y: 0).applying(turn), CGPoint(x: 0, y: 1))
    let any = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    #expect(CGPoint(x: 10, y: 100).applying(any) == CGPoint(x: 315, y: 426))
    #expect(CGAffineTransform.identity.isIdentity && !any.isIdentity)
  }

  @Test("scaledBy, translatedBy and rotated happen before the transform, concatenating after it")
  func order() {
    let move = CGAffineTransform(translationX: 10, y: 0)
    let point = CGPoint(x: 1, y: 1)
    #expect(point.applying(move.scaledBy(x: 2, y: 2)) == CGPoint(x: 12, y: 2))
    let scale = CGAffineTransform(scaleX: 2, y: 2)
    #expect(point.applying(move.concatenating(scale)) == CGPoint(x: 22, y: 2))
    #expect(point.applying(scale.translatedBy(x: 10, y: 0)) == CGPoint(x: 22, y: 2))
    expectNear(point.applying(move.rotated(by: .pi)), CGPoint(x: 9, y: -1))
  }

  @Test("inverted undoes a transform, and returns it unchanged if it cannot be undone")
  func inversion() {
    let transform = CGAffineTransform(a: 2, b: 1, c: -1, d: 3, tx: 7, ty: 9)
    let point = CGPoint(x: 3, y: 4)
    expectNear(point.applying(transform).applying(transform.inverted()), point)
    let flat = CGAffineTransform(scaleX: 0, y: 1)
    let view = UIView()
    view.transform = flat.inverted()
    #expect(view.transform == flat)
  }

  @Test("parts can be written")
  func parts() {
    var transform = CGAffineTransform.identity
    transform.a = 1
    transform.b = 2
    transform.c = 3
    transform.d = 4
    transform.tx = 5
    transform.ty = 6
    #expect(transform == CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
  }

  @Test("sizes turn as vectors, rectangles become their bounding boxes")
  func shapes() {
    let transform = CGAffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 100, ty: 0)
    #expect(CGSize(width: 3, height: 4).applying(transform) == CGSize(width: -8, height: 6))
    let box = CGRect(x: 0, y: 0, width: 3, height: 4).applying(transform)
    #expect(box == CGRect(x: 92, y: 0, width: 8, height: 6))
  }
}
