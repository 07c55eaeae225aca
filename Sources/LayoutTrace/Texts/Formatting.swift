extension BinaryInteger {
  /// The number with commas between thousands.
  package var grouped: String {
    var digits = String(magnitude)
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = String(digits.dropLast(3))
    }
    groups.insert(digits[...], at: 0)
    return (self < 0 ? "-" : "") + groups.joined(separator: ",")
  }

  /// `1 view`, `2,000 views`.
  package func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }

  /// `1 event waits`, `2,000 events wait`.
  package func counted(_ noun: String, _ verb: String) -> String {
    "\(counted(noun)) \(verb)\(self == 1 ? "s" : "")"
  }

  /// `once`, `2,000 times`.
  package var times: String { self == 1 ? "once" : "\(grouped) times" }
}

extension Double {
  /// A number of seconds: `3 ms`, `1.2 s`, `4 min 10 s`, `2 h 5 min`.
  package var asTime: String {
    guard magnitude < 1e9 else { return "a long time" }
    if self < 0.9995 { return "\(Int((self * 1000).rounded())) ms" }
    if self < 99.5 { return "\(twoDigits) s" }
    let whole = Int(rounded())
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }

  /// `1.2` below ten, `12` above.
  package var twoDigits: String {
    guard self < 9.95 else { return String(Int(rounded())) }
    let tenths = Int((self * 10).rounded())
    return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
  }
}

extension String {
  /// The text, padded with spaces to a number of characters, after it or before it.
  package func padded(to width: Int, after: Bool = true) -> String {
    let padding = String(repeating: " ", count: max(0, width - count))
    return after ? self + padding : padding + self
  }
}
