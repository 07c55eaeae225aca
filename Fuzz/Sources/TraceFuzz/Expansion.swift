/// Turns an input of the fuzzer into a trace.
///
/// A mutator works best on a few kilobytes, but a reader has buffers of 64 KiB and lines of 1 MiB. So
/// two lines of an input stand for many bytes of a trace:
///
/// - `@pad N` is an event of N bytes;
/// - `@repeat N K` writes the next K lines N times, with the number of the round, from 0, for each
///   `#`, and with `#S` for S times that number.
///
/// `@diff` separates two traces. Everything else is taken as it is, with its newlines.
enum Expansion {
  /// The most bytes that one input may expand to.
  static let limit = 4 << 20
  /// The most lines in the rounds of one `@repeat`: more take seconds under the sanitizer.
  private static let lineLimit = 20_000
  static let newline = UInt8(ascii: "\n")

  /// The traces that an input stands for: one, or two.
  static func traces(of input: [UInt8]) -> [[UInt8]] {
    var traces: [[UInt8]] = [[]]
    var lines = input.split(separator: newline, omittingEmptySubsequences: false)[...]
    // The rest after the last newline has none.
    while let line = lines.popFirst() {
      let isLast = lines.isEmpty
      if line.elementsEqual("@diff".utf8), traces.count < 2 {
        traces.append([])
        continue
      }
      var room = limit - traces[traces.count - 1].count
      guard room > 0 else { continue }
      let words = line.first == UInt8(ascii: "@") ? line.split(separator: UInt8(ascii: " ")) : []
      var new: [UInt8] = []
      if words.count == 2, words[0].elementsEqual("@pad".utf8), let count = number(words[1]) {
        new = pad(min(count, room))
      } else if words.count == 3, words[0].elementsEqual("@repeat".utf8),
        let rounds = number(words[1]), let count = number(words[2])
      {
        let block = lines.prefix(max(0, min(count, lines.count - 1)))
        lines = lines.dropFirst(block.count)
        let most = lineLimit / max(1, block.count)
        for round in 0..<min(rounds, most) where room > 0 && !block.isEmpty {
          let start = new.count
          for line in block {
            append(line, round: round, to: &new)
            new.append(newline)
          }
          room -= new.count - start
        }
        traces[traces.count - 1] += new
        continue
      } else {
        new = Array(line)
      }
      traces[traces.count - 1] += new
      if !isLast { traces[traces.count - 1].append(newline) }
    }
    return traces
  }

  private static func pad(_ count: Int) -> [UInt8] {
    let head = Array(#"{"e":"x","y":""#.utf8)
    let tail = Array(#""}"#.utf8)
    return head + Array(repeating: UInt8(ascii: "a"), count: max(0, count - head.count - 2)) + tail
  }

  private static func append(_ line: ArraySlice<UInt8>, round: Int, to bytes: inout [UInt8]) {
    var rest = line
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "#") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix { $0 &- UInt8(ascii: "0") <= 9 }
      rest = rest.dropFirst(digits.count)
      bytes += Array(String(round &* (number(digits) ?? 1)).utf8)
    }
  }

  /// A number of up to nine digits.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 9 else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
