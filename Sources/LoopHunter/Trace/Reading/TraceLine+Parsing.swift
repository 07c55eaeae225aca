extension JSONCursor {
  /// Reads the line that begins here into `line`, and stops at its newline.
  ///
  /// Every byte is judged, also in keys and values that no event has. Keys may come in any order,
  /// so whether a key belongs to the event is left to `TraceLine.Rules`.
  @inline(never)
  mutating func parseLine(into line: inout TraceLine, chunk: UnsafePointer<UInt8>) {
    line.start = UInt32(truncatingIfNeeded: at - chunk)
    if parseObject(into: &line, chunk: chunk) {
      if byte == Byte.newline { return }
      skipBlanks()
      if byte == Byte.newline { return }
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
    into line: inout TraceLine, chunk: UnsafePointer<UInt8>
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
      var key = takeShortName()
      if key == Self.noShortName {
        key = takeLongName()
        if key == Self.noName { return false }
      }
      if byte == Byte.colon {
        at += 1
      } else {
        guard take(Byte.colon) else { return fail(.expectedColon) }
      }
      if byte <= Byte.space { skipBlanks() }
      guard parseValue(of: key, into: &line, chunk: chunk) else { return false }
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

  /// Judges a line that is no object: it may still be JSON.
  @inline(never)
  private mutating func skipOtherLine() -> Bool {
    if byte == Byte.newline {
      fault = .emptyLine
      return false
    }
    return skipValue()
  }

  /// Reads one value, and stores it if the key is known.
  @inline(__always)
  private mutating func parseValue(
    of key: UInt64, into line: inout TraceLine, chunk: UnsafePointer<UInt8>
  ) -> Bool {
    let offset = UInt32(truncatingIfNeeded: at - chunk)
    switch key {
    case ascii("e"): return takeEvent(&line)
    case ascii("v"):
      line.view = take(natural: .view, &line)
      return line.view >= 0
    case ascii("t"):
      line.time = take(natural: .time, &line)
      return line.time >= 0
    case ascii("by"):
      line.by = take(natural: .by, &line)
      return line.by >= 0
    case ascii("to"):
      line.new = offset
      return take(numbers: .new, &line, counted: { $0.newCount = $1 })
    case ascii("was"):
      line.old = offset
      return take(numbers: .old, &line, counted: { $0.oldCount = $1 })
    case ascii("why"):
      line.why = offset
      return take(string: .why, &line)
    case ascii("from"):
      line.from = offset
      return take(string: .from, &line)
    default: return parseRareValue(of: key, offset, into: &line)
    }
  }

  @inline(never)
  private mutating func parseRareValue(
    of key: UInt64, _ offset: UInt32, into line: inout TraceLine
  ) -> Bool {
    switch key {
    case ascii("n"):
      line.turn = take(natural: .turn, &line)
      return line.turn >= 0
    case ascii("k"):
      line.work = take(natural: .work, &line)
      return line.work >= 0
    case ascii("in"):
      if word & 0xffff_ffff == ascii("null") {
        note(.parent, &line)
        line.parent = 0
        return skipLiteral()
      }
      line.parent = take(natural: .parent, &line)
      if line.parent == 0 { line.mistyped.insert(.parent) }
      return line.parent >= 0
    case ascii("at"):
      line.index = take(natural: .index, &line)
      return line.index >= 0
    case ascii("batches"):
      line.batches = take(natural: .batches, &line)
      return line.batches >= 0
    case ascii("turns"):
      line.turns = take(natural: .turns, &line)
      return line.turns >= 0
    case ascii("version"):
      line.version = take(natural: .version, &line)
      return line.version >= 0
    case ascii("passLimi"):
      return take(natural: .passLimit, &line) >= 0
    case ascii("nestingL"):
      return take(natural: .nestingLimit, &line) >= 0
    case ascii("class"):
      line.className = offset
      return take(string: .className, &line)
    case ascii("name"):
      line.name = offset
      return take(string: .name, &line)
    case ascii("via"):
      line.via = offset
      return take(string: .via, &line)
    case ascii("tool"): return take(string: .tool, &line)
    case ascii("title"): return take(string: .title, &line)
    case ascii("clock"): return take(string: .clock, &line)
    case ascii("scale"):
      note(.scale, &line)
      if byte &- Byte.zero > 9 { line.mistyped.insert(.scale) }
      return skipValue()
    case ascii("frame"):
      line.frame = offset
      return take(numbers: .frame, &line, counted: { $0.frameCount = $1 })
    case ascii("bounds"):
      line.bounds = offset
      return take(numbers: .bounds, &line, counted: { $0.boundsCount = $1 })
    case ascii("transfor"):
      line.transform = offset
      return take(numbers: .transform, &line, counted: { $0.transformCount = $1 })
    case ascii("anchor"):
      line.anchor = offset
      return take(numbers: .anchor, &line, counted: { $0.anchorCount = $1 })
    case ascii("of"):
      line.receiver = take(natural: .receiver, &line)
      return line.receiver >= 0
    case ascii("clean"): return take(boolean: .clean, &line)
    case ascii("again"): return take(boolean: .again, &line)
    case ascii("hit"): return take(boolean: .hit, &line)
    default:
      line.unknownKeys &+= 1
      return skipValue()
    }
  }

  @inline(__always)
  private func note(_ key: TraceKeys, _ line: inout TraceLine) {
    line.doubled.rawValue |= line.present.rawValue & key.rawValue
    line.present.rawValue |= key.rawValue
  }

  /// Takes the whole number of a key; negative when the bytes are no JSON.
  @inline(__always)
  private mutating func take(natural key: TraceKeys, _ line: inout TraceLine) -> Int {
    note(key, &line)
    let natural = takeShortNatural()
    return natural >= 0 ? natural : takeLongNatural(key, &line)
  }

  /// Judges what is no plain number of up to seven digits where a whole number is expected.
  @inline(never)
  private mutating func takeLongNatural(_ key: TraceKeys, _ line: inout TraceLine) -> Int {
    let start = at
    guard skipValue() else { return -1 }
    switch Self.whole(at: start) {
    case .value(let value): return value
    case .tooLarge: line.tooLarge.insert(key)
    case .other: break
    }
    line.mistyped.insert(key)
    return 0
  }

  @inline(__always)
  private mutating func take(string key: TraceKeys, _ line: inout TraceLine) -> Bool {
    note(key, &line)
    if byte == Byte.quote {
      at += 1
      return skipString()
    }
    line.mistyped.insert(key)
    return skipValue()
  }

  private mutating func take(boolean key: TraceKeys, _ line: inout TraceLine) -> Bool {
    note(key, &line)
    if byte == UInt8(ascii: "t") {
      line.trueKeys.insert(key)
    } else if byte != UInt8(ascii: "f") {
      line.mistyped.insert(key)
    }
    return skipValue()
  }

  /// Steps over an array of numbers and counts them.
  @inline(__always)
  private mutating func take(
    numbers key: TraceKeys, _ line: inout TraceLine,
    counted: (inout TraceLine, UInt8) -> Void
  ) -> Bool {
    note(key, &line)
    let start = at
    guard byte == Byte.openBracket else {
      line.mistyped.insert(key)
      return skipValue()
    }
    var found: UInt8 = 0
    while true {
      at += 1
      if byte &- Byte.zero > 9 && byte != Byte.minus {
        skipBlanks()
        if byte &- Byte.zero > 9 && byte != Byte.minus { break }
      }
      guard skipNumber() else { return false }
      found = found == .max ? .max : found &+ 1
      if byte == Byte.comma { continue }
      skipBlanks()
      if byte == Byte.comma { continue }
      guard byte == Byte.closeBracket else { return fail(.expectedCommaOrBracket) }
      if metExponent || at - start > 300 {
        metExponent = false
        if !Self.areFinite(from: start, to: at) { line.mistyped.insert(key) }
      }
      at += 1
      counted(&line, found)
      return true
    }
    // Something else than a number: still JSON perhaps, but not what the key needs.
    at = start
    line.mistyped.insert(key)
    return skipValue()
  }

  /// Reads the event's name.
  @inline(__always)
  private mutating func takeEvent(_ line: inout TraceLine) -> Bool {
    note(.e, &line)
    guard byte == Byte.quote else {
      line.mistyped.insert(.e)
      return skipValue()
    }
    at += 1
    var name = takeShortName()
    if name == Self.noShortName {
      name = takeLongName()
      if name == Self.noName { return false }
    }
    line.kind = Self.kind(named: name)
    return true
  }

  /// What `takeShortName` returns for a name it leaves to `takeLongName`.
  private static var noShortName: UInt64 { .max }
  /// What `takeLongName` returns for bytes that are no JSON string.
  private static var noName: UInt64 { .max - 1 }

  /// Takes a string of at most seven plain characters and its closing quote, as a word.
  ///
  /// The opening quote was taken. Anything else stays where it is and gives `noShortName`.
  @inline(__always)
  private mutating func takeShortName() -> UInt64 {
    let name = word
    let stops = Self.stops(in: name)
    let bits = stops.trailingZeroBitCount & 0x78
    let length = bits >> 3
    guard stops != 0, at[length] == Byte.quote else { return Self.noShortName }
    at += length &+ 1
    return name & ((1 &<< UInt64(truncatingIfNeeded: bits)) &- 1)
  }

  /// Takes any string, and returns the first eight characters of a name that this version knows.
  ///
  /// Escapes are resolved first, for `"\u0065"` is the key `e`. Unknown names give 0.
  @inline(never)
  private mutating func takeLongName() -> UInt64 {
    let start = at - 1
    guard skipString() else { return Self.noName }
    var name = ""
    if at - start <= 6 * 12 + 2 { name = Self.text(at: start) }
    if name.utf8.count < 8 && !name.utf8.contains(0) {
      var short: UInt64 = 0
      for (index, unit) in name.utf8.enumerated() { short |= UInt64(unit) << UInt64(8 * index) }
      return short
    }
    return switch name {
    case "passLimit": ascii("passLimi")
    case "nestingLimit": ascii("nestingL")
    case "transform": ascii("transfor")
    case "committed": ascii("committe")
    default: 0
    }
  }

  @inline(__always)
  private static func kind(named name: UInt64) -> TraceLine.Kind {
    switch name {
    case ascii("layout"): .layout
    case ascii("done"): .done
    case ascii("dirty"): .dirty
    case ascii("frame"): .frame
    case ascii("bounds"): .bounds
    default: rareKind(named: name)
    }
  }

  @inline(never)
  private static func rareKind(named name: UInt64) -> TraceLine.Kind {
    switch name {
    case ascii("trace"): .trace
    case ascii("view"): .view
    case ascii("move"): .move
    case ascii("gone"): .gone
    case ascii("turn"): .turn
    case ascii("commit"): .commit
    case ascii("committe"): .committed
    case ascii("center"): .center
    case ascii("transfor"): .transform
    case ascii("anchor"): .anchor
    case ascii("inset"): .inset
    case ascii("clean"): .clean
    case ascii("force"): .force
    case ascii("update"): .update
    case ascii("updated"): .updated
    case ascii("async"): .async
    case ascii("run"): .run
    case ascii("ran"): .ran
    case ascii("end"): .end
    default: .unknown
    }
  }
}
