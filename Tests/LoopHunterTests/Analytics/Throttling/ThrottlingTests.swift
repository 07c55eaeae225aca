import HuntSupport
import LoopHunter
import Testing

@Suite("Throttling")
struct ThrottlingTests {
  private let clock = ManualClock()

  private func hub(_ policy: ThrottlePolicy) -> (AnalyticsHub, RecordingSink) {
    let clock = clock
    let hub = AnalyticsHub(throttle: policy) { clock.time }
    let sink = RecordingSink()
    hub.add(sink)
    return (hub, sink)
  }

  @Test("the same bug is an event at once, then after intervals that grow like Fibonacci's numbers")
  func fibonacci() {
    let (hub, sink) = hub(
      ThrottlePolicy(
        interval: .seconds(1), longestInterval: .seconds(10), budget: EventBudget(limit: 100)))
    var times: [Int] = []
    for tenth in 0..<600 {
      clock.time = .milliseconds(100 * tenth)
      if hub.raise("same") != nil { times.append(tenth / 10) }
    }
    #expect(times == [0, 1, 2, 4, 7, 12, 20, 30, 40, 50])
    let suppressed = sink.events.map { $0.attributes["suppressed"] }
    #expect(suppressed == [0, 9, 9, 19, 29, 49, 79, 99, 99, 99])
    #expect(hub.statistics.raised + hub.statistics.suppressed == 600)
  }

  @Test("each fingerprint and each kind of event has its own intervals")
  func apart() {
    let (hub, sink) = hub(ThrottlePolicy(budget: EventBudget(limit: 100)))
    for _ in 0..<3 {
      hub.raise("a")
      hub.raise("b")
      hub.raise(.layoutLoopSettled, report: sampleReport("a"))
    }
    #expect(sink.events.map(\.report?.fingerprint) == ["a", "b", "a"])
    #expect(sink.events.map(\.name) == [.layoutLoop, .layoutLoop, .layoutLoopSettled])
  }

  @Test("a budget bounds the events of all hubs that share it, and counts what it dropped")
  func budget() {
    let budget = EventBudget(limit: 3)
    let (first, firstSink) = hub(ThrottlePolicy(budget: budget))
    let (second, secondSink) = hub(ThrottlePolicy(budget: budget))
    for number in 0..<4 {
      first.raise("a\(number)")
      second.raise("b\(number)")
    }
    #expect(firstSink.events.count + secondSink.events.count == 3)
    #expect(budget.spent == 3)
    #expect(first.statistics.overBudget + second.statistics.overBudget == 5)
  }

  @Test("the default budget is the process's, of one thousand events")
  func defaultBudget() {
    #expect(ThrottlePolicy.default.budget === EventBudget.process)
    #expect(EventBudget.process.limit == 1000)
  }

  @Test("a sample takes about its part of the fingerprints, and always the same ones")
  func sampling() {
    func sampled(_ salt: String) -> Set<String> {
      let (hub, sink) = hub(
        ThrottlePolicy(budget: EventBudget(limit: .max), sampleRate: 0.25, sampleSalt: salt))
      for number in 0..<4000 { hub.raise("fingerprint-\(number)") }
      #expect(hub.statistics.sampledOut == 4000 - sink.events.count)
      #expect(sink.events.allSatisfy { $0.attributes["sample_rate"] == 0.25 })
      return Set(sink.events.map { $0.report!.fingerprint })
    }
    let first = sampled("device 1")
    #expect((880...1120).contains(first.count))
    #expect(sampled("device 1") == first)
    let other = sampled("device 2")
    #expect((150...350).contains(first.intersection(other).count))
  }

  @Test("the same fingerprints are in the sample in every process and every version")
  func samplingIsStable() {
    // Computed apart from this code, by the definition of the hash.
    for (salt, sample) in [("", [1, 7, 11, 13]), ("device 1", [6, 9, 11, 12, 18])] {
      let (hub, _) = hub(
        ThrottlePolicy(budget: EventBudget(limit: .max), sampleRate: 0.25, sampleSalt: salt))
      #expect((0..<20).filter { hub.raise("bug \($0)") != nil } == sample)
    }
  }

  @Test("rates of 0 and 1 take nothing and everything")
  func extremes() {
    let (none, noneSink) = hub(ThrottlePolicy(budget: EventBudget(limit: .max), sampleRate: 0))
    let (all, allSink) = hub(ThrottlePolicy(budget: EventBudget(limit: .max)))
    for number in 0..<100 {
      none.raise("\(number)")
      all.raise("\(number)")
    }
    #expect(noneSink.events.isEmpty)
    #expect(allSink.events.count == 100)
    #expect(allSink.events[0].attributes["sample_rate"] == nil)
  }

  @Test("setting a policy starts the throttling again")
  func setting() {
    let (hub, sink) = hub(ThrottlePolicy(budget: EventBudget(limit: 10)))
    hub.raise("a")
    hub.raise("a")
    hub.throttle = .unlimited
    hub.raise("a")
    hub.raise("a")
    #expect(sink.events.count == 3)
  }
}
