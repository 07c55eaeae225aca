@_spi(UIKit) import ViewTree

/// The values that UIKit stores for a view and no layout reads.
final class ViewState {
  var layer: CALayer?
  var clipsToBounds = false
  var isOpaque = true
  var isMultipleTouchEnabled = false
  var isExclusiveTouch = false
  var contentScaleFactor: CGFloat = 1
  var clearsContextBeforeDrawing = true
  var tintAdjustmentMode = View.TintAdjustmentMode.automatic
  var mask: View?
  var gestureRecognizers: [UIGestureRecognizer] = []
  var interfaceStyle = UIUserInterfaceStyle.unspecified
  /// The observers of the view's properties.
  var observations: Observations?
  /// The values that only views of one kind store, by the name of the property.
  var values: [String: Any] = [:]
}

extension View {
  /// The state of this view, made on first use.
  var storage: ViewState {
    if let state = appearance as? ViewState { return state }
    let made = ViewState()
    appearance = made
    return made
  }

  /// Returns what was stored under a name, or a default.
  func stored<Value>(_ name: String, or value: Value) -> Value {
    storage.values[name] as? Value ?? value
  }

  // MARK: Appearance

  /// The change of the tint under an alert.
  public enum TintAdjustmentMode: Int, Sendable {
    /// The modes of UIKit.
    case automatic, normal, dimmed
  }

  /// True if content is cut off at the bounds.
  public var clipsToBounds: Bool {
    get { storage.clipsToBounds }
    set { storage.clipsToBounds = newValue }
  }

  /// True if the content covers everything behind it.
  public var isOpaque: Bool {
    get { storage.isOpaque }
    set { storage.isOpaque = newValue }
  }

  /// True if the view wants several fingers.
  public var isMultipleTouchEnabled: Bool {
    get { storage.isMultipleTouchEnabled }
    set { storage.isMultipleTouchEnabled = newValue }
  }

  /// True if no other view gets touches meanwhile.
  public var isExclusiveTouch: Bool {
    get { storage.isExclusiveTouch }
    set { storage.isExclusiveTouch = newValue }
  }

  /// The pixels per point of what is drawn.
  public var contentScaleFactor: CGFloat {
    get { storage.contentScaleFactor }
    set { storage.contentScaleFactor = newValue }
  }

  /// True if the context is cleared first.
  public var clearsContextBeforeDrawing: Bool {
    get { storage.clearsContextBeforeDrawing }
    set { storage.clearsContextBeforeDrawing = newValue }
  }

  /// The change of the tint under an alert.
  public var tintAdjustmentMode: TintAdjustmentMode {
    get { storage.tintAdjustmentMode }
    set { storage.tintAdjustmentMode = newValue }
  }

  /// The view whose opacity masks this one.
  public var mask: View? {
    get { storage.mask }
    set { storage.mask = newValue }
  }

  /// Asks for drawing; nothing is drawn.
  public func setNeedsDisplay() {}

  /// Asks for drawing; nothing is drawn.
  ///
  /// - Parameter rect: The part to draw.
  public func setNeedsDisplay(_ rect: CGRect) {}

  /// Has the view in this one to which keys go give them up; false if there is none, or if it keeps them.
  ///
  /// - Parameter force: True to ask nobody; here the view is asked.
  @discardableResult
  public func endEditing(_ force: Bool) -> Bool {
    var waiting: [View] = [self]
    while let view = waiting.popLast() {
      if view.isFirstResponder { return view.resignFirstResponder() }
      waiting += view.subviews
    }
    return false
  }

  // MARK: Gestures

  /// The recognizers of gestures on the view.
  public var gestureRecognizers: [UIGestureRecognizer]? {
    get { storage.gestureRecognizers.isEmpty ? nil : storage.gestureRecognizers }
    set { storage.gestureRecognizers = newValue ?? [] }
  }

  /// Adds a recognizer.
  ///
  /// - Parameter recognizer: The recognizer, which leaves its former view.
  public func addGestureRecognizer(_ recognizer: UIGestureRecognizer) {
    recognizer.view?.removeGestureRecognizer(recognizer)
    storage.gestureRecognizers.append(recognizer)
    recognizer.gesture.view = self
  }

  /// Removes a recognizer.
  ///
  /// - Parameter recognizer: The recognizer.
  public func removeGestureRecognizer(_ recognizer: UIGestureRecognizer) {
    storage.gestureRecognizers.removeAll { $0 === recognizer }
    if recognizer.view === self { recognizer.gesture.view = nil }
  }
}

extension UIAccessibilityTraits {
  /// No kind.
  public static let none: UIAccessibilityTraits = []
  /// A button.
  public static let button = UIAccessibilityTraits(rawValue: 1 << 0)
  /// A link.
  public static let link = UIAccessibilityTraits(rawValue: 1 << 1)
  /// An image.
  public static let image = UIAccessibilityTraits(rawValue: 1 << 2)
  /// A selected element.
  public static let selected = UIAccessibilityTraits(rawValue: 1 << 3)
  /// Text that does not change.
  public static let staticText = UIAccessibilityTraits(rawValue: 1 << 4)
  /// A heading.
  public static let header = UIAccessibilityTraits(rawValue: 1 << 5)
  /// An element that can be made larger and smaller.
  public static let adjustable = UIAccessibilityTraits(rawValue: 1 << 6)
  /// An element that cannot be used.
  public static let notEnabled = UIAccessibilityTraits(rawValue: 1 << 7)
  /// An element that changes often.
  public static let updatesFrequently = UIAccessibilityTraits(rawValue: 1 << 8)
}

extension View {
  /// The area of the keyboard, which is never shown: from the safe area's bottom to that of the window.
  ///
  /// If it is asked for outside of a window, it ends at the view's bottom.
  public var keyboardLayoutGuide: UILayoutGuide {
    if let guide = storage.values["keyboardLayoutGuide"] as? UILayoutGuide { return guide }
    let guide = UILayoutGuide()
    storage.values["keyboardLayoutGuide"] = guide
    addLayoutGuide(guide)
    NSLayoutConstraint.activate([
      guide.leadingAnchor.constraint(equalTo: leadingAnchor),
      guide.trailingAnchor.constraint(equalTo: trailingAnchor),
      guide.topAnchor.constraint(equalTo: safeAreaLayoutGuide.bottomAnchor),
    ])
    // PinLayout's ReadableLayoutMarginsSpec, on a device: the area ends at the bottom of the screen.
    window.map { guide.bottomAnchor.constraint(equalTo: $0.bottomAnchor).isActive = true }
    let ownBottom = guide.bottomAnchor.constraint(equalTo: bottomAnchor)
    ownBottom.priority = UILayoutPriority(1)
    ownBottom.isActive = true
    return guide
  }
}
