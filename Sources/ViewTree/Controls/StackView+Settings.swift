import Foundation

extension StackView {
  /// A direction.
  public typealias Axis = LayoutConstraint.Axis

  /// The ways in which the views share the length of the stack.
  public enum Distribution: Int, Hashable, Sendable, CaseIterable {
    /// The views fill the stack.
    ///
    /// The last view without a natural length gets the rest; if every view has one, the first view
    /// does. If there is too little length, the first view shrinks, then the next one.
    case fill
    /// All views get the same length.
    case fillEqually
    /// Each view gets a share of the stack's length, in proportion to its natural length.
    ///
    /// The share is the natural length divided by the sum of all natural lengths and all spacing.
    /// The last view gets the rest, so with spacing it is longer than its share, as in UIKit. If a
    /// view has no natural length, this is `fill`.
    case fillProportionally
    /// The views keep their lengths, and the gaps between them are equal.
    case equalSpacing
    /// The views keep their lengths, and the distances between their centers are equal.
    ///
    /// If a gap would be less than the spacing, this is `equalSpacing`.
    case equalCentering
  }

  /// Size and place across the axis.
  public enum Alignment: Int, Hashable, Sendable, CaseIterable {
    /// From edge to edge.
    case fill
    /// At the leading or upper edge. All alignments but `fill` keep the view's own size.
    case leading
    /// In a row, first baselines on one line; in a column, `leading`.
    case firstBaseline
    /// In the middle.
    case center
    /// At the trailing or lower edge.
    case trailing
    /// In a row, last baselines on one line; in a column, `leading`.
    case lastBaseline

    /// `leading` in a row.
    public static var top: Alignment { .leading }
    /// `trailing` in a row.
    public static var bottom: Alignment { .trailing }
  }

  /// The custom spacing that stands for the stack's own.
  public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude
  /// The custom spacing that stands for the system's, 8 points.
  public static let spacingUseSystem = CGFloat.leastNormalMagnitude
}
