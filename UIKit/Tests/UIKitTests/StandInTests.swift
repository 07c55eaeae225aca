import LoopHunter
import Testing
import UIKit

/// Properties without effect on layout return what was set, and dirty nothing.
///
/// One after the other, since they share the application.
@Suite("Stand-ins", .serialized) struct StandInTests {
  let loop = TurnLoop()
  let window: UIWindow

  init() {
    window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
    UIApplication.shared.loop = loop
  }

  @Test("Appearance is kept, and lays nothing out")
  func appearance() {
    let view = UIView()
    window.addSubview(view)
    loop.runUntilIdle()
    view.backgroundColor = .systemTeal
    view.contentMode = .scaleAspectFill
    view.clipsToBounds = true
    view.layer.cornerRadius = 8
    view.layer.borderColor = UIColor.red.cgColor
    view.accessibilityLabel = "Card"
    #expect(view.backgroundColor == .systemTeal)
    #expect(view.contentMode == .scaleAspectFill)
    #expect(view.clipsToBounds && view.layer.masksToBounds)
    #expect(view.layer.cornerRadius == 8)
    #expect(view.layer.borderColor == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
    #expect(view.accessibilityLabel == "Card")
    #expect(loop.isIdle)
  }

  @Test("A layer has the geometry of its view")
  func layerGeometry() {
    let view = UIView(frame: CGRect(x: 10, y: 20, width: 30, height: 40))
    view.layer.frame.size.width = 50
    view.layer.opacity = 0.5
    #expect(view.bounds.width == 50)
    #expect(view.alpha == 0.5)
    #expect(view.layer.position == view.center)
  }

  @Test("A point is converted between layers, those of views and those in them")
  func layerConversion() {
    let (outer, inner) = (UIView(), UIView(frame: CGRect(x: 10, y: 20, width: 30, height: 40)))
    outer.addSubview(inner)
    let dot = CALayer()
    dot.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    inner.layer.addSublayer(dot)
    #expect(dot.convert(.zero, to: outer.layer) == CGPoint(x: 11, y: 22))
    #expect(outer.layer.convert(.zero, to: dot) == CGPoint(x: -11, y: -22))
    #expect(dot.convert(CGPoint(x: 5, y: 5), from: inner.layer) == CGPoint(x: 4, y: 3))
  }

  @Test("A view's layer is of its layer class")
  func layerClass() {
    final class Gradient: UIView {
      override class var layerClass: AnyClass { CAGradientLayer.self }
    }
    #expect(Gradient().layer is CAGradientLayer)
    #expect(type(of: UIView().layer) == CALayer.self)
  }

  @Test("A layer class need not declare the initialisers that it does not use")
  func layerInitializers() {
    final class Ring: CALayer {
      var angle: CGFloat
      override init() {
        angle = 1
        super.init()
      }
    }
    final class RingView: UIView {
      override class var layerClass: AnyClass { Ring.self }
    }
    let view = RingView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect((view.layer as? Ring)?.angle == 1)
    #expect(view.layer.frame == view.frame)
  }

  @Test("A scroll view has one recognizer of drags, among its own")
  func panRecognizer() {
    let view = UIScrollView()
    let pan = view.panGestureRecognizer
    #expect(pan === view.panGestureRecognizer && pan.view === view)
    #expect(view.gestureRecognizers == [pan] && pan.translation(in: view) == .zero)
  }

  @Test("Settings for the device and Core Graphics are kept, and lay nothing out")
  func inert() {
    let view = UIView()
    window.addSubview(view)
    loop.runUntilIdle()
    let effect = UIInterpolatingMotionEffect(keyPath: "center.x", type: .tiltAlongHorizontalAxis)
    view.addMotionEffect(effect)
    #expect(view.motionEffects == [effect])
    view.removeMotionEffect(effect)
    #expect(view.motionEffects.isEmpty)
    view.accessibilityIgnoresInvertColors = true
    #expect(view.accessibilityIgnoresInvertColors)
    #expect(window.screen === UIScreen.main)
    #expect(UIColor(white: 0.5, alpha: 0.25).cgColor.components == [0.5, 0.5, 0.5, 0.25])
    #expect(loop.isIdle)
  }

  @Test("Nobody needs anything special, and a picture without a name is empty")
  func neutralSettings() {
    #expect(!UIAccessibility.isReduceTransparencyEnabled && !UIAccessibility.isVoiceOverRunning)
    UIAccessibility.post(notification: .layoutChanged, argument: nil)
    #expect(UIImage(imageLiteralResourceName: "nowhere").size == .zero)
    UIImage.register("neutral cup", size: CGSize(width: 3, height: 4))
    #expect(UIImage(imageLiteralResourceName: "neutral cup").size == CGSize(width: 3, height: 4))
    var isDone = false
    UIView.animateKeyframes(
      withDuration: 1, delay: 0, options: [.beginFromCurrentState, .calculationModePaced]
    ) { isDone = true }
    #expect(isDone)
  }

  @Test("A tint is that of the superview, and its change is told where it counts")
  func tint() {
    final class Watcher: UIView {
      var changes = 0
      override func tintColorDidChange() { changes += 1 }
    }
    let (outer, inner, own) = (UIView(), Watcher(), Watcher())
    outer.addSubview(inner)
    outer.addSubview(own)
    own.tintColor = .green
    outer.tintColor = .red
    #expect(inner.tintColor == .red && own.tintColor == .green)
    #expect(inner.changes == 1 && own.changes == 1)
  }

  @Test("One view of a window has the focus, and may keep it")
  func focus() {
    final class Keeper: UIView {
      var keeps = false
      override var canBecomeFirstResponder: Bool { true }
      override func resignFirstResponder() -> Bool { keeps ? false : super.resignFirstResponder() }
    }
    let (first, second) = (Keeper(), Keeper())
    #expect(!first.becomeFirstResponder())
    window.addSubview(first)
    window.addSubview(second)
    #expect(!UIView().becomeFirstResponder())
    #expect(first.becomeFirstResponder() && first.isFirstResponder)
    first.keeps = true
    #expect(!second.becomeFirstResponder() && first.isFirstResponder)
    first.keeps = false
    #expect(second.becomeFirstResponder() && !first.isFirstResponder)
  }

  @Test("An animation runs its block at once, and its completion in a later turn")
  func animation() {
    let view = UIView()
    window.addSubview(view)
    loop.runUntilIdle()
    var isComplete = false
    UIView.animate(withDuration: 1) {
      view.frame.size.width = 100
    } completion: {
      isComplete = $0
    }
    #expect(view.frame.width == 100 && !isComplete)
    loop.runTurn()
    #expect(isComplete)
  }

  @Test("An event of a control calls the closures for it, and methods that ported code names")
  func actions() {
    final class Target {
      var senders: [UIView?] = []
    }
    let (button, target) = (UIButton(type: .system), Target())
    var calls = 0
    button.addAction(UIAction { _ in calls += 1 }, for: .touchUpInside)
    let selector = Selector("tapped") { target, sender in
      (target as? Target)?.senders.append(sender as? UIView)
    }
    button.addTarget(target, action: selector, for: .touchUpInside)
    button.addTarget(target, action: Selector("unknown"), for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    button.sendActions(for: .valueChanged)
    #expect(calls == 1)
    #expect(target.senders == [button])
    button.removeTarget(target, action: nil, for: .allEvents)
    button.sendActions(for: .touchUpInside)
    #expect(calls == 2 && target.senders.count == 1)
  }

  @Test("A gesture that code plays calls its targets")
  func gestures() {
    let view = UIView()
    var states: [UIGestureRecognizer.State] = []
    let tap = UITapGestureRecognizer(
      target: view,
      action: Selector("tap") { _, sender in
        states.append((sender as? UIGestureRecognizer)?.state ?? .failed)
      })
    view.addGestureRecognizer(tap)
    #expect(tap.view === view && view.gestureRecognizers == [tap])
    tap.state = .ended
    #expect(states == [.ended])
    view.removeGestureRecognizer(tap)
    #expect(tap.view == nil && view.gestureRecognizers == nil)
  }

  @Test("A display link is called 60 times in a second of the loop")
  func displayLink() {
    var frames = 0
    let link = CADisplayLink(target: window, selector: Selector("step") { _, _ in frames += 1 })
    link.add(to: .main, forMode: .common)
    loop.advance(by: .seconds(1))
    link.invalidate()
    loop.advance(by: .seconds(1))
    #expect((59...61).contains(frames))
  }

  @Test("A notification reaches an observer that was added with a method, until it is removed")
  func notifications() {
    let (view, name) = (UIView(), Notification.Name("StandInTests"))
    var count = 0
    NotificationCenter.default.addObserver(
      view, selector: Selector("noted") { _, _ in count += 1 }, name: name, object: nil)
    NotificationCenter.default.post(name: name, object: nil)
    NotificationCenter.default.removeObserver(view)
    NotificationCenter.default.post(name: name, object: nil)
    #expect(count == 1)
  }

  @Test("Traits follow the size of the window, unless code sets others")
  func traits() {
    final class Watcher: UIView {
      var old: [UIUserInterfaceSizeClass?] = []
      override func traitCollectionDidChange(_ previous: UITraitCollection?) {
        old.append(previous?.horizontalSizeClass)
      }
    }
    let view = Watcher()
    #expect(view.traitCollection.horizontalSizeClass == .unspecified)
    window.addSubview(view)
    #expect(view.traitCollection.horizontalSizeClass == .compact)
    #expect(view.traitCollection.verticalSizeClass == .regular)
    window.adopt(UITraitCollection(horizontalSizeClass: .regular))
    #expect(view.traitCollection.horizontalSizeClass == .regular)
    #expect(view.old == [.compact])
  }

  @Test("A hue is the colour that it is on any screen")
  func hues() {
    let green = UIColor(hue: 1 / 3, saturation: 1, brightness: 1, alpha: 1)
    let parts = [green.redComponent, green.greenComponent, green.blueComponent]
    #expect(zip(parts, [0, 1, 0]).allSatisfy { abs($0 - $1) < 1e-9 })
    for hue: CGFloat in [0, 0.1, 0.25, 0.4, 0.6, 0.75, 0.9] {
      var read = [CGFloat](repeating: 0, count: 4)
      read.withUnsafeMutableBufferPointer { to in
        let start = to.baseAddress!
        UIColor(hue: hue, saturation: 0.5, brightness: 0.8, alpha: 0.3).getHue(
          start, saturation: start + 1, brightness: start + 2, alpha: start + 3)
      }
      #expect(zip(read, [hue, 0.5, 0.8, 0.3]).allSatisfy { abs($0 - $1) < 1e-9 }, "\(read)")
    }
  }

  @Test("A layer without a view has a frame, too, in which its transform counts")
  func ownGeometry() {
    let layer = CALayer()
    layer.bounds.size = CGSize(width: 50, height: 50)
    #expect(layer.frame == CGRect(x: -25, y: -25, width: 50, height: 50))
    layer.transform = CATransform3DMakeScale(2, 2, 1)
    layer.position = CGPoint(x: 150, y: 125)
    layer.bounds.size = CGSize(width: 100, height: 50)
    #expect(layer.frame == CGRect(x: 50, y: 75, width: 200, height: 100))
    layer.frame = CGRect(x: 100, y: 100, width: 100, height: 50)
    #expect(layer.bounds == CGRect(x: 0, y: 0, width: 50, height: 25))
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    view.layer.transform = CATransform3DMakeScale(2, 1, 7)
    #expect(view.transform == CGAffineTransform(scaleX: 2, y: 1) && view.layer.transform.m33 == 7)
    view.transform = .identity
    #expect(view.layer.transform == CATransform3DIdentity)
  }

  @Test("The text of a rectangle is that of Apple's platforms")
  func texts() {
    #expect("\(CGRect(x: 0, y: 64, width: 400, height: 1.5))" == "(0.0, 64.0, 400.0, 1.5)")
    #expect("\(CGPoint(x: 1, y: 2)) \(CGSize(width: 3, height: 4))" == "(1.0, 2.0) (3.0, 4.0)")
  }

  @Test("The keyboard's area goes from a view's safe area to the bottom of the window")
  func keyboardArea() {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 390, height: 400))
    #expect(UIView(frame: view.frame).keyboardLayoutGuide.layoutFrame.height == 0)
    window.addSubview(view)
    let area = CGRect(x: 0, y: 400, width: 390, height: 444)
    #expect(view.keyboardLayoutGuide.layoutFrame == area)
    view.frame.origin.y = 100
    #expect(view.keyboardLayoutGuide.layoutFrame.height == 344)
    let other = UIWindow(frame: window.frame, loop: loop)
    other.addSubview(view)
    loop.runUntilIdle()
    #expect(view.keyboardLayoutGuide.layoutFrame.height == 0)
  }

  @Test("A picture that code draws has the size that it was begun with")
  func pictures() throws {
    #expect(UIGraphicsGetCurrentContext() == nil)
    #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
    UIGraphicsBeginImageContextWithOptions(CGSize(width: 10.25, height: 4), false, 0)
    let context = try #require(UIGraphicsGetCurrentContext())
    let drawn = try #require(UIGraphicsGetImageFromCurrentImageContext())
    UIGraphicsEndImageContext()
    #expect(UIGraphicsGetCurrentContext() == nil)
    #expect(drawn.size == CGSize(width: 10.25, height: 4) && drawn.scale == 2)
    let pixels = try #require(context.makeImage())
    #expect(pixels.width == 21 && pixels.height == 8 && drawn.cgImage?.width == 21)
    #expect(UIImage(cgImage: pixels).size == CGSize(width: 21, height: 8))
    #expect(
      UIImage(cgImage: pixels, scale: 2, orientation: .left).size == CGSize(width: 4, height: 10.5))
    #expect(UIImage().cgImage == nil)
    let size = CGSize(width: 30, height: 20)
    let rendered = UIGraphicsImageRenderer(size: size).image { $0.fill(.zero) }
    #expect(UIImageView(image: rendered).intrinsicContentSize == size)
  }

  @Test("A value that is associated with a view dies with it")
  func association() {
    final class Value {}
    weak var value: Value?
    do {
      let view = UIView()
      let key = UnsafeMutablePointer<Int8>.allocate(capacity: 1)
      defer { key.deallocate() }
      let made = Value()
      value = made
      objc_setAssociatedObject(view, key, made, .OBJC_ASSOCIATION_RETAIN)
      #expect(objc_getAssociatedObject(view, key) as? Value === made)
    }
    #expect(value == nil)
  }

  @Test("The same target and method are called once, however often they were added")
  func sameTarget() {
    final class Owner: UIView { var taps = 0 }
    let (owner, control) = (Owner(), UIControl())
    let tap = Selector("tap") { target, _ in (target as? Owner)?.taps += 1 }
    control.addTarget(owner, action: tap, for: .touchUpInside)
    control.addTarget(owner, action: tap, for: [.touchUpInside, .valueChanged])
    control.sendActions(for: .touchUpInside)
    #expect(owner.taps == 1)
    control.sendActions(for: .valueChanged)
    #expect(owner.taps == 2)
  }

  @Test("A timer lets go of its target when it is invalidated")
  func timer() {
    final class Clock: UIView {
      var timer: Timer?
      func start() {
        timer = Timer.scheduledTimer(
          timeInterval: 1, target: self, selector: "tick", userInfo: nil, repeats: true)
      }
    }
    weak var gone: Clock?
    do {
      let clock = Clock()
      gone = clock
      clock.start()
      clock.timer?.invalidate()
      clock.timer = nil
    }
    #expect(gone == nil)
  }

  @Test("A view ends the editing in it")
  func editing() {
    let loop = TurnLoop()
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let (form, field, other) = (UIView(), UITextField(), UIView())
    window.addSubview(form)
    form.addSubview(field)
    window.addSubview(other)
    field.becomeFirstResponder()
    #expect(!other.endEditing(true))
    #expect(field.isFirstResponder)
    #expect(form.endEditing(false))
    #expect(!field.isFirstResponder)
  }

  @Test("A segment's action is called if its segment is chosen")
  func segmentActions() {
    var called: [String] = []
    let actions = ["Day", "Month"].map { title in
      UIAction(title: title) { called.append($0.title) }
    }
    let control = UISegmentedControl(
      frame: CGRect(x: 0, y: 0, width: 100, height: 32), actions: actions)
    #expect(control.titleForSegment(at: 1) == "Month" && control.frame.width == 100)
    control.sendActions(for: .valueChanged)
    control.selectedSegmentIndex = 1
    control.sendActions(for: .touchDown)
    control.sendActions(for: .valueChanged)
    #expect(called == ["Month"])
    let toggle = UISwitch(frame: .zero, primaryAction: UIAction { _ in called.append("on") })
    toggle.sendActions(for: .valueChanged)
    #expect(called == ["Month", "on"])
  }

  @Test("A field's text can be changed at its end, which targets are told")
  func typing() {
    let field = UITextField()
    var changes = 0
    field.addAction(UIAction { _ in changes += 1 }, for: .editingChanged)
    #expect(!field.hasText)
    field.deleteBackward()
    field.insertText("ab")
    field.deleteBackward()
    #expect(field.text == "a" && field.hasText && changes == 2)
  }

  @Test("Items of bars, popovers and animators are kept as they are set up")
  func settings() {
    #expect(UIBarButtonItem(systemItem: .add).systemItem == .add)
    let item = UIBarButtonItem(primaryAction: UIAction(title: "Save") { _ in })
    #expect(item.title == "Save" && item.primaryAction != nil)
    let alert = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
    #expect(alert.popoverPresentationController == nil)
    let popover = UIViewController()
    popover.modalPresentationStyle = .popover
    popover.popoverPresentationController?.sourceRect = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(popover.popoverPresentationController?.sourceRect.width == 3)
    var hasRun = false
    UIViewPropertyAnimator.runningPropertyAnimator(withDuration: 1, delay: 0) { hasRun = true }
    #expect(hasRun)
    #expect(UIEvent().subtype == .none && UIEvent().type == .touches)
    let colors = [UIColor.red.cgColor, UIColor.blue.cgColor] as CFArray
    #expect(CGGradient(colorsSpace: nil, colors: colors, locations: nil) != nil)
  }
}
