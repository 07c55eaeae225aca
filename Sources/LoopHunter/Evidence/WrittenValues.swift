import ViewTree

/// The values that were written in the last rounds, by property.
struct WrittenValues {
  private let history: CausalHistory
  /// The properties, in the order in which they were first written.
  private(set) var keys: [GeometryTrack.Key] = []
  /// What wrote each of them, oldest first.
  private var actions: [GeometryTrack.Key: [Int]] = [:]

  /// How many of the last rounds are looked at.
  static let roundLimit = 16

  init(_ evidence: LoopEvidence, _ cycle: Cycle) {
    history = evidence.history
    // By property: the place of its actions, in the order of `keys`; -1 where it has none.
    var places = [Int](
      repeating: -1, count: evidence.actors.count * GeometryProperty.count)
    var written: [[Int]] = []
    for round in cycle.explained.suffix(WrittenValues.roundLimit) {
      for index in history.actionRange(of: round) {
        let action = history.actions[index]
        guard case .write(let property) = action.kind, action.layout >= 0,
          cycle.participants.contains(evidence.actor(ofLayout: action.layout))
        else { continue }
        let key = GeometryTrack.Key(actor: evidence.actors[action.target], property: property)
        if places[key.number] < 0 {
          guard keys.count < GeometryTrack.limit else { continue }
          places[key.number] = keys.count
          keys.append(key)
          written.append([])
        }
        written[places[key.number]].append(index)
      }
    }
    actions = Dictionary(uniqueKeysWithValues: zip(keys, written))
  }

  /// The key path of what changed, and its last values with the one before them.
  func texts(_ key: GeometryTrack.Key, limit: Int) -> (path: String, values: [String])? {
    let pairs = actions[key, default: []].suffix(limit - 1).compactMap {
      history.values(of: history.actions[$0])
    }
    guard let first = pairs.first else { return nil }
    var path = GeometryPath(key.property, old: first.old, new: first.new)
    for pair in pairs {
      path.parts |= GeometryPath(key.property, old: pair.old, new: pair.new).parts
    }
    let values = [first.old] + pairs.map(\.new)
    let short = values.map { path.text(of: $0) }
    // Distinct values must look distinct.
    let exact = values.map { path.text(of: $0, exact: true) }
    return (path.name, Set(short).count == Set(exact).count ? short : exact)
  }

  /// The layout that wrote the property last.
  func lastWriter(_ key: GeometryTrack.Key) -> Int? {
    actions[key]?.last.map { history.actions[$0].layout }
  }

  /// The last number that the last change changed, before and after it.
  func lastPair(_ key: GeometryTrack.Key) -> (part: Int, old: Double, new: Double)? {
    guard let last = actions[key]?.last, let values = history.values(of: history.actions[last])
    else { return nil }
    // A size decides over dirtying; look at it before the place.
    let parts = zip(values.old, values.new).enumerated().filter { $0.element.0 != $0.element.1 }
    guard let part = parts.last else { return nil }
    return (part.offset, part.element.0, part.element.1)
  }
}
