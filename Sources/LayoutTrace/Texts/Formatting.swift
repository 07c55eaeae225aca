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

extension String {
  /// The text, filled with spaces up to a number of characters, behind it or in front.
  package func padded(to width: Int, after: Bool = true) -> String {
    let padding = String(repeating: " ", count: max(0, width - count))
    return after ? self + padding : padding + self
  }
}
