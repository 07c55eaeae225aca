extension JSONCursor {
  /// Reads a line written as `TraceWriter` writes it, or gives up.
  ///
  /// It takes lines that begin with `{"e":`, have no blanks, no escapes, nothing but ASCII, no
  /// exponents and only known keys, each once; that is what recorders write. It accepts nothing
  /// that the general parser would not, and stores the same. On anything else it returns nil, and
  /// the general parser reads the line from its start, so nothing is lost but a little time.
  ///
  /// - Returns: the newline that ends the line.
  @inline(__always)
  static func parseCanonicalLine(
    at start: UnsafePointer<UInt8>, into line: UnsafeMutablePointer<TraceLine>,
    chunk: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    guard load(start) & 0xffff_ffff_ffff == ascii(#"{"e":""#) else { return nil }
    var at = start + 6
    guard let kind = canonicalKind(&at) else { return nil }
    line.pointee.kind = kind
    var present = TraceKeys.e.rawValue
    while at.pointee == Byte.comma {
      let head = load(at)
      let key: TraceKeys
      // The comma, the quote, the key, its quote and its colon are compared as one word.
      switch UInt8(truncatingIfNeeded: head &>> 16) {
      case UInt8(ascii: "v"):
        guard head & 0xff_ffff_ffff == ascii(#","v":"#) else { return nil }
        at += 5
        guard let value = canonicalNatural(&at) else { return nil }
        line.pointee.view = value
        key = .view
      case UInt8(ascii: "t"):
        if head & 0xff_ffff_ffff == ascii(#","t":"#) {
          at += 5
          guard let value = canonicalNatural(&at) else { return nil }
          line.pointee.time = value
          key = .time
        } else if head & 0xff_ffff_ffff_ffff == ascii(#","to":["#) {
          line.pointee.new = offset(at + 6, chunk)
          at += 7
          guard let count = canonicalNumbers(&at) else { return nil }
          line.pointee.newCount = count
          key = .new
        } else {
          return nil
        }
      case UInt8(ascii: "w"):
        if head == ascii(#","was":["#) {
          line.pointee.old = offset(at + 7, chunk)
          at += 8
          guard let count = canonicalNumbers(&at) else { return nil }
          line.pointee.oldCount = count
          key = .old
        } else if head == ascii(#","why":""#) {
          line.pointee.why = offset(at + 7, chunk)
          at += 8
          guard canonicalString(&at) else { return nil }
          key = .why
        } else {
          return nil
        }
      case UInt8(ascii: "b"):
        guard head & 0xffff_ffff_ffff == ascii(#","by":"#) else { return nil }
        at += 6
        guard let value = canonicalNatural(&at) else { return nil }
        line.pointee.by = value
        key = .by
      case UInt8(ascii: "f"):
        guard head == ascii(#","from":"#), at[8] == Byte.quote else { return nil }
        line.pointee.from = offset(at + 8, chunk)
        at += 9
        guard canonicalString(&at) else { return nil }
        key = .from
      case UInt8(ascii: "a"):
        guard head == ascii(#","again""#), load(at + 8) & 0xff_ffff_ffff == ascii(":true")
        else { return nil }
        at += 13
        line.pointee.trueKeys = .again
        key = .again
      case UInt8(ascii: "o"):
        guard head & 0xffff_ffff_ffff == ascii(#","of":"#) else { return nil }
        at += 6
        guard let value = canonicalNatural(&at) else { return nil }
        line.pointee.receiver = value
        key = .receiver
      case UInt8(ascii: "n"):
        if head == ascii(#","name":"#) {
          guard at[8] == Byte.quote else { return nil }
          line.pointee.name = offset(at + 8, chunk)
          at += 9
          guard canonicalString(&at) else { return nil }
          key = .name
          break
        }
        guard head & 0xff_ffff_ffff == ascii(#","n":"#) else { return nil }
        at += 5
        guard let value = canonicalNatural(&at) else { return nil }
        line.pointee.turn = value
        key = .turn
      case UInt8(ascii: "k"):
        guard head & 0xff_ffff_ffff == ascii(#","k":"#) else { return nil }
        at += 5
        guard let value = canonicalNatural(&at) else { return nil }
        line.pointee.work = value
        key = .work
      default: return nil
      }
      guard present & key.rawValue == 0 else { return nil }
      present |= key.rawValue
    }
    guard at.pointee == Byte.closeBrace, at[1] == Byte.newline else { return nil }
    line.pointee.start = offset(start, chunk)
    line.pointee.present = TraceKeys(rawValue: present)
    return at + 1
  }

  @inline(__always)
  private static func load(_ at: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(at).loadUnaligned(as: UInt64.self))
  }

  @inline(__always)
  private static func offset(
    _ at: UnsafePointer<UInt8>, _ chunk: UnsafePointer<UInt8>
  ) -> UInt32 {
    UInt32(truncatingIfNeeded: at - chunk)
  }

  /// Takes the name of a frequent event and its closing quote.
  @inline(__always)
  private static func canonicalKind(_ at: inout UnsafePointer<UInt8>) -> TraceLine.Kind? {
    let name = load(at)
    if name & 0xff_ffff_ffff_ffff == ascii(#"layout""#) {
      at += 7
      return .layout
    }
    if name & 0xff_ffff_ffff == ascii(#"done""#) {
      at += 5
      return .done
    }
    if name & 0xffff_ffff_ffff == ascii(#"dirty""#) {
      at += 6
      return .dirty
    }
    if name & 0xffff_ffff_ffff == ascii(#"frame""#) {
      at += 6
      return .frame
    }
    return rareCanonicalKind(&at)
  }

  @inline(never)
  private static func rareCanonicalKind(_ at: inout UnsafePointer<UInt8>) -> TraceLine.Kind? {
    let names: [(name: StaticString, kind: TraceLine.Kind)] = [
      (#"bounds""#, .bounds), (#"center""#, .center), (#"force""#, .force), (#"turn""#, .turn),
      (#"commit""#, .commit), (#"run""#, .run), (#"ran""#, .ran), (#"gone""#, .gone),
      (#"anchor""#, .anchor), (#"inset""#, .inset), (#"update""#, .update),
      (#"updated""#, .updated),
    ]
    let word = load(at)
    for (name, kind) in names {
      let length = name.utf8CodeUnitCount
      // The last of eight bytes is the highest: nothing is left to mask.
      let mask = length == 8 ? UInt64.max : (1 &<< UInt64(8 * length)) &- 1
      if word & mask == ascii(name) {
        at += length
        return kind
      }
    }
    return nil
  }

  /// Takes a whole number of up to 18 digits.
  @inline(__always)
  private static func canonicalNatural(_ at: inout UnsafePointer<UInt8>) -> Int? {
    let word = load(at)
    let count = digits(in: word)
    guard count != 0, count == 1 || at.pointee != Byte.zero else { return nil }
    var value = Int(truncatingIfNeeded: self.value(of: word, digits: count))
    at += count
    if count == 8 {
      var more = 0
      while at.pointee &- Byte.zero <= 9 {
        value = value &* 10 &+ Int(at.pointee &- Byte.zero)
        at += 1
        more &+= 1
      }
      guard more <= 10, value <= JSONCursor.largestNumber else { return nil }
    }
    return value
  }

  /// Takes plain numbers between commas, and the bracket that closes their array.
  @inline(__always)
  private static func canonicalNumbers(_ at: inout UnsafePointer<UInt8>) -> UInt8? {
    var found: UInt8 = 0
    while true {
      if at.pointee == Byte.minus { at += 1 }
      let count = digits(in: load(at))
      guard count != 0, count < 8, count == 1 || at.pointee != Byte.zero else { return nil }
      at += count
      if at.pointee == Byte.dot {
        at += 1
        let fraction = digits(in: load(at))
        guard fraction != 0 else { return nil }
        at += fraction
        if fraction == 8 {
          // A double needs no more than 17 digits.
          let more = digits(in: load(at))
          guard more < 8 else { return nil }
          at += more
        }
      }
      found &+= 1
      let next = at.pointee
      at += 1
      if next == Byte.comma {
        guard found < 16 else { return nil }
        continue
      }
      return next == Byte.closeBracket ? found : nil
    }
  }

  /// Takes a string of plain ASCII and its closing quote.
  @inline(__always)
  private static func canonicalString(_ at: inout UnsafePointer<UInt8>) -> Bool {
    while true {
      let stops = stops(in: load(at))
      if stops == 0 {
        at += 8
        continue
      }
      at += stops.trailingZeroBitCount &>> 3
      guard at.pointee == Byte.quote else { return false }
      at += 1
      return true
    }
  }
}
