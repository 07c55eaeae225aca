/// Looks for a frame in a line: at its beginning, and behind what a log wrote before it.
struct FrameSearch {
  private let bytes: LineBytes
  private let signs: PostedSigns
  /// The line without quotation.
  private let text: Range<Int>
  /// The notations for which the line has the signs, and ends like one of their frames.
  private let candidates: UInt32

  private init(_ bytes: UnsafeBufferPointer<UInt8>, _ signs: PostedSigns) {
    (self.bytes, self.signs) = (LineBytes(bytes), signs)
    text = self.bytes.withoutQuotes(0..<bytes.count)
    let last = self.bytes[text.upperBound - 1]
    // All parts of a line end with the line, unless they are quoted once more.
    candidates =
      NotationKind.candidates(signs)
      & (LineBytes.isClosing(last) ? .max : NotationKind.candidates(last: last))
  }

  /// The frame in a line, whose bytes these are.
  static func frame(
    in line: String, _ bytes: UnsafeBufferPointer<UInt8>, _ signs: PostedSigns
  ) -> PostedFrame? {
    FrameSearch(bytes, signs).first { range, notation in
      let start = line.utf8.index(line.startIndex, offsetBy: range.lowerBound)
      let end = line.utf8.index(start, offsetBy: range.count)
      return notation.read(line[start..<end]).flatMap { $0.function.isEmpty ? nil : $0 }
    }
  }

  /// False if no notation could read a frame in a line of these bytes.
  static func mayHoldFrame(_ bytes: UnsafeBufferPointer<UInt8>, _ signs: PostedSigns) -> Bool {
    FrameSearch(bytes, signs).first { _, _ in true } ?? false
  }

  /// The first answer of those notations that pass their gates, at each place where a frame can begin.
  @inline(__always)
  private func first<Answer>(_ read: (Range<Int>, NotationKind) -> Answer?) -> Answer? {
    guard candidates != 0 else { return nil }
    if let answer = first(in: text, read) { return answer }
    var tried = text
    if signs.isSuperset(of: [.digit, .colon]),
      let message = ConsolePrefix.beginningOfMessage(in: bytes.bytes)
    {
      tried = bytes.withoutQuotes(message..<bytes.count)
      if let answer = first(in: tried, read) { return answer }
    }
    return signs.isDisjoint(with: Self.ends) ? nil : afterPrefix(tried, read)
  }

  /// Tries the notations for which a part has the signs, which may be those of the whole line.
  private func first<Answer>(
    in range: Range<Int>, _ read: (Range<Int>, NotationKind) -> Answer?
  ) -> Answer? {
    guard range.count > 3 else { return nil }
    let part = bytes.part(range)
    var left =
      candidates & NotationKind.candidates(first: part[0])
      & NotationKind.candidates(last: part[part.count - 1])
    assert(
      NotationKind.allCases.allSatisfy {
        left & 1 << UInt32($0.rawValue) != 0 || candidates & 1 << UInt32($0.rawValue) == 0
          || !$0.mayBe(part)
      }, "the ends of a part refused what a gate passes")
    while left != 0, let notation = NotationKind(rawValue: UInt8(left.trailingZeroBitCount)) {
      left &= left - 1
      guard notation.mayBe(part) else {
        assert(
          notation.read(Substring(decoding: part.bytes, as: UTF8.self))?.function.isEmpty ?? true,
          "a gate refused what its notation reads")
        continue
      }
      if let answer = read(range, notation) { return answer }
    }
    return nil
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
  private func afterPrefix<Answer>(
    _ tried: Range<Int>, _ read: (Range<Int>, NotationKind) -> Answer?
  ) -> Answer? {
    if let end = endOfScript,
      let answer = first(in: bytes.trimmed(end..<text.upperBound), read)
    {
      return answer
    }
    if let end = endOfTally {
      let part = bytes.withoutQuotes(end..<text.upperBound)
      if let answer = first(in: part, read) { return answer }
    }
    var at = text.lowerBound
    var left = Self.mostParts
    while left > 0 {
      let last = min(at + Self.reach, text.upperBound)
      at = PostedSigns.place(of: Self.ends, in: bytes.bytes, at..<last)
      guard at < last else { return nil }
      at += 1
      guard at < text.upperBound, LineBytes.isBlank(bytes[at]) else { continue }
      left -= 1
      guard mayBegin(at) else { continue }
      let part = bytes.withoutQuotes(at..<text.upperBound)
      if part != tried, let answer = first(in: part, read) { return answer }
    }
    return nil
  }

  /// The end of a line's number, of a time, or of a logger's name: `   12  `, `12:`, `t =     1.23s `,
  /// `ERROR:root:`.
  private var endOfTally: Int? {
    let start = bytes.end(from: text.lowerBound, LineBytes.isBlank)
    var at = start
    if bytes.has("t = ", at: at) {
      at = bytes.end(from: at + 4, LineBytes.isBlank)
      at = bytes.end(from: at) { LineBytes.isDigit($0) || $0 == Byte.dot }
      return bytes[at] == UInt8(ascii: "s") && at + 1 < text.upperBound ? at + 1 : nil
    }
    at = bytes.end(from: start, LineBytes.isDigit)
    if at > start, at - start < 10, at < text.upperBound {
      return bytes[at] == Byte.colon || LineBytes.isBlank(bytes[at]) ? at + 1 : nil
    }
    at = bytes.end(from: start) { $0 &- UInt8(ascii: "A") < 26 }
    guard at > start, bytes[at] == Byte.colon else { return nil }
    let end = bytes.end(from: at + 1) {
      LineBytes.isDigit($0) || ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 == Byte.dot
        || $0 == UInt8(ascii: "_")
    }
    return bytes[end] == Byte.colon && end + 1 < text.upperBound ? end + 1 : nil
  }

  /// False if what stands at a place, behind blanks and quotation marks, begins like no frame.
  private func mayBegin(_ place: Int) -> Bool {
    let first = bytes[bytes.end(from: place, LineBytes.isQuote)]
    return first >= 0x80 || first == Byte.minus
      || candidates & NotationKind.candidates(first: first) != 0
  }

  /// The end of the place that a browser's console writes first: `sdk.js:40220`.
  private var endOfScript: Int? {
    let last = min(text.lowerBound + Self.reach, text.upperBound)
    let end = min(last, bytes.place(of: Byte.space, from: text.lowerBound) ?? last)
    guard end > text.lowerBound, LineBytes.isDigit(bytes[end - 1]),
      bytes.part(text.lowerBound..<end).holds(".js:")
    else { return nil }
    return end
  }
}
