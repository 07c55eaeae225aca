@_spi(UIKit) import ViewTree

/// If a direction has much room.
public enum UIUserInterfaceSizeClass: Int, Sendable {
  /// The classes of UIKit.
  case unspecified, compact, regular
}

/// Light or dark.
public enum UIUserInterfaceStyle: Int, Sendable {
  /// The styles of UIKit.
  case unspecified, light, dark
}

/// The kind of a device.
public enum UIUserInterfaceIdiom: Int, Sendable {
  /// The kinds of UIKit.
  case unspecified = -1, phone, pad, tv, carPlay
}

/// The size that the user prefers for text.
public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The usual one.
  public static let large = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryL")
  /// True for the largest ones.
  public var isAccessibilityCategory: Bool { rawValue.contains("Accessibility") }
}

extension UITraitCollection {
  /// The store of a collection.
  private final class Values {
    var horizontal = UIUserInterfaceSizeClass.unspecified
    var vertical = UIUserInterfaceSizeClass.unspecified
    var style = UIUserInterfaceStyle.unspecified
    var scale: CGFloat = 0
    var direction: UIUserInterfaceLayoutDirection?
  }

  private var values: Values {
    if let made = stored as? Values { return made }
    let made = Values()
    if let window {
      made.horizontal = isWide ? .regular : .compact
      made.vertical = isHigh ? .regular : .compact
      made.style = .light
      made.scale = window.scale
    }
    stored = made
    return made
  }

  /// The room in the horizontal direction.
  public var horizontalSizeClass: UIUserInterfaceSizeClass { values.horizontal }
  /// The room in the vertical direction.
  public var verticalSizeClass: UIUserInterfaceSizeClass { values.vertical }
  /// Light or dark.
  public var userInterfaceStyle: UIUserInterfaceStyle { values.style }
  /// The kind of device.
  public var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
  /// The pixels per point; 0 if unknown.
  public var displayScale: CGFloat { values.scale }
  /// The size of text.
  public var preferredContentSizeCategory: UIContentSizeCategory { .large }
  /// The traits in which colours are taken.
  public static var current: UITraitCollection { UIScreen.main.traitCollection }

  /// Makes traits of one size class.
  ///
  /// - Parameter horizontalSizeClass: The room in the horizontal direction.
  public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) {
    self.init()
    values.horizontal = horizontalSizeClass
  }

  /// Makes traits of one size class.
  ///
  /// - Parameter verticalSizeClass: The room in the vertical direction.
  public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) {
    self.init()
    values.vertical = verticalSizeClass
  }

  /// Makes traits of a style.
  ///
  /// - Parameter userInterfaceStyle: The style.
  public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
    self.init()
    values.style = userInterfaceStyle
  }

  /// Makes traits that have what any of these has, the last one first.
  ///
  /// - Parameter traitsFrom: The traits.
  public convenience init(traitsFrom: [UITraitCollection]) {
    self.init()
    for traits in traitsFrom {
      if traits.horizontalSizeClass != .unspecified {
        values.horizontal = traits.horizontalSizeClass
      }
      if traits.verticalSizeClass != .unspecified { values.vertical = traits.verticalSizeClass }
      if traits.userInterfaceStyle != .unspecified { values.style = traits.userInterfaceStyle }
      if traits.displayScale != 0 { values.scale = traits.displayScale }
    }
  }

  /// True if colours differ between two collections.
  ///
  /// - Parameter traits: The other; nil differs.
  public func hasDifferentColorAppearance(comparedTo traits: UITraitCollection?) -> Bool {
    traits?.userInterfaceStyle != userInterfaceStyle
  }
}

extension View {
  /// Sets the traits of this view and those in it, and calls `traitCollectionDidChange`; this is not in
  /// UIKit, where the system does it.
  ///
  /// - Parameter traits: The traits; nil for those of the window's size.
  public func adopt(_ traits: UITraitCollection?) {
    let old = traitCollection
    adoptedTraits = traits
    tellOfTraits(from: old)
  }

  /// Light or dark for this view: stored, and without effect.
  public var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { storage.interfaceStyle }
    set { storage.interfaceStyle = newValue }
  }
}
