/// One line of a trace in parsed form: numbers are read, strings and arrays only located.
///
/// It is flat, so that a scan holds thousands of them, and has only the keys of its event.
package struct TraceLine {
  /// The reasons why a line of JSON isn't an event, or not the event that it names.
  enum Flaw: UInt8 {
    case none
    /// A key's value is of a wrong type.
    case mistyped
    /// A key's value is a number beyond the largest.
    case tooLarge
    /// A key's value is an array of another length.
    case miscounted
    /// A key is present twice.
    case doubled
    /// A key that the event needs is missing.
    case missing
  }

  var kind = TraceEvent.Kind.nameless
  var fault = JSONFault.none
  var flaw = Flaw.none
  /// The key that the flaw concerns.
  var flawedKey = TraceKey.e
  /// The position at which the line begins, in bytes from the start of its chunk.
  var start: UInt32 = 0
  /// The position at which the line stops being JSON.
  var faultOffset: UInt32 = 0
  /// The number of keys that the event does not have.
  var ignoredKeys: UInt32 = 0
  /// The keys of the event that are present; of those with true or false, the ones that are true.
  var present: TraceKeys = []
  /// Whole numbers, and the offsets of strings and arrays from the start of the chunk.
  private var slots = InlineArray<9, Int>(repeating: 0)

  package static let slotCount = 9

  /// True if the event has a key, or, for a key with true or false, if it is true.
  @inline(__always)
  func has(_ key: TraceKey) -> Bool { present.contains(key) }

  /// The whole number under a key that is present; 0 stands for null.
  @inline(__always)
  subscript(key: TraceKey) -> Int { slots[key.slot] }

  /// The whole number under a key; nil if the key is missing.
  @inline(__always)
  func number(_ key: TraceKey) -> Int? { has(key) ? self[key] : nil }

  /// The position at which the string or the array under a key begins.
  @inline(__always)
  func place(_ key: TraceKey) -> Int { slots[key.slot] }

  /// The position at which the string or the array in a slot begins.
  @inline(__always)
  func place(in slot: Int) -> Int { slots[slot] }

  /// Stores a value.
  @inline(__always)
  mutating func store(_ value: Int, in slot: Int) { slots[unchecked: slot] = value }
  mutating func remove(_ key: TraceKey) { present.bits &= ~key.bit }

  /// Clears the error of the previous line.
  @inline(__always)
  mutating func reset() {
    kind = .nameless
    fault = .none
    flaw = .none
    ignoredKeys = 0
  }
}
