import LayoutTrace
import ViewTree

/// The deeds of a view from layout to layout: a beginning, and a repetition.
struct RecordedCourse {
  /// Successive layouts with the same deeds.
  struct Stretch {
    var layouts: Int
    var acts: [RecordedAct]
  }

  /// The deeds before the repetition begins.
  var prefix: [Stretch] = []
  /// The repeating deeds; empty if nothing repeats.
  var cycle: [[RecordedAct]] = []
  /// The number of layouts after which the view does nothing more; nil for never.
  var end: Int?

  /// The number of layouts before the repetition.
  var prefixLength: Int { prefix.reduce(0) { $0 + $1.layouts } }

  /// True if nothing is ever done.
  var isEmpty: Bool { cycle.allSatisfy(\.isEmpty) && prefix.allSatisfy(\.acts.isEmpty) }

  /// The longest period that is considered.
  private static let longestPeriod = 64

  /// Finds the repetition in the deeds of some layouts; an endless one goes on after the end.
  ///
  /// Then a rest without deeds is the end of the recording.
  init(_ layouts: [[RecordedDeed]], isEndless: Bool) {
    var known: [[RecordedShape]: Int] = [:]
    var shapes = layouts.map { deeds in
      let shape = deeds.map(\.shape)
      if let number = known[shape] { return number }
      known[shape] = known.count
      return known.count - 1
    }
    var count = layouts.count
    if isEndless {
      while count > 0, layouts[count - 1].allSatisfy(\.isUnfinished) { count -= 1 }
      shapes.removeLast(layouts.count - count)
    }
    guard count > 0 else { return }
    let (start, period, left) = Self.repetition(in: shapes, isEndless: isEndless)
    count -= left
    prefix = Self.stretches(Array(layouts[..<start]))
    if start < count {
      cycle = (0..<period).map { place in
        RecordedAct.acts(of: stride(from: start + place, to: count, by: period).map { layouts[$0] })
      }
    }
    if !isEndless { end = layouts.count }
    if isEndless { joinPrefix() }
  }

  /// The start of the repetition (the end if there is none), its period, and the layouts behind it.
  private static func repetition(
    in shapes: [Int], isEndless: Bool
  ) -> (start: Int, period: Int, left: Int) {
    // A view that did one thing once may do it always.
    if isEndless, shapes.count == 1 { return (0, 1, 0) }
    var best = (start: shapes.count, period: 0, left: 0)
    // The recording may break off in the middle of a round.
    for left in 0...(isEndless ? min(longestRest, shapes.count / 4) : 0) {
      let count = shapes.count - left
      for period in 1...min(longestPeriod, max(1, count / 2)) {
        var start = count - period
        while start > 0, shapes[start - 1] == shapes[start - 1 + period] { start -= 1 }
        guard start >= 0, count - start >= 2 * period else { continue }
        let cost = start + period + 2 * left
        if cost < best.start + best.period + 2 * best.left { best = (start, period, left) }
      }
    }
    return best
  }

  /// The most layouts at the end that may differ from the repetition before.
  private static let longestRest = 4

  private static func stretches(_ layouts: [[RecordedDeed]]) -> [Stretch] {
    var stretches: [Stretch] = []
    var place = 0
    while place < layouts.count {
      var end = place + 1
      let shape = layouts[place].map(\.shape)
      let numbers = layouts[place].map(\.numbers)
      while end < layouts.count, layouts[end].map(\.shape) == shape,
        layouts[end].map(\.numbers) == numbers
      { end += 1 }
      stretches.append(Stretch(layouts: end - place, acts: RecordedAct.acts(of: [layouts[place]])))
      place = end
    }
    return stretches
  }

  /// Lets the repetition begin earlier if the layouts before it are equal to it.
  private mutating func joinPrefix() {
    guard cycle.count == 1, prefix.count == 1, let only = prefix.first,
      only.acts.map(\.deed.shape) == cycle[0].map(\.deed.shape),
      zip(only.acts, cycle[0]).allSatisfy({ $0.isSame(as: $1) })
    else { return }
    prefix = []
  }
}

/// A repeated deed, with its numbers over the rounds.
struct RecordedAct {
  /// The first time it was done.
  var deed: RecordedDeed
  var track: NumberTrack
  /// The deeds of its work.
  var work: [RecordedAct] = []

  /// True if the deed and its numbers are equal.
  func isSame(as other: RecordedAct) -> Bool {
    deed.shape == other.deed.shape && track == other.track
      && zip(work, other.work).allSatisfy { $0.isSame(as: $1) }
  }

  /// The acts, those together that come at once: constraints that one call activates or deactivates.
  static func atOnce(_ acts: [RecordedAct]) -> [[RecordedAct]] {
    var groups: [[RecordedAct]] = []
    for act in acts {
      if act.deed.joins, !groups.isEmpty {
        groups[groups.count - 1].append(act)
      } else {
        groups.append([act])
      }
    }
    return groups
  }

  /// The deeds of some rounds, which have the same shape, as acts.
  static func acts(of rounds: [[RecordedDeed]]) -> [RecordedAct] {
    guard let first = rounds.first else { return [] }
    return first.indices.map { place in
      let deeds = rounds.map { $0[place] }
      var deed = deeds[0]
      deed.place = deeds.lazy.compactMap(\.place).first
      return RecordedAct(
        deed: deed,
        track: NumberTrack(
          deeds.map(\.new), before: deeds.map(\.old), property: deed.action.property),
        work: acts(of: deeds.map { $0.work?.deeds ?? [] }))
    }
  }
}

extension LayoutAction {
  /// The property that it sets, of a view that has a value already.
  fileprivate var property: GeometryProperty? {
    if case .write(let property) = self { property } else { nil }
  }
}

/// The numbers that a deed writes from round to round.
package struct NumberTrack: Hashable {
  package enum Course: Hashable {
    /// The same numbers in every round.
    case constant([Double])
    /// The step that is added to the present value.
    case step([Double])
    /// A first value and a step per round, independent of the present value.
    case line(first: [Double], step: [Double])
    /// A list of values, one after the other, and again from the first.
    case list([[Double]])
  }

  package var course: Course
  /// The indexes of the numbers that ever change; the others keep their values.
  package var places: [Int]

  /// The largest relative difference between two numbers that are meant to be equal.
  private static let tolerance = 1e-9
  /// The most values that are searched for a period.
  private static let longestPeriod = 64

  /// Describes the numbers of some rounds, `before` and after; without a property, of a new frame.
  package init(_ values: [[Double]], before: [[Double]?], property: GeometryProperty?) {
    let count = values.first?.count ?? 0
    var places = Array(0..<count)
    if let property, before.allSatisfy({ $0?.count == count }) {
      let changed = places.filter { place in
        zip(values, before).contains { $0[place] != $1![place] }
      }
      // Parts of a value that are written as one are all written.
      places = SwiftProperty(property, changed).places
    }
    self.places = places
    let written = values.map { value in places.map { value[$0] } }
    // Words and flags are not added up.
    let setting = property.flatMap { SwiftSetting($0) }
    let isCounted = property.map { $0.isWhole ? false : setting?.isNumber ?? true } ?? false
    let first = values.first ?? []
    if written.allSatisfy({ $0 == written[0] }) {
      course = .constant(first)
      return
    }
    let period = (1...min(Self.longestPeriod, max(1, values.count / 2))).first { period in
      (period..<values.count).allSatisfy { written[$0] == written[$0 - period] }
    }
    if let period {
      course = .list(Array(values[..<period]))
    } else if isCounted, setting?.isToldToStack != true, let step = Self.step(values, before) {
      course = .step(step)
    } else if isCounted, let step = Self.slope(values) {
      course = .line(first: first, step: step)
    } else {
      course = .list(values)
    }
  }

  /// The step that is added in every round; nil if it varies.
  private static func step(_ values: [[Double]], _ before: [[Double]?]) -> [Double]? {
    guard values.count > 2, let first = values.first, let old = before.first ?? nil,
      old.count == first.count
    else { return nil }
    let step = zip(first, old).map { $0 - $1 }
    for (value, old) in zip(values, before) {
      guard let old, old.count == step.count else { return nil }
      for place in step.indices {
        let error = abs(value[place] - old[place] - step[place])
        guard error <= tolerance * max(1, abs(value[place])) else { return nil }
      }
    }
    return step.map { tidy($0) }
  }

  /// The growth of the values from each to the next; nil if it varies.
  private static func slope(_ values: [[Double]]) -> [Double]? {
    values.count > 3 ? step(Array(values.dropFirst()), values.dropLast()) : nil
  }

  /// A difference without the error of its subtraction: 0.1 for 0.09999999999999432.
  private static func tidy(_ number: Double) -> Double {
    let rounded = (number * 1e9).rounded() / 1e9
    return abs(rounded - number) <= tolerance * max(1, abs(number)) ? rounded : number
  }

  /// The numbers to write in a round, from the present ones.
  package func numbers(round: Int, present: [Double]) -> [Double] {
    switch course {
    case .constant(let value): merged(value, present)
    case .list(let values): merged(values[round % values.count], present)
    case .step(let step): zip(present, step).map(+)
    case .line(let first, let step):
      merged(zip(first, step).map { $0 + Double(round) * $1 }, present)
    }
  }

  private func merged(_ value: [Double], _ present: [Double]) -> [Double] {
    guard present.count == value.count else { return value }
    return value.indices.map { places.contains($0) ? value[$0] : present[$0] }
  }
}

extension GeometryProperty {
  /// True for values that a program sets as a whole, and does not count up.
  fileprivate var isWhole: Bool {
    switch self {
    case .priority, .isActive, .intrinsicContentSize: true
    default: false
    }
  }
}
