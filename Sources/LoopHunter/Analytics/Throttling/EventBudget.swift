import Synchronization

/// A limit on the number of events, shared by any number of hubs, on any thread.
public final class EventBudget: Sendable {
  /// The budget of the whole process, 1 000 events, which every hub shares by default.
  public static let process = EventBudget(limit: 1000)

  /// The number of events it allows.
  public let limit: Int
  private let count = Atomic<Int>(0)

  /// Makes a budget.
  ///
  /// - Parameter limit: The number of events it allows.
  public init(limit: Int) { self.limit = limit }

  /// The number of events raised so far.
  public var spent: Int { count.load(ordering: .relaxed) }

  /// Takes one event off; false if none was left.
  func spend() -> Bool {
    var current = count.load(ordering: .relaxed)
    while current < limit {
      let (exchanged, original) = count.compareExchange(
        expected: current, desired: current + 1, ordering: .relaxed)
      if exchanged { return true }
      current = original
    }
    return false
  }
}
