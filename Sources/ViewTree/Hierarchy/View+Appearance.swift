import Foundation

extension View {
  /// A colour, which nothing draws.
  public final class Color: NSObject, Sendable {
    /// The share of red, from 0 to 1.
    public let redComponent: CGFloat
    /// The share of green, from 0 to 1.
    public let greenComponent: CGFloat
    /// The share of blue, from 0 to 1.
    public let blueComponent: CGFloat
    /// The opacity, from 0 to 1.
    public let alphaComponent: CGFloat

    /// Makes a colour of its parts.
    ///
    /// - Parameters:
    ///   - red: The share of red, from 0 to 1.
    ///   - green: The share of green, from 0 to 1.
    ///   - blue: The share of blue, from 0 to 1.
    ///   - alpha: The opacity, from 0 to 1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
      (redComponent, greenComponent, blueComponent, alphaComponent) = (red, green, blue, alpha)
    }

    /// The tint of a view if neither it nor a view around it has one of its own: system blue.
    public static let usualTint = Color(red: 0, green: 122 / 255, blue: 1, alpha: 1)

    /// Colours are equal if their parts are.
    ///
    /// - Parameter object: The other object.
    public override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? Color else { return false }
      return parts == other.parts
    }

    private var parts: [CGFloat] {
      [redComponent, greenComponent, blueComponent, alphaComponent]
    }

    /// A hash of the parts.
    public override var hash: Int {
      var hasher = Hasher()
      hasher.combine(parts)
      return hasher.finalize()
    }
  }

  /// An object that views hand on without looking into it; whoever makes it keeps a state in it.
  open class Handle: NSObject {
    /// The state that a module above the tree keeps for the object.
    @_spi(UIKit) public final var stored: AnyObject?

    /// Makes an object without a state.
    public override init() {}
  }

  /// A finger on the screen; there is one only if code makes it.
  public final class Touch: Handle {}

  /// A recognizer of a gesture; nothing calls it by itself.
  open class GestureRecognizer: Handle {}

  /// The kind of screen that a view is shown on.
  public final class Traits: Handle {
    /// The window from whose size it comes; nil for one that was made otherwise.
    @_spi(UIKit) public final let window: (size: CGSize, scale: CGFloat)?

    /// Makes one that says nothing.
    public override init() { window = nil }

    /// Makes the kind of a window.
    ///
    /// - Parameters:
    ///   - size: The size of the window.
    ///   - scale: The pixels per point.
    @_spi(UIKit) public init(size: CGSize, scale: CGFloat) { window = (size, scale) }

    init(of window: Window?) {
      self.window = window.map { ($0.bounds.size, $0.displayScale) }
    }

    /// True if the window is so wide that it has much room across, as no telephone held upright is.
    @_spi(UIKit) public var isWide: Bool { (window?.size.width ?? 0) >= 668 }
    /// True if the window is so high that it has much room down.
    @_spi(UIKit) public var isHigh: Bool { (window?.size.height ?? 0) >= 480 }

    /// True if both have much room in the same directions.
    final func isEqualInSize(to other: Traits) -> Bool {
      isWide == other.isWide && isHigh == other.isHigh
    }
  }

  /// The place of the content in the bounds; nothing is drawn.
  public enum ContentMode: Int, Sendable {
    /// The ways to scale it.
    case scaleToFill, scaleAspectFit, scaleAspectFill, redraw
    /// The places without scaling.
    case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  }

  /// The part of an appearance that only some views have.
  final class Looks {
    var backgroundColor: Color?
    var tintColor: Color?
    var contentMode = ContentMode.scaleToFill
    var words = Words()
    /// The kind of screen that was set for the view.
    var traits: Traits?
    /// The state that a module above the tree keeps for the view.
    var state: AnyObject?
    var setterWatch: SetterWatch?
  }

  /// A module above the tree that is told of setters: it gets the name of the property, and runs the setter.
  @_spi(UIKit) public typealias SetterWatch = (_ property: String, _ set: () -> Void) -> Void

  /// The watch around setters of this view's geometry, visibility and content; without one they test a flag.
  @_spi(UIKit) public final var setterWatch: SetterWatch? {
    get { flags.contains(.hasSetterWatch) ? extras?.looks?.setterWatch : nil }
    set {
      ensureLooks().setterWatch = newValue
      flags = flags.with(.hasSetterWatch, newValue != nil)
    }
  }

  /// Runs a setter of a view that has a watch.
  @inline(never)
  final func watched(_ property: String, _ set: () -> Void) {
    guard let watch = extras?.looks?.setterWatch else { return set() }
    watch(property, set)
  }

  /// The object in which a module above the tree stores what it knows of this view.
  @_spi(UIKit) public final var appearance: AnyObject? {
    get { extras?.looks?.state }
    set { ensureLooks().state = newValue }
  }

  /// The kind of screen that was set for this view; `traitCollection` is that of the view.
  @_spi(UIKit) public final var adoptedTraits: Traits? {
    get { extras?.looks?.traits }
    set { ensureLooks().traits = newValue }
  }

  /// Tells this view, those in it, and their controllers that the kind of screen changed.
  ///
  /// Views for which one was set keep it, and so do those in them.
  ///
  /// - Parameter old: The former kind.
  @_spi(UIKit) public final func tellOfTraits(from old: Traits) {
    var waiting: [View] = [self]
    while let view = waiting.popLast() {
      view.called {
        view.controller?.traitCollectionDidChange(old)
        view.traitCollectionDidChange(old)
      }
      waiting.append(contentsOf: view.storedSubviews.reversed().filter { $0.adoptedTraits == nil })
    }
  }

  /// The looks of this view, made on first use.
  final func ensureLooks() -> Looks {
    let extras = ensureExtras()
    if let looks = extras.looks { return looks }
    let made = Looks()
    extras.looks = made
    return made
  }

  /// Tells the view, and those in it that have no tint of their own, of another tint.
  final func tellOfTint() {
    tintColorDidChange()
    for subview in subviews where subview.extras?.looks?.tintColor == nil { subview.tellOfTint() }
  }

  /// Makes this view the one that keys go to, if it may be, and the former one gives way.
  final func takeFocus() -> Bool {
    guard canBecomeFirstResponder, let window else { return false }
    let former = window.focusedView
    if former === self { return true }
    if let former, !former.resignFirstResponder() { return false }
    window.focusedView = self
    return true
  }

  /// Gives the keys up, unless the view keeps them.
  final func giveUpFocus() -> Bool {
    guard canResignFirstResponder else { return false }
    if let window, window.focusedView === self { window.focusedView = nil }
    return true
  }
}
