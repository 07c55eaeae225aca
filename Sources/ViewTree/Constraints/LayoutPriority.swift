/// The importance of a constraint, from above 0 to 1000, which must hold.
///
/// A constraint of a lower priority counts only where those of higher ones leave a choice, however many
/// of them there are.
public struct LayoutPriority: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: Float

  public init(rawValue: Float) { self.rawValue = rawValue }

  /// Makes a priority.
  ///
  /// - Parameter rawValue: A number above 0, up to 1000.
  public init(_ rawValue: Float) { self.rawValue = rawValue }

  public static func < (lhs: LayoutPriority, rhs: LayoutPriority) -> Bool {
    lhs.rawValue < rhs.rawValue
  }

  /// 1000: the constraint must hold.
  public static let required = LayoutPriority(1000)
  /// 750: the default with which views resist being made smaller than their content.
  public static let defaultHigh = LayoutPriority(750)
  /// 510: above that of a window's size, where dragging may change it.
  public static let dragThatCanResizeScene = LayoutPriority(510)
  /// 500: the priority with which a window keeps its size.
  public static let sceneSizeStayPut = LayoutPriority(500)
  /// 490: below that of a window's size.
  public static let dragThatCannotResizeScene = LayoutPriority(490)
  /// 250: the default with which views resist being made larger than their content.
  public static let defaultLow = LayoutPriority(250)
  /// 50: the priority of the size that `systemLayoutSizeFitting` aims at.
  public static let fittingSizeLevel = LayoutPriority(50)
}

extension LayoutPriority {
  /// The priority for the solver.
  var value: Double { Double(rawValue) }

  var isRequired: Bool { rawValue >= LayoutPriority.required.rawValue }

  /// The number without a fraction of zero.
  var text: String {
    rawValue == rawValue.rounded() ? "\(Int(rawValue))" : "\(rawValue)"
  }

  /// Traps unless the number is above 0 and at most 1000.
  func checked() -> LayoutPriority {
    require(
      rawValue > 0 && rawValue <= LayoutPriority.required.rawValue,
      """
      It's illegal to set priority:\(rawValue). Priorities must be greater than 0 and less or equal to \
      LayoutPriority.required, which is 1000.
      """)
    return self
  }

  /// Traps unless the number is one for a natural size: also 0, at which the size counts for nothing.
  func checkedForContent() -> LayoutPriority {
    if rawValue == 0 { self } else { checked() }
  }
}
