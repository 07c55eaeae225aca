/// The observers of a hub, in the order of their registration.
///
/// Everything may happen inside a callback. A body that is added gets the next event; one that is
/// removed, or whose owner dies, is not called any more; an event raised inside a callback is
/// delivered after the current one, so that all observers see the same order.
final class ObserverList {
  private struct Entry {
    let id: Int
    let isOwned: Bool
    weak var owner: AnyObject?
    /// Nil once the registration has ended; the place stays until the next compaction.
    var body: ((AnalyticsEvent) -> Void)?

    var isDead: Bool { isOwned && owner == nil }
  }

  /// Ordered by `id`, because registrations are only appended.
  private var entries: [Entry] = []
  private var nextID = 0
  private var live = 0
  private var isDelivering = false
  /// Above 0 during a walk over the entries, whose places must not change then.
  private var pinned = 0
  private var waiting: [AnalyticsEvent] = []
  /// The number of entries at which a registration next looks for dead owners.
  private var sweepAt = 64

  /// The registrations that have not ended.
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
  func remove(owner: AnyObject) {
    endAll { $0.owner === owner }
  }

  /// Ends all registrations.
  func removeAll() {
    endAll { _ in true }
  }

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
      if entry.isDead {
        end(at: index)
      } else {
        entry.body?(event)
      }
      index += 1
    }
  }

  /// Takes the body out first and releases it last: what dies with it may call this list.
  private func end(at index: Int) {
    guard let body = entries[index].body else { return }
    entries[index].body = nil
    live -= 1
    withExtendedLifetime(body) {}
  }

  /// Ends the registrations that `condition` chooses; places stay put while bodies are let go.
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

  /// Removes ended entries when they are the majority, so that each costs constant time in the
  /// mean.
  private func compactIfWorthwhile() {
    guard pinned == 0, entries.count > 2 * live else { return }
    entries.removeAll { $0.body == nil }
  }
}
