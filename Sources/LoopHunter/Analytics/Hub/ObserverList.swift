/// The observers of a hub, in the order of their registration.
///
/// A callback may do anything. An added body gets the next event; a body that is removed, or whose
/// owner dies, is not called any more; an event raised inside a callback is delivered after the
/// current one, so that all observers see the same order.
final class ObserverList {
  private struct Entry {
    let id: Int
    let isOwned: Bool
    weak var owner: AnyObject?
    /// The closure; nil once the registration ended, until the next compaction.
    var body: ((AnalyticsEvent) -> Void)?

    var isDead: Bool { isOwned && owner == nil }
  }

  /// The registrations, ordered by `id` because they are only appended.
  private var entries: [Entry] = []
  private var nextID = 0
  private var live = 0
  private var isDelivering = false
  /// Above 0 while the entries are iterated; their positions must not change then.
  private var pinned = 0
  private var waiting: [AnalyticsEvent] = []
  /// The number of entries at which a registration next looks for dead owners.
  private var sweepAt = 64

  /// The number of registrations that have not ended.
  var count: Int { live }

  /// Appends an observer; with an owner, it ends when the owner dies.
  @discardableResult
  func add(owner: AnyObject?, _ body: @escaping (AnalyticsEvent) -> Void) -> Int {
    if entries.count >= sweepAt, pinned == 0 { sweep() }
    nextID += 1
    entries.append(Entry(id: nextID, isOwned: owner != nil, owner: owner, body: body))
    live += 1
    return nextID
  }

  /// Ends one registration; a second call does nothing.
  func remove(_ id: Int) {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].id == id else { return }
    end(at: low)
    compactIfWorthwhile()
  }

  /// Ends all registrations of an owner.
  func remove(owner: AnyObject) { endAll { $0.owner === owner } }

  /// Ends all registrations.
  func removeAll() { endAll { _ in true } }

  /// Calls every observer with the event, and then with the events raised meanwhile.
  func deliver(_ event: AnalyticsEvent) {
    waiting.append(event)
    guard !isDelivering else { return }
    isDelivering = true
    pinned += 1
    var next = 0
    while next < waiting.count {
      deliverToAll(waiting[next])
      next += 1
    }
    waiting = []
    pinned -= 1
    isDelivering = false
    compactIfWorthwhile()
  }

  private func deliverToAll(_ event: AnalyticsEvent) {
    let last = nextID
    var index = 0
    while index < entries.count, entries[index].id <= last {
      let entry = entries[index]
      if entry.isDead { end(at: index) } else { entry.body?(event) }
      index += 1
    }
  }

  /// Takes the body out first and releases it last: its captures may call this list as they die.
  private func end(at index: Int) {
    guard let body = entries[index].body else { return }
    entries[index].body = nil
    live -= 1
    withExtendedLifetime(body) {}
  }

  /// Ends the registrations that satisfy `condition`; no entry moves while bodies are released.
  private func endAll(where condition: (Entry) -> Bool) {
    pinned += 1
    for index in entries.indices where condition(entries[index]) { end(at: index) }
    pinned -= 1
    compactIfWorthwhile()
  }

  private func sweep() {
    endAll { $0.isDead }
    sweepAt = max(64, 2 * live)
  }

  /// Removes ended entries when they are the majority, so that each costs constant time on average.
  private func compactIfWorthwhile() {
    guard pinned == 0, entries.count > 2 * live else { return }
    entries.removeAll { $0.body == nil }
  }
}
