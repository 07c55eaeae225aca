import Foundation
import HuntSupport
import LoopHunter
import LoopTelemetry
import TestSupport
import Testing
import ViewTree

@Suite("The OTLP sink")
struct OTLPSinkTests {
  private let folder = TemporaryFolder()

  @Test("an event arrives as a log record with typed attributes, resource and scope")
  func record() throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    let sink = try OTLPSink.quick(server) {
      $0.headers = ["x-api-key": "secret", "User-Agent": "shop/4"]
      $0.scope = ["screen": "feed"]
    }
    var event = sampleEvent(5)
    event.time = 1_772_366_400_123_456_789
    event.attributes["ratio"] = 0.5
    try sink.record(event)
    try sink.flush()
    let request = try #require(server.requests.first)
    #expect(request.line == "POST /v1/logs HTTP/1.1")
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["x-api-key"] == "secret")
    #expect(request.headers["user-agent"] == "shop/4")
    #expect(request.headers["host"] == "127.0.0.1:\(server.port)")
    let text = String(decoding: request.body, as: UTF8.self)
    #expect(text.contains(#"{"key":"service.name","value":{"stringValue":"shop"}}"#))
    #expect(text.contains(#""scope":{"name":"LoopHunter","version":"#))
    #expect(
      text.contains(
        #""attributes":[{"key":"screen","value":{"stringValue":"feed"}}]},"logRecords""#))
    #expect(text.contains(#""timeUnixNano":"1772366400123456789""#))
    #expect(text.contains(#""severityNumber":13"#))
    #expect(text.contains(#""eventName":"layout_loop""#))
    #expect(text.contains(#"{"key":"loophunter.number","value":{"intValue":"5"}}"#))
    #expect(text.contains(#"{"key":"loophunter.ratio","value":{"doubleValue":0.5}}"#))
    #expect(text.contains(#"{"key":"loophunter.broken","value":{"boolValue":false}}"#))
    #expect(text.contains(#"{"key":"loophunter.event_id","value":{"stringValue":"\#(event.id)"}}"#))
    #expect(text.contains(#"{"key":"loophunter.report","value":{"stringValue":"{\"accomp"#))
    #expect(sink.statistics.delivered == 1)
    #expect(sink.statistics.waiting == 0)
  }

  @Test("a batch goes out when it is full, and the rest waits for more")
  func batchesByNumber() throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    let sink = try OTLPSink.quick(server) {
      $0.batchSize = 10
      $0.batchDelay = .seconds(3600)
    }
    for number in 0..<25 { try sink.record(sampleEvent(fingerprint: "\(number)")) }
    try waitUntil { sink.statistics.delivered == 20 }
    #expect(sink.statistics.waiting == 5)
    try sink.flush()
    #expect(server.requests.map(\.fingerprints.count) == [10, 10, 5])
    #expect(server.fingerprints == (0..<25).map { "\($0)" })
  }

  @Test("a batch that does not fill goes out when its time is over")
  func batchesByTime() throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    let sink = try OTLPSink.quick(server) { $0.batchDelay = .milliseconds(20) }
    let start = ContinuousClock.now
    try sink.record(sampleEvent(fingerprint: "a"))
    try waitUntil { server.fingerprints == ["a"] }
    #expect(ContinuousClock.now - start >= .milliseconds(20))
  }

  @Test("the pauses between attempts are kept")
  func backoff() throws {
    let server = try LoopbackServer(.answer(503), .answer(503), .answer(503), .answer(503))
    defer { server.stop() }
    let sink = try OTLPSink.quick(server) {
      $0.firstRetry = .milliseconds(20)
      $0.longestRetry = .milliseconds(80)
    }
    sink.offer("a")
    try waitUntil { server.requests.count == 5 }
    let times = server.requests.map(\.time)
    let pauses = zip(times, times.dropFirst()).map { $0.duration(to: $1) }
    for (pause, least) in zip(pauses, [10, 20, 40, 40]) {
      #expect(pause >= .milliseconds(least))
    }
  }

  @Test("the pause that a collector asks for is kept, also by a flush")
  func retryAfter() throws {
    let server = try LoopbackServer(.answer(429, ["Retry-After": "1"]))
    defer { server.stop() }
    let sink = try OTLPSink.quick(server)
    sink.offer("a")
    try waitUntil { sink.statistics.failures == 1 }
    try sink.flush()
    let times = server.requests.map(\.time)
    #expect(times.count == 2)
    #expect(times[0].duration(to: times[1]) >= .milliseconds(990))
  }

  @Test("a flush does not wait for a pause that lasts longer than it may")
  func hopelessFlush() throws {
    let server = try LoopbackServer(.answer(503, ["Retry-After": "3600"]))
    defer { server.stop() }
    let sink = try OTLPSink.quick(server)
    sink.offer("a")
    let start = ContinuousClock.now
    #expect {
      try sink.flush(seconds: 3000)
    } throws: {
      String(describing: $0).hasPrefix("1 event not delivered yet: the collector answered 503")
    }
    #expect(ContinuousClock.now - start < .seconds(1000))
  }

  @Test(
    "final answers are not asked for again",
    arguments: [
      (400, "lost"), (401, "check the headers"), (404, "check the endpoint's path"),
      (413, "lower batchSize"), (500, "lost"),
    ])
  func refused(status: Int, remedy: String) throws {
    let server = try LoopbackServer(.answer(status, body: "no"))
    defer { server.stop() }
    let sink = try OTLPSink.quick(server)
    sink.offer("a")
    #expect {
      try sink.flush()
    } throws: {
      String(describing: $0).contains("answered \(status)")
        && String(describing: $0).contains(remedy)
    }
    sink.offer("b")
    try sink.flush()
    #expect(server.fingerprints == ["a", "b"])
    #expect(sink.statistics.rejected == 1)
    #expect(sink.statistics.delivered == 1)
  }

  @Test("partial success is counted and not sent again", arguments: [#""2""#, "2"])
  func partialSuccess(number: String) throws {
    let body = #"{"partialSuccess":{"rejectedLogRecords":\#(number),"errorMessage":"too old"}}"#
    let server = try LoopbackServer(.answer(200, body: body))
    defer { server.stop() }
    // One batch, however slowly its events come.
    let sink = try OTLPSink.quick(server) {
      $0.batchSize = 5
      $0.batchDelay = .seconds(60)
    }
    for number in 0..<5 { sink.offer("\(number)") }
    #expect {
      try sink.flush()
    } throws: {
      String(describing: $0) == "the collector rejected 2 events: too old"
    }
    #expect(server.requests.count == 1)
    #expect(sink.statistics.rejected == 2)
    #expect(sink.statistics.delivered == 3)
  }

  @Test("a collector's remark on a success is reported once, and costs no event")
  func remark() throws {
    let server = try LoopbackServer(
      .answer(200, body: #"{"partialSuccess":{"errorMessage":"use attributes"}}"#))
    defer { server.stop() }
    let sink = try OTLPSink.quick(server)
    sink.offer("a")
    try sink.flush()
    #expect {
      try sink.record(sampleEvent(fingerprint: "b"))
    } throws: {
      String(describing: $0) == "the collector took everything and remarked: use attributes"
    }
    try sink.flush()
    #expect(sink.statistics.delivered == 2)
    #expect(sink.statistics.rejected == 0)
  }

  @Test("a collector that stalls costs the timeout and no more, and nothing is lost")
  func stall() throws {
    let server = try LoopbackServer(otherwise: .stall)
    defer { server.stop() }
    let sink = try OTLPSink.quick(server) { $0.timeout = .milliseconds(50) }
    sink.offer("a")
    #expect(throws: OTLPError.self) { try sink.flush(seconds: 0.03) }
    try waitUntil { sink.statistics.failures >= 2 }
    #expect(sink.statistics.lastError?.contains("did not answer in time") == true)
    server.recover()
    try sink.flush()
    #expect(sink.statistics.delivered == 1)
  }

  @Test("a flush ends when its time is over, however long the collector may take")
  func flushInTime() throws {
    let server = try LoopbackServer(otherwise: .stall)
    defer { server.stop() }
    let sink = try OTLPSink.quick(server) { $0.timeout = .seconds(150) }
    sink.offer("a")
    let start = ContinuousClock.now
    #expect {
      try sink.flush(seconds: 0.03)
    } throws: {
      String(describing: $0).contains("1 event not delivered yet: there was no answer in time")
    }
    #expect(ContinuousClock.now - start < .seconds(100))
  }

  @Test("a full queue drops and counts new events, and keeps the waiting ones")
  func full() throws {
    let server = try LoopbackServer(.stall)
    defer { server.stop() }
    let sink = try OTLPSink.quick(server) {
      $0.queueLimit = 10
      $0.timeout = .seconds(3600)
    }
    var refused = 0
    for number in 0..<25 {
      do {
        try sink.record(sampleEvent(fingerprint: "\(number)"))
      } catch OTLPError.full(let limit) {
        refused += 1
        #expect(limit == 10)
      } catch {}
    }
    #expect(refused == 15)
    try waitUntil { server.requests.count == 1 }
    server.hangUp()
    try? sink.flush()
    #expect(sink.statistics.dropped == 15)
    #expect(sink.statistics.delivered == 10)
    #expect(Set(server.fingerprints) == Set((0..<10).map { "\($0)" }))
  }

  @Test("undelivered events are sent after a restart, once, in order, and leave no file")
  func spool() throws {
    let dead = try LoopbackServer()
    dead.stop()
    let spool = folder.path("spool")
    do {
      let sink = try OTLPSink.quick(dead, spool: spool) { $0.batchSize = 4 }
      for number in 0..<10 { sink.offer("\(number)") }
      #expect(throws: OTLPError.self) { try sink.flush(seconds: 0.02) }
    }
    let server = try LoopbackServer()
    defer { server.stop() }
    try waitUntil { spoolIsFree(spool) }
    let sink = try OTLPSink.quick(server, spool: spool)
    sink.offer("10")
    try sink.flush()
    #expect(server.fingerprints == (0...10).map { "\($0)" })
    #expect(spooledFiles(spool).isEmpty)
  }

  @Test("a spool that holds more than the queue is sent to its end, one room after another")
  func largeSpool() throws {
    let dead = try LoopbackServer()
    dead.stop()
    let spool = folder.path("spool")
    do {
      let sink = try OTLPSink.quick(dead, spool: spool) { $0.batchSize = 4 }
      for number in 0..<30 { sink.offer("\(number)") }
      #expect(throws: OTLPError.self) { try sink.flush(seconds: 0.02) }
    }
    let server = try LoopbackServer()
    defer { server.stop() }
    try waitUntil { spoolIsFree(spool) }
    let sink = try OTLPSink.quick(server, spool: spool) { $0.queueLimit = 5 }
    try sink.flush()
    #expect(server.fingerprints == (0..<30).map { "\($0)" })
    #expect(spooledFiles(spool).isEmpty)
  }

  @Test("as many files of a spool wait in the queue as it has room for", arguments: [7, 8, 11, 12])
  func spoolInQueue(limit: Int) throws {
    let spool = folder.path("spool")
    try fill(spool, batchSize: 4, with: [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]])
    let dead = try LoopbackServer()
    dead.stop()
    let sink = try OTLPSink.quick(dead, spool: spool) { $0.queueLimit = limit }
    #expect(throws: OTLPError.self) { try sink.flush(seconds: 0.02) }
    #expect(sink.statistics.waiting == limit / 4 * 4)
  }

  @Test("a file of the spool with more events than the queue may have is sent")
  func largeFile() throws {
    let spool = folder.path("spool")
    try fill(spool, batchSize: 100, with: [Array(0..<20)])
    let server = try LoopbackServer()
    defer { server.stop() }
    let sink = try OTLPSink.quick(server, spool: spool) { $0.queueLimit = 5 }
    try sink.flush(seconds: 30)
    #expect(server.fingerprints == (0..<20).map { "\($0)" })
    #expect(spooledFiles(spool).isEmpty)
  }

  @Test("a flush waits for the events in the spool, whatever is added meanwhile")
  func flushOfUnread() throws {
    let spool = folder.path("spool")
    try fill(spool, batchSize: 4, with: [[0], [1, 2, 3, 4]])
    let gate = Gate()
    var configuration = OTLPConfiguration(collector: "http://127.0.0.1:1", service: "shop")
    configuration.batchDelay = .milliseconds(200)
    configuration.batchSize = 4
    // The second file has no room beside what is added before the first one is sent.
    configuration.queueLimit = 4
    configuration.spool = spool
    let sink = try OTLPSink(configuration, transport: gate)
    try sink.record(sampleEvent(fingerprint: "a"))
    try waitUntil { gate.isPosting }
    let failure = Locked<String?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      do {
        try sink.flush(until: .now + .seconds(120))
      } catch {
        failure.withLock { $0 = "\(error)" }
      }
      isDone.signal()
    }
    thread.start()
    // Long enough for the flush to begin; if it does not, it is tested less.
    usleep(100_000)
    for name in ["b", "c"] { try sink.record(sampleEvent(fingerprint: name)) }
    gate.open()
    isDone.wait()
    #expect(failure.withLock { $0 } == nil)
    let arrived = gate.fingerprints
    #expect(Set(0..<5).isSubset(of: Set(arrived.compactMap { Int($0) })), "\(arrived)")
  }

  /// Leaves files with these events in a spool, as a process would that reached no collector.
  private func fill(_ spool: String, batchSize: Int, with files: [[Int]]) throws {
    let dead = try LoopbackServer()
    dead.stop()
    do {
      let sink = try OTLPSink.quick(dead, spool: spool) {
        $0.batchSize = batchSize
        $0.batchDelay = .seconds(3600)
      }
      for file in files {
        for number in file { sink.offer("\(number)") }
        #expect(throws: OTLPError.self) { try sink.flush(seconds: 0.02) }
      }
    }
    try waitUntil { spoolIsFree(spool) }
    #expect(spooledFiles(spool).count == files.count)
  }

  /// A collector that does not answer before it is opened.
  private final class Gate: OTLPTransport {
    private let state = Locked<(isOpen: Bool, isPosting: Bool, bodies: [[UInt8]])>(
      (false, false, []))

    var isPosting: Bool { state.withLock { $0.isPosting } }
    func open() { state.withLock { $0.isOpen = true } }

    /// The fingerprints of the events that arrived, in their order.
    var fingerprints: [String] {
      state.withLock { $0.bodies }.flatMap { body in
        String(decoding: body, as: UTF8.self)
          .matches(of: /"loophunter.fingerprint","value":{"stringValue":"([^"]*)"/)
          .map { String($0.1) }
      }
    }

    func post(
      _ body: [UInt8], to endpoint: String, headers: [String: String], timeout: Duration
    ) throws -> OTLPResponse {
      state.withLock { $0.isPosting = true }
      while !state.withLock({ $0.isOpen }) { usleep(1_000) }
      state.withLock { $0.bodies.append(body) }
      return OTLPResponse(status: 200)
    }
  }

  @Test("processes that share a spool do not send each other's events")
  func sharedSpool() throws {
    let dead = try LoopbackServer()
    dead.stop()
    let spool = folder.path("spool")
    let first = try OTLPSink.quick(dead, spool: spool)
    first.offer("first")
    let server = try LoopbackServer()
    defer { server.stop() }
    let second = try OTLPSink.quick(server, spool: spool)
    second.offer("second")
    try second.flush()
    #expect(server.fingerprints == ["second"])
    #expect(first.statistics.waiting == 1)
  }

  @Test("a spool that cannot be used is reported once, and events are sent without it")
  func brokenSpool() throws {
    try Data().write(to: URL(fileURLWithPath: folder.path("file")))
    let server = try LoopbackServer()
    defer { server.stop() }
    let sink = try OTLPSink.quick(server, spool: folder.path("file/spool"))
    #expect {
      try sink.record(sampleEvent(fingerprint: "a"))
    } throws: {
      String(describing: $0).contains("the spool cannot be used")
    }
    try sink.record(sampleEvent(fingerprint: "b"))
    try sink.flush()
    #expect(server.fingerprints == ["a", "b"])
  }

  @Test("a torn line and foreign data in a spool do no harm")
  func tornSpool() throws {
    let spool = folder.path("spool")
    let sunk = folder.path("spool/0")
    try FileManager.default.createDirectory(atPath: sunk, withIntermediateDirectories: true)
    let dead = try LoopbackServer()
    dead.stop()
    do {
      let sink = try OTLPSink.quick(dead, spool: spool)
      sink.offer("whole")
      #expect(throws: OTLPError.self) { try sink.flush(seconds: 0.02) }
    }
    try waitUntil { spoolIsFree(spool) }
    let file = sunk + "/" + (try #require(spooledFiles(spool).first))
    var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    bytes.append(bytes.prefix(100))
    try bytes.write(to: URL(fileURLWithPath: file))
    try Data("rubbish\n".utf8).write(to: URL(fileURLWithPath: sunk + "/000000000099.jsonl"))
    let server = try LoopbackServer()
    defer { server.stop() }
    let sink = try OTLPSink.quick(server, spool: spool)
    try sink.flush()
    #expect(server.fingerprints == ["whole"])
    #expect(spooledFiles(spool) == ["000000000099.jsonl"])
  }

  @Test("foreign files in a spool are neither sent nor changed, whatever their names")
  func foreignFiles() throws {
    let spool = folder.path("spool")
    let foreign = [
      "0/000000000000.jsonl": "{\"mine\":1}\n", "0/999999999999.jsonl": "{\"mine\":2}\n",
      "0/measurements.jsonl": "{\"mine\":3}\n", "0/notes.jsonl": "rubbish",
      "0/00000000000é.jsonl": "{\"mine\":4}\n", "1/000000000002.jsonl": "{\"timeUnix\":1}\n",
      "1/000000000003.jsonl": "{",
    ]
    for number in 0...1 {
      try FileManager.default.createDirectory(
        atPath: "\(spool)/\(number)/000000000007.jsonl", withIntermediateDirectories: true)
      #expect(mkfifo("\(spool)/\(number)/000000000008.jsonl", 0o600) == 0)
    }
    for (name, text) in foreign {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(spool)/\(name)"))
    }
    let dead = try LoopbackServer()
    dead.stop()
    do {
      let sink = try OTLPSink.quick(dead, spool: spool) { $0.batchSize = 1 }
      for number in 0..<10 { sink.offer("\(number)") }
      #expect(throws: OTLPError.self) { try sink.flush(seconds: 0.02) }
    }
    try waitUntil { spoolIsFree(spool) }
    let server = try LoopbackServer()
    defer { server.stop() }
    let sink = try OTLPSink.quick(server, spool: spool)
    sink.offer("10")
    try sink.flush()
    #expect(server.fingerprints == (0...10).map { "\($0)" })
    for (name, text) in foreign {
      let left = FileManager.default.contents(atPath: "\(spool)/\(name)")
      #expect(left == Data(text.utf8), "\(name)")
    }
    for number in 0...1 {
      let names = Set(try FileManager.default.contentsOfDirectory(atPath: "\(spool)/\(number)"))
      let expected =
        foreign.keys.filter { $0.hasPrefix("\(number)/") }.map { String($0.dropFirst(2)) }
        + ["lock", "000000000007.jsonl", "000000000008.jsonl"]
      #expect(names == Set(expected))
    }
  }

  @Test("a released sink sends its waiting events, and its thread ends")
  func dropped() throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    do {
      let sink = try OTLPSink.quick(server) { $0.batchDelay = .seconds(100) }
      sink.offer("a")
    }
    try waitUntil { !server.requests.isEmpty }
    #expect(server.fingerprints == ["a"])
  }

  @Test("a dead collector behind a hub costs one report and no time")
  func deadCollector() throws {
    let dead = try LoopbackServer()
    dead.stop()
    let hub = AnalyticsHub.unlimited()
    let problems = Shared<[SinkProblem]>([])
    hub.onProblem = { problem in problems.change { $0.append(problem) } }
    hub.add(try OTLPSink.quick(dead))
    for number in 0..<50 { hub.raise("\(number)") }
    #expect(!hub.flush(timeout: .milliseconds(50)))
    try waitUntil { !problems.value.isEmpty }
    #expect(!hub.flush(timeout: .milliseconds(50)))
    #expect(problems.value.count == 1)
    #expect(problems.value[0].description.contains("check that a collector listens"))
  }

  // MARK: Helpers

  private func spooledFiles(_ spool: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: spool + "/0")
    return (names ?? []).filter { $0.hasSuffix(".jsonl") }.sorted()
  }

  /// True if the thread of an earlier sink has released the spool.
  private func spoolIsFree(_ spool: String) -> Bool {
    let lock = open(spool + "/0/lock", O_RDWR | O_CLOEXEC)
    defer {
      // Closing is not enough: a child that starts at this moment has the descriptor, too.
      flock(lock, LOCK_UN)
      close(lock)
    }
    return flock(lock, LOCK_EX | LOCK_NB) == 0
  }
}
