extension TraceLine.Kind {
  /// The keys an event must have, `e` not counted.
  var required: TraceKeys {
    switch self {
    case .malformed, .unknown, .commit: []
    case .nameless: .e
    case .trace: .version
    case .view: [.view, .className]
    case .move: [.view, .parent]
    case .gone, .clean, .force, .layout, .done, .update, .updated: .view
    case .turn: .turn
    case .committed: .batches
    case .dirty: [.view, .why]
    case .frame, .bounds, .center, .transform, .anchor: [.view, .new]
    case .inset: [.view, .name, .new]
    case .async, .run, .ran: .work
    case .end: .turns
    }
  }

  /// The keys an event may have; others are ignored and counted.
  var allowed: TraceKeys {
    switch self {
    case .malformed, .nameless, .unknown: .e
    case .trace: [.e, .version, .tool, .title, .clock, .scale, .passLimit, .nestingLimit]
    case .view:
      [
        .e, .view, .className, .name, .parent, .index, .frame, .bounds, .transform, .anchor, .clean,
      ]
    case .move: [.e, .view, .parent, .index, .by]
    case .gone, .clean, .update, .updated: [.e, .view]
    case .turn: [.e, .turn, .time]
    case .commit: .e
    case .committed: [.e, .batches, .hit]
    case .dirty: [.e, .view, .why, .receiver, .by, .from, .again]
    case .frame, .bounds, .center, .transform, .anchor: [.e, .view, .new, .old, .by, .from]
    case .inset: [.e, .view, .name, .new, .old, .by, .from]
    case .force: [.e, .view, .by, .from]
    case .layout, .done: [.e, .view, .time]
    case .async: [.e, .work, .by, .via]
    case .run, .ran: [.e, .work]
    case .end: [.e, .turns]
    }
  }

  /// How many numbers the value of a geometry event holds.
  var numbers: UInt8 {
    switch self {
    case .center, .anchor: 2
    case .transform: 6
    default: 4
    }
  }
}

extension TraceKeys {
  /// Every key with its spelling and what its value must be.
  static let spellings: [(key: TraceKeys, name: String, value: String)] = [
    (.e, "e", "the event's name"),
    (.view, "v", "a view's number, a whole number from 1"),
    (.time, "t", "whole nanoseconds from 0"),
    (.turn, "n", "the turn's number, a whole number from 1"),
    (.work, "k", "the work's number, a whole number from 1"),
    (.parent, "in", "a view's number, a whole number from 1, or null"),
    (.index, "at", "an index, a whole number from 0"),
    (.new, "to", "an array of finite numbers"),
    (.by, "by", "a view's number, a whole number from 1"),
    (.why, "why", "a string"),
    (.old, "was", "an array of finite numbers"),
    (.via, "via", "\"block\" or \"timer\""),
    (.hit, "hit", "true or false"),
    (.from, "from", "a string"),
    (.name, "name", "a string"),
    (.tool, "tool", "a string"),
    (.className, "class", "a string"),
    (.frame, "frame", "an array of 4 finite numbers"),
    (.clean, "clean", "true or false"),
    (.again, "again", "true or false"),
    (.title, "title", "a string"),
    (.clock, "clock", "a string"),
    (.scale, "scale", "a number above 0"),
    (.turns, "turns", "a whole number from 0"),
    (.bounds, "bounds", "an array of 4 finite numbers"),
    (.batches, "batches", "a whole number from 0"),
    (.version, "version", "a whole number from 1"),
    (.passLimit, "passLimit", "a whole number from 1"),
    (.nestingLimit, "nestingLimit", "a whole number from 1"),
    (.transform, "transform", "an array of 6 finite numbers"),
    (.anchor, "anchor", "an array of 2 finite numbers"),
    (.receiver, "of", "a view's number, a whole number from 1"),
  ]

  /// The spelling of the first key of the set.
  var firstName: String {
    Self.spellings.first { contains($0.key) }?.name ?? "?"
  }
}

/// What is wrong with one event, before it has a place in a file.
struct TraceProblem: Hashable, Sendable {
  /// What a lenient reader does about it.
  enum Cure: Hashable, Sendable {
    /// The event is left out.
    case skip
    /// The event is taken, and what contradicts it is given up.
    case repair
  }

  var kind: TraceError.Kind
  /// The key whose value is the place; none means the beginning of the line.
  var key: TraceKeys = []
  var problem: String
  var remedy = ""
  var cure = Cure.skip
}

extension TraceLine {
  /// Whether the event has the keys it needs, once each, with values of the right type.
  @inline(__always)
  var isWellFormed: Bool {
    let missing = kind.required.subtracting(present)
    let wrong = doubled.union(mistyped).intersection(kind.allowed)
    return missing.union(wrong).isEmpty
  }

  /// Why the line is no event, where it is none.
  func formProblem() -> TraceProblem {
    if kind == .nameless { return namelessProblem() }
    let wrong = mistyped.intersection(kind.allowed)
    if let (key, name, value) = TraceKeys.spellings.first(where: { wrong.contains($0.key) }) {
      if tooLarge.contains(key) {
        return TraceProblem(
          kind: .event, key: key,
          problem: "\"\(name)\" is larger than \(JSONCursor.largestNumber), 2^53 - 1",
          remedy: "beyond it JSON readers that use doubles mix numbers up; use smaller ones")
      }
      return TraceProblem(
        kind: .event, key: key, problem: "\"\(name)\" must be \(value)",
        remedy: key == .by ? "leave it out outside layout" : "")
    }
    let twice = doubled.intersection(kind.allowed)
    if !twice.isEmpty {
      return TraceProblem(
        kind: .event, key: twice, problem: "the key \"\(twice.firstName)\" is there twice",
        remedy: "write each key once")
    }
    let missing = kind.required.subtracting(present)
    return TraceProblem(
      kind: .event, problem: "\"\(kind)\" needs the key \"\(missing.firstName)\"")
  }

  private func namelessProblem() -> TraceProblem {
    let isMistyped = mistyped.contains(.e)
    return TraceProblem(
      kind: .event, key: isMistyped ? .e : [],
      problem: isMistyped ? "\"e\" must be a string" : "the line is JSON, but not an event",
      remedy: "an event is an object with its name under \"e\"")
  }

  /// How many keys the event does not know.
  @inline(__always)
  var ignoredKeys: Int {
    if kind == .unknown { return 0 }
    return present.subtracting(kind.allowed).rawValue.nonzeroBitCount &+ Int(unknownKeys)
  }
}
