import LayoutTrace
import ViewTree

/// The values of some properties at the end of each round of a cycle.
struct GeometryTrack {
  struct Key: Hashable {
    var actor: Int
    var property: GeometryProperty
  }

  /// The properties, in the order in which they were first written.
  private(set) var keys: [Key] = []
  /// For each round the properties' values at its end; empty before the first known value.
  private(set) var states: [[ArraySlice<Double>]] = []

  /// The most properties that are followed.
  static let limit = 512

  /// Follows the properties that `isWanted` accepts through the explained rounds.
  init(_ evidence: LoopEvidence, _ cycle: Cycle, isWanted: (CausalHistory.Action) -> Bool) {
    let history = evidence.history
    var state: [ArraySlice<Double>] = []
    /// The index of each property in `keys`.
    var indexes = PropertyPlaces(limit: evidence.actors.count)
    /// The changes of each property.
    var moves: [Int] = []
    for round in cycle.explained {
      for index in history.actionRange(of: round) {
        let action = history.actions[index]
        guard isWanted(action), let key = evidence.changedProperty(by: action) else { continue }
        let known = indexes[key]
        guard known != nil || keys.count < GeometryTrack.limit,
          let change = evidence.change(by: action)
        else { continue }
        if let index = known {
          state[index] = change.new
          moves[index] += 1
        } else {
          indexes[key] = keys.count
          keys.append(key)
          state.append(change.new)
          moves.append(1)
          // Until now the property had the value that was replaced.
          for round in states.indices { states[round].append(change.old) }
        }
      }
      states.append(state)
    }
    let kept = keys.indices.filter {
      keys[$0].property.form != .owner || moves[$0] >= GeometryTrack.leastMoves
    }
    guard kept.count < keys.count else { return }
    keys = kept.map { keys[$0] }
    states = states.map { state in kept.map { state[$0] } }
  }

  /// The fewest moves that make the superview of a view a value of the loop: a view that comes, or
  /// comes and goes, is one of many.
  private static let leastMoves = 3

  /// The period of the exact states.
  var period: Periodicity.Result? {
    // A state is known by its end; a value that is only replaced is not a state.
    confirmed(hashes { number, _ in number.bitPattern })
  }

  /// The period of the states within a rounding of 1/1024 point.
  var roundedPeriod: Periodicity.Result? {
    // Rounded relative to the first value: a creeping value would cross the lines of a fixed grid.
    let rounded = hashes { (($0 - $1) / GeometryTrack.rounding).rounded().bitPattern }
    guard Set(rounded).count > 1 else { return nil }
    return confirmed(rounded)
  }

  /// Smaller differences may come from one number that is computed in two ways.
  private static let rounding = 1.0 / 1024

  /// A period that occurred at least twice and one round more, in enough evidence to say so.
  ///
  /// A few equal rounds after others can be a part of anything. Only long evidence may begin
  /// differently, and only if the repeating part did not occur in that beginning.
  private func confirmed(_ hashes: [UInt64]) -> Periodicity.Result? {
    guard let found = Periodicity.find(in: hashes), found.coverage > 2 * found.period,
      found.coverage >= GeometryTrack.leastRounds
    else { return nil }
    if found.coverage == states.count { return found }
    let isMost = states.count >= 16 && found.coverage * 2 >= states.count
    return isMost && !found.isInterrupted(in: hashes) ? found : nil
  }

  /// The fewest complete rounds from which repetition is concluded.
  static let leastRounds = 4
  /// The fewest rounds from which drift is concluded: in fewer, growth may be part of a repetition.
  static let leastRoundsOfDrift = 13

  /// True if there are enough rounds to see a pattern.
  var isLong: Bool { states.count >= GeometryTrack.leastRoundsOfDrift }

  /// A hash of each state, computed from each number and its value in the first state.
  private func hashes(_ bits: (Double, Double) -> UInt64) -> [UInt64] {
    guard let first = states.first else { return [] }
    return states.map { state in
      var hash = StableHash()
      var key = 0
      // Plain loops: debug builds, in which tests hunt, would pay for iterators at each number.
      while key < min(state.count, first.count) {
        let (value, origin) = (state[key], first[key])
        var part = 0
        while part < min(value.count, origin.count) {
          hash.combine(bits(value[value.startIndex + part], origin[origin.startIndex + part]))
          part &+= 1
        }
        key &+= 1
      }
      return hash.value
    }
  }

  // MARK: Drift

  /// A number that moves in one direction in every period of the cycle, or by repeating steps.
  struct Drift {
    var actor: Int
    var path: GeometryPath
    /// The change per round; nil where the steps become larger or smaller.
    var perRound: Double?
    /// True if it moved too far to be one number that is computed in two ways.
    var isVisible: Bool
  }

  /// The best of the drifting numbers: of the preferred actor, a size rather than an origin, of the
  /// actor that `order` puts first.
  func drift(step: Int, preferring actor: Int?, order: TreeOrder) -> Drift? {
    let samples = stride(from: states.count - 1, through: 0, by: -step).reversed()
    guard states.count >= GeometryTrack.leastRoundsOfDrift, samples.count >= 3 else { return nil }
    var best: (rank: Int, key: Key, drift: Drift)?
    for (index, key) in keys.enumerated() {
      for part in 0..<EvidenceHeader.valueCount(key.property) {
        let series = states.indices.map { number(part, of: index, in: $0) }
        if series.contains(where: EvidenceTexts.isName) { continue }
        let sampled = samples.map { series[$0] }
        let perRound: Double?
        if sampled.isMonotone {
          perRound = pace(sampled).map { $0 / Double(step) }
        } else if let change = steppedChange(series) {
          perRound = change
        } else {
          continue
        }
        let property = key.property
        let isSize = (property == .frame || property == .bounds) && part >= 2
        let isWritten = !property.isGeometry && !property.isConsequence
        let rank = (key.actor == actor ? 2 : 0) + (isSize || isWritten ? 1 : 0)
        if let best {
          if rank < best.rank { continue }
          if rank == best.rank, !order.comes(key, before: best.key) { continue }
        }
        let path = GeometryPath(key.property, parts: 1 << UInt8(part))
        let change = (series[series.count - 1] - series[0]).magnitude
        let isVisible = change >= GeometryTrack.rounding / 2
        best = (
          rank, key,
          Drift(actor: key.actor, path: path, perRound: perRound, isVisible: isVisible)
        )
      }
    }
    return best?.drift
  }

  private func number(_ part: Int, of key: Int, in round: Int) -> Double {
    let value = states[round][key]
    return value[value.startIndex + part]
  }

  /// The change per round, if the steps repeat, such as three up and one down.
  ///
  /// All steps must repeat: a value with a long repetition may climb by steps for a while.
  private func steppedChange(_ series: [Double]) -> Double? {
    let steps = zip(series, series.dropFirst()).map { (($1 - $0) * 1_048_576).rounded() }
    guard let found = Periodicity.find(in: steps), found.period > 1,
      found.coverage == steps.count, steps.count > 3 * found.period
    else { return nil }
    let change = series[series.count - 1] - series[series.count - 1 - found.period]
    guard change.magnitude >= GeometryTrack.rounding else { return nil }
    return change / Double(found.period)
  }

  /// The usual step of a monotone series: of its later half, which has no run-up in it.
  ///
  /// Steps that come back, as 8 and 9 for 8.5, give their exact mean. Nil where they become larger
  /// or smaller all the time.
  private func pace(_ series: [Double]) -> Double? {
    let steps = zip(series, series.dropFirst()).map { $1 - $0 }
    let later = Array(steps.suffix(max(2, (steps.count + 1) / 2)))
    let rounded = later.map { ($0 * 1_048_576).rounded() }
    if let found = Periodicity.find(in: rounded), found.coverage == rounded.count {
      return later.suffix(found.period).reduce(0, +) / Double(found.period)
    }
    let (first, second) = (later.prefix(later.count / 2), later.suffix(later.count / 2))
    let means = [first, second].map { $0.reduce(0, +) / Double($0.count) }
    let isEven = (means[1] - means[0]).magnitude <= means[0].magnitude / 20
    return isEven ? later.reduce(0, +) / Double(later.count) : nil
  }

}

extension TreeOrder {
  fileprivate func comes(_ key: GeometryTrack.Key, before other: GeometryTrack.Key) -> Bool {
    key.actor == other.actor
      ? key.property.index < other.property.index : isHigher(key.actor, other.actor)
  }
}

extension [Double] {
  /// True if every step goes the same way, and there is one.
  fileprivate var isMonotone: Bool {
    guard count > 1 else { return false }
    let first = self[1] - self[0]
    return zip(self, dropFirst()).allSatisfy { ($1 - $0) * first > 0 }
  }
}
