/// Decides which detections become events, by a policy and the loop's time.
struct Throttle {
  /// The decision about one detection.
  enum Decision: Equatable {
    /// It is an event; this many like it were held back since the last one.
    case report(suppressed: Int)
    /// The same bug was reported a short while ago.
    case suppressed
    /// Its fingerprint is not in the sample.
    case sampledOut
    /// The budget is used up.
    case overBudget
  }

  /// One kind of event of one bug.
  private struct Key: Hashable {
    var name: AnalyticsEvent.Name
    var fingerprint: String
  }

  /// The remembered facts; two neighbours of the Fibonacci sequence make the next interval.
  private struct History {
    var next: Duration
    var interval: Duration
    var following: Duration
    var suppressed = 0

    /// Begins the next, longer interval: 1, 1, 2, 3, 5 … units.
    mutating func advance(from now: Duration, longest: Duration) {
      next = now + min(following, longest)
      (interval, following) = (following, min(interval + following, longest))
      suppressed = 0
    }
  }

  var policy: ThrottlePolicy
  private var histories: [Key: History] = [:]

  init(policy: ThrottlePolicy) { self.policy = policy }

  /// Decides about one detection at the loop's time `now`.
  ///
  /// Only reported detections are remembered, so the budget bounds the memory.
  mutating func decide(
    _ name: AnalyticsEvent.Name, fingerprint: String, now: Duration
  ) -> Decision {
    guard isSampled(fingerprint) else { return .sampledOut }
    let key = Key(name: name, fingerprint: fingerprint)
    guard let index = histories.index(forKey: key) else {
      guard policy.budget.spend() else { return .overBudget }
      let interval = min(policy.interval, policy.longestInterval)
      histories[key] = History(next: now + interval, interval: interval, following: interval)
      return .report(suppressed: 0)
    }
    guard now >= histories.values[index].next else {
      histories.values[index].suppressed += 1
      return .suppressed
    }
    guard policy.budget.spend() else {
      histories.values[index].suppressed += 1
      return .overBudget
    }
    let suppressed = histories.values[index].suppressed
    histories.values[index].advance(from: now, longest: policy.longestInterval)
    return .report(suppressed: suppressed)
  }

  /// True if this fingerprint is in the sample: always the same answer for the same salt.
  private func isSampled(_ fingerprint: String) -> Bool {
    guard policy.sampleRate < 1 else { return true }
    let hash = Self.mixed(policy.sampleSalt, after: Self.mixed(fingerprint))
    return Double(hash >> 11) * 0x1p-53 < policy.sampleRate
  }

  /// A stable hash of a text, mixed at its end so that all bits depend on all bytes.
  private static func mixed(_ text: String, after seed: UInt64 = StableHash().value) -> UInt64 {
    var stable = StableHash(seed: seed)
    for byte in text.utf8 { stable.combine(byte: byte) }
    var hash = stable.value
    hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
    hash = (hash ^ (hash >> 33)) &* 0xc4ce_b9fe_1a85_ec53
    return hash ^ (hash >> 33)
  }
}
