import Foundation

/// A constraint as a recording tells it: what it says of which views, in words and numbers.
package struct ConstraintOutline {
  /// A position or a length of a view or of one of its guides.
  package struct Side {
    /// The view, or the owner of the guide.
    package let view: View
    /// The position or the length.
    package let place: Place
  }

  /// A position or a length, of a view itself or of one of its guides.
  package struct Place: Hashable {
    /// The guide; nil for the view itself.
    package let guide: Guide?
    package let attribute: LayoutConstraint.Attribute
  }

  /// A guide of a view.
  package enum Guide: Hashable {
    /// One that each view has.
    case area(SystemArea)
    /// One that code added, by its place among those that the view ever had, from 1.
    case own(Int)
  }

  package let first: Side
  /// The other side; nil for a constant length.
  package let second: Side?
  /// The comparison: `==`, `<=` or `>=`.
  package let relation: String
  package let multiplier: Double
  package let constant: Double
  package let priority: Double
  /// The name in events.
  package let name: String
  /// True if the name is the identifier, false if it is the notation.
  package let isIdentified: Bool
}

/// The words by which traces tell places, the only code that writes and reads them.
extension ConstraintOutline.Place {
  /// Reads the words of a trace; nil for ones that this version does not know.
  package init?(_ words: String) {
    let parts = words.split(separator: ".")
    guard let last = parts.last, parts.count <= 2,
      let attribute = Self.attributes[String(last)]
    else { return nil }
    let guide = parts.count == 2 ? ConstraintOutline.Guide(parts[0]) : nil
    guard parts.count == 1 || guide != nil else { return nil }
    (self.guide, self.attribute) = (guide, attribute)
  }

  /// The attribute, behind the kind of the guide: `leading`, `safeArea.top`, `guide1.width`.
  package var words: String { (guide.map { $0.word + "." } ?? "") + "\(attribute)" }

  private static let attributes: [String: LayoutConstraint.Attribute] = {
    let known = LayoutConstraint.Attribute.allCases.filter { $0 != .notAnAttribute }
    return Dictionary(uniqueKeysWithValues: known.map { ("\($0)", $0) })
  }()
}

extension ConstraintOutline.Guide {
  private static let own = "guide"

  fileprivate init?(_ word: Substring) {
    if let area = SystemArea.allCases.first(where: { "\($0)" == word }) {
      self = .area(area)
    } else if word.hasPrefix(Self.own), let place = Int(word.dropFirst(Self.own.count)), place > 0 {
      self = .own(place)
    } else {
      return nil
    }
  }

  fileprivate var word: String {
    switch self {
    case .area(let area): "\(area)"
    case .own(let place): "\(Self.own)\(place)"
    }
  }
}

extension LayoutConstraint {
  /// The constraint as a recording tells it.
  ///
  /// Nil for one that a stack makes, as it will again, for one between distances, and for one with a dead item.
  package final var outline: ConstraintOutline? {
    guard !isOfStack, let first = first.told else { return nil }
    let second = second.map(\.told)
    if case .some(nil) = second { return nil }
    return ConstraintOutline(
      first: first, second: second ?? nil, relation: relation.text,
      multiplier: Double(multiplier), constant: Double(constant),
      priority: Double(priority.rawValue), name: eventName, isIdentified: isIdentified)
  }
}

extension ConstraintSide {
  /// The side as a recording tells it; nil for a distance, or once the item is dead.
  fileprivate var told: ConstraintOutline.Side? {
    guard !isDistance, let view = node.view else { return nil }
    let guide = node.isGuide ? node.toldGuide : nil
    guard !node.isGuide || guide != nil else { return nil }
    return ConstraintOutline.Side(view: view, place: .init(guide: guide, attribute: attribute))
  }
}

extension ConstraintNode {
  /// The area that a guide shows, or its place among all that its view ever had; nil without a view.
  fileprivate var toldGuide: ConstraintOutline.Guide? {
    if let area { return .area(area) }
    return ordinal > 0 ? .own(ordinal) : nil
  }
}

extension View {
  /// The active constraints of the subtree that others than stacks made, in the order in which they count.
  package final var toldConstraints: [LayoutConstraint] {
    constrainedSubtree.flatMap { view in
      view.storedNode?.installed.filter { !$0.isOfStack } ?? []
    }
  }

  /// The views of the subtree that constraints place.
  package final var viewsPlacedByConstraints: [View] {
    constrainedSubtree.filter { $0.isPlacedByConstraints }
  }

  /// True if constraints alone say where the view is, and one of them counted at some time.
  package final var isPlacedByConstraints: Bool {
    flags.contains(.isConstrained) && !isPlacedByCode
  }

  /// The intrinsic size that constraints count with; nil before the view was asked, or if it has none.
  package final var measuredSize: CGSize? {
    guard let size = storedNode?.member?.measured else { return nil }
    return size.width < 0 && size.height < 0 ? nil : size
  }

  /// The priorities of the intrinsic size, across and upright; nil for the usual ones.
  package final var toldSizePriorities: (hugging: AxisPriorities?, compression: AxisPriorities?) {
    guard let priorities = storedNode?.sizePriorities else { return (nil, nil) }
    return (
      AxisPriorities(priorities.hugging, unless: .defaultLow),
      AxisPriorities(priorities.compression, unless: .defaultHigh)
    )
  }
}

/// The priorities of a view in the two directions.
package struct AxisPriorities: Hashable, Sendable {
  package let horizontal: Double
  package let vertical: Double

  /// Makes priorities.
  package init(horizontal: Double, vertical: Double) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }

  /// Nil if both are the usual one.
  fileprivate init?(_ pair: AxisPair<LayoutPriority>, unless usual: LayoutPriority) {
    guard pair.horizontal != usual || pair.vertical != usual else { return nil }
    self.init(
      horizontal: Double(pair.horizontal.rawValue), vertical: Double(pair.vertical.rawValue))
  }
}

/// The constraint whose change observers are being told of, for recorders, which number constraints.
package enum ConstraintSubject {
  /// A constraint of the tree.
  case live(LayoutConstraint)
  /// A constraint of a recording that is replayed, by its number.
  case recorded(Int)
}
