import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import LoopTelemetry
import TestSupport
import Testing
import ViewTree

@Suite("Sinks and their isolation")
struct SinkTests {
  @Test("a sink of five lines is a sink, and gets every event in order")
  func fiveLines() {
    struct Console: AnalyticsSink {
      let seen: Shared<[String]>
      func record(_ event: AnalyticsEvent) { seen.change { $0.append(event.report!.fingerprint) } }
    }
    let seen = Shared<[String]>([])
    let hub = AnalyticsHub.unlimited()
    hub.add(Console(seen: seen))
    for number in 0..<500 { hub.raise("\(number)") }
    #expect(hub.flush(timeout: .generous))
    #expect(seen.value == (0..<500).map { "\($0)" })
    #expect(hub.sinks[0].name == "Console")
    #expect(hub.sinks[0].recorded == 500)
  }

  @Test("a throwing sink is counted, reported once, and affects no other sink")
  func throwing() {
    for handOver in [SinkHandOver.queued, .direct] {
      let hub = AnalyticsHub.unlimited()
      let problems = Shared<[SinkProblem]>([])
      hub.onProblem = { problem in problems.change { $0.append(problem) } }
      let healthy = RecordingSink()
      hub.add(ClosureSink(name: "broken", handOver: handOver) { _ in throw BrokenSinkError() })
      hub.add(healthy)
      for _ in 0..<50 { hub.raise() }
      hub.flush(timeout: .generous)
      #expect(healthy.events.count == 50)
      #expect(hub.sinks[0].failed == 50)
      #expect(hub.sinks[0].lastError == "the sink is broken; repair it")
      #expect(
        problems.value == [
          SinkProblem(sink: "broken", kind: .failure, text: "the sink is broken; repair it")
        ])
    }
  }

  @Test(
    "a stalled sink delays neither the loop nor other sinks; events that do not fit are counted")
  func stalled() throws {
    let hub = AnalyticsHub.unlimited()
    let problems = Shared<[SinkProblem]>([])
    hub.onProblem = { problem in problems.change { $0.append(problem) } }
    let gate = DispatchSemaphore(value: 0)
    let healthy = Shared(0)
    hub.add(ClosureSink(name: "stalled") { _ in gate.wait() }, capacity: 10)
    hub.add(ClosureSink(name: "healthy") { _ in healthy.change { $0 += 1 } })
    for _ in 0..<100 { hub.raise() }
    try waitUntil { healthy.value == 100 }
    #expect(!hub.flush(timeout: .milliseconds(50)))
    #expect(hub.sinks[0].dropped == 90)
    #expect(problems.value.map(\.kind) == [.overflow])
    for _ in 0..<10 { gate.signal() }
    #expect(hub.flush(timeout: .generous))
    #expect(hub.sinks[0].recorded == 10)
    #expect(hub.sinks[0].waiting == 0)
  }

  @Test("without a listener, a failing sink is reported once on standard error")
  func saidOnce() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      struct Refusal: Error, CustomStringConvertible { var description: String { "no\u{1B}[31m" } }
      let hub = AnalyticsHub.unlimited()
      hub.add(ClosureSink(name: "mine") { _ in throw Refusal() })
      for number in 0..<5 { hub.raise("\(number)") }
      hub.flush(timeout: .generous)
    }
    let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
    #expect(
      lines.filter { $0.contains("LoopHunter") } == [
        "LoopHunter: a sink failed: mine: no\\u{1b}[31m"
      ])
  }

  @Test("a disk that stalls holds up the thread of its sink, never the loop's")
  func stalledDisk() throws {
    // A pipe without a reading process takes 64 KiB and then makes its writer wait, like a stalled disk.
    let folder = TemporaryFolder()
    let path = folder.path("loops.jsonl")
    try #require(mkfifo(path, 0o600) == 0)
    let descriptor = open(path, O_RDONLY | O_NONBLOCK)
    try #require(fcntl(descriptor, F_SETFL, 0) == 0)
    let hub = AnalyticsHub.unlimited()
    hub.add(JSONLinesSink(path: path, options: .init(durability: .system)))
    for number in 0..<500 { hub.raise("\(number)") }
    #expect(!hub.flush(timeout: .milliseconds(20)))
    #expect(hub.sinks[0].waiting > 0)
    let reader = Thread {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while read(descriptor, &buffer, buffer.count) > 0 {}
    }
    reader.start()
    #expect(hub.flush(timeout: .generous))
    #expect(hub.sinks[0].recorded == 500)
    hub.close(timeout: .generous)
  }

  @Test("a collector that stalls holds up the thread of its sink, never the loop's")
  func stalledCollector() throws {
    let server = try LoopbackServer(.stall)
    defer { server.stop() }
    var configuration = OTLPConfiguration(collector: server.url)
    configuration.timeout = .seconds(3600)
    configuration.batchSize = 1
    configuration.firstRetry = .milliseconds(1)
    let hub = AnalyticsHub.unlimited()
    let sink = try OTLPSink(configuration)
    hub.add(sink)
    for number in 0..<200 { hub.raise("\(number)") }
    #expect(!hub.flush(timeout: .milliseconds(20)))
    try waitUntil { server.requests.count == 1 }
    server.hangUp()
    #expect(hub.flush(timeout: .generous))
    #expect(sink.statistics.delivered == 200)
  }

  @Test("a sink may be shared by the hubs of many threads")
  func shared() {
    let sink = RecordingSink()
    let seen = Shared(0)
    let closure = ClosureSink { _ in seen.change { $0 += 1 } }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      let hub = AnalyticsHub.unlimited()
      hub.add(sink)
      hub.add(closure)
      for number in 0..<100 { hub.raise("\(thread).\(number)") }
      hub.close(timeout: .generous)
    }
    #expect(seen.value == 800)
    #expect(Set(sink.events.map(\.report!.fingerprint)).count == 800)
    for thread in 0..<8 {
      let own = sink.events.map(\.report!.fingerprint).filter { $0.hasPrefix("\(thread).") }
      #expect(own == (0..<100).map { "\(thread).\($0)" })
    }
  }

  @Test("a hub that is dropped lets its sinks finish, and then lets go of them")
  func dropped() throws {
    final class Slow: AnalyticsSink {
      let seen: Shared<Int>
      init(_ seen: Shared<Int>) { self.seen = seen }
      func record(_ event: AnalyticsEvent) {
        Thread.sleep(forTimeInterval: 0.001)
        seen.change { $0 += 1 }
      }
    }
    let seen = Shared(0)
    weak var sink: Slow?
    do {
      let hub = AnalyticsHub.unlimited()
      let slow = Slow(seen)
      sink = slow
      hub.add(slow)
      for _ in 0..<20 { hub.raise() }
    }
    try waitUntil { sink == nil }
    #expect(seen.value == 20)
  }

  @Test("flushing from inside an observer is allowed")
  func flushInside() {
    let hub = AnalyticsHub.unlimited()
    let seen = Shared(0)
    hub.add(ClosureSink { _ in seen.change { $0 += 1 } })
    var isComplete = false
    let token = hub.observe { _ in isComplete = hub.flush(timeout: .generous) }
    hub.raise()
    #expect(isComplete)
    #expect(seen.value == 1)
    token.cancel()
  }

  @Test("a filter passes on the events that it should")
  func filter() {
    let hub = AnalyticsHub.unlimited()
    let recording = RecordingSink()
    hub.add(FilterSink(recording) { $0.name == .layoutLoop })
    hub.raise()
    hub.raise(.layoutNearMiss, report: sampleReport())
    #expect(recording.events.map(\.name) == [.layoutLoop])
  }

  @Test("a composite isolates its sinks from each other, and passes on their problems")
  func composite() {
    let hub = AnalyticsHub.unlimited()
    let problems = Shared<[String]>([])
    hub.onProblem = { problem in problems.change { $0.append(problem.text) } }
    let first = RecordingSink()
    let last = RecordingSink()
    let composite = CompositeSink([
      first, ClosureSink(name: "broken") { _ in throw BrokenSinkError() }, last,
    ])
    hub.add(composite)
    for _ in 0..<5 { hub.raise() }
    #expect(first.events.count == 5)
    #expect(last.events == first.events)
    hub.flush(timeout: .generous)
    hub.raise()
    #expect(composite.statuses.map(\.failed)[1] >= 5)
    #expect(problems.value == ["broken: the sink is broken; repair it"])
  }

  @Test("a flush of a composite waits for its sinks")
  func compositeFlush() {
    let hub = AnalyticsHub.unlimited()
    let seen = Shared(0)
    hub.add(
      CompositeSink([
        ClosureSink { _ in
          Thread.sleep(forTimeInterval: 0.002)
          seen.change { $0 += 1 }
        }, RecordingSink(),
      ]))
    for _ in 0..<10 { hub.raise() }
    #expect(hub.flush(timeout: .generous))
    #expect(seen.value == 10)
  }

  @Test("standard error gets readable lines, and a broken pipe is only a failed sink")
  func standardError() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let sink = StandardErrorSink(descriptor: ends[1])
    var event = sampleEvent()
    event.time = 1_772_366_400_000_000_000
    event.attributes["suppressed"] = 12
    try sink.record(event)
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(ends[0], &buffer, buffer.count)
    #expect(
      String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) == """
        2026-03-01T12:00:00.000000Z layout_loop: Feed/Cell[3]/Badge was laid out 101 times in turn 7 \
        [oscillating, f1] (12 more like it were held back)
          `Badge` wrote `frame.size` of its superview `Cell` 44.0 → 45.0
          cycle: Feed > Cell > Badge

        """)
    Foundation.close(ends[0])
    #expect(throws: FileError.self) { try sink.record(event) }
    Foundation.close(ends[1])
  }

  @Test("every kind of event has its sentence")
  func summaries() {
    var report = sampleReport(verdict: .acrossTurns(streak: 60))
    report.layouts = 250
    let texts = AnalyticsEvent.Name.allCases.map { AnalyticsEvent($0, report: report).summary }
    #expect(texts[1].contains("Badge settled after 250 layouts"))
    #expect(texts[2].contains("caused its own layout in 60 turns"))
    #expect(texts[4].contains("the culprit is untested"))
    #expect(texts[3].contains("had 101 layouts in one turn; its threshold is 100"))
  }
}
