import LayoutTrace
import ViewTree

/// A constraint of a recording between views of its first tree, which a program can make.
struct RecordedConstraint {
  /// One of its sides: a position or a length of a view, or of a guide of the view.
  struct Side {
    var role: Int
    var place: ConstraintOutline.Place

    var guide: ConstraintOutline.Guide? { place.guide }
    var attribute: LayoutConstraint.Attribute { place.attribute }
  }

  /// The number in the trace.
  let number: Int
  /// The name in events.
  let name: String
  /// The identifier, if that is the name in events; nil for one that is named by its notation.
  let identifier: String?
  let first: Side
  /// The other side; nil for a constant length.
  let second: Side?
  let relation: LayoutConstraint.Relation
  let multiplier: Double
  /// The constant and the priority with which it begins.
  let constant: Double
  let priority: Double
  /// True if it counts from the beginning.
  let isInitial: Bool

  /// Nil for one that a program cannot make: with another kind of guide, or that the setters refuse.
  init?(_ line: TraceEvent.Constraint, isInitial: Bool, _ role: (Int) -> Int?) {
    guard let first = Side(line.view, line.first, role),
      let relation = Self.relations[line.relation]
    else { return nil }
    var second: Side?
    if let view = line.otherView {
      second = Side(view, line.second ?? "", role)
      guard second != nil else { return nil }
    }
    (number, name, self.first, self.second) = (line.number, line.name, first, second)
    identifier = line.isIdentified && !line.name.isEmpty ? line.name : nil
    self.relation = relation
    let amounts = line.amounts
    (multiplier, constant, priority) = (amounts.multiplier, amounts.constant, amounts.priority)
    self.isInitial = isInitial
    guard isPossible else { return nil }
  }

  /// Its sides.
  var sides: [Side] { [first] + (second.map { [$0] } ?? []) }

  private static let relations: [String: LayoutConstraint.Relation] = [
    "==": .equal, "<=": .lessThanOrEqual, ">=": .greaterThanOrEqual,
  ]

  /// True if the attributes can be compared, and the numbers are ones that a constraint takes.
  private var isPossible: Bool {
    guard multiplier.magnitude <= 1e6, constant.magnitude <= 1e7, (1...1000).contains(priority)
    else { return false }
    guard let second, multiplier != 0 else { return first.isLength && second == nil }
    guard first.isLength == second.isLength, first.isAcross == second.isAcross else { return false }
    return !(first.isDirectional && second.isAbsolute)
      && !(first.isAbsolute && second.isDirectional)
  }
}

extension ConstraintOutline.Guide {
  /// The most guides of a view that a program makes.
  private static let most = 64

  /// True for an area that only scroll views have.
  var isOfScrollView: Bool { self == .area(.content) || self == .area(.frame) }

  /// False for one of too many.
  fileprivate var isPossible: Bool {
    if case .own(let place) = self { place <= Self.most } else { true }
  }

  /// The property of the view that leads to an area; nil for a guide that code added.
  var property: String? {
    switch self {
    case .area(.safeArea): "safeAreaLayoutGuide"
    case .area(.margins): "layoutMarginsGuide"
    case .area(.readable): "readableContentGuide"
    case .area(.content): "contentLayoutGuide"
    case .area(.frame): "frameLayoutGuide"
    case .own: nil
    }
  }
}

extension RecordedConstraint.Side {
  fileprivate init?(_ view: Int, _ words: String, _ role: (Int) -> Int?) {
    guard let role = role(view), let place = ConstraintOutline.Place(words),
      place.guide?.isPossible != false
    else { return nil }
    (self.role, self.place) = (role, place)
  }

  /// The item in a tree; a guide that code added must be there.
  func item(of view: View) -> Any {
    switch guide {
    case .area(.safeArea): view.safeAreaLayoutGuide
    case .area(.margins): view.layoutMarginsGuide
    case .area(.readable): view.readableContentGuide
    case .area(.content): (view as? ScrollView)?.contentLayoutGuide ?? view
    case .area(.frame): (view as? ScrollView)?.frameLayoutGuide ?? view
    case .own(let place): view.layoutGuides[place - 1]
    case nil: view
    }
  }

  fileprivate var isLength: Bool { attribute == .width || attribute == .height }

  fileprivate var isAcross: Bool {
    switch attribute {
    case .top, .bottom, .height, .centerY, .lastBaseline, .firstBaseline, .topMargin,
      .bottomMargin, .centerYWithinMargins:
      false
    default: true
    }
  }

  fileprivate var isDirectional: Bool {
    switch attribute {
    case .leading, .trailing, .leadingMargin, .trailingMargin: true
    default: false
    }
  }

  fileprivate var isAbsolute: Bool {
    switch attribute {
    case .left, .right, .leftMargin, .rightMargin: true
    default: false
    }
  }
}

/// A view that constraints place, as a recording tells it.
struct RecordedItem {
  /// The intrinsic size; nil if the view has none.
  var natural: [Double]?
  /// The priorities against growth and against shrinking, across and upright.
  var hugging: TraceEvent.Item.Priorities?
  var compression: TraceEvent.Item.Priorities?
}
