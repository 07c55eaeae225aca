import Foundation

/// The parts of a view's frame that change with the size of its superview.
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The left margin grows and shrinks with the superview.
  public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1 << 0)
  /// The width grows and shrinks with the superview.
  public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
  /// The right margin grows and shrinks with the superview.
  public static let flexibleRightMargin = AutoresizingMask(rawValue: 1 << 2)
  /// The top margin grows and shrinks with the superview.
  public static let flexibleTopMargin = AutoresizingMask(rawValue: 1 << 3)
  /// The height grows and shrinks with the superview.
  public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
  /// The bottom margin grows and shrinks with the superview.
  public static let flexibleBottomMargin = AutoresizingMask(rawValue: 1 << 5)
}

/// The arithmetic of springs and struts along one axis.
///
/// The flexible ones of leading margin, length and trailing margin share the container's change in
/// proportion to their current lengths, or equally if these are all zero. Nothing is rounded.
struct AutoresizingAxis {
  var leadingIsFlexible: Bool
  var lengthIsFlexible: Bool
  var trailingIsFlexible: Bool

  /// The new (position, length) when the container's length changes from `old` to `new`.
  func resolve(
    position: CGFloat, length: CGFloat, old: CGFloat, new: CGFloat
  ) -> (position: CGFloat, length: CGFloat) {
    let change = new - old
    let trailing = old - position - length
    var flexibleCount: CGFloat = 0
    var flexibleTotal: CGFloat = 0
    for (isFlexible, part) in [
      (leadingIsFlexible, position), (lengthIsFlexible, length), (trailingIsFlexible, trailing),
    ] where isFlexible {
      flexibleCount += 1
      flexibleTotal += part
    }
    guard flexibleCount > 0 else { return (position, length) }

    func share(of part: CGFloat) -> CGFloat {
      flexibleTotal == 0 ? change / flexibleCount : change * (part / flexibleTotal)
    }
    return (
      leadingIsFlexible ? position + share(of: position) : position,
      lengthIsFlexible ? max(0, length + share(of: length)) : length
    )
  }
}

extension AutoresizingMask {
  /// The springs of the horizontal axis.
  var horizontal: AutoresizingAxis {
    AutoresizingAxis(
      leadingIsFlexible: contains(.flexibleLeftMargin), lengthIsFlexible: contains(.flexibleWidth),
      trailingIsFlexible: contains(.flexibleRightMargin))
  }

  /// The springs of the vertical axis.
  var vertical: AutoresizingAxis {
    AutoresizingAxis(
      leadingIsFlexible: contains(.flexibleTopMargin), lengthIsFlexible: contains(.flexibleHeight),
      trailingIsFlexible: contains(.flexibleBottomMargin))
  }

  /// The frame of a subview with this mask after its container's size changed from `old` to `new`.
  func resolve(_ frame: CGRect, from old: CGSize, to new: CGSize) -> CGRect {
    let (x, width) = horizontal.resolve(
      position: frame.origin.x, length: frame.size.width, old: old.width, new: new.width)
    let (y, height) = vertical.resolve(
      position: frame.origin.y, length: frame.size.height, old: old.height, new: new.height)
    return CGRect(x: x, y: y, width: width, height: height)
  }
}
