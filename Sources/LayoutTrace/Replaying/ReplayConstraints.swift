import Foundation
import ViewTree

/// Everything that a recording has told of constraints so far, for a recorder that begins in the middle of its replay.
final class ReplayConstraints {
  /// A constraint, or a view that constraints place, with the slots of its views.
  private struct Entry {
    var event: TraceEvent
    var slot: Int
    var other = -1
    /// False once the constraint was deactivated.
    var isActive = true
    /// Its place in the order in which they were told, or activated.
    var place: Int
  }

  private var constraints: [Int: Entry] = [:]
  private var items: [Int: Entry] = [:]
  /// The slots of the views that active constraints connect with each, directly; nil while nobody knows.
  private var neighbours: [Int: [Int]]?
  private var lastPlace = 0
  private var inactive = 0

  /// The number of inactive constraints that are remembered.
  private static let mostInactive = 10_000

  private func nextPlace() -> Int {
    lastPlace += 1
    return lastPlace
  }

  /// Learns of a constraint, or of a view that constraints place.
  func learn(_ event: TraceEvent, slot: Int, other: Int) {
    neighbours = nil
    let entry = Entry(event: event, slot: slot, other: other, place: nextPlace())
    switch event {
    case .item: items[slot] = entry
    case .constraint(let constraint):
      if constraints.updateValue(entry, forKey: constraint.number)?.isActive == false {
        inactive -= 1
      }
    default: break
    }
  }

  /// Follows a change of a constraint.
  func note(_ property: GeometryProperty, of number: Int, _ value: GeometryValue) {
    guard var entry = constraints[number], case .constraint(var constraint) = entry.event else {
      return
    }
    switch (property, value) {
    case (.constant, .number(let constant)): constraint.amounts.constant = Double(constant)
    case (.priority, .number(let priority)): constraint.amounts.priority = Double(priority)
    case (.isActive, .flag(let isActive)) where isActive != entry.isActive:
      neighbours = nil
      entry.isActive = isActive
      inactive += isActive ? -1 : 1
      if isActive { entry.place = nextPlace() }
    default: return
    }
    entry.event = .constraint(constraint)
    constraints[number] = entry
    guard inactive > Self.mostInactive else { return }
    constraints = constraints.filter { $0.value.isActive }
    inactive = 0
  }

  /// Follows the intrinsic size of a view that constraints place.
  func noteNatural(_ size: CGSize, of slot: Int) {
    guard case .item(var item)? = items[slot]?.event else { return }
    item.natural = size.width < 0 && size.height < 0 ? nil : size
    items[slot]?.event = .item(item)
  }

  /// Forgets all that names a view that died.
  func forget(_ slots: [Int]) {
    guard !slots.isEmpty, !(constraints.isEmpty && items.isEmpty) else { return }
    neighbours = nil
    let dead = Set(slots)
    for slot in slots { items[slot] = nil }
    let kept = constraints.filter {
      !dead.contains($0.value.slot) && !dead.contains($0.value.other)
    }
    inactive = kept.values.count { !$0.isActive }
    constraints = kept
  }

  /// The slots of the views that active constraints connect with one, directly or through others.
  ///
  /// Only views that constraints place move with others.
  func connected(to slot: Int) -> Set<Int> {
    let neighbours = self.neighbours ?? directlyConnected
    self.neighbours = neighbours
    var connected: Set = [slot]
    var waiting = [slot]
    while let next = waiting.popLast() {
      for other in neighbours[next] ?? [] where connected.insert(other).inserted {
        waiting.append(other)
      }
    }
    return connected
  }

  private var directlyConnected: [Int: [Int]] {
    var neighbours: [Int: [Int]] = [:]
    for entry in constraints.values
    where entry.isActive && items[entry.slot] != nil && items[entry.other] != nil {
      neighbours[entry.slot, default: []].append(entry.other)
      neighbours[entry.other, default: []].append(entry.slot)
    }
    return neighbours
  }

  /// The constraint with a number, as far as its views live.
  func constraint(_ number: Int, _ view: (Int) -> View?) -> ToldConstraint? {
    constraints[number].flatMap { told($0, view) }
  }

  /// The active constraints of a window, and the views that they place, in the order in which they were told.
  func all(of window: Window, _ view: (Int) -> View?) -> [ToldConstraint] {
    let entries = items.values + constraints.values.filter(\.isActive)
    return entries.sorted { $0.place < $1.place }.filter { view($0.slot)?.window === window }
      .compactMap { told($0, view) }
  }

  private func told(_ entry: Entry, _ view: (Int) -> View?) -> ToldConstraint? {
    guard let first = view(entry.slot) else { return nil }
    guard entry.other >= 0 else { return .recorded(entry.event, first, nil) }
    return view(entry.other).map { .recorded(entry.event, first, $0) }
  }
}
