import ViewTree

extension ScrollView {
  /// The look of the bars.
  public enum IndicatorStyle: Int, Sendable {
    /// The looks of UIKit.
    case `default`, black, white
  }

  /// The drags that put the keyboard away.
  public enum KeyboardDismissMode: Int, Sendable {
    /// The modes of UIKit.
    case none, onDrag, interactive
  }

  /// The rate at which scrolling ends.
  public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat

    public init(rawValue: CGFloat) { self.rawValue = rawValue }

    /// Slowly.
    public static let normal = DecelerationRate(rawValue: 0.998)
    /// Soon.
    public static let fast = DecelerationRate(rawValue: 0.99)
  }

  /// True if a drag ends at pages.

  ///

  /// Stored, and without effect.
  public var isPagingEnabled: Bool {
    get { stored("isPagingEnabled", or: false) }
    set { storage.values["isPagingEnabled"] = newValue }
  }

  /// True if drags go past the edges.

  ///

  /// Stored, and without effect.
  public var bounces: Bool {
    get { stored("bounces", or: true) }
    set { storage.values["bounces"] = newValue }
  }

  /// True if the bar is shown.

  ///

  /// Stored, and without effect.
  public var showsHorizontalScrollIndicator: Bool {
    get { stored("showsHorizontalScrollIndicator", or: true) }
    set { storage.values["showsHorizontalScrollIndicator"] = newValue }
  }

  /// True if the bar is shown.

  ///

  /// Stored, and without effect.
  public var showsVerticalScrollIndicator: Bool {
    get { stored("showsVerticalScrollIndicator", or: true) }
    set { storage.values["showsVerticalScrollIndicator"] = newValue }
  }

  /// True if a tap at the top scrolls there.

  ///

  /// Stored, and without effect.
  public var scrollsToTop: Bool {
    get { stored("scrollsToTop", or: true) }
    set { storage.values["scrollsToTop"] = newValue }
  }

  /// True if touches wait.

  ///

  /// Stored, and without effect.
  public var delaysContentTouches: Bool {
    get { stored("delaysContentTouches", or: true) }
    set { storage.values["delaysContentTouches"] = newValue }
  }

  /// True if a drag takes touches.

  ///

  /// Stored, and without effect.
  public var canCancelContentTouches: Bool {
    get { stored("canCancelContentTouches", or: true) }
    set { storage.values["canCancelContentTouches"] = newValue }
  }

  /// True if drags keep their direction.

  ///

  /// Stored, and without effect.
  public var isDirectionalLockEnabled: Bool {
    get { stored("isDirectionalLockEnabled", or: false) }
    set { storage.values["isDirectionalLockEnabled"] = newValue }
  }

  /// True if zooming goes past the ends.

  ///

  /// Stored, and without effect.
  public var bouncesZoom: Bool {
    get { stored("bouncesZoom", or: true) }
    set { storage.values["bouncesZoom"] = newValue }
  }

  /// The least scale.

  ///

  /// Stored, and without effect.
  public var minimumZoomScale: CGFloat {
    get { stored("minimumZoomScale", or: CGFloat(1)) }
    set { storage.values["minimumZoomScale"] = newValue }
  }

  /// The greatest scale.

  ///

  /// Stored, and without effect.
  public var maximumZoomScale: CGFloat {
    get { stored("maximumZoomScale", or: CGFloat(1)) }
    set { storage.values["maximumZoomScale"] = newValue }
  }

  /// The drags that put the keyboard away.

  ///

  /// Stored, and without effect.
  public var keyboardDismissMode: KeyboardDismissMode {
    get { stored("keyboardDismissMode", or: KeyboardDismissMode.none) }
    set { storage.values["keyboardDismissMode"] = newValue }
  }

  /// The look of the bars.

  ///

  /// Stored, and without effect.
  public var indicatorStyle: IndicatorStyle {
    get { stored("indicatorStyle", or: IndicatorStyle.default) }
    set { storage.values["indicatorStyle"] = newValue }
  }

  /// The rate at which scrolling ends.

  ///

  /// Stored, and without effect.
  public var decelerationRate: DecelerationRate {
    get { stored("decelerationRate", or: DecelerationRate.normal) }
    set { storage.values["decelerationRate"] = newValue }
  }

  /// The distances of the bars.

  ///

  /// Stored, and without effect.
  public var scrollIndicatorInsets: UIEdgeInsets {
    get { stored("scrollIndicatorInsets", or: UIEdgeInsets.zero) }
    set { storage.values["scrollIndicatorInsets"] = newValue }
  }

  /// The recognizer of drags, made on first use; nothing drags.
  public var panGestureRecognizer: UIPanGestureRecognizer {
    recognizer("panGestureRecognizer", UIPanGestureRecognizer())
  }

  /// The recognizer of pinches, made on first use; nothing pinches.
  public var pinchGestureRecognizer: UIPinchGestureRecognizer? {
    recognizer("pinchGestureRecognizer", UIPinchGestureRecognizer())
  }

  /// Returns the recognizer of a name, which is added to the view on first use.
  private func recognizer<Kind: UIGestureRecognizer>(
    _ name: String, _ made: @autoclosure () -> Kind
  ) -> Kind {
    if let old = storage.values[name] as? Kind { return old }
    let new = made()
    storage.values[name] = new
    addGestureRecognizer(new)
    return new
  }

  /// True while a finger drags: never.
  public var isDragging: Bool { false }
  /// True while it goes on by itself: never.
  public var isDecelerating: Bool { false }
  /// True while a finger is down: never.
  public var isTracking: Bool { false }
  /// The scale, which is always 1.
  public var zoomScale: CGFloat { 1 }
}
