import ViewTree

extension UIFont {
  /// The thickness of letters; it does not change their widths.
  public struct Weight: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat

    public init(rawValue: CGFloat) { self.rawValue = rawValue }

    /// One of UIKit's weights.
    public static let ultraLight = Weight(rawValue: -0.8)
    /// One of UIKit's weights.
    public static let thin = Weight(rawValue: -0.6)
    /// One of UIKit's weights.
    public static let light = Weight(rawValue: -0.4)
    /// One of UIKit's weights.
    public static let regular = Weight(rawValue: 0)
    /// One of UIKit's weights.
    public static let medium = Weight(rawValue: 0.23)
    /// One of UIKit's weights.
    public static let semibold = Weight(rawValue: 0.3)
    /// One of UIKit's weights.
    public static let bold = Weight(rawValue: 0.4)
    /// One of UIKit's weights.
    public static let heavy = Weight(rawValue: 0.56)
    /// One of UIKit's weights.
    public static let black = Weight(rawValue: 0.62)
  }

  /// The use of a text, which has a size.
  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Large titles: 34 points.
    public static let largeTitle = TextStyle(rawValue: "largeTitle")
    /// Titles: 28 points.
    public static let title1 = TextStyle(rawValue: "title1")
    /// Titles: 22 points.
    public static let title2 = TextStyle(rawValue: "title2")
    /// Titles: 20 points.
    public static let title3 = TextStyle(rawValue: "title3")
    /// Headlines: 17 points.
    public static let headline = TextStyle(rawValue: "headline")
    /// Text: 17 points.
    public static let body = TextStyle(rawValue: "body")
    /// Callouts: 16 points.
    public static let callout = TextStyle(rawValue: "callout")
    /// Second headlines: 15 points.
    public static let subheadline = TextStyle(rawValue: "subheadline")
    /// Footnotes: 13 points.
    public static let footnote = TextStyle(rawValue: "footnote")
    /// Captions: 12 points.
    public static let caption1 = TextStyle(rawValue: "caption1")
    /// Captions: 11 points.
    public static let caption2 = TextStyle(rawValue: "caption2")
  }

  /// Makes a font of a size, whatever its name.
  ///
  /// - Parameters:
  ///   - name: Not looked at.
  ///   - size: The size in points.
  public init?(name: String, size: CGFloat) { self = .systemFont(ofSize: size) }

  /// Makes a font.
  ///
  /// - Parameters:
  ///   - size: The size in points.
  ///   - weight: Not looked at.
  public static func systemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
    .systemFont(ofSize: size)
  }
  /// Makes a font.
  public static func italicSystemFont(ofSize size: CGFloat) -> UIFont { .systemFont(ofSize: size) }
  /// Makes a font, whose digits are as wide as any others.
  public static func monospacedDigitSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
    .systemFont(ofSize: size)
  }
  /// Makes a font with the widths of any other.
  public static func monospacedSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
    .systemFont(ofSize: size)
  }
  /// Makes the font of a use, in the sizes of the default setting.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    let sizes: [TextStyle: CGFloat] = [
      .largeTitle: 34, .title1: 28, .title2: 22, .title3: 20, .headline: 17, .body: 17,
      .callout: 16, .subheadline: 15, .footnote: 13, .caption1: 12, .caption2: 11,
    ]
    return .systemFont(ofSize: sizes[style] ?? 17)
  }

  /// The size of text of the system.
  public static var systemFontSize: CGFloat { 14 }
  /// The size of small text of the system.
  public static var smallSystemFontSize: CGFloat { 12 }
  /// The size of text on buttons.
  public static var buttonFontSize: CGFloat { 18 }
  /// The name of every font.
  public var fontName: String { "LoopHunter" }
  /// The name of every family.
  public var familyName: String { "LoopHunter" }
  /// The space between lines.
  public var leading: CGFloat { 0 }
  /// The height of capital letters: 0.7 em.
  public var capHeight: CGFloat { pointSize * 0.7 }
  /// The height of small letters: 0.5 em.
  public var xHeight: CGFloat { pointSize * 0.5 }
}

/// Scales fonts by the setting of the user, which is the default one.
public final class UIFontMetrics {
  /// Makes metrics.
  public init(forTextStyle style: UIFont.TextStyle) {}
  /// Returns the font.
  public func scaledFont(for font: UIFont) -> UIFont { font }
  /// Returns the value.
  public func scaledValue(for value: CGFloat) -> CGFloat { value }
  /// The metrics of text.
  public static var `default`: UIFontMetrics { UIFontMetrics(forTextStyle: .body) }
}

// MARK: Attributed text

/// A font is a number where an object is wanted, such as an attribute of a text.
///
/// Foundation on Linux ends the process where it compares an attribute that is neither an object of its own nor
/// bridged to one with another one.
extension UIFont: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(pointSize)) }

  public static func _forceBridgeFromObjectiveC(_ size: NSNumber, result: inout UIFont?) {
    result = _unconditionallyBridgeFromObjectiveC(size)
  }

  public static func _conditionallyBridgeFromObjectiveC(_ size: NSNumber, result: inout UIFont?)
    -> Bool
  {
    result = _unconditionallyBridgeFromObjectiveC(size)
    return true
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ size: NSNumber?) -> UIFont {
    .systemFont(ofSize: CGFloat(size?.doubleValue ?? 0))
  }
}

extension NSAttributedString.Key {
  /// The font of a part.
  public static let font = NSAttributedString.Key("NSFont")
  /// The colour of a part.
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  /// The colour behind a part.
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  /// The setting of lines.
  public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
  /// The distance between letters, which is not measured.
  public static let kern = NSAttributedString.Key("NSKern")
  /// The line below.
  public static let underlineStyle = NSAttributedString.Key("NSUnderline")
  /// The line through.
  public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
  /// The address of a link.
  public static let link = NSAttributedString.Key("NSLink")
  /// The shift of a part.
  public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
  /// A picture in the text.
  public static let attachment = NSAttributedString.Key("NSAttachment")
}

/// The place of text in a line.
public enum NSTextAlignment: Int, Sendable {
  /// The places of UIKit.
  case left, center, right, justified, natural
}

/// The end of text that is too long.
public enum NSLineBreakMode: Int, Sendable {
  /// The ends of UIKit.
  case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail
  /// In the middle.
  case byTruncatingMiddle
}

/// The line below text.
public struct NSUnderlineStyle: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A line.
  public static let single = NSUnderlineStyle(rawValue: 1)
  /// A thick line.
  public static let thick = NSUnderlineStyle(rawValue: 2)
}

/// The setting of lines; sizes do not depend on it.
open class NSParagraphStyle: NSObject {
  /// The usual one.
  public class var `default`: NSParagraphStyle { NSParagraphStyle() }
  /// The place in the line.
  open var alignment = NSTextAlignment.natural
  /// The end of text that is too long.
  open var lineBreakMode = NSLineBreakMode.byWordWrapping
  /// The distance between lines.
  open var lineSpacing: CGFloat = 0
  /// The distance between paragraphs.
  open var paragraphSpacing: CGFloat = 0
  /// The least height of a line.
  open var minimumLineHeight: CGFloat = 0
  /// The greatest height of a line.
  open var maximumLineHeight: CGFloat = 0
  /// The factor of the height.
  open var lineHeightMultiple: CGFloat = 0
}

/// The setting of lines, to be changed.
open class NSMutableParagraphStyle: NSParagraphStyle {}

/// The parts that `boundingRect` measures.
public struct NSStringDrawingOptions: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Lines in the width; without it, as on UIKit, the width is no limit.
  public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1)
  /// With the space between lines.
  public static let usesFontLeading = NSStringDrawingOptions(rawValue: 2)
  /// With an end.
  public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 32)

  /// The width that lines may have; 0 for no limit.
  func limit(_ width: CGFloat) -> CGFloat { contains(.usesLineFragmentOrigin) ? width : 0 }
}

/// The size of a text by the tree's measure.
enum TextSize {
  /// Measures text in lines that are at most `width` wide, 0 for no limit.
  static func of(_ text: String, font: UIFont, width: CGFloat, lines: Int = 0) -> CGSize {
    let label = Label()
    label.font = font
    label.numberOfLines = lines
    label.text = text
    return label.sizeThatFits(CGSize(width: width < 1e7 ? width : 0, height: 0))
  }

  /// The largest font of an attributed text, or a default.
  static func font(of text: NSAttributedString, or usual: UIFont) -> UIFont {
    var largest: UIFont?
    text.enumerateAttribute(.font, in: NSRange(location: 0, length: text.length)) { value, _, _ in
      guard let font = value as? UIFont else { return }
      if largest.map({ $0.pointSize < font.pointSize }) ?? true { largest = font }
    }
    return largest ?? usual
  }
}

extension NSAttributedString {
  /// The size in lines of at most a width, in the largest font of the text.
  ///
  /// - Parameters:
  ///   - size: The room, of which the width counts.
  ///   - options: Not looked at.
  ///   - context: Not looked at.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], context: Any? = nil
  ) -> CGRect {
    let font = TextSize.font(of: self, or: .systemFont(ofSize: 12))
    let width = options.limit(size.width)
    return CGRect(origin: .zero, size: TextSize.of(string, font: font, width: width))
  }

  /// The size without a limit.
  public func size() -> CGSize { boundingRect(with: .zero).size }

  /// Draws; nothing is drawn.
  public func draw(in rect: CGRect) {}
  /// Draws; nothing is drawn.
  public func draw(at point: CGPoint) {}
}

extension NSString {
  /// The size in lines of at most a width.
  ///
  /// - Parameters:
  ///   - size: The room, of which the width counts.
  ///   - options: Without `usesLineFragmentOrigin`, the width is no limit.
  ///   - attributes: The font is looked at; 12 points without one.
  ///   - context: Not looked at.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: Any? = nil
  ) -> CGRect {
    let font = attributes?[.font] as? UIFont ?? .systemFont(ofSize: 12)
    let width = options.limit(size.width)
    return CGRect(origin: .zero, size: TextSize.of(description, font: font, width: width))
  }

  /// The size without a limit.
  ///
  /// - Parameter attributes: The font is looked at.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    boundingRect(with: .zero, attributes: attributes).size
  }

  /// Draws; nothing is drawn.
  public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil)
  {}
  /// Draws; nothing is drawn.
  public func draw(
    at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil
  ) {}
}

extension String {
  /// The size in lines of at most a width.
  ///
  /// - Parameters:
  ///   - size: The room, of which the width counts.
  ///   - options: Without `usesLineFragmentOrigin`, the width is no limit.
  ///   - attributes: The font is looked at; 12 points without one.
  ///   - context: Not looked at.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: Any? = nil
  ) -> CGRect {
    NSString(string: self).boundingRect(
      with: size, options: options, attributes: attributes, context: context)
  }

  /// The size without a limit.
  ///
  /// - Parameter attributes: The font is looked at.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    boundingRect(with: .zero, attributes: attributes).size
  }

  /// Draws; nothing is drawn.
  public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil)
  {}
  /// Draws; nothing is drawn.
  public func draw(
    at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil
  ) {}
}
