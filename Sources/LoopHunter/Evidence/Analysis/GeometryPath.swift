import ViewTree

/// The part of a geometry value that changed, as a key path: `frame.size.height`.
struct GeometryPath: Hashable {
  let property: GeometryProperty
  /// Which of the value's numbers changed, as bits.
  var parts: UInt8

  /// The parts of a rectangle that say where it is.
  static let place: UInt8 = 0b0011
  /// The parts of a rectangle that say how large it is.
  static let size: UInt8 = 0b1100

  /// What differs between two values.
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

  /// The narrowest key path that holds all that changed.
  var name: String {
    let word = property.rawValue
    switch property {
    case .transform: return word
    case .center, .anchorPoint: return parts == 1 ? "\(word).x" : parts == 2 ? "\(word).y" : word
    case .frame, .bounds:
      switch parts {
      case 0b0001: return "\(word).origin.x"
      case 0b0010: return "\(word).origin.y"
      case 0b0011: return "\(word).origin"
      case 0b0100: return "\(word).size.width"
      case 0b1000: return "\(word).size.height"
      case 0b1100: return "\(word).size"
      default: return word
      }
    default:
      guard parts.nonzeroBitCount == 1 else { return word }
      return "\(word).\(["top", "left", "bottom", "right"][parts.trailingZeroBitCount])"
    }
  }

  /// The numbers that the path names, of a whole value.
  func numbers(of value: some Collection<Double>) -> [Double] {
    let all = Array(value)
    guard property == .frame || property == .bounds else {
      return property != .transform && parts.nonzeroBitCount == 1
        ? [all[parts.trailingZeroBitCount]] : all
    }
    switch parts {
    case 1, 2, 4, 8: return [all[parts.trailingZeroBitCount]]
    case 0b0011: return [all[0], all[1]]
    case 0b1100: return [all[2], all[3]]
    default: return all
    }
  }

  /// The value's named part for people: `44`, `320 × 100`, `(0, 16)`, `(0, 16, 320, 100)`.
  func text(of value: some Collection<Double>, exact: Bool = false) -> String {
    let texts = numbers(of: value).map { exact ? $0.exactText : $0.shortText }
    switch (property, parts) {
    case (_, _) where texts.count == 1: return texts[0]
    case (.frame, 0b1100), (.bounds, 0b1100): return texts.joined(separator: " × ")
    default: return "(\(texts.joined(separator: ", ")))"
    }
  }

  /// Both values for people, with as many digits as it takes to tell them apart.
  func texts(old: some Collection<Double>, new: some Collection<Double>) -> (String, String) {
    let short = (text(of: old), text(of: new))
    if short.0 != short.1 { return short }
    return (text(of: old, exact: true), text(of: new, exact: true))
  }

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
  /// What changed as a key path, `frame.size.height`, with both values for people.
  package var wording: (path: String, old: String, new: String) {
    let (before, after) = (old.numbers, new.numbers)
    let path = GeometryPath(property, old: before, new: after)
    let texts = path.texts(old: before, new: after)
    return (path.name, texts.0, texts.1)
  }
}

extension Double {
  /// At most six decimals, and none that are not needed.
  var shortText: String {
    guard magnitude < 1e9 else { return exactText }
    let scaled = (self * 1_000_000).rounded()
    // Below the sixth decimal only the exact number says anything.
    if scaled == 0, self != 0 { return exactText }
    let whole = Int64(scaled)
    let (units, rest) = whole.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    var text = (whole < 0 ? "-" : "") + "\(units)"
    if rest != 0 {
      var decimals = String(1_000_000 + rest).dropFirst()
      while decimals.last == "0" { decimals.removeLast() }
      text += "." + decimals
    }
    return text
  }

  /// The shortest text that gives exactly this number again.
  var exactText: String {
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
