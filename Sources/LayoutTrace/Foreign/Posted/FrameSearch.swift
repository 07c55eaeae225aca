/// Looks for a frame in a line: at its beginning, and behind what a log wrote before it.
struct FrameSearch {
  private let line: String
  private let bytes: LineBytes
  private let signs: PostedSigns
  /// The notations for which the line has the signs.
  private let candidates: UInt32

  /// The frame in a line, whose bytes these are.
  static func frame(
    in line: String, _ bytes: UnsafeBufferPointer<UInt8>, _ signs: PostedSigns
  ) -> PostedFrame? {
    FrameSearch(
      line: line, bytes: LineBytes(bytes), signs: signs,
      candidates: NotationKind.candidates(signs)
    ).frame
  }

  private var frame: PostedFrame? {
    let text = bytes.withoutQuotes(0..<bytes.count)
    if let frame = read(text) { return frame }
    if signs.isSuperset(of: [.digit, .colon]),
      let message = ConsolePrefix.beginningOfMessage(in: bytes.bytes),
      let frame = read(bytes.withoutQuotes(message..<bytes.count))
    {
      return frame
    }
    return signs.isDisjoint(with: Self.ends) ? nil : afterPrefix(text)
  }

  /// Tries the notations for which a part has the signs, which may be those of the whole line.
  private func read(_ range: Range<Int>) -> PostedFrame? {
    guard range.count > 3 else { return nil }
    let part = bytes.part(range)
    var left = candidates
    while left != 0, let notation = NotationKind(rawValue: UInt8(left.trailingZeroBitCount)) {
      left &= left - 1
      guard notation.mayBe(part) else {
        assert(reads(range, notation) == nil, "a gate refused what its notation reads")
        continue
      }
      if let frame = reads(range, notation) { return frame }
    }
    return nil
  }

  /// The frame that a notation reads in a part.
  private func reads(_ range: Range<Int>, _ notation: NotationKind) -> PostedFrame? {
    let start = line.utf8.index(line.startIndex, offsetBy: range.lowerBound)
    let end = line.utf8.index(start, offsetBy: range.count)
    return notation.read(line[start..<end]).flatMap { $0.function.isEmpty ? nil : $0 }
  }

  /// The marks with which a part of a log's prefix ends.
  private static let ends: PostedSigns = [.colon, .closeBracket, .closeParenthesis, .pipe]

  /// The number of bytes in which a part of a log's prefix ends, and that of the parts.
  private static let reach = 160
  private static let mostParts = 4

  /// The frame after what a log wrote before it, each part of which ends with a mark and a blank.
  ///
  /// `E/AndroidRuntime( 812): at …`, `1194  1194 W System.err: \tat …`, `runtime.cc:284]   at …`,
  /// `I/flutter (18676): #95 …`, `flutter: #34 …`; a console of a browser writes `sdk.js:40220 …`.
  private func afterPrefix(_ text: Range<Int>) -> PostedFrame? {
    if let end = endOfScript(text), let frame = read(bytes.trimmed(end..<text.upperBound)) {
      return frame
    }
    var at = text.lowerBound
    var left = Self.mostParts
    while left > 0 {
      let last = min(at + Self.reach, text.upperBound)
      at = bytes.end(from: at) { !Self.isMark($0) }
      guard at < last else { return nil }
      at += 1
      guard at < text.upperBound, LineBytes.isBlank(bytes[at]) else { continue }
      left -= 1
      if let frame = read(bytes.withoutQuotes(at..<text.upperBound)) { return frame }
    }
    return nil
  }

  /// The end of the place that a browser's console writes first: `sdk.js:40220`.
  private func endOfScript(_ text: Range<Int>) -> Int? {
    let last = min(text.lowerBound + Self.reach, text.upperBound)
    let end = min(last, bytes.place(of: Byte.space, from: text.lowerBound) ?? last)
    guard end > text.lowerBound, LineBytes.isDigit(bytes[end - 1]),
      bytes.part(text.lowerBound..<end).holds(".js:")
    else { return nil }
    return end
  }

  /// True for a byte with which a part of a log's prefix ends.
  private static func isMark(_ byte: UInt8) -> Bool {
    byte == Byte.colon || byte == Byte.closeBracket || byte == UInt8(ascii: ")")
      || byte == UInt8(ascii: "|")
  }
}
