import LayoutTrace
import ViewTree

/// The lasting changes of the last rounds: from the value that a layout found to the one it left.
///
/// A layout that sets a value and resets it, as one that measures does, changed nothing.
struct NetChanges {
  /// A property of a view that a layout left with another value than it had found.
  struct Change {
    /// The actor whose layout made the change.
    var writer: Int
    var target: Int
    var property: GeometryProperty
    /// The layout's first and last action on the property.
    var first: Int
    var last: Int
    /// The numbers of the value that differ, as bits.
    var parts: UInt8
    /// The round, from 0.
    var round: Int

    /// The changed numbers in one form for all setters, so that `center` and `frame.origin` meet.
    var places: UInt32 {
      let parts = UInt32(parts)
      return switch property {
      case .frame: parts
      case .center: parts
      // The origin of the bounds is another property than that of the frame.
      case .bounds: parts & 0b1100 | parts << 4 & 0b11_0000
      case .transform: 1 << 6
      case .anchorPoint: 1 << 7
      case .additionalSafeAreaInsets: parts << 8
      case .contentInset: parts << 12
      case .layoutMargins: parts << 16
      case .safeAreaInsets: parts << 20
      case .adjustedContentInset: parts << 24
      }
    }
  }

  /// The changes, in the order of their beginnings.
  private(set) var changes: [Change] = []
  /// For each target its changes, by their places.
  private var changesOfTarget = Groups<Int>()

  /// The most rounds that are examined, and roughly the most actions.
  private static let roundLimit = 16
  private static let actionLimit = 40_000

  init(_ evidence: LoopEvidence, _ cycle: Cycle) {
    let history = evidence.history
    var rounds: [Range<Int>] = []
    var count = 0
    for round in cycle.later.suffix(NetChanges.roundLimit).reversed() {
      let actions = history.actionRange(of: round)
      count += actions.count
      if rounds.count >= 2, count > NetChanges.actionLimit { break }
      rounds.append(actions)
    }
    /// For each property of an actor the index of its latest change; -1 for none.
    var places = [Int](repeating: -1, count: evidence.actors.count * GeometryProperty.count)
    /// The layouts of the changes.
    var layouts: [Int] = []
    var found: [Change] = []
    for (round, actions) in rounds.reversed().enumerated() {
      for index in actions {
        let action = history.actions[index]
        // Values that follow from another one are not written.
        guard case .write(let property) = action.kind, !property.isConsequence, action.layout >= 0
        else { continue }
        let writer = evidence.actor(ofLayout: action.layout)
        guard cycle.participants.contains(writer) else { continue }
        let target = evidence.actors[action.target]
        let place = target * GeometryProperty.count + property.index
        if places[place] >= 0, layouts[places[place]] == action.layout {
          found[places[place]].last = index
          continue
        }
        places[place] = found.count
        layouts.append(action.layout)
        found.append(
          Change(
            writer: writer, target: target, property: property, first: index, last: index, parts: 0,
            round: round))
      }
    }
    for var change in found {
      guard let before = history.values(of: history.actions[change.first])?.old,
        let after = history.values(of: history.actions[change.last])?.new
      else { continue }
      change.parts = GeometryPath(change.property, old: before, new: after).parts
      guard change.parts != 0 else { continue }
      changesOfTarget.append(changes.count, to: change.target)
      changes.append(change)
    }
  }

  /// The lasting changes of one actor's layouts by one setter of one actor, as bits.
  func parts(of writer: Int, _ property: GeometryProperty, target: Int) -> UInt8 {
    changesOfTarget[target].reduce(0) { parts, place in
      let change = changes[place]
      return change.writer == writer && change.property == property ? parts | change.parts : parts
    }
  }

  /// The actors whose geometry two of `owners` write within one round, with different values.
  func contested(by owners: ActorSet, limit: Int) -> ActorSet {
    var contested = ActorSet(limit: limit)
    /// For each target its changes in the current round.
    var claims = Groups<Int>()
    var round = -1
    for (place, change) in changes.enumerated() where owners.contains(change.writer) {
      if change.round != round {
        round = change.round
        claims = Groups<Int>()
      }
      // A few are enough to meet every other.
      let isClaimed = claims[change.target].prefix(8).contains {
        changes[$0].places & change.places != 0 && changes[$0].first != change.first
      }
      if isClaimed { contested.insert(change.target) }
      claims.append(place, to: change.target)
    }
    return contested
  }
}
