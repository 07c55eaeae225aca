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
    /// The view itself: an actor can stand for several.
    var view: Int
    var property: GeometryProperty
    /// The layout's first and last action on the property.
    var first: Int
    var last: Int
    /// The numbers that differ before the first and after the last, as bits.
    var parts: UInt8 = 0
    /// The round, from 0.
    var round: Int

    /// True if geometry or an inset changed: other changes dirty views by words of their own.
    var isOfGeometry: Bool { property.isGeometry || property.isInset }

    /// The changed numbers in one form for all setters, so that `center` and `frame.origin` meet.
    var places: UInt64 {
      let parts = UInt64(parts)
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
      default: 1 << (UInt64(property.index) + 24)
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
    /// The layouts of the changes.
    var layouts: [Int] = []
    let most = rounds.reduce(0) { $0 + $1.count }
    changes.reserveCapacity(most)
    layouts.reserveCapacity(most)
    var latest = PropertyPlaces(limit: evidence.actors.count)
    for (round, actions) in rounds.reversed().enumerated() {
      for index in actions {
        let action = history.actions[index]
        let layout = action.layout
        guard layout >= 0, case let writer = evidence.actor(ofLayout: layout),
          cycle.participants.contains(writer),
          let key = evidence.changedProperty(by: action),
          // Values that follow from another one are not written.
          !key.property.isConsequence
        else { continue }
        if let place = latest[key], layouts[place] == layout {
          changes[place].last = index
          continue
        }
        latest[key] = changes.count
        layouts.append(layout)
        changes.append(
          Change(
            writer: writer, target: key.actor,
            view: action.kind == .reorder ? action.superview : action.target,
            property: key.property, first: index, last: index, round: round))
      }
    }
    for place in changes.indices {
      changes[place].parts = evidence.changedParts(changes[place].first, changes[place].last)
    }
    changes.removeAll { $0.parts == 0 }
    changesOfTarget.makeRoom(forGroups: evidence.actors.count, items: changes.count)
    for place in changes.indices { changesOfTarget.append(place, to: changes[place].target) }
  }

  /// The lasting changes of one actor's layouts by one setter of one actor, as bits.
  func parts(of writer: Int, _ property: GeometryProperty, target: Int) -> UInt8 {
    changesOfTarget[target].reduce(0) { parts, place in
      let change = changes[place]
      return change.writer == writer && change.property == property ? parts | change.parts : parts
    }
  }

  /// The actors of whom two of `owners` change one value of one view within one round, among some changes.
  func contested(
    by owners: ActorSet, limit: Int, where isMeant: (Change) -> Bool = { _ in true }
  ) -> ActorSet {
    var contested = ActorSet(limit: limit)
    /// For each view its changes in the current round.
    var claims = Groups<Int>()
    var round = -1
    for (place, change) in changes.enumerated()
    where owners.contains(change.writer) && isMeant(change) {
      if change.round != round {
        round = change.round
        claims = Groups<Int>()
      }
      // A few are enough to meet every other.
      let isClaimed = claims[change.view].prefix(8).contains {
        changes[$0].places & change.places != 0 && changes[$0].first != change.first
      }
      if isClaimed { contested.insert(change.target) }
      claims.append(place, to: change.view)
    }
    return contested
  }
}
