/// The type of a value in the form of code.
enum SwiftType: Hashable {
  case rect, size, point, insets, transform, number, flag, priority
  /// A type whose values are words, by its name.
  case named(String)

  var name: String {
    switch self {
    case .rect: "CGRect"
    case .size: "CGSize"
    case .point: "CGPoint"
    case .insets: "EdgeInsets"
    case .transform: "AffineTransform"
    case .number: "CGFloat"
    case .flag: "Bool"
    case .priority: "LayoutPriority"
    case .named(let name): name
    }
  }

  /// The labels of the parts of a value; empty for a single number.
  var labels: [String] {
    switch self {
    case .rect: ["x", "y", "width", "height"]
    case .size: ["width", "height"]
    case .point: ["x", "y"]
    case .insets: ["top", "left", "bottom", "right"]
    case .transform: ["m11", "m12", "m21", "m22", "tX", "tY"]
    case .number, .flag, .priority, .named: []
    }
  }

  /// A value; without its type, the initializer is `.init`.
  func literal(_ numbers: [Double], isTyped: Bool = true) -> String {
    let initializer = isTyped ? name : ".init"
    if self == .flag { return numbers[0] == 0 ? "false" : "true" }
    if self == .priority { return "\(initializer)(\(SwiftNames.literal(numbers[0])))" }
    guard !labels.isEmpty else { return SwiftNames.literal(numbers[0]) }
    let arguments = zip(labels, numbers).map { "\($0): \(SwiftNames.literal($1))" }
    return "\(initializer)(\(arguments.joined(separator: ", ")))"
  }
}
