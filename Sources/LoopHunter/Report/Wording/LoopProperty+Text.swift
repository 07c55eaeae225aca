import ViewTree

extension LoopProperty: CustomStringConvertible {
  /// The name.
  public var description: String { name }

  /// The property as the subject of a sentence.
  var subject: String { if case .subviewCount = self { "the number of subviews" } else { name } }

  private var isSize: Bool {
    switch self {
    case .geometry(_, .size): true
    case .geometry(let property, .whole): property.form == .size
    default: false
    }
  }

  /// A value for people: `44`, `320 × 100`, `(0, 16)`, `(0, 16, 320, 100)`.
  private func text(of value: LoopValue, exact: Bool) -> String {
    switch value {
    case .text(let text): return text
    case .flag(let flag): return flag ? "true" : "false"
    case .numbers(let numbers):
      let texts = numbers.map { exact ? $0.exactText : $0.shortText }
      if texts.count == 1 { return texts[0] }
      if isSize { return texts.joined(separator: " × ") }
      return "(\(texts.joined(separator: ", ")))"
    }
  }

  /// Values for people; different values get different texts.
  package func texts(of values: [LoopValue]) -> [String] {
    let short = values.map { text(of: $0, exact: false) }
    let exact = values.map { text(of: $0, exact: true) }
    return Set(short).count == Set(exact).count ? short : exact
  }

  /// Two values for people, with enough digits to tell them apart.
  func texts(old: LoopValue, new: LoopValue) -> (old: String, new: String) {
    let short = (text(of: old, exact: false), text(of: new, exact: false))
    if short.0 != short.1 { return short }
    return (text(of: old, exact: true), text(of: new, exact: true))
  }
}

extension Double {
  /// The number with at most six decimals, without trailing zeros.
  package var shortText: String {
    guard magnitude < 1e9 else { return exactText }
    let scaled = (self * 1_000_000).rounded()
    // Below the sixth decimal only the exact number is meaningful.
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

  /// The shortest text that reads back as exactly this number.
  var exactText: String {
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
