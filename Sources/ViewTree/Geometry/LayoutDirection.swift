import Foundation

/// The direction in which content is read and arranged.
public enum UserInterfaceLayoutDirection: Int, Hashable, Sendable, CaseIterable {
  /// The two directions of text.
  case leftToRight, rightToLeft
}

/// The kind of content that a view shows, which may decide its layout direction.
public enum SemanticContentAttribute: Int, Hashable, Sendable, CaseIterable {
  /// The direction of the app, which is from left to right here.
  case unspecified
  /// Playback controls, which are never mirrored.
  case playback
  /// Controls for directions in space, which are never mirrored.
  case spatial
  /// This direction, regardless of the app's.
  case forceLeftToRight, forceRightToLeft
}

/// Distances from the four edges of a rectangle, with the sides in reading order.
public struct DirectionalEdgeInsets: Hashable, Sendable, Codable {
  /// The distance from the top edge.
  public var top: CGFloat
  /// The distance from the edge where a line of text begins.
  public var leading: CGFloat
  /// The distance from the bottom edge.
  public var bottom: CGFloat
  /// The distance from the edge where a line of text ends.
  public var trailing: CGFloat

  /// Makes insets of four lengths.
  ///
  /// - Parameters:
  ///   - top: The distance from the top edge; by default 0.
  ///   - leading: The distance from the edge where a line begins; by default 0.
  ///   - bottom: The distance from the bottom edge; by default 0.
  ///   - trailing: The distance from the edge where a line ends; by default 0.
  public init(top: CGFloat = 0, leading: CGFloat = 0, bottom: CGFloat = 0, trailing: CGFloat = 0) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }

  /// No distance at any edge.
  public static var zero: DirectionalEdgeInsets { DirectionalEdgeInsets() }

  /// Insets in the order of reading of one direction.
  init(_ insets: EdgeInsets, in direction: UserInterfaceLayoutDirection) {
    let isMirrored = direction == .rightToLeft
    self.init(
      top: insets.top, leading: isMirrored ? insets.right : insets.left,
      bottom: insets.bottom, trailing: isMirrored ? insets.left : insets.right)
  }

  /// The insets with the sides assigned according to a direction.
  func insets(in direction: UserInterfaceLayoutDirection) -> EdgeInsets {
    let isMirrored = direction == .rightToLeft
    return EdgeInsets(
      top: top, left: isMirrored ? trailing : leading,
      bottom: bottom, right: isMirrored ? leading : trailing)
  }
}
