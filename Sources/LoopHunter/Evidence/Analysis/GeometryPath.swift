import ViewTree

/// The part of a geometry value that changed, as a key path: `frame.size.height`.
struct GeometryPath: Hashable {
  let property: GeometryProperty
  /// The numbers of the value that changed, as bits.
  var parts: UInt8

  /// The parts of a rectangle that form its origin.
  static let place: UInt8 = 0b0011
  /// The parts of a rectangle that form its size.
  static let size: UInt8 = 0b1100

  /// Makes the path of the differences between two values.
  init(_ property: GeometryProperty, old: some Collection<Double>, new: some Collection<Double>) {
    self.property = property
    parts = 0
    for (index, pair) in zip(old, new).enumerated() where pair.0 != pair.1 {
      parts |= 1 << UInt8(index)
    }
  }

  init(_ property: GeometryProperty, parts: UInt8) {
    self.property = property
    self.parts = parts
  }

  /// The narrowest component that includes all changed parts.
  var component: GeometryComponent {
    switch property.form {
    case .point: parts == 1 ? .x : parts == 2 ? .y : .whole
    case .rect:
      switch parts {
      case 0b0001: .originX
      case 0b0010: .originY
      case 0b0011: .origin
      case 0b0100: .width
      case 0b1000: .height
      case 0b1100: .size
      default: .whole
      }
    case .insets:
      parts.nonzeroBitCount == 1
        ? [.top, .left, .bottom, .right][parts.trailingZeroBitCount] : .whole
    case .size: parts == 1 ? .contentWidth : parts == 2 ? .contentHeight : .whole
    case .text: parts == 2 ? .count : parts == 4 ? .number : .whole
    case .transform, .number, .flag, .word, .order, .owner, .state: .whole
    }
  }

  /// The path as a property of reports.
  var reported: LoopProperty { .geometry(property, component) }

  /// The numbers of a whole value that the path names.
  func numbers(of value: some Collection<Double>) -> [Double] {
    let all = Array(value)
    if component != .whole, parts.nonzeroBitCount == 1 {
      return [all[parts.trailingZeroBitCount]]
    }
    guard property == .frame || property == .bounds else { return all }
    return parts == Self.place ? [all[0], all[1]] : parts == Self.size ? [all[2], all[3]] : all
  }

  /// The part of a whole value that the path names.
  func value(of value: some Collection<Double>) -> LoopValue { .numbers(numbers(of: value)) }

  /// The direction of the value: `up`, `down`, or `both` if its parts disagree.
  func direction(old: some Collection<Double>, new: some Collection<Double>) -> String {
    var isUp = false
    var isDown = false
    for (before, after) in zip(numbers(of: old), numbers(of: new)) {
      if after > before { isUp = true }
      if after < before { isDown = true }
    }
    return isUp == isDown ? "both" : isUp ? "up" : "down"
  }
}

extension GeometryChange {
  /// The changed part as a key path, `frame.size.height`, with both values for people.
  package var wording: (path: String, old: String, new: String) {
    let name = constraint.map { LoopProperty.constraint($0, property).name } ?? state
    if let before = old.words, let after = new.words {
      return (name ?? property.rawValue, before, after)
    }
    let (before, after) = (old.numbers, new.numbers)
    let path = GeometryPath(property, old: before, new: after)
    let texts = path.reported.texts(old: path.value(of: before), new: path.value(of: after))
    return (name ?? path.reported.name, texts.old, texts.new)
  }
}

extension GeometryValue {
  /// The value for people, if it isn't made of numbers.
  fileprivate var words: String? {
    switch self {
    case .flag(let flag): "\(flag)"
    case .text(let text): "\"\(text)\""
    case .word(let word): word
    case .rect, .point, .transform, .insets, .size, .number: nil
    }
  }
}
