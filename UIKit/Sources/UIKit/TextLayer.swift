import ViewTree

/// Text in a layer; nothing is drawn, but the text is measured.
open class CATextLayer: CALayer {
  /// The text, with attributes or without.
  open var string: Any?
  /// The font; the size is `fontSize`.
  open var font: Any?
  /// The size of the font.
  open var fontSize: CGFloat = 36
  /// The colour.
  open var foregroundColor: CGColor? = .white
  /// True if lines are broken.
  open var isWrapped = false
  /// The end of text that is too long.
  open var truncationMode = CATextLayerTruncationMode.none
  /// The place of the text.
  open var alignmentMode = CATextLayerAlignmentMode.natural
  /// True if letters may stand between pixels.
  open var allowsFontSubpixelQuantization = false

  /// The size of the text by the tree's measure: in one line, or in lines as wide as the layer.
  open override func preferredFrameSize() -> CGSize {
    let width = isWrapped ? bounds.width : 0
    if let text = string as? NSAttributedString {
      let font = TextSize.font(of: text, or: .systemFont(ofSize: fontSize))
      return TextSize.of(text.string, font: font, width: width)
    }
    guard let text = string as? String else { return .zero }
    return TextSize.of(text, font: .systemFont(ofSize: fontSize), width: width)
  }
}

/// Text, as Core Foundation calls it.
public typealias CFString = NSString

/// A font of Core Graphics: its name.
public final class CGFont: NSObject, Sendable {
  private let name: String
  /// The name.
  public var postScriptName: CFString? { name as CFString }

  /// Makes a font.
  ///
  /// - Parameter name: Its name.
  public init?(_ name: CFString) { self.name = String(name) }
}

/// The end of text that is too long.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// One of Core Animation's words.
  public static let none = CATextLayerTruncationMode(rawValue: "none")
  /// One of Core Animation's words.
  public static let start = CATextLayerTruncationMode(rawValue: "start")
  /// One of Core Animation's words.
  public static let end = CATextLayerTruncationMode(rawValue: "end")
  /// One of Core Animation's words.
  public static let middle = CATextLayerTruncationMode(rawValue: "middle")
}

/// The place of text in a layer.
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// One of Core Animation's words.
  public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
  /// One of Core Animation's words.
  public static let left = CATextLayerAlignmentMode(rawValue: "left")
  /// One of Core Animation's words.
  public static let right = CATextLayerAlignmentMode(rawValue: "right")
  /// One of Core Animation's words.
  public static let center = CATextLayerAlignmentMode(rawValue: "center")
  /// One of Core Animation's words.
  public static let justified = CATextLayerAlignmentMode(rawValue: "justified")
}
