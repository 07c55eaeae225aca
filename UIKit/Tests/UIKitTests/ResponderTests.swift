import LoopHunter
import Testing
import UIKit

// Nested, because the suites share the application and run one after the other.
extension StandInTests {
  /// Views, controllers and the application are responders, and an app overrides their members.
  @Suite("Responders") struct ResponderTests {
    /// A view that overrides what UIKit's views let it.
    private final class Knob: UIView {
      var steps = 0
      var modes: [UIView.ContentMode] = []

      override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? "Knob" }
        set { super.accessibilityLabel = newValue }
      }
      override var isAccessibilityElement: Bool {
        get { true }
        set {}
      }
      override var accessibilityTraits: UIAccessibilityTraits {
        get { super.accessibilityTraits.union(.adjustable) }
        set { super.accessibilityTraits = newValue }
      }
      override func accessibilityIncrement() { steps += 1 }
      override func accessibilityDecrement() { steps -= 1 }
      override func accessibilityPerformEscape() -> Bool { true }
      override func accessibilityElementCount() -> Int { super.accessibilityElementCount() + 1 }
      override var contentMode: UIView.ContentMode { didSet { modes.append(oldValue) } }
      override var inputView: UIView? { UIView() }
      override var traitCollection: UITraitCollection {
        UITraitCollection(traitsFrom: [
          super.traitCollection, UITraitCollection(horizontalSizeClass: .compact),
        ])
      }
      // Of the layer's owner: not overridden, but declared anew.
      var layer: CAGradientLayer { super.layer as! CAGradientLayer }
      override class var layerClass: AnyClass { CAGradientLayer.self }
      func draw(_ layer: CALayer, in ctx: CGContext) { super.draw(layer, in: ctx) }
    }

    @Test("A view overrides words, mode, traits and keys, and super keeps what was set")
    func overrides() {
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 1024, height: 800), loop: TurnLoop())
      let knob = Knob()
      window.addSubview(knob)
      let view: UIView = knob
      #expect(view.accessibilityLabel == "Knob" && view.isAccessibilityElement)
      view.accessibilityLabel = "Volume"
      view.accessibilityTraits = .button
      #expect(view.accessibilityLabel == "Volume")
      #expect(view.accessibilityTraits == [.button, .adjustable])
      view.accessibilityIncrement()
      view.accessibilityDecrement()
      view.accessibilityIncrement()
      #expect(knob.steps == 1 && view.accessibilityPerformEscape())
      view.accessibilityElements = [UIView(), window]
      #expect(view.accessibilityElementCount() == 3)
      #expect(view.accessibilityElement(at: 1) as? UIView === window)
      #expect(view.accessibilityElement(at: 2) == nil)
      #expect(view.index(ofAccessibilityElement: window) == 1)
      #expect(view.index(ofAccessibilityElement: knob) == NSNotFound)
      view.contentMode = .center
      view.contentMode = .top
      #expect(knob.modes == [.scaleToFill, .center] && view.contentMode == .top)
      #expect(view.inputView != nil)
      #expect(view.traitCollection.horizontalSizeClass == .compact)
      #expect(view.traitCollection.verticalSizeClass == .regular)
      #expect(window.traitCollection.horizontalSizeClass == .regular)
      #expect(knob.layer.colors == nil && (view.layer as? CAGradientLayer) === knob.layer)
    }

    /// A controller that counts what comes to it.
    private final class Screen: UIViewController {
      var touches = 0
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        self.touches += 1
      }
      override func accessibilityPerformEscape() -> Bool { true }
    }

    @Test("A touch that a view does not handle goes to its superview, and to the controller")
    func chain() {
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: TurnLoop())
      let screen = Screen()
      window.rootViewController = screen
      let (outer, inner) = (UIView(), UIView())
      screen.view.addSubview(outer)
      outer.addSubview(inner)
      let chain = sequence(first: inner as UIResponder) { $0.next }
      let expected: [UIResponder] = [inner, outer, screen.view, screen, window]
      #expect(chain.map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init))
      inner.touchesBegan([], with: nil)
      inner.touchesEnded([], with: nil)
      #expect(screen.touches == 1)
      screen.accessibilityLabel = "Home"
      #expect(screen.accessibilityLabel == "Home" && screen.accessibilityHint == nil)
    }

    /// A view that keeps the keys.
    private final class Keeper: UIView {
      var keeps = true
      override var canBecomeFirstResponder: Bool { true }
      override var canResignFirstResponder: Bool { !keeps }
    }

    @Test("A view that cannot resign keeps the keys")
    func keys() {
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: TurnLoop())
      let (first, second) = (Keeper(), Keeper())
      window.addSubview(first)
      window.addSubview(second)
      #expect(first.becomeFirstResponder() && !first.resignFirstResponder())
      #expect(!second.becomeFirstResponder() && first.isFirstResponder)
      first.keeps = false
      #expect(second.becomeFirstResponder() && !first.isFirstResponder)
    }

    /// An app's delegate.
    private final class Delegate: UIResponder {}

    /// A window of an app's own.
    private final class OwnWindow: UIWindow {
      override init(frame: CGRect) { super.init(frame: frame) }
    }

    @Test("A window that is made without a loop has the application's, which is made on demand")
    func windows() {
      UIApplication.shared.loop = nil
      do {
        let window = OwnWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        #expect(UIApplication.shared.loop === window.loop)
        #expect(UIWindow().loop === window.loop)
        #expect(UIWindow().bounds.size == CGSize(width: 390, height: 844))
        let loop = TurnLoop()
        UIApplication.shared.loop = loop
        #expect(UIWindow(frame: .zero).loop === loop)
        #expect(UIWindow(frame: .zero, loop: window.loop).loop === window.loop)
      }
      #expect(UIApplication.shared.loop == nil)
      #expect(Delegate().next == nil && UIApplication.shared.next == nil)
    }

    @Test("A window is shown, and the first one of the application's loop is key")
    func visibleWindows() {
      UIApplication.shared.loop = nil
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      window.isHidden = true
      window.windowLevel = .alert
      window.makeKeyAndVisible()
      #expect(!window.isHidden && window.windowLevel == .alert && window.isKeyWindow)
    }

    @Test("No method of Objective-C is found, so none is replaced")
    func methods() {
      let code = imp_implementationWithBlock({})
      #expect(class_getInstanceMethod(UIView.self, Selector("layoutSubviews")) == nil)
      #expect(class_getClassMethod(UIView.self, Selector("layerClass")) == nil)
      #expect(!class_addMethod(UIView.self, Selector("layoutSubviews"), code, nil))
      #expect(class_replaceMethod(UIView.self, Selector("layoutSubviews"), code, nil) == nil)
    }

    @Test("A value may be associated with any object; a later one with the same address has none")
    func associations() {
      final class Plain {}
      let key = UnsafeMutablePointer<Int8>.allocate(capacity: 1)
      defer { key.deallocate() }
      weak var value: Plain?
      let guide = UILayoutGuide()
      let made = Plain()
      objc_setAssociatedObject(guide, key, 7, .OBJC_ASSOCIATION_RETAIN)
      objc_setAssociatedObject(made, key, guide, .OBJC_ASSOCIATION_ASSIGN)
      #expect(objc_getAssociatedObject(guide, key) as? Int == 7)
      #expect(objc_getAssociatedObject(made, key) as? UILayoutGuide === guide)
      objc_setAssociatedObject(guide, key, nil, .OBJC_ASSOCIATION_RETAIN)
      #expect(objc_getAssociatedObject(guide, key) == nil)
      for _ in 0..<200 {
        let owner = Plain()
        #expect(objc_getAssociatedObject(owner, key) == nil)
        let kept = Plain()
        if value == nil { value = kept }
        objc_setAssociatedObject(owner, key, kept, .OBJC_ASSOCIATION_RETAIN)
      }
      #expect(value == nil)
    }

    @Test("The bars of a controller are the safe area of its view")
    func bars() {
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: TurnLoop())
      window.safeAreaInsets = UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0)
      let controller = UIViewController()
      window.rootViewController = controller
      #expect(controller.topLayoutGuide.length == 47 && controller.bottomLayoutGuide.length == 34)
    }
  }
}
