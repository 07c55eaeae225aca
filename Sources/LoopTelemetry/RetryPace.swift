import LayoutTrace
import LoopHunter

/// Decides when a sink may send again: pauses double with each failure, and half of each is random.
///
/// So no fleet returns all at once. A pause that the collector orders is kept; the sink's own ends
/// early if a caller waits.
package struct RetryPace: Sendable {
  private let first: Duration
  private let longest: Duration
  private var failures = 0
  private var own: ContinuousClock.Instant?
  private var ordered: ContinuousClock.Instant?

  /// Makes a pace that begins with a pause of `first` and never makes a longer one than `longest`.
  package init(first: Duration, longest: Duration) { (self.first, self.longest) = (first, longest) }

  /// The moment before which nothing may be sent; nil if there was no failure.
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

  /// Notes a success: the next pause is a first one again.
  package mutating func succeeded() {
    failures = 0
    own = nil
    ordered = nil
  }

  /// Ends the sink's own pause because a caller waits; a pause that the collector ordered remains.
  package mutating func hurry() { own = nil }
}
