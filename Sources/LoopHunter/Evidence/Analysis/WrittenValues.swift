import LayoutTrace
import ViewTree

/// The values that were written in the last rounds, by property.
struct WrittenValues {
  private let evidence: LoopEvidence
  private var history: CausalHistory { evidence.history }
  /// The properties, in the order in which they were first written.
  private(set) var keys: [GeometryTrack.Key] = []
  /// The actions that wrote each property, oldest first.
  private var actions: [GeometryTrack.Key: [Int]] = [:]
  /// The actions of each round.
  private let rounds: [Range<Int>]

  /// The number of last rounds that are examined.
  static let roundLimit = 16

  /// - Parameter outside: what code outside layout does, which counts if it is done more than once.
  init(_ evidence: LoopEvidence, _ cycle: Cycle, outside: [Thrashing.Edge] = []) {
    self.evidence = evidence
    let history = evidence.history
    let rounds = cycle.explained.suffix(WrittenValues.roundLimit)
    self.rounds = rounds.map(history.actionRange)
    var found = rounds.flatMap { round in
      history.actionRange(of: round).filter { index in
        let action = history.actions[index]
        guard action.layout >= 0, evidence.hasShownValue(action) else { return false }
        return cycle.participants.contains(evidence.actor(ofLayout: action.layout))
      }
    }
    if let first = rounds.first {
      let start = history.layouts[first.lowerBound].firstAction
      for deed in outside {
        guard case .write = deed.edge.key.kind else { continue }
        found += deed.edge.actions.drop { $0 < start }
      }
    }
    // The actions of each property, in the order of `keys`.
    var places = PropertyPlaces(limit: evidence.actors.count)
    var written: [[Int]] = []
    for index in outside.isEmpty ? found : found.sorted() {
      guard let key = evidence.changedProperty(by: history.actions[index]) else { continue }
      if let place = places[key] {
        written[place].append(index)
      } else if keys.count < GeometryTrack.limit {
        places[key] = keys.count
        keys.append(key)
        written.append([index])
      }
    }
    if !outside.isEmpty {
      // Writes to one row after the other show no course.
      let kept = keys.indices.filter { written[$0].count > 1 }
      keys = kept.map { keys[$0] }
      written = kept.map { written[$0] }
    }
    actions = Dictionary(uniqueKeysWithValues: zip(keys, written))
  }

  /// True if only rules of the engine wrote the property; the safe area of a window is set.
  func isConsequence(_ key: GeometryTrack.Key) -> Bool {
    actions[key, default: []].allSatisfy { index in
      let action = history.actions[index]
      return action.isEngine || key.property.isConsequence && action.superview != 0
    }
  }

  /// The key paths of the changes, each with its last values and the one before them.
  ///
  /// A place and a size that were never written together are told apart.
  ///
  /// - Parameter showsRounds: True to give a value once more for each round that left it as it was.
  func values(
    _ key: GeometryTrack.Key, limit: Int, showsRounds: Bool
  ) -> [(path: GeometryPath, values: [LoopValue])] {
    let changes = actions[key, default: []].compactMap { index in
      evidence.change(by: history.actions[index]).map { values in
        Change(
          index, values.old, values.new,
          GeometryPath(key.property, old: values.old, new: values.new))
      }
    }
    let parts = changes.suffix(limit - 1).reduce(0) { $0 | $1.path.parts }
    let areTogether = changes.suffix(limit - 1).contains {
      $0.path.parts & GeometryPath.place != 0 && $0.path.parts & GeometryPath.size != 0
    }
    guard key.property == .frame || key.property == .bounds, !areTogether else {
      let path = GeometryPath(key.property, parts: parts)
      return values(changes, path, limit, showsRounds).map { [$0] } ?? []
    }
    return [GeometryPath.place, GeometryPath.size].compactMap {
      values(changes, GeometryPath(key.property, parts: parts & $0), limit, showsRounds)
    }
  }

  private typealias Change = (
    action: Int, old: ArraySlice<Double>, new: ArraySlice<Double>, path: GeometryPath
  )

  /// The last values of the part that `path` names, if anything changed there.
  private func values(
    _ changes: [Change], _ path: GeometryPath, _ limit: Int, _ showsRounds: Bool
  ) -> (path: GeometryPath, values: [LoopValue])? {
    let changes = Array(changes.filter { $0.path.parts & path.parts != 0 }.suffix(limit - 1))
    guard let first = changes.first else { return nil }
    // The order before the first move is not known.
    var values = path.property.form == .order ? [] : [first.old]
    for (place, change) in changes.enumerated() {
      let next = place + 1 < changes.count ? changes[place + 1].action : nil
      let count = showsRounds ? rounds(from: change.action, to: next) : 1
      values += repeatElement(change.new, count: count)
    }
    return (path, values.map { evidence.reported($0, path) })
  }

  /// The number of rounds that a change leaves its value to, with its own one, before the next change.
  private func rounds(from change: Int, to next: Int?) -> Int {
    let first = rounds.firstIndex { change < $0.upperBound } ?? rounds.count
    let last = next.map { next in rounds.firstIndex { next < $0.upperBound } ?? rounds.count }
    return max(1, (last ?? rounds.count) - first)
  }

  /// The last layout that wrote the property.
  func lastWriter(_ key: GeometryTrack.Key) -> Int? {
    actions[key]?.last.map { history.actions[$0].layout }
  }

  /// Two numbers between which a property goes back and forth.
  struct Pair {
    var part: Int
    var first: Double
    var second: Double
    /// True if the layouts of several views write them.
    var hasSeveralWriters: Bool
  }

  /// The two numbers that the last change turned into each other; nil if there are more.
  func lastPair(_ key: GeometryTrack.Key) -> Pair? {
    guard let last = actions[key]?.last, let values = history.values(of: history.actions[last])
    else { return nil }
    // A size decides over dirtying: it is examined before the place.
    let parts = zip(values.old, values.new).enumerated().filter { $0.element.0 != $0.element.1 }
    guard let (part, pair) = parts.last else { return nil }
    var writers: Set<Int> = []
    for index in actions[key, default: []] {
      guard let values = history.values(of: history.actions[index]) else { continue }
      for value in [values.old, values.new] {
        let number = value[value.startIndex + part]
        guard number == pair.0 || number == pair.1 else { return nil }
      }
      writers.insert(history.layouts[history.actions[index].layout].view)
    }
    return Pair(part: part, first: pair.0, second: pair.1, hasSeveralWriters: writers.count > 1)
  }
}
