/// The shapes of the lines that are frames of one stack: the lines without their numbers.
///
/// A stack that overflowed repeats a few shapes many thousand times. Once it is known, a shape tells a
/// frame without reading it; only the numbers of such frames are left out of what is told.
struct FrameShapes {
  private var known: Set<UInt64> = []

  /// The number of shapes that are kept.
  private static let most = 1_024

  /// Keeps the shape of a line that was read as a frame.
  mutating func learn(_ line: String) {
    var line = line
    line.withUTF8 { learn(LineBytes($0)) }
  }

  /// Keeps the shape of a line with these bytes.
  mutating func learn(_ line: LineBytes) {
    if known.count < Self.most { known.insert(Self.shape(of: line.bytes).hash) }
  }

  /// True for a line of a known shape; its first number is above `number`, or a new stack begins with it.
  func hold(_ line: String, above number: Int?) -> Bool {
    var line = line
    return !known.isEmpty && line.withUTF8 { hold(LineBytes($0), above: number) }
  }

  /// True for a line with these bytes.
  func hold(_ line: LineBytes, above number: Int?) -> Bool {
    guard !known.isEmpty else { return false }
    let shape = Self.shape(of: line.bytes)
    return known.contains(shape.hash) && number.map { shape.first > $0 } ?? true
  }

  /// A hash of the bytes without numbers, and the first number, or a large one if it has too many digits.
  private static func shape(of bytes: UnsafeBufferPointer<UInt8>) -> (hash: UInt64, first: Int) {
    var (hash, first) = (0xcbf2_9ce4_8422_2325 as UInt64, -1)
    var (number, isNumber, isHex) = (0, false, false)
    for byte in bytes {
      let digit = byte &- Byte.zero
      if digit <= 9 || isHex && (byte | 0x20) &- UInt8(ascii: "a") < 6 {
        if !isNumber { (number, isNumber) = (0, true) }
        if number < 1 << 40 { number = number * 10 + Int(digit) }
        continue
      }
      if isNumber {
        if first < 0 { first = number }
        // `0x` begins a number of its own kind.
        isHex = byte == UInt8(ascii: "x") && number == 0
        isNumber = false
        hash = (hash ^ 0x100) &* 0x100_0000_01b3
      } else {
        isHex = false
      }
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return (hash, isNumber && first < 0 ? number : first)
  }
}
