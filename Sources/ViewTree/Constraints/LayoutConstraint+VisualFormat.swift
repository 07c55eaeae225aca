import Foundation

extension LayoutConstraint {
  /// The alignment of the views of a visual format, and the direction in which it is read.
  public struct FormatOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    private init(aligning attribute: Attribute) { rawValue = 1 << UInt(attribute.rawValue) }

    /// Aligns the left edges of views in a column.
    public static let alignAllLeft = FormatOptions(aligning: .left)
    /// Aligns the right edges of views in a column.
    public static let alignAllRight = FormatOptions(aligning: .right)
    /// Aligns the upper edges of views in a row.
    public static let alignAllTop = FormatOptions(aligning: .top)
    /// Aligns the lower edges of views in a row.
    public static let alignAllBottom = FormatOptions(aligning: .bottom)
    /// Aligns the leading edges of views in a column.
    public static let alignAllLeading = FormatOptions(aligning: .leading)
    /// Aligns the trailing edges of views in a column.
    public static let alignAllTrailing = FormatOptions(aligning: .trailing)
    /// Aligns the middles of views in a column.
    public static let alignAllCenterX = FormatOptions(aligning: .centerX)
    /// Aligns the middles of views in a row.
    public static let alignAllCenterY = FormatOptions(aligning: .centerY)
    /// Aligns the last baselines of views in a row.
    public static let alignAllLastBaseline = FormatOptions(aligning: .lastBaseline)
    /// Aligns the first baselines of views in a row.
    public static let alignAllFirstBaseline = FormatOptions(aligning: .firstBaseline)
    /// All alignments.
    public static let alignmentMask = FormatOptions(rawValue: 0xFFFF)

    /// Lets a row begin at the leading edge, which is the default.
    public static let directionLeadingToTrailing: FormatOptions = []
    /// Lets a row begin at the left edge.
    public static let directionLeftToRight = FormatOptions(rawValue: 1 << 16)
    /// Lets a row begin at the right edge.
    public static let directionRightToLeft = FormatOptions(rawValue: 2 << 16)
    /// Both directions that can be chosen.
    public static let directionMask = FormatOptions(rawValue: 3 << 16)

    /// Measures distances between edges, which is the default.
    public static let spacingEdgeToEdge: FormatOptions = []
    /// Measures distances in a column from the last baseline of a view to the first of the next.
    public static let spacingBaselineToBaseline = FormatOptions(rawValue: 1 << 19)
    /// The choice of how distances are measured.
    public static let spacingMask = FormatOptions(rawValue: 1 << 19)

    /// The attributes that views are aligned by.
    var alignments: [Attribute] {
      Attribute.allCases.filter { attribute in
        attribute != .notAnAttribute && attribute.rawValue < 16
          && rawValue & (1 << UInt(attribute.rawValue)) != 0
      }
    }
  }

  /// Makes the inactive constraints of a text such as `H:|-[title(>=80)]-8-[button(title)]-|`.
  ///
  /// `|` is the superview, `-` the distance of the system: 8 points, or the superview's margin. Traps if
  /// the text is not understood, with UIKit's words.
  ///
  /// - Parameters:
  ///   - format: The text.
  ///   - opts: The alignment and the direction; by default, none and from leading to trailing.
  ///   - metrics: Numbers by their names; by default, none.
  ///   - views: The views and guides by their names.
  public class func constraints(
    withVisualFormat format: String, options opts: FormatOptions = [],
    metrics: [String: Any]? = nil, views: [String: Any]
  ) -> [LayoutConstraint] {
    do {
      return try parse(visualFormat: format, options: opts, metrics: metrics ?? [:], views: views)
    } catch { misuse(error.description) }
  }

  /// Makes the constraints of a text, or says why it is not understood.
  package class func parse(
    visualFormat format: String, options: FormatOptions = [], metrics: [String: Any] = [:],
    views: [String: Any]
  ) throws(VisualFormatError) -> [LayoutConstraint] {
    var parser = VisualFormatParser(format, options, metrics: metrics, views: views)
    return try parser.parse()
  }
}

/// The reason why a visual format is not understood, and where.
package struct VisualFormatError: Error, CustomStringConvertible {
  package let reason: String
  /// The number of characters before the place.
  package let position: Int
  package let format: String

  /// UIKit's text, on one line, with the mark within the format.
  package var description: String {
    let before = format.prefix(position)
    return "Unable to parse constraint format: \(reason) \(before)^\(format.dropFirst(position))"
  }
}
