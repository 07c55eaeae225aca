extension JSONCursor {
  /// Reads a line written as `TraceWriter` writes it, or gives up.
  ///
  /// It takes lines that begin with `{"e":`, have no blanks, no escapes, nothing but ASCII, no
  /// exponents and only the event's own keys, each once; this is the form that recorders write. The
  /// order of the grammar is fastest. It accepts nothing that the general parser would reject, and
  /// stores the same. On anything else it returns nil, and the general parser reads the line from
  /// its start, so nothing is lost but a little time.
  ///
  /// - Returns: the newline that ends the line.
  @inline(__always)
  static func parseCanonicalLine(
    at start: UnsafePointer<UInt8>, into line: UnsafeMutablePointer<TraceLine>,
    chunk: UnsafePointer<UInt8>, tables: TraceTables
  ) -> UnsafePointer<UInt8>? {
    guard load(start) & 0xffff_ffff_ffff == ascii(#"{"e":""#) else { return nil }
    var at = start + 6
    var event = tables.events
    let name = load(at)
    while name & event.pointee.opening.headMask != event.pointee.opening.head { event += 1 }
    guard stands(event.pointee.opening, at) else { return nil }
    at += event.pointee.opening.length
    var present = TraceKey.e.bit
    var step = event.pointee.steps
    var hasWrapped = false
    while at.pointee == Byte.comma {
      // The comma, the quote, the key, its quote and its colon are compared as one word, or two.
      let head = load(at)
      while head & step.pointee.opening.headMask != step.pointee.opening.head { step += 1 }
      guard stands(step.pointee.opening, at) else { return nil }
      at += step.pointee.opening.length
      switch step.pointee.taking {
      case .natural:
        guard let value = canonicalNatural(&at) else { return nil }
        line.pointee.store(value, in: step.pointee.slot)
      case .positive:
        guard let value = canonicalNatural(&at), value > 0 else { return nil }
        line.pointee.store(value, in: step.pointee.slot)
      case .numbers:
        guard at.pointee == Byte.openBracket else { return nil }
        line.pointee.store(at - chunk, in: step.pointee.slot)
        at += 1
        guard canonicalNumbers(&at) == step.pointee.count else { return nil }
      case .string:
        guard at.pointee == Byte.quote else { return nil }
        line.pointee.store(at - chunk, in: step.pointee.slot)
        at += 1
        guard canonicalString(&at) else { return nil }
      case .word:
        guard at.pointee == Byte.quote else { return nil }
        line.pointee.store(at - chunk, in: step.pointee.slot)
        at += 1
        let word = load(at)
        guard canonicalString(&at),
          tables.workKinds.value(ofStringIn: word) != NameTable.unknown
        else { return nil }
      case .flag:
        guard load(at) & 0xffff_ffff == ascii("true") else { return nil }
        at += 4
      case .naturalOrNull:
        if load(at) & 0xffff_ffff == ascii("null") {
          at += 4
          line.pointee.store(0, in: step.pointee.slot)
        } else {
          guard let value = canonicalNatural(&at), value > 0 else { return nil }
          line.pointee.store(value, in: step.pointee.slot)
        }
      case .end:
        // A key out of the grammar's order: the search restarts from the first.
        guard !hasWrapped else { return nil }
        hasWrapped = true
        step = event.pointee.steps
        continue
      case .name, .scale, .strings: return nil
      }
      guard present & step.pointee.bit == 0 else { return nil }
      present |= step.pointee.bit
      step += 1
      hasWrapped = false
    }
    guard at.pointee == Byte.closeBrace, at[1] == Byte.newline,
      present & event.pointee.required == event.pointee.required, event.pointee.kind != .unknown
    else { return nil }
    line.pointee.kind = event.pointee.kind
    line.pointee.start = UInt32(truncatingIfNeeded: start - chunk)
    line.pointee.present = TraceKeys(bits: present)
    return at + 1
  }

  /// True if an opening is at this position, given that its first eight bytes are.
  @inline(__always)
  private static func stands(_ opening: TraceTables.Opening, _ at: UnsafePointer<UInt8>) -> Bool {
    opening.length <= 8 || load(at + 8) & opening.tailMask == opening.tail
  }

  @inline(__always)
  private static func load(_ at: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(at).loadUnaligned(as: UInt64.self))
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
