/// One line of a trace as its bytes say it: numbers read, strings and arrays only located.
///
/// A flat value without references, so that a scan can hold thousands of them and allocate nothing.
/// The keys that the event does not have are left out of it.
package struct TraceLine {
  /// What makes a line of JSON no event, or not the event that it names.
  enum Flaw: UInt8 {
    case none
    /// A key's value is of a wrong type.
    case mistyped
    /// It is a number beyond the largest.
    case tooLarge
    /// It is an array of another length.
    case miscounted
    /// A key is there twice.
    case doubled
    /// A key that the event needs is not there.
    case missing
  }

  var kind = TraceEvent.Kind.nameless
  var fault = JSONFault.none
  var flaw = Flaw.none
  /// The key that the flaw concerns.
  var flawedKey = TraceKey.e
  /// Where the line begins, in bytes from the start of its chunk.
  var start: UInt32 = 0
  /// The place where the line is not JSON.
  var faultOffset: UInt32 = 0
  /// How many keys the event does not have.
  var ignoredKeys: UInt32 = 0
  /// The keys of the event that are there; of those that hold true or false, the ones that are
  /// true.
  var present: TraceKeys = []
  /// Whole numbers, and the offsets of strings and arrays from the start of the chunk.
  private var slots = InlineArray<9, Int>(repeating: 0)

  /// How many slots there are.
  package static let slotCount = 9

  /// Whether the event has a key, or whether it is true.
  @inline(__always)
  func has(_ key: TraceKey) -> Bool { present.contains(key) }

  /// The whole number under a key that is there; 0 stands for null.
  @inline(__always)
  subscript(key: TraceKey) -> Int { slots[key.slot] }

  /// The whole number under a key; nil if the key is missing.
  @inline(__always)
  func number(_ key: TraceKey) -> Int? { has(key) ? self[key] : nil }

  /// Where the string or the array under a key begins.
  @inline(__always)
  func place(_ key: TraceKey) -> Int { slots[key.slot] }

  /// Where the string or the array in a slot begins.
  @inline(__always)
  func place(in slot: Int) -> Int { slots[slot] }

  /// Keeps a value.
  @inline(__always)
  mutating func store(_ value: Int, in slot: Int) { slots[unchecked: slot] = value }

  /// Forgets a key.
  mutating func remove(_ key: TraceKey) { present.bits &= ~key.bit }

  /// Forgets what is wrong with the line that was here before.
  @inline(__always)
  mutating func reset() {
    kind = .nameless
    fault = .none
    flaw = .none
    ignoredKeys = 0
  }
}
