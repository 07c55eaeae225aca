import ViewTree

/// The description of a font, of which the size counts.
public struct UIFontDescriptor: Hashable, Sendable {
  /// The name of a part of the description.
  public struct AttributeName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The size.
    public static let size = AttributeName(rawValue: "NSFontSizeAttribute")
    /// The use, which a font does not keep here.
    public static let textStyle = AttributeName(rawValue: "NSCTFontUIUsageAttribute")
  }

  /// The shape of letters; it does not change their widths.
  public struct SymbolicTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Slanted.
    public static let traitItalic = SymbolicTraits(rawValue: 1 << 0)
    /// Bold.
    public static let traitBold = SymbolicTraits(rawValue: 1 << 1)
  }

  /// The size in points.
  public let pointSize: CGFloat
  /// The shape of letters.
  public let symbolicTraits: SymbolicTraits

  /// Makes the description of a size.
  ///
  /// - Parameters:
  ///   - name: Not looked at.
  ///   - size: The size in points.
  public init(name: String, size: CGFloat) { (pointSize, symbolicTraits) = (size, []) }

  private init(_ size: CGFloat, _ traits: SymbolicTraits) {
    (pointSize, symbolicTraits) = (size, traits)
  }

  /// Returns the description with another size.
  ///
  /// - Parameter size: The size in points.
  public func withSize(_ size: CGFloat) -> UIFontDescriptor {
    UIFontDescriptor(size, symbolicTraits)
  }

  /// Returns the description with another shape.
  ///
  /// - Parameter traits: The shape.
  public func withSymbolicTraits(_ traits: SymbolicTraits) -> UIFontDescriptor? {
    UIFontDescriptor(pointSize, traits)
  }

  /// Returns a part of the description: the size, and nil for any other.
  ///
  /// - Parameter name: The name of the part.
  public func object(forKey name: AttributeName) -> Any? { name == .size ? pointSize : nil }
}

extension UIFont {
  /// The description, with the size.
  public var fontDescriptor: UIFontDescriptor { UIFontDescriptor(name: fontName, size: pointSize) }

  /// Makes the font of a description.
  ///
  /// - Parameters:
  ///   - descriptor: The description, of which the size counts.
  ///   - size: The size in points; 0 for that of the description.
  public init(descriptor: UIFontDescriptor, size: CGFloat) {
    self = .systemFont(ofSize: size > 0 ? size : descriptor.pointSize)
  }
}
