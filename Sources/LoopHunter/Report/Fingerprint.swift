/// Makes the short hash that identifies the same bug on every device.
///
/// It covers the kind of the verdict, the views that drive the loop by identifier or class in the
/// order of their layouts, and the culprit: its writer, its deed, the direction, and the dirtied
/// view. It leaves out everything that differs between two runs of one bug: addresses, counts,
/// frames, sibling indexes, files and lines, the hunted view, the threshold, and the victims, whose
/// number depends on a list's length.
enum Fingerprint {
  static func make(verdict: Verdict, drivers: [String], culprit: [String]) -> String {
    var hash = StableHash()
    hash.combine("1")
    hash.combine(verdict.kind)
    if case .drifting(let property, _) = verdict { hash.combine(property.name) }
    var previous: String?
    for driver in drivers.map(withoutAddress) where driver != previous {
      hash.combine(driver)
      previous = driver
    }
    hash.combine("|")
    for part in culprit { hash.combine(withoutAddress(part)) }
    return hash.text
  }

  /// A name without the address that distinguishes views in a log: `Badge:0x7fb1c0d20560`.
  private static func withoutAddress(_ name: String) -> String {
    guard let mark = name.ranges(of: ":0x").last, mark.upperBound < name.endIndex,
      name[mark.upperBound...].allSatisfy(\.isHexDigit)
    else { return name }
    return String(name[..<mark.lowerBound])
  }
}

/// FNV-1a, 64 bits: equal on every machine and in every run, unlike `Hasher`.
struct StableHash {
  private(set) var value: UInt64

  /// Begins a hash, or continues one.
  init(seed: UInt64 = 0xcbf2_9ce4_8422_2325) { value = seed }

  mutating func combine(byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }

  mutating func combine(_ word: UInt64) {
    var shift: UInt64 = 0
    while shift < 64 {
      combine(byte: UInt8(truncatingIfNeeded: word >> shift))
      shift &+= 8
    }
  }

  /// Adds a text and its end.
  mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte: byte) }
    combine(byte: 0xFF)
  }

  /// Sixteen hexadecimal digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
