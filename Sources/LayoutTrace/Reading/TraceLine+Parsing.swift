extension JSONCursor {
  /// Reads the line that begins here into `line`, and stops at its newline.
  ///
  /// Every byte is checked; keys come in any order, so the end decides which belong to the event.
  @inline(never)
  mutating func parseLine(
    into line: inout TraceLine, found: inout FoundKeys, chunk: UnsafePointer<UInt8>
  ) {
    line.start = UInt32(truncatingIfNeeded: at - chunk)
    found.reset()
    if parseObject(into: &found, chunk: chunk) {
      if byte != Byte.newline { skipBlanks() }
      if byte == Byte.newline { return found.fill(&line) }
      _ = fail(.trailingBytes)
    }
    line.kind = .malformed
    line.fault = fault
    line.faultOffset = UInt32(truncatingIfNeeded: at - chunk)
    fault = .none
    while byte != Byte.newline { at += 1 }
  }

  @inline(__always)
  private mutating func parseObject(
    into found: inout FoundKeys, chunk: UnsafePointer<UInt8>
  ) -> Bool {
    guard take(Byte.openBrace) else { return skipOtherLine() }
    if byte != Byte.quote {
      skipBlanks()
      if byte == Byte.closeBrace {
        at += 1
        return true
      }
      guard byte == Byte.quote else { return fail(.expectedKey) }
    }
    while true {
      at += 1
      guard let key = takeName(in: found.tables.keyNames) else { return false }
      if byte == Byte.colon {
        at += 1
      } else {
        guard take(Byte.colon) else { return fail(.expectedColon) }
      }
      if byte <= Byte.space { skipBlanks() }
      guard parseValue(of: key, into: &found, chunk: chunk) else { return false }
      if byte != Byte.comma {
        if byte == Byte.closeBrace {
          at += 1
          return true
        }
        skipBlanks()
        if byte == Byte.closeBrace {
          at += 1
          return true
        }
        guard byte == Byte.comma else { return fail(.expectedCommaOrBrace) }
      }
      at += 1
      if byte != Byte.quote {
        skipBlanks()
        guard byte == Byte.quote else { return fail(.expectedKey) }
      }
    }
  }

  /// Checks a line that isn't an object: it may still be JSON.
  @inline(never)
  private mutating func skipOtherLine() -> Bool {
    if byte == Byte.newline {
      fault = .emptyLine
      return false
    }
    return skipValue()
  }

  /// Reads one value, and keeps it if the key is known.
  @inline(__always)
  private mutating func parseValue(
    of key: UInt8, into found: inout FoundKeys, chunk: UnsafePointer<UInt8>
  ) -> Bool {
    guard key != NameTable.unknown, let key = TraceKey(rawValue: key) else {
      found.unknown &+= 1
      return skipValue()
    }
    found.note(key)
    switch found.tables.keys[Int(key.rawValue)].taking {
    case .natural:
      let value = takeNatural(key, &found)
      found.keep(value, under: key)
      return value >= 0
    case .positive:
      let value = takeNatural(key, &found)
      if value == 0 { found.mistyped |= key.bit }
      found.keep(value, under: key)
      return value >= 0
    case .string:
      found.keep(at - chunk, under: key)
      return takeString(key, &found)
    case .strings:
      found.keep(at - chunk, under: key)
      return takeStrings(key, &found)
    case .word:
      found.keep(at - chunk, under: key)
      guard byte == Byte.quote else { return takeString(key, &found) }
      at += 1
      guard let word = takeName(in: found.tables.workKinds) else { return false }
      if word == NameTable.unknown { found.mistyped |= key.bit }
      return true
    case .numbers:
      found.keep(at - chunk, under: key)
      return takeNumbers(key, &found)
    case .flag: return takeFlag(key, &found)
    case .name: return takeEvent(&found)
    case .naturalOrNull:
      if word & 0xffff_ffff == ascii("null") {
        found.keep(0, under: key)
        return skipLiteral()
      }
      let value = takeNatural(key, &found)
      if value == 0 { found.mistyped |= key.bit }
      found.keep(value, under: key)
      return value >= 0
    case .scale:
      found.keep(at - chunk, under: key)
      return takeScale(key, &found)
    case .end: return skipValue()
    }
  }

  /// Takes the whole number of a key; returns a negative number if the bytes are not JSON.
  @inline(__always)
  private mutating func takeNatural(_ key: TraceKey, _ found: inout FoundKeys) -> Int {
    let natural = takeShortNatural()
    return natural >= 0 ? natural : takeLongNatural(key, &found)
  }

  /// Takes a whole number in any form but that of up to seven plain digits.
  @inline(never)
  private mutating func takeLongNatural(_ key: TraceKey, _ found: inout FoundKeys) -> Int {
    let start = at
    guard skipValue() else { return -1 }
    switch Self.whole(at: start) {
    case .value(let value): return value
    case .tooLarge: found.tooLarge |= key.bit
    case .other: break
    }
    found.mistyped |= key.bit
    return 0
  }

  @inline(__always)
  private mutating func takeString(_ key: TraceKey, _ found: inout FoundKeys) -> Bool {
    if byte == Byte.quote {
      at += 1
      return skipString()
    }
    found.mistyped |= key.bit
    return skipValue()
  }

  /// Steps over an array of strings.
  @inline(never)
  private mutating func takeStrings(_ key: TraceKey, _ found: inout FoundKeys) -> Bool {
    var elements = JSONCursor(at)
    guard skipValue() else { return false }
    // The value is JSON: only what its elements begin with is left to see.
    guard elements.take(Byte.openBracket) else {
      found.mistyped |= key.bit
      return true
    }
    elements.skipBlanks()
    guard elements.byte != Byte.closeBracket else { return true }
    repeat {
      elements.skipBlanks()
      if elements.byte != Byte.quote { found.mistyped |= key.bit }
    } while elements.skipValue() && elements.take(Byte.comma)
    return true
  }

  /// Steps over a value that must be a finite number above 0.
  @inline(never)
  private mutating func takeScale(_ key: TraceKey, _ found: inout FoundKeys) -> Bool {
    var start = at
    guard skipValue() else { return false }
    let isNumber = start.pointee == Byte.minus || start.pointee &- Byte.zero <= 9
    let value = isNumber ? Self.double(at: &start) : 0
    if !value.isFinite || value <= 0 { found.mistyped |= key.bit }
    return true
  }

  private mutating func takeFlag(_ key: TraceKey, _ found: inout FoundKeys) -> Bool {
    if byte == UInt8(ascii: "f") {
      found.untrue |= key.bit
    } else if byte != UInt8(ascii: "t") {
      found.mistyped |= key.bit
    }
    return skipValue()
  }

  /// Steps over an array of numbers and counts them.
  @inline(__always)
  private mutating func takeNumbers(_ key: TraceKey, _ found: inout FoundKeys) -> Bool {
    let start = at
    guard byte == Byte.openBracket else {
      found.mistyped |= key.bit
      return skipValue()
    }
    var count: UInt8 = 0
    while true {
      at += 1
      if byte &- Byte.zero > 9 && byte != Byte.minus {
        skipBlanks()
        if byte &- Byte.zero > 9 && byte != Byte.minus { break }
      }
      guard skipNumber() else { return false }
      count = count == .max ? .max : count &+ 1
      if byte == Byte.comma { continue }
      skipBlanks()
      if byte == Byte.comma { continue }
      guard byte == Byte.closeBracket else { return fail(.expectedCommaOrBracket) }
      if metExponent || at - start > 300 {
        metExponent = false
        if !Self.areFinite(from: start, to: at) { found.mistyped |= key.bit }
      }
      at += 1
      found.count(count, under: key)
      return true
    }
    // This isn't a number: perhaps still JSON, but not the value that the key needs.
    at = start
    found.mistyped |= key.bit
    return skipValue()
  }

  /// Reads the event's name.
  @inline(__always)
  private mutating func takeEvent(_ found: inout FoundKeys) -> Bool {
    guard byte == Byte.quote else {
      found.mistyped |= TraceKey.e.bit
      return skipValue()
    }
    at += 1
    guard let name = takeName(in: found.tables.eventNames) else { return false }
    found.kind = TraceEvent.Kind(rawValue: name) ?? .unknown
    return true
  }

  /// Takes a string after its opening quote, and looks it up; nil for bytes that are not a string.
  @inline(__always)
  private mutating func takeName(in table: NameTable) -> UInt8? {
    let name = word
    let stops = Self.stops(in: name)
    let bits = stops.trailingZeroBitCount & 0x78
    let length = bits >> 3
    guard stops != 0, at[length] == Byte.quote else { return takeLongName(in: table) }
    at += length &+ 1
    return table.value(of: name & ((1 &<< UInt64(truncatingIfNeeded: bits)) &- 1))
  }

  /// Takes any name, with its escapes resolved, because `"\u0065"` is the key `e`.
  @inline(never)
  private mutating func takeLongName(in table: NameTable) -> UInt8? {
    let start = at - 1
    guard skipString() else { return nil }
    // No name is longer, however it is escaped.
    guard at - start <= 6 * 12 + 2 else { return NameTable.unknown }
    return table.value(of: Self.text(at: start))
  }
}

/// The keys that the general parser found in a line, before its event is known.
struct FoundKeys {
  let tables = TraceTables.shared
  fileprivate var kind = TraceEvent.Kind.nameless
  /// The keys that are present, that are present twice, whose values have a wrong type, that hold a
  /// number beyond the largest, and that hold false.
  fileprivate var present: UInt64 = 0
  fileprivate var doubled: UInt64 = 0
  fileprivate var mistyped: UInt64 = 0
  fileprivate var tooLarge: UInt64 = 0
  fileprivate var untrue: UInt64 = 0
  fileprivate var unknown: UInt32 = 0
  /// The values, by the raw values of the keys; those of missing keys are never read.
  private var values = InlineArray<64, Int>(repeating: 0)
  private var counts = InlineArray<64, UInt8>(repeating: 0)

  fileprivate mutating func reset() {
    kind = .nameless
    present = 0
    doubled = 0
    mistyped = 0
    tooLarge = 0
    untrue = 0
    unknown = 0
  }

  @inline(__always)
  fileprivate mutating func note(_ key: TraceKey) {
    doubled |= present & key.bit
    present |= key.bit
  }

  @inline(__always)
  fileprivate mutating func keep(_ value: Int, under key: TraceKey) {
    values[unchecked: Int(key.rawValue)] = value
  }

  @inline(__always)
  fileprivate mutating func count(_ count: UInt8, under key: TraceKey) {
    counts[unchecked: Int(key.rawValue)] = count
  }

  /// Completes the line, now that all of it has been read.
  fileprivate mutating func fill(_ line: inout TraceLine) {
    line.kind = kind
    let rule = tables.rules[Int(kind.rawValue)]
    let known = present & rule.allowed
    line.ignoredKeys =
      kind == .unknown ? 0 : unknown &+ UInt32((present & ~rule.allowed).nonzeroBitCount)
    line.present = TraceKeys(bits: known & ~untrue)
    var keys = known & ~TraceKey.e.bit
    var miscounted: UInt64 = 0
    while keys != 0 {
      let key = keys.trailingZeroBitCount
      keys &= keys &- 1
      let definition = tables.keys[key]
      guard definition.taking != .flag else { continue }
      line.store(values[unchecked: key], in: definition.slot)
      if definition.taking == .numbers {
        let wanted = definition.count == 0 ? rule.count : definition.count
        if counts[unchecked: key] != wanted { miscounted |= 1 &<< UInt64(key) }
      }
    }
    let wrong = (mistyped | doubled) & rule.allowed | miscounted | rule.required & ~present
    if wrong != 0 { noteFlaw(of: &line, rule, miscounted) }
  }

  @inline(never)
  private func noteFlaw(of line: inout TraceLine, _ rule: TraceTables.Rule, _ miscounted: UInt64) {
    let flaws: [(TraceLine.Flaw, UInt64)] = [
      (.mistyped, mistyped & rule.allowed), (.miscounted, miscounted),
      (.doubled, doubled & rule.allowed), (.missing, rule.required & ~present),
    ]
    for (flaw, keys) in flaws {
      guard let key = TraceKeys(bits: keys).first else { continue }
      line.flaw = flaw == .mistyped && tooLarge & key.bit != 0 ? .tooLarge : flaw
      line.flawedKey = key
      return
    }
  }
}
