extension TurnLoop {
  /// The places of a turn at which observers are called.
  public enum Phase: Int, Hashable, Sendable, CaseIterable {
    /// The turn begins.
    case beforeTimers
    /// Input events come next.
    case beforeSources
    /// The work is done. The commit is here, with the order `TurnLoop.commitOrder`.
    case beforeWaiting
    /// The commit is done.
    case afterCommit
    /// The turn ends.
    case afterWaiting
  }

  /// The order of the commit among the observers of `.beforeWaiting`.
  public static let commitOrder = 2_000_000
}

/// The observers of all phases, kept in the order in which they are called.
///
/// It is a class, so that a token can remove its observer without holding the loop.
final class PhaseObservers {
  private struct Entry {
    let id: Int
    let order: Int
    /// The number and the cause of one that layout or work added; nil for any other.
    let work: (id: WorkID, cause: LayoutCause?)?
    let body: () -> Void
  }

  private var entries: [[Entry]] = Array(repeating: [], count: TurnLoop.Phase.allCases.count)
  private var lastID = 0

  /// Adds an observer, which is work if layout or work adds it.
  func add(
    at phase: TurnLoop.Phase, order: Int, as work: (id: WorkID, cause: LayoutCause?)?,
    _ body: @escaping () -> Void
  ) -> ObservationToken {
    lastID += 1
    let id = lastID
    let place = entries[phase.rawValue].firstIndex { $0.order > order }
    let entry = Entry(id: id, order: order, work: work, body: body)
    entries[phase.rawValue].insert(entry, at: place ?? entries[phase.rawValue].count)
    return ObservationToken { [weak self] in self?.remove(id, at: phase) }
  }

  /// Removes the observer first and releases it last: objects that die with it may come back here.
  private func remove(_ id: Int, at phase: TurnLoop.Phase) {
    guard let index = entries[phase.rawValue].firstIndex(where: { $0.id == id }) else { return }
    let leaving = entries[phase.rawValue].remove(at: index)
    withExtendedLifetime(leaving) {}
  }

  /// Calls the observers of a phase whose order is in `range`.
  ///
  /// An observer that ends meanwhile is no longer called; one that begins waits for the next call.
  func call(
    _ phase: TurnLoop.Phase, orders range: ClosedRange<Int> = Int.min...Int.max,
    in pass: LayoutPass
  ) {
    let present = entries[phase.rawValue]
    for entry in present where range.contains(entry.order) {
      guard entries[phase.rawValue].contains(where: { $0.id == entry.id }) else { continue }
      if let work = entry.work {
        pass.runWork(work.id, cause: work.cause, entry.body)
      } else {
        entry.body()
      }
    }
  }

  /// The observers that are work.
  var waiting: [WorkID] { entries.flatMap { $0.compactMap(\.work?.id) } }
}
