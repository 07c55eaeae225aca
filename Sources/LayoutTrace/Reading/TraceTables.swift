/// The grammar in the form for the readers' lookups: made once, never changed and never freed.
struct TraceTables: @unchecked Sendable {
  static let shared = TraceTables()

  /// The ways in which a reader takes the value of a key.
  enum Taking: UInt8 {
    case name, natural, positive, naturalOrNull, string, strings, word, flag, numbers, scale
    /// No key: the end of an event's steps.
    case end
  }

  /// Up to 16 bytes that the fast reader compares as two words.
  struct Opening {
    var head: UInt64 = 0
    var headMask: UInt64 = 0
    var tail: UInt64 = 0
    var tailMask: UInt64 = 0
    var length = 0

    /// The empty opening, which matches everywhere.
    init() {}

    init(_ text: String) {
      let bytes = Array(text.utf8)
      precondition(bytes.count <= 16, "the fast reader compares 16 bytes at most")
      length = bytes.count
      for (index, byte) in bytes.enumerated() {
        let shift = UInt64(8 * (index & 7))
        if index < 8 {
          head |= UInt64(byte) << shift
          headMask |= 0xff << shift
        } else {
          tail |= UInt64(byte) << shift
          tailMask |= 0xff << shift
        }
      }
    }
  }

  /// An event in the form for the fast reader.
  struct Event {
    /// The name and its closing quote.
    var opening: Opening
    var kind: TraceEvent.Kind
    var required: UInt64
    /// The event's keys in the order in which they are written, ended by one of `end`.
    var steps: UnsafePointer<Step>
  }

  /// A key of an event in the form for the fast reader.
  struct Step {
    /// The comma, the key in its quotes, and the colon.
    var opening = Opening()
    var bit: UInt64 = 0
    var slot = 0
    /// The number of elements of an array.
    var count: UInt8 = 0
    var taking = Taking.end
  }

  /// The possible contents of an event's lines, by the raw values of the kinds.
  struct Rule {
    var required: UInt64 = 0
    var allowed: UInt64 = TraceKey.e.bit
    /// The keys in their order.
    var steps: UnsafePointer<Step>?
    /// The number of elements of `to` and `was`.
    var count: UInt8 = 0
  }

  /// The properties of a key, by the raw values of the keys.
  struct Key {
    var taking: Taking
    var slot: Int
    /// The number of elements of an array; 0 if the event defines it.
    var count: UInt8
  }

  /// The events, the frequent ones first; the last one has the kind `unknown`.
  let events: UnsafePointer<Event>
  let rules: UnsafePointer<Rule>
  private let noSteps: UnsafePointer<Step>
  let keys: UnsafePointer<Key>
  let keyNames: NameTable
  let eventNames: NameTable
  let workKinds: NameTable

  private init() {
    let all = TraceKey.allCases
    keys = Self.immortal(
      all.map { key in
        var count = 0
        if case .numbers(let shape?) = key.form { count = shape.count }
        return Key(taking: Taking(key.form), slot: key.slot, count: UInt8(count))
      })
    var rules = [Rule](repeating: Rule(), count: TraceEvent.Kind.allCases.count)
    rules[Int(TraceEvent.Kind.nameless.rawValue)].required = TraceKey.e.bit
    var events: [Event] = []
    for event in TraceGrammar.events {
      var steps = event.keys.map { key in
        var count = 0
        if case .numbers(let shape?) = event.form(of: key) { count = shape.count }
        return Step(
          opening: Opening(",\"\(key.spelling)\":"), bit: key.bit, slot: key.slot,
          count: UInt8(count), taking: Taking(key.form))
      }
      steps.append(Step())
      let required = TraceKeys(event.required).bits
      let keys = Self.immortal(steps)
      rules[Int(event.kind.rawValue)] = Rule(
        required: required, allowed: TraceKeys([.e] + event.keys).bits, steps: keys,
        count: UInt8(event.shape?.count ?? 0))
      events.append(
        Event(
          opening: Opening("\(event.name)\""), kind: event.kind, required: required, steps: keys))
    }
    noSteps = Self.immortal([Step()])
    events.append(Event(opening: Opening(), kind: .unknown, required: 0, steps: noSteps))
    self.events = Self.immortal(events)
    self.rules = Self.immortal(rules)
    keyNames = NameTable(all.map { ($0.spelling, $0.rawValue) })
    eventNames = NameTable(TraceGrammar.events.map { ($0.name, $0.kind.rawValue) })
    workKinds = NameTable(TraceEvent.WorkKind.words.map { ($0, 0) })
  }

  /// The keys of an event in their order, ended by one of `end`.
  func steps(of kind: TraceEvent.Kind) -> UnsafePointer<Step> {
    rules[Int(kind.rawValue)].steps ?? noSteps
  }

  private static func immortal<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
    let place = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
    place.initialize(from: elements, count: elements.count)
    return UnsafePointer(place)
  }
}

extension TraceTables.Taking {
  fileprivate init(_ form: TraceForm) {
    self =
      switch form {
      case .event: .name
      // The checker reports a view, a turn or work with the number 0.
      case .view, .turn, .work, .count, .index, .version, .time: .natural
      case .number: .positive
      case .viewOrNull: .naturalOrNull
      case .scale: .scale
      case .text: .string
      case .texts: .strings
      case .workKind: .word
      case .flag: .flag
      case .numbers: .numbers
      }
  }
}

/// Finds names by their first eight characters, as one word.
package struct NameTable: @unchecked Sendable {
  private struct Entry {
    /// The word; 0 for an empty place.
    var word: UInt64 = 0
    var value = NameTable.unknown
  }

  /// The entry for a name that isn't in the table.
  package static let unknown = UInt8.max

  private static let bits: UInt64 = 8
  private let entries: UnsafeMutablePointer<Entry>
  /// The names of eight or more characters.
  private let longNames: Set<String>

  package init(_ names: [(name: String, value: UInt8)]) {
    precondition(names.count < 1 << (Self.bits - 1), "the table of names is too small")
    entries = .allocate(capacity: 1 << Self.bits)
    entries.initialize(repeating: Entry(), count: 1 << Self.bits)
    longNames = Set(names.map(\.name).filter { $0.utf8.count >= 8 })
    for (name, value) in names {
      let word = Self.word(of: name)
      var place = Self.home(of: word)
      while entries[place].word != 0 {
        precondition(entries[place].word != word, "two names begin with the same 8 characters")
        place = (place + 1) & (1 << Self.bits - 1)
      }
      entries[place] = Entry(word: word, value: value)
    }
  }

  /// The entry for a name, by its word.
  @inline(__always)
  package func value(of word: UInt64) -> UInt8 {
    var place = Self.home(of: word)
    while true {
      let entry = entries[place]
      if entry.word == word || entry.word == 0 { return entry.value }
      place = (place &+ 1) & (1 << Self.bits - 1)
    }
  }

  /// The entry for a name of up to seven plain characters; the word includes its closing quote.
  @inline(__always)
  func value(ofStringIn word: UInt64) -> UInt8 {
    let bits = JSONCursor.stops(in: word).trailingZeroBitCount & 0x78
    return bits >= 64 ? Self.unknown : value(of: word & ((1 &<< UInt64(bits)) &- 1))
  }

  /// The entry for a name of any length.
  package func value(of name: String) -> UInt8 {
    guard name.utf8.count < 8 || longNames.contains(name), !name.utf8.contains(0) else {
      return Self.unknown
    }
    return value(of: Self.word(of: name))
  }

  private static func word(of name: String) -> UInt64 {
    var word: UInt64 = 0
    for (index, unit) in name.utf8.prefix(8).enumerated() {
      word |= UInt64(unit) << UInt64(8 * index)
    }
    return word
  }

  @inline(__always)
  private static func home(of word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &* 0x9e37_79b9_7f4a_7c15) >> (64 - bits))
  }
}
