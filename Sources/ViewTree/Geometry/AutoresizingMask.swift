/// Which parts of a view's frame give way when its superview changes size.
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The left margin grows and shrinks with the superview.
  public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1 << 0)
  /// The width does.
  public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
  /// The right margin does.
  public static let flexibleRightMargin = AutoresizingMask(rawValue: 1 << 2)
  /// The top margin does.
  public static let flexibleTopMargin = AutoresizingMask(rawValue: 1 << 3)
  /// The height does.
  public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
  /// The bottom margin does.
  public static let flexibleBottomMargin = AutoresizingMask(rawValue: 1 << 5)
}
