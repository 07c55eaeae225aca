import Synchronization

/// The functions that called the code of a recording; a layout trace names only that code itself.
///
/// They are noted while the trace is made, and can be asked for afterwards.
package final class Callers: Sendable {
  private let chains = Mutex<[String: [[String]]]>([:])

  /// The most ways to one place that are kept, and the most functions of each.
  private static let mostChains = 8
  private static let mostFrames = 24

  /// Notes the callers of a place, innermost first.
  func note(_ callers: [String], of place: String) {
    let chain = Array(callers.prefix(Self.mostFrames))
    chains.withLock { chains in
      guard chains[place, default: []].count < Self.mostChains,
        chains[place]?.contains(chain) != true
      else { return }
      chains[place, default: []].append(chain)
    }
  }

  /// The ways to a place as the trace writes it, each with the innermost caller first.
  package func chains(of place: String) -> [[String]] {
    chains.withLock { $0[place] ?? [] }
  }
}
