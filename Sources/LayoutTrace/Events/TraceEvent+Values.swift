import Foundation
import ViewTree

extension GeometryValue {
  /// The value as the text of a `value` event; nil for geometry and insets, which are arrays.
  var traceText: String? {
    switch self {
    case .rect, .point, .transform, .insets: nil
    case .size(let size): "\(Double(size.width).traceText) \(Double(size.height).traceText)"
    case .number(let number): Double(number).traceText
    case .flag(let flag): flag ? "true" : "false"
    case .text(let text), .word(let text): text
    }
  }

  /// Reads the text of a `value` event; nil if it is no value of the property.
  init?(_ text: String, of property: GeometryProperty) {
    switch property.form {
    case .rect, .point, .transform, .insets, .order, .owner: return nil
    case .size:
      let numbers = text.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 2 else { return nil }
      self = .size(CGSize(width: numbers[0], height: numbers[1]))
    case .number:
      guard let number = Double(text) else { return nil }
      self = .number(CGFloat(number))
    case .flag:
      guard let flag = Bool(text) else { return nil }
      self = .flag(flag)
    case .text: self = .text(text)
    case .word: self = .word(text)
    case .state: self = GeometryValue(state: text)
    }
  }

  /// The value of a state of the app: a number if its text is one.
  package init(state text: String) {
    let number = Double(text).flatMap { $0.isFinite ? $0 : nil }
    self = number.map { .number(CGFloat($0)) } ?? .word(text)
  }
}

extension TraceEvent.Invalidation {
  /// The reason.
  package var reason: DirtyReason { DirtyReason(rawValue: why) }
}

extension TraceEvent.Change {
  /// The property; nil if this version does not know it.
  package var property: GeometryProperty? {
    isState ? .state : GeometryProperty(rawValue: name)
  }

  /// The property and its values; nil if this version does not know the property or its value.
  package var change: (property: GeometryProperty, old: GeometryValue?, new: GeometryValue)? {
    guard let property, isState == (property == .state),
      property.isOfConstraint == (constraint != nil),
      let new = GeometryValue(new, of: property)
    else { return nil }
    return (property, old.flatMap { GeometryValue($0, of: property) }, new)
  }
}

extension Double {
  /// The shortest text that reads back as this number.
  fileprivate var traceText: String {
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
