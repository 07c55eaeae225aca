@_spi(UIKit) import ViewTree

/// The values that UIKit stores for a view and no layout reads.
final class ViewState {
  var layer: CALayer?
  var contentMode = View.ContentMode.scaleToFill
  var clipsToBounds = false
  var isOpaque = true
  var isMultipleTouchEnabled = false
  var isExclusiveTouch = false
  var contentScaleFactor: CGFloat = 1
  var clearsContextBeforeDrawing = true
  var tintAdjustmentMode = View.TintAdjustmentMode.automatic
  var mask: View?
  var gestureRecognizers: [UIGestureRecognizer] = []
  var accessibility = Accessibility()
  var traits: UITraitCollection?
  var interfaceStyle = UIUserInterfaceStyle.unspecified
  /// The values that only views of one kind store, by the name of the property.
  var values: [String: Any] = [:]

  /// The words that a screen reader would say.
  struct Accessibility {
    var isElement = false
    var label: String?
    var hint: String?
    var value: String?
    var identifier: String?
    var traits: UIAccessibilityTraits = .none
    var elements: [Any]?
    var elementsHidden = false
    var isModal = false
    var ignoresInvertColors = false
  }
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

  /// The place of the content in the bounds.
  public enum ContentMode: Int, Sendable {
    /// The ways to scale it.
    case scaleToFill, scaleAspectFit, scaleAspectFill, redraw
    /// The places without scaling.
    case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  }

  /// The change of the tint under an alert.
  public enum TintAdjustmentMode: Int, Sendable {
    /// The modes of UIKit.
    case automatic, normal, dimmed
  }

  /// The view's layer, of the class `layerClass`, made on first use.
  public var layer: CALayer {
    if let layer = storage.layer { return layer }
    let kind = type(of: self).layerClass as? CALayer.Type ?? CALayer.self
    let made = kind.make(owner: self)
    storage.layer = made
    return made
  }

  /// The place of the content.
  public var contentMode: ContentMode {
    get { storage.contentMode }
    set { storage.contentMode = newValue }
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

  // MARK: Accessibility

  /// True if a screen reader finds the view.
  public var isAccessibilityElement: Bool {
    get { storage.accessibility.isElement }
    set { storage.accessibility.isElement = newValue }
  }

  /// The words that a screen reader says.
  public var accessibilityLabel: String? {
    get { storage.accessibility.label }
    set { storage.accessibility.label = newValue }
  }

  /// The words that a screen reader adds.
  public var accessibilityHint: String? {
    get { storage.accessibility.hint }
    set { storage.accessibility.hint = newValue }
  }

  /// The value that a screen reader says.
  public var accessibilityValue: String? {
    get { storage.accessibility.value }
    set { storage.accessibility.value = newValue }
  }

  /// The name for tests of the interface; it is not `identifier`.
  public var accessibilityIdentifier: String? {
    get { storage.accessibility.identifier }
    set { storage.accessibility.identifier = newValue }
  }

  /// The kind of element for a screen reader.
  public var accessibilityTraits: UIAccessibilityTraits {
    get { storage.accessibility.traits }
    set { storage.accessibility.traits = newValue }
  }

  /// True if the view keeps its colours when a screen shows all others inverted.
  public var accessibilityIgnoresInvertColors: Bool {
    get { storage.accessibility.ignoresInvertColors }
    set { storage.accessibility.ignoresInvertColors = newValue }
  }

  /// The elements in the view.
  public var accessibilityElements: [Any]? {
    get { storage.accessibility.elements }
    set { storage.accessibility.elements = newValue }
  }

  /// True if a screen reader skips what is in the view.
  public var accessibilityElementsHidden: Bool {
    get { storage.accessibility.elementsHidden }
    set { storage.accessibility.elementsHidden = newValue }
  }

  /// True if a screen reader skips the views beside.
  public var accessibilityViewIsModal: Bool {
    get { storage.accessibility.isModal }
    set { storage.accessibility.isModal = newValue }
  }
}

/// The kind of an element for a screen reader.
public struct UIAccessibilityTraits: OptionSet, Hashable, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

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
  /// The area of the keyboard, which is never shown: from the safe area's bottom to the view's.
  public var keyboardLayoutGuide: UILayoutGuide {
    if let guide = storage.values["keyboardLayoutGuide"] as? UILayoutGuide { return guide }
    let guide = UILayoutGuide()
    storage.values["keyboardLayoutGuide"] = guide
    addLayoutGuide(guide)
    NSLayoutConstraint.activate([
      guide.leadingAnchor.constraint(equalTo: leadingAnchor),
      guide.trailingAnchor.constraint(equalTo: trailingAnchor),
      guide.topAnchor.constraint(equalTo: safeAreaLayoutGuide.bottomAnchor),
      guide.bottomAnchor.constraint(equalTo: bottomAnchor),
    ])
    return guide
  }
}
