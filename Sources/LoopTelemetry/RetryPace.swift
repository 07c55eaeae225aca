import LayoutTrace
import LoopHunter

/// When a sink may send again: after pauses that double with each failure, half of them by chance.
///
/// Chance keeps a fleet whose collector was down from coming back all at once. A pause that the
/// collector orders is always kept; one's own pause ends early if a caller waits.
package struct RetryPace: Sendable {
  private let first: Duration
  private let longest: Duration
  private var failures = 0
  private var own: ContinuousClock.Instant?
  private var ordered: ContinuousClock.Instant?

  /// Makes a pace that begins with a pause of `first` and never makes a longer one than `longest`.
  package init(first: Duration, longest: Duration) {
    self.first = first
    self.longest = longest
  }

  /// The moment before which nothing is to be sent; nil when there was no failure.
  package var notBefore: ContinuousClock.Instant? {
    guard let own, let ordered else { return own ?? ordered }
    return max(own, ordered)
  }

  /// Notes a failure, with the pause that the collector ordered; `chance` is between 0 and 1.
  package mutating func failed(
    at now: ContinuousClock.Instant, ordered pause: Duration?, chance: Double = .random(in: 0...1)
  ) {
    let full = min(first * (1 << min(failures, 20)), longest)
    failures += 1
    own = now + full / 2 + full / 2 * chance
    ordered = pause.map { now + $0 }
  }

  /// Notes a success, after which the next pause is a first one again.
  package mutating func succeeded() {
    failures = 0
    own = nil
    ordered = nil
  }

  /// Ends the own pause because a caller waits; one that the collector ordered remains.
  package mutating func hurry() {
    own = nil
  }
}
