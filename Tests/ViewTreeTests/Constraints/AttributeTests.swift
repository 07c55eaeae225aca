import Foundation
import Testing
import ViewTree

/// Positions of a view beside those of its superview, for each pair of attributes and each direction of reading.
@Suite("Attributes of constraints")
struct AttributeTests {
  typealias Attribute = LayoutConstraint.Attribute

  private static let across: [Attribute] = [
    .left, .right, .leading, .trailing, .centerX, .leftMargin, .rightMargin, .leadingMargin,
    .trailingMargin, .centerXWithinMargins,
  ]
  private static let down: [Attribute] = [
    .top, .bottom, .centerY, .topMargin, .bottomMargin, .centerYWithinMargins, .firstBaseline,
    .lastBaseline,
  ]
  private static let insets = EdgeInsets(top: 5, left: 7, bottom: 11, right: 13)

  /// The distance of a position from the left or the upper edge of a view without text.
  private func distance(_ attribute: Attribute, in size: CGSize, isReversed: Bool) -> CGFloat {
    let insets = Self.insets
    let (left, right) = (insets.left, size.width - insets.right)
    let (top, bottom) = (insets.top, size.height - insets.bottom)
    return switch attribute {
    case .left, .top: 0
    case .right: size.width
    case .bottom, .firstBaseline, .lastBaseline: size.height
    case .leading: isReversed ? size.width : 0
    case .trailing: isReversed ? 0 : size.width
    case .centerX: size.width / 2
    case .centerY: size.height / 2
    case .leftMargin: left
    case .rightMargin: right
    case .leadingMargin: isReversed ? right : left
    case .trailingMargin: isReversed ? left : right
    case .centerXWithinMargins: (left + right) / 2
    case .topMargin: top
    case .bottomMargin: bottom
    case .centerYWithinMargins: (top + bottom) / 2
    case .width, .height, .notAnAttribute: .nan
    }
  }

  /// True for attributes that may not be compared: sides, and edges in reading order.
  private func areForeign(_ first: Attribute, _ second: Attribute) -> Bool {
    let sides: Set<Attribute> = [.left, .right, .leftMargin, .rightMargin]
    let edges: Set<Attribute> = [.leading, .trailing, .leadingMargin, .trailingMargin]
    return sides.contains(first) && edges.contains(second)
      || edges.contains(first) && sides.contains(second)
  }

  @Test(
    "each pair of positions meets, and a constant goes in the direction of reading",
    arguments: [false, true])
  func pairs(isReversed: Bool) {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 400, height: 300), loop: loop)
    let box = View(frame: CGRect(x: 20, y: 30, width: 200, height: 100))
    let view = View()
    for one in [box, view] {
      one.semanticContentAttribute = isReversed ? .forceRightToLeft : .forceLeftToRight
      (one.layoutMargins, one.insetsLayoutMarginsFromSafeArea) = (Self.insets, false)
    }
    view.translatesAutoresizingMaskIntoConstraints = false
    window.addSubview(box)
    box.addSubview(view)
    let size = CGSize(width: 40, height: 24)
    view.widthAnchor.constraint(equalToConstant: size.width).isActive = true
    view.heightAnchor.constraint(equalToConstant: size.height).isActive = true
    var count = 0
    for list in [Self.across, Self.down] {
      for (first, second) in list.flatMap({ one in list.map { (one, $0) } })
      where !areForeign(first, second) {
        let constraint = LayoutConstraint(
          item: view, attribute: first, relatedBy: .equal, toItem: box, attribute: second,
          multiplier: 1, constant: 3)
        constraint.isActive = true
        loop.runUntilIdle()
        let isAcross = list == Self.across
        let isBackward =
          isReversed
          && [first, second].contains {
            [.leading, .trailing, .leadingMargin, .trailingMargin].contains($0)
          }
        let expected =
          distance(second, in: box.bounds.size, isReversed: isReversed) + (isBackward ? -3 : 3)
          - distance(first, in: size, isReversed: isReversed)
        let origin = isAcross ? view.frame.minX : view.frame.minY
        #expect(
          abs(origin - expected) <= 0.5, "\(first) to \(second): \(origin), not \(expected)")
        #expect(view.frame.size == size)
        constraint.isActive = false
        count += 1
      }
    }
    #expect(count == 132)
  }
}
