/// FNV-1a, 64 bits: the same on every machine and in every run, unlike `Hasher`.
struct StableHash {
  private(set) var value: UInt64

  /// Begins a hash, or continues one.
  init(seed: UInt64 = 0xcbf2_9ce4_8422_2325) {
    value = seed
  }

  mutating func combine(byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }

  mutating func combine(_ word: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      combine(byte: UInt8(truncatingIfNeeded: word >> UInt64(shift)))
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
