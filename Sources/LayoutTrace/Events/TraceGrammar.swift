/// Defines the lines that a trace may contain: the one table of keys and events.
///
/// Both readers, the writer, the checker, `docs/trace.schema.json` and the tables of
/// `docs/trace-format.md` follow from it. To add a key, add a case to `TraceKey`, define its
/// spelling and the form of its value in `TraceKey.definition`, and list it in `events`.
package enum TraceGrammar {
  /// An event: its name, its keys in the order in which they are written, and their limits.
  package struct Event: Sendable {
    package let kind: TraceEvent.Kind
    /// The keys that it must have, without `e`.
    package let required: [TraceKey]
    /// The keys that it may have, after the required ones.
    package let optional: [TraceKey]
    /// The meaning of the arrays in its `to` and `was`.
    package let shape: TraceShape?
    /// The first version of the format with this event.
    package let since: Int

    fileprivate init(
      _ kind: TraceEvent.Kind, _ required: [TraceKey] = [], optional: [TraceKey] = [],
      shape: TraceShape? = nil, since: Int = TraceEvent.Header.firstVersion
    ) {
      (self.kind, self.required, self.optional, self.shape) = (kind, required, optional, shape)
      self.since = since
    }

    /// The name under `e`.
    package var name: String { "\(kind)" }
    /// All keys but `e`, in the order in which they are written.
    package var keys: [TraceKey] { required + optional }

    /// The form that the value of a key must have in this event.
    package func form(of key: TraceKey) -> TraceForm {
      if case .numbers(nil) = key.form { .numbers(shape) } else { key.form }
    }
  }

  /// All events, the frequent ones first: the fast reader looks for a name in this order.
  package static let events: [Event] = [
    Event(.layout, [.view], optional: [.time]),
    Event(.done, [.view], optional: [.time]),
    Event(.dirty, [.view, .why], optional: [.receiver, .by, .own, .from, .again]),
    Event(.frame, [.view, .new], optional: [.old, .by, .own, .from], shape: .rect),
    Event(.bounds, [.view, .new], optional: [.old, .by, .own, .from], shape: .rect),
    Event(.center, [.view, .new], optional: [.old, .by, .own, .from], shape: .point),
    Event(.force, [.view], optional: [.by, .from]),
    Event(
      .view, [.view, .className],
      optional: [.name, .parent, .index, .frame, .bounds, .transform, .anchor, .clean]),
    Event(.turn, [.turn], optional: [.time, .process]),
    Event(.commit),
    Event(.committed, [.batches], optional: [.hit]),
    Event(.forced, [.batches]),
    Event(.move, [.view, .parent], optional: [.index, .by, .own]),
    Event(.gone, [.view]),
    Event(.async, [.work], optional: [.by, .via, .own, .observer]),
    Event(.run, [.work]),
    Event(.ran, [.work]),
    Event(.inset, [.view, .name, .new], optional: [.old, .by, .own, .from], shape: .insets),
    Event(
      .value, [.view, .name, .now],
      optional: [.before, .constraint, .constraintNumber, .state, .by, .own, .from]),
    Event(
      .constraint, [.constraintNumber, .view, .firstSide, .relation, .amounts, .constraint],
      optional: [.receiver, .secondSide, .identified]),
    Event(.item, [.view], optional: [.natural, .hugging, .compression]),
    Event(.update, [.view]),
    Event(.updated, [.view]),
    Event(.transform, [.view, .new], optional: [.old, .by, .own, .from], shape: .transform),
    Event(.anchor, [.view, .new], optional: [.old, .by, .own, .from], shape: .point, since: 2),
    Event(.clean, [.view]),
    Event(.enter, [.view]),
    Event(
      .finding, [.kind],
      optional: [.verdict, .views, .frames, .from, .call, .property, .framework]),
    Event(
      .trace, [.version],
      optional: [.tool, .title, .source, .clock, .scale, .passLimit, .nestingLimit]),
    Event(.end, [.turns]),
  ]

  /// The largest whole number of a trace, 2⁵³ − 1.
  package static let largestNumber = JSONCursor.largestNumber

  /// The events by the raw values of their kinds; nil for kinds that stand for no event.
  private static let eventsByKind: [Event?] = {
    var table = [Event?](repeating: nil, count: TraceEvent.Kind.allCases.count)
    for event in events { table[Int(event.kind.rawValue)] = event }
    return table
  }()

  /// The keys of the events of a kind, by its raw value, in the order in which they are written.
  private static let keysByKind = eventsByKind.map { $0?.keys ?? [] }

  /// The keys of the events of a kind but `e`, in the order in which they are written.
  @inline(__always)
  static func keys(of kind: TraceEvent.Kind) -> [TraceKey] { keysByKind[Int(kind.rawValue)] }

  /// The event of a kind; nil for lines that this version does not know.
  package static func event(_ kind: TraceEvent.Kind) -> Event? { eventsByKind[Int(kind.rawValue)] }
}

/// A key of events.
package enum TraceKey: UInt8, CaseIterable, Hashable, Sendable {
  case e, view, time, turn, work, parent, index, new, by, why, old, via, hit, from, name, tool
  case className, frame, clean, again, title, clock, scale, turns, bounds, batches, version
  case passLimit, nestingLimit, transform, anchor, receiver, source, process
  case now, before, state, constraint, own
  case kind, verdict, views, frames, call, property, framework
  case constraintNumber, firstSide, relation, secondSide, amounts, natural, hugging, compression
  case observer, identified

  /// The key's spelling, the form of its value, and the slot of a line that keeps the value.
  ///
  /// Keys share a slot where no event has both. Keys that are true or false need none.
  @inline(__always)
  var definition: (spelling: StaticString, form: TraceForm, slot: Int) {
    switch self {
    case .e: ("e", .event, 0)
    case .view: ("v", .view, 0)
    case .time: ("t", .time, 1)
    case .turn: ("n", .turn, 0)
    case .work: ("k", .work, 0)
    case .parent: ("in", .viewOrNull, 2)
    case .index: ("at", .index, 3)
    case .new: ("to", .numbers(nil), 2)
    case .by: ("by", .view, 1)
    case .why: ("why", .text, 2)
    case .old: ("was", .numbers(nil), 3)
    case .via: ("via", .workKind, 4)
    case .hit: ("hit", .flag, 0)
    case .from: ("from", .text, 4)
    case .name: ("name", .text, 5)
    case .tool: ("tool", .text, 4)
    case .className: ("class", .text, 4)
    case .frame: ("frame", .numbers(.rect), 6)
    case .clean: ("clean", .flag, 0)
    case .again: ("again", .flag, 0)
    case .title: ("title", .text, 5)
    case .clock: ("clock", .text, 6)
    case .scale: ("scale", .scale, 7)
    case .turns: ("turns", .count, 0)
    case .bounds: ("bounds", .numbers(.rect), 7)
    case .batches: ("batches", .count, 0)
    case .version: ("version", .version, 0)
    case .passLimit: ("passLimit", .number, 8)
    case .nestingLimit: ("nestingLimit", .number, 1)
    case .transform: ("transform", .numbers(.transform), 8)
    case .anchor: ("anchor", .numbers(.point), 1)
    case .receiver: ("of", .view, 3)
    case .source: ("source", .text, 2)
    case .process: ("process", .text, 4)
    case .own: ("own", .viewOrNull, 6)
    case .now: ("now", .text, 2)
    case .before: ("before", .text, 3)
    case .state: ("state", .flag, 0)
    case .constraint: ("constraint", .text, 7)
    case .kind: ("kind", .text, 0)
    case .verdict: ("verdict", .text, 1)
    case .views: ("views", .texts, 2)
    case .frames: ("frames", .texts, 3)
    case .call: ("call", .text, 5)
    case .property: ("property", .text, 6)
    case .framework: ("framework", .text, 7)
    case .constraintNumber: ("c", .number, 8)
    case .firstSide: ("first", .text, 1)
    case .relation: ("relation", .text, 2)
    case .secondSide: ("second", .text, 4)
    case .amounts: ("numbers", .numbers(.constraint), 5)
    case .natural: ("natural", .numbers(.size), 1)
    case .hugging: ("hugging", .numbers(.axes), 2)
    case .compression: ("compression", .numbers(.axes), 3)
    case .observer: ("observer", .flag, 0)
    case .identified: ("identified", .flag, 0)
    }
  }

  /// The first version of the format with the key.
  package var since: Int { self == .anchor ? 2 : TraceEvent.Header.firstVersion }

  /// The key's spelling.
  package var spelling: String { "\(definition.spelling)" }
  /// The form of its value; the length of some arrays depends on the event.
  package var form: TraceForm { definition.form }
  /// The slot of a line that keeps its value.
  @inline(__always)
  package var slot: Int { definition.slot }
  /// The bit of the key in sets.
  @inline(__always)
  var bit: UInt64 { 1 &<< UInt64(rawValue) }
}

/// The form that the value of a key must have.
package enum TraceForm: Hashable, Sendable {
  /// The event's name.
  case event
  /// A view's number, from 1.
  case view
  /// A view's number, from 1, or null.
  case viewOrNull
  /// The number of a turn or of a piece of work, from 1.
  case turn, work
  /// A whole number from 1, a count from 0, and an index from 0.
  case number, count, index
  /// A version of the format.
  case version
  /// Nanoseconds, whole, from 0.
  case time
  /// A finite number above 0.
  case scale
  case text
  /// An array of strings.
  case texts
  /// The way in which work reached the loop, in a word.
  case workKind
  /// True or false.
  case flag
  /// An array of finite numbers; without a shape, of the length that the event defines.
  case numbers(TraceShape?)

  /// The required form, in words.
  package var requirement: String {
    switch self {
    case .event: "the event's name"
    case .view: "a view's number, a whole number from 1"
    case .viewOrNull: "a view's number, a whole number from 1, or null"
    case .turn: "the turn's number, a whole number from 1"
    case .work: "the work's number, a whole number from 1"
    case .number, .version: "a whole number from 1"
    case .count: "a whole number from 0"
    case .index: "an index, a whole number from 0"
    case .time: "whole nanoseconds from 0"
    case .scale: "a finite number above 0"
    case .text: "a string"
    case .texts: "an array of strings"
    case .workKind:
      TraceEvent.WorkKind.words.map { "\"\($0)\"" }.joined(separator: " or ")
    case .flag: "true or false"
    case .numbers(let shape?): "an array of \(shape.count) finite numbers"
    case .numbers(nil): "an array of finite numbers"
    }
  }
}

/// The meaning of an array of numbers.
package enum TraceShape: String, CaseIterable, Hashable, Sendable {
  case rect, point, transform, insets, size, axes, constraint

  /// The name of each number.
  package var members: [String] {
    switch self {
    case .rect: ["x", "y", "width", "height"]
    case .point: ["x", "y"]
    case .transform: ["a", "b", "c", "d", "tx", "ty"]
    case .insets: ["top", "left", "bottom", "right"]
    case .size: ["width", "height"]
    case .axes: ["horizontal", "vertical"]
    case .constraint: ["multiplier", "constant", "priority"]
    }
  }

  /// The number of elements.
  package var count: Int {
    switch self {
    case .point, .size, .axes: 2
    case .constraint: 3
    case .rect, .insets: 4
    case .transform: 6
    }
  }
}

/// A set of keys, in one word.
struct TraceKeys: Hashable, Sendable, ExpressibleByArrayLiteral {
  var bits: UInt64 = 0

  init(bits: UInt64) { self.bits = bits }

  init(arrayLiteral keys: TraceKey...) {
    for key in keys { bits |= key.bit }
  }

  init(_ keys: some Sequence<TraceKey>) {
    for key in keys { bits |= key.bit }
  }

  @inline(__always)
  func contains(_ key: TraceKey) -> Bool { bits & key.bit != 0 }

  /// The first key in the order of `TraceKey`; nil for the empty set.
  var first: TraceKey? {
    bits == 0 ? nil : TraceKey(rawValue: UInt8(truncatingIfNeeded: bits.trailingZeroBitCount))
  }
}
