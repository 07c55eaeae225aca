/// One line of a trace as its bytes say it: numbers read, strings and rectangles only located.
///
/// A flat value without references, so that a scan can hold thousands of them and allocate nothing.
/// Offsets count bytes from the start of the chunk.
struct TraceLine {
  /// The event's name, or why there is none.
  enum Kind: UInt8 {
    /// Not JSON; `fault` says why.
    case malformed
    /// JSON, but no object, or an object whose `e` is missing or no string.
    case nameless
    /// An event of a name this version does not know.
    case unknown
    case trace, view, move, gone, turn, commit, committed, dirty, frame, bounds, center, transform
    case anchor, inset
    case clean, force, layout, done, update, updated, async, run, ran, end
  }

  var kind = Kind.nameless
  var fault = JSONFault.none
  /// How many numbers the arrays hold; capped at 255.
  var newCount: UInt8 = 0
  var oldCount: UInt8 = 0
  var frameCount: UInt8 = 0
  var boundsCount: UInt8 = 0
  var transformCount: UInt8 = 0
  var anchorCount: UInt8 = 0
  /// The values of the keys that hold true or false.
  var trueKeys: TraceKeys = []

  var start: UInt32 = 0
  /// Where the line is not JSON.
  var faultOffset: UInt32 = 0
  /// The keys that are there, that are there twice, and that hold a value of a wrong type.
  var present: TraceKeys = []
  var doubled: TraceKeys = []
  var mistyped: TraceKeys = []
  /// The mistyped keys that hold a number beyond the largest.
  var tooLarge: TraceKeys = []
  var unknownKeys: UInt32 = 0

  var view = 0
  var by = 0
  /// The number under `of`.
  var receiver = 0
  /// The number under `in`; 0 stands for null.
  var parent = 0
  var index = 0
  var turn = 0
  var work = 0
  var time = 0

  // Where the values of the other keys begin.
  var className: UInt32 = 0
  var name: UInt32 = 0
  var why: UInt32 = 0
  var from: UInt32 = 0
  var via: UInt32 = 0
  var new: UInt32 = 0
  var old: UInt32 = 0
  var frame: UInt32 = 0
  var bounds: UInt32 = 0
  var transform: UInt32 = 0
  var anchor: UInt32 = 0
  var batches = 0
  var turns = 0
  var version = 0

  /// Forgets which keys are there; what they hold is not looked at then.
  @inline(__always)
  mutating func reset() {
    kind = .nameless
    fault = .none
    trueKeys = []
    present = []
    doubled = []
    mistyped = []
    tooLarge = []
    unknownKeys = 0
  }
}

/// The keys that events have, as a set.
struct TraceKeys: OptionSet, Hashable {
  var rawValue: UInt64

  static let e = TraceKeys(rawValue: 1 << 0)
  static let view = TraceKeys(rawValue: 1 << 1)
  static let time = TraceKeys(rawValue: 1 << 2)
  static let turn = TraceKeys(rawValue: 1 << 3)
  static let work = TraceKeys(rawValue: 1 << 4)
  static let parent = TraceKeys(rawValue: 1 << 5)
  static let index = TraceKeys(rawValue: 1 << 6)
  static let new = TraceKeys(rawValue: 1 << 7)
  static let by = TraceKeys(rawValue: 1 << 8)
  static let why = TraceKeys(rawValue: 1 << 9)
  static let old = TraceKeys(rawValue: 1 << 10)
  static let via = TraceKeys(rawValue: 1 << 11)
  static let hit = TraceKeys(rawValue: 1 << 12)
  static let from = TraceKeys(rawValue: 1 << 13)
  static let name = TraceKeys(rawValue: 1 << 14)
  static let tool = TraceKeys(rawValue: 1 << 15)
  static let className = TraceKeys(rawValue: 1 << 16)
  static let frame = TraceKeys(rawValue: 1 << 17)
  static let clean = TraceKeys(rawValue: 1 << 18)
  static let again = TraceKeys(rawValue: 1 << 19)
  static let title = TraceKeys(rawValue: 1 << 20)
  static let clock = TraceKeys(rawValue: 1 << 21)
  static let scale = TraceKeys(rawValue: 1 << 22)
  static let turns = TraceKeys(rawValue: 1 << 23)
  static let bounds = TraceKeys(rawValue: 1 << 24)
  static let batches = TraceKeys(rawValue: 1 << 25)
  static let version = TraceKeys(rawValue: 1 << 26)
  static let passLimit = TraceKeys(rawValue: 1 << 27)
  static let nestingLimit = TraceKeys(rawValue: 1 << 28)
  static let transform = TraceKeys(rawValue: 1 << 29)
  static let anchor = TraceKeys(rawValue: 1 << 30)
  static let receiver = TraceKeys(rawValue: 1 << 31)
}
