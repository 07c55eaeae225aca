/// Values for the parameters of an initialiser, with which a first test makes a view.
enum SampleValue {
  private static let values = [
    "Bool": "false", "Int": "1", "UInt": "1", "Float": "1", "Double": "1", "TimeInterval": "1",
    "CGFloat": "8", "String": "\"Text\"", "CGPoint": ".zero", "CGSize": ".zero", "CGRect": ".zero",
    "UIEdgeInsets": ".zero", "UIColor": ".black", "UIFont": ".systemFont(ofSize: 17)",
    "UIImage": "UIImage()", "UIView": "UIView()", "NSLayoutConstraint.Axis": ".vertical",
  ]

  /// The arguments for parameters; nil if a type is unknown.
  static func arguments(for parameters: [(label: String?, type: String)]) -> String? {
    let arguments = parameters.compactMap { parameter in
      value(of: parameter.type).map { value in parameter.label.map { "\($0): \(value)" } ?? value }
    }
    return arguments.count == parameters.count ? arguments.joined(separator: ", ") : nil
  }

  private static func value(of type: String) -> String? {
    if type.hasSuffix("?") { return value(of: String(type.dropLast())) ?? "nil" }
    if type.hasPrefix("["), type.hasSuffix("]") { return type.contains(":") ? "[:]" : "[]" }
    return values[type]
  }
}
