import Foundation

/// Distances from the four edges of a rectangle, positive inwards.
public struct EdgeInsets: Hashable, Sendable, Codable {
  /// The inset from the top edge.
  public var top: CGFloat
  /// The inset from the left edge.
  public var left: CGFloat
  /// The inset from the bottom edge.
  public var bottom: CGFloat
  /// The inset from the right edge.
  public var right: CGFloat

  /// Makes insets of four lengths.
  ///
  /// - Parameters:
  ///   - top: The distance from the top edge; by default 0.
  ///   - left: The distance from the left edge; by default 0.
  ///   - bottom: The distance from the bottom edge; by default 0.
  ///   - right: The distance from the right edge; by default 0.
  public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// No distance at any edge.
  public static var zero: EdgeInsets { EdgeInsets() }

  /// The sum of two insets, edge by edge.
  static func + (lhs: EdgeInsets, rhs: EdgeInsets) -> EdgeInsets {
    EdgeInsets(
      top: lhs.top + rhs.top, left: lhs.left + rhs.left,
      bottom: lhs.bottom + rhs.bottom, right: lhs.right + rhs.right)
  }

  /// The insets with negative distances replaced by 0.
  var clampedToZero: EdgeInsets { larger(than: .zero) }

  /// The larger of two insets, edge by edge.
  func larger(than other: EdgeInsets) -> EdgeInsets {
    EdgeInsets(
      top: max(top, other.top), left: max(left, other.left),
      bottom: max(bottom, other.bottom), right: max(right, other.right))
  }
}

extension CGRect {
  /// The rectangle made smaller by `insets`.
  ///
  /// - Parameter insets: The distances from its edges. A negative one makes it larger.
  public func inset(by insets: EdgeInsets) -> CGRect {
    CGRect(
      x: origin.x + insets.left, y: origin.y + insets.top,
      width: size.width - insets.left - insets.right,
      height: size.height - insets.top - insets.bottom)
  }
}
