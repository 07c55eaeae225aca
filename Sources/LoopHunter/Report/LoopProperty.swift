import ViewTree

/// A property whose values a report follows from round to round.
public enum LoopProperty: Hashable, Sendable {
  /// A part of a view's geometry, such as `frame.size.height`.
  case geometry(GeometryProperty, GeometryComponent)
  /// The number of a view's subviews.
  case subviewCount
  /// A property of a constraint, which is known by its identifier or its notation.
  case constraint(String, GeometryProperty)
  /// A property that this version does not know, by its name in the coded form.
  case named(String)

  /// Finds the property with a name of the coded form.
  ///
  /// - Parameter name: The name, such as `frame.size.height` or `subviews`.
  public init(name: String) {
    self = Self.known[name] ?? Self.constraint(named: name) ?? .named(name)
  }

  /// The property of a constraint with a name of the coded form; nil for any other.
  private static func constraint(named name: String) -> LoopProperty? {
    for property in GeometryProperty.allCases where property.isOfConstraint {
      let head = property.constraintPrefix
      if name.hasPrefix(head) { return .constraint(String(name.dropFirst(head.count)), property) }
    }
    return nil
  }

  private static let known: [String: LoopProperty] = {
    var known = [LoopProperty.subviewCount.name: LoopProperty.subviewCount]
    for property in GeometryProperty.allCases {
      for component in GeometryComponent.allCases {
        let value = LoopProperty.geometry(property, component)
        known[value.name] = value
      }
    }
    return known
  }()

  /// The name in the coded form and for people: `frame.size.height`, `subviews`.
  public var name: String {
    switch self {
    case .geometry(let property, .whole): property.rawValue
    case .geometry(let property, let component): property.rawValue + "." + component.rawValue
    case .subviewCount: "subviews"
    case .constraint(let constraint, let property): property.constraintPrefix + constraint
    case .named(let name): name
    }
  }

  /// True if its values are true and false.
  var isFlag: Bool {
    switch self {
    case .geometry(let property, .whole), .constraint(_, let property): property.form == .flag
    case .geometry, .subviewCount, .named: false
    }
  }

  /// The suffixes of the property's name for the numbers of a value; none for a single number.
  package var numberNames: [String] {
    switch self {
    case .geometry(_, .size): ["width", "height"]
    case .geometry(_, .origin): ["x", "y"]
    case .geometry(let property, .whole):
      switch property.form {
      case .rect: ["origin.x", "origin.y", "size.width", "size.height"]
      case .point: ["x", "y"]
      case .transform: (1...6).map(String.init)
      case .insets: ["top", "left", "bottom", "right"]
      case .size: ["width", "height"]
      case .number, .flag, .text, .word, .order, .owner, .state: []
      }
    case .geometry, .subviewCount, .constraint, .named: []
    }
  }
}

extension GeometryProperty {
  /// The words before the name of a constraint, whose property it is.
  fileprivate var constraintPrefix: String { "\(rawValue) of constraint " }
}

extension LoopProperty: ExpressibleByStringLiteral {
  /// Finds the property with a name of the coded form.
  ///
  /// - Parameter value: The name, such as `frame.size.height` or `subviews`.
  public init(stringLiteral value: String) { self.init(name: value) }
}

/// A part of a geometry property; the raw value is its key path.
public enum GeometryComponent: String, Hashable, Sendable, CaseIterable {
  /// The whole value.
  case whole = ""
  /// One coordinate of a point.
  case x, y
  /// The origin of a rectangle.
  case origin
  /// The horizontal origin of a rectangle.
  case originX = "origin.x"
  /// The vertical origin of a rectangle.
  case originY = "origin.y"
  /// The size of a rectangle.
  case size
  /// The width of a rectangle.
  case width = "size.width"
  /// The height of a rectangle.
  case height = "size.height"
  /// One edge of an inset.
  case top, left, bottom, right
  /// The width of a size.
  case contentWidth = "width"
  /// The height of a size.
  case contentHeight = "height"
  /// The length of a text, and the number that it shows.
  case count, number
}

/// A value of a property in a report.
public enum LoopValue: Hashable, Sendable {
  /// The numbers of the property's value, such as the width and the height of `frame.size`.
  case numbers([Double])
  /// The value of a property that is true or false, such as `isActive` of a constraint.
  case flag(Bool)
  /// A value of which only the text is known.
  case text(String)

  /// The numbers, if they are known.
  public var numbers: [Double]? { if case .numbers(let numbers) = self { numbers } else { nil } }
}
