import Foundation

/// The SHA-256 of a script or a style, which identifies it in a page's content security policy.
package enum ContentHash {
  /// `'sha256-…'`, in the form of the policy.
  static func source(of bytes: [UInt8]) -> String {
    "'sha256-\(Data(sha256(bytes)).base64EncodedString())'"
  }

  /// The digest that FIPS 180-4 defines.
  package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var message = bytes + [0x80]
    while message.count % 64 != 56 { message.append(0) }
    let bits = UInt64(bytes.count) * 8
    message += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    var state = roots(of: primes.prefix(8)) { $0.squareRoot() }
    let constants = roots(of: primes[...]) { Foundation.cbrt($0) }
    for start in stride(from: 0, to: message.count, by: 64) {
      mix(message[start..<start + 64], into: &state, constants)
    }
    return state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  private static func mix(
    _ block: ArraySlice<UInt8>, into state: inout [UInt32], _ constants: [UInt32]
  ) {
    var words: [UInt32] = []
    for byte in block.enumerated() {
      if byte.offset % 4 == 0 { words.append(0) }
      words[byte.offset / 4] = words[byte.offset / 4] << 8 | UInt32(byte.element)
    }
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      words.append(
        words[index - 16] &+ words[index - 7] &+ (turned(a, 7) ^ turned(a, 18) ^ a >> 3)
          &+ (turned(b, 17) ^ turned(b, 19) ^ b >> 10))
    }
    var h = state
    for index in 0..<64 {
      let choice = h[4] & h[5] ^ ~h[4] & h[6]
      let majority = h[0] & h[1] ^ h[0] & h[2] ^ h[1] & h[2]
      let first =
        h[7] &+ (turned(h[4], 6) ^ turned(h[4], 11) ^ turned(h[4], 25)) &+ choice
        &+ constants[index] &+ words[index]
      let second = (turned(h[0], 2) ^ turned(h[0], 13) ^ turned(h[0], 22)) &+ majority
      h = [first &+ second, h[0], h[1], h[2], h[3] &+ first, h[4], h[5], h[6]]
    }
    for index in 0..<8 { state[index] &+= h[index] }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The first 64 primes.
  private static let primes: [Int] = (2...311).filter { number in
    !(2..<number).contains { $0 * $0 <= number && number % $0 == 0 }
  }

  /// The first 32 bits of each root's fraction.
  private static func roots(of primes: ArraySlice<Int>, _ root: (Double) -> Double) -> [UInt32] {
    primes.map { prime in
      let value = root(Double(prime))
      return UInt32((value - value.rounded(.down)) * 4_294_967_296)
    }
  }
}
