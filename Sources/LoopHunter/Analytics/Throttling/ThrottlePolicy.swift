/// A limit on the repetitions of one bug that become events.
///
/// The first detection of a fingerprint is reported at once. Then the hub waits increasingly long:
/// `interval` times 1, 1, 2, 3, 5, 8 …, never more than `longestInterval`. Detections in between
/// are counted, and the next event carries the number as `suppressed`. The kinds of events are
/// throttled separately, so a loop's end does not count as its repetition.
public struct ThrottlePolicy: Sendable {
  /// The unit of the growing intervals.
  public var interval: Duration
  /// The interval at which growth ends.
  public var longestInterval: Duration
  /// The budget for all events; policies with the same budget share it.
  public var budget: EventBudget
  /// The part of all fingerprints that is reported, from 0 to 1.
  public var sampleRate: Double
  /// Decides, together with a fingerprint, whether that fingerprint is in the sample.
  ///
  /// Equal salts choose equal fingerprints. Set it to a random identifier of the installation, so
  /// that each device follows its own choice of bugs and the fleet together sees all of them.
  public var sampleSalt: String

  /// Makes a policy; the defaults suit an app in production.
  ///
  /// - Parameters:
  ///   - interval: The first pause between two events of the same loop; by default 10 seconds.
  ///   - longestInterval: The longest pause; by default an hour.
  ///   - budget: The budget of events; by default that of the process.
  ///   - sampleRate: The part of fingerprints that raise events, from 0 to 1; by default 1, all.
  ///   - sampleSalt: A text that selects these fingerprints; by default empty, which is equal
  ///     everywhere.
  public init(
    interval: Duration = .seconds(10), longestInterval: Duration = .seconds(3600),
    budget: EventBudget = .process, sampleRate: Double = 1, sampleSalt: String = ""
  ) {
    (self.interval, self.longestInterval, self.budget) = (interval, longestInterval, budget)
    (self.sampleRate, self.sampleSalt) = (sampleRate, sampleSalt)
  }

  /// At once, then after 10, 10, 20, 30, 50 seconds … up to an hour; 1 000 events per process.
  public static var `default`: ThrottlePolicy { ThrottlePolicy() }

  /// Every detection is an event: for tests and for replays.
  public static var unlimited: ThrottlePolicy {
    ThrottlePolicy(interval: .zero, longestInterval: .zero, budget: EventBudget(limit: .max))
  }
}
