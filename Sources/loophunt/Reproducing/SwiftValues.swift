import ViewTree

/// The named constants of a program.
struct SwiftValues {
  private var names: [String: String] = [:]
  private var used: Set<String> = []
  private(set) var lines: [String] = []

  /// The name of a value, declared once, on first use; a long list stands on lines of its own.
  mutating func name(
    _ name: String, _ type: String? = nil, _ value: String, list: [String] = []
  ) -> String {
    let key = "\(name)=\(value)"
    if let known = names[key] { return "Values.\(known)" }
    let unique = SwiftNames.unique(name, among: &used)
    names[key] = unique
    let start = "static let \(unique)\(type.map { ": \($0)" } ?? "") = "
    guard start.count + value.count > 92, !list.isEmpty else {
      lines.append(start + value)
      return "Values.\(unique)"
    }
    lines += [start + "[", " "]
    for element in list {
      if lines[lines.count - 1].count + element.count > 90 { lines.append(" ") }
      lines[lines.count - 1] += " \(element),"
    }
    lines.append("]")
    return "Values.\(unique)"
  }

  mutating func name(_ name: String, _ type: String, list: [String]) -> String {
    self.name(name, "[\(type)]", "[\(list.joined(separator: ", "))]", list: list)
  }
}

/// A property, or a part of it, in the form of code.
struct SwiftProperty {
  /// `frame`, `frame.size`, `frame.size.width`.
  let path: String
  let type: SwiftType
  let word: String
  /// The indexes of its numbers among those of the property.
  let places: [Int]

  /// The smallest part of a property that holds some of its numbers.
  init(_ property: GeometryProperty, _ written: [Int]) {
    let name = property.rawValue
    if let setting = SwiftSetting(property), property != .contentSize {
      (path, type, word, places) = (name, setting.type, SwiftNames.capitalized(name), [0])
      return
    }
    if property.isOfConstraint || property == .intrinsicContentSize {
      (path, type) = Self.ofConstraints(property)
      (word, places) = (SwiftNames.capitalized(path), type == .size ? [0, 1] : [0])
      return
    }
    let isRect = property == .frame || property == .bounds
    let parts: [(path: String, type: SwiftType, word: String, places: [Int])] =
      isRect
      ? [
        ("origin.x", .number, "X", [0]), ("origin.y", .number, "Y", [1]),
        ("size.width", .number, "Width", [2]), ("size.height", .number, "Height", [3]),
        ("origin", .point, "Origin", [0, 1]), ("size", .size, "Size", [2, 3]),
      ]
      : property.isInset
        ? [
          ("top", .number, "Top", [0]), ("left", .number, "Left", [1]),
          ("bottom", .number, "Bottom", [2]), ("right", .number, "Right", [3]),
        ]
        : property == .transform
          ? []
          : property == .contentSize
            ? [("width", .number, "Width", [0]), ("height", .number, "Height", [1])]
            : [("x", .number, "X", [0]), ("y", .number, "Y", [1])]
    if let part = parts.first(where: { Set(written).isSubset(of: $0.places) }), !written.isEmpty {
      path = "\(name).\(part.path)"
      type = part.type
      word = (isRect ? "" : SwiftNames.capitalized(name)) + part.word
      places = part.places
    } else {
      path = name
      type =
        switch property {
        case .frame, .bounds: .rect
        case .center, .anchorPoint: .point
        case .transform: .transform
        case .contentSize: .size
        default: .insets
        }
      word = SwiftNames.capitalized(name)
      places =
        isRect || property.isInset ? [0, 1, 2, 3] : property == .transform ? Array(0..<6) : [0, 1]
    }
  }

  /// The path and the type of a property of a constraint, or of an intrinsic size.
  private static func ofConstraints(_ property: GeometryProperty) -> (path: String, type: SwiftType)
  {
    switch property {
    case .isActive: ("isActive", .flag)
    case .priority: ("priority", .priority)
    case .intrinsicContentSize: ("natural", .size)
    default: (property.rawValue, .number)
    }
  }

  /// A value of the property, from all numbers of the whole.
  func literal(_ numbers: [Double], isTyped: Bool) -> String {
    type.literal(places.map { numbers[$0] }, isTyped: isTyped)
  }
}
