import Foundation

extension Label {
  /// A text size, with metrics that are the same on every machine.
  ///
  /// There are no glyphs. A character is 0, ¼, ½, ¾ or 1 em wide, according to a short table in the
  /// documentation; bold text is as wide as regular text.
  public struct Font: Hashable, Sendable {
    /// The size of one em.
    public let pointSize: CGFloat

    private init(pointSize: CGFloat) {
      requireFinite([pointSize], "Label.Font.pointSize")
      self.pointSize = max(0, pointSize)
    }

    /// Makes a font of `size` points.
    ///
    /// A negative size counts as zero.
    ///
    /// - Parameter size: The size in points; a negative size counts as 0.
    public static func systemFont(ofSize size: CGFloat) -> Font { Font(pointSize: size) }

    /// Makes the font of `systemFont(ofSize:)`: weight does not change the metrics.
    ///
    /// - Parameter size: The size in points; a negative size counts as 0.
    public static func boldSystemFont(ofSize size: CGFloat) -> Font { Font(pointSize: size) }

    /// Makes this font in another size.
    ///
    /// - Parameter size: The size in points; a negative size counts as 0.
    public func withSize(_ size: CGFloat) -> Font { Font(pointSize: size) }

    /// The default size of a label's font.
    public static let labelFontSize: CGFloat = 17

    /// The height of one line: 1.2 em, rounded up to a whole point.
    public var lineHeight: CGFloat { (pointSize * 1.2).rounded(.up).nearestFinite }

    /// The distance from the top of a line to its baseline: 0.95 em.
    public var ascender: CGFloat { pointSize * 0.95 }

    /// The distance from the baseline to the bottom of a line, negative.
    public var descender: CGFloat { ascender - lineHeight }
  }
}
