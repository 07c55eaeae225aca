import CommandSupport
import Foundation
import LoopHunter
import TestSupport
import Testing
import loophunt

@Suite("The sinks of replay")
struct ReplaySinkTests {
  private let folder = TemporaryFolder()
  private let loop: String

  init() throws {
    loop = try folder.write(SampleTrace.badge(layouts: [150, 60, 150]), to: "loop.jsonl")
  }

  /// The events of the three turns of `loop`.
  private let names = [
    "layout_loop", "layout_loop_settled", "layout_near_miss", "layout_loop", "layout_loop_settled",
  ]

  private func events(_ path: String) throws -> [AnalyticsEvent] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      try AnalyticsEvent(jsonLine: $0.utf8)
    }
  }

  @Test("the events of a folder of traces name their trace")
  func folderOfTraces() throws {
    let calm = try folder.write(SampleTrace.badge(layouts: [1, 3]), to: "calm.jsonl")
    let other = try folder.write(SampleTrace.badge(layouts: [101], className: "B"), to: "b.jsonl")
    let path = folder.path("events.jsonl")
    let outcome = try Child.loophunt(
      "replay", "--no-proof", "-q", "--sink", "jsonl:\(path)", loop, calm, other)
    #expect(outcome.status == 1 && outcome.errors == "")
    let events = try events(path)
    #expect(events.map(\.name.rawValue) == ["layout_loop", "layout_loop_settled"] + names)
    #expect(events.map { $0.attributes["trace"] } == (0..<7).map { .string($0 < 2 ? other : loop) })
    #expect(events.first?.attributes["view_class"] == "B")
    #expect(Set(events.map(\.id)).count == 7)

    let again = try Child.loophunt("replay", "-q", "--sink", "jsonl:\(path)", "-", input: Data())
    #expect(again.status == 2)
    #expect(try self.events(path) == events)
  }

  @Test("a collector gets the events of all traces in one request")
  func oneRequest() throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    let outcome = try Child.loophunt(
      "replay", "--no-proof", "-q", "--sink=otlp:\(server.url)", loop, loop)
    #expect(outcome.status == 1 && outcome.errors == "")
    let requests = server.requests
    // Sanitizers slow the command down so much that a batch waits no longer for its next event.
    #expect(requests.count == 1 || Sanitizer.isOn)
    #expect(Set(requests.map(\.line)) == ["POST /v1/logs HTTP/1.1"])
    let sent = requests.flatMap(\.records).map { $0["eventName"] as? String }
    #expect(sent == names + names)
    let traces = requests.flatMap { $0.texts("loophunter.trace") }
    #expect(traces == Array(repeating: loop, count: 10))
    let request = try #require(requests.first)
    #expect(String(decoding: request.body, as: UTF8.self).contains("unknown_service:loophunt"))
  }

  @Test("the environment names the collector, its headers and the service")
  func environment() throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    let outcome = try Child.loophunt(
      "replay", "-q", "--sink=otlp", loop,
      environment: [
        "OTEL_EXPORTER_OTLP_ENDPOINT": server.url, "OTEL_EXPORTER_OTLP_HEADERS": "x-key=a%20b",
        "OTEL_SERVICE_NAME": "fleet",
      ])
    #expect(outcome.status == 1 && outcome.errors == "")
    let request = try #require(server.requests.first)
    #expect(request.headers["x-key"] == "a b")
    #expect(String(decoding: request.body, as: UTF8.self).contains(#""stringValue":"fleet""#))
  }

  @Test("all events arrive, even more than a queue holds and with a busy collector")
  func manyEvents() throws {
    let server = try LoopbackServer(.answer(503, ["Retry-After": "1"]), .answer(200), .answer(429))
    defer { server.stop() }
    let turns = 1100
    let many = try folder.write(
      SampleTrace.badge(layouts: Array(repeating: 3, count: turns)), to: "many.jsonl")
    let outcome = try Child.loophunt(
      "replay", "-q", "--no-proof", "--threshold=2", "--sink=otlp:\(server.url)", many)
    #expect(outcome.status == 1 && outcome.errors == "")
    let identifiers = server.requests.flatMap { $0.texts("loophunter.event_id") }
    #expect(Set(identifiers).count == 2 * turns)
  }

  @Test("an unreachable collector is waited for once, and the exit status is 3")
  func unreachable()
    throws
  {
    let outcome = try Child.loophunt(
      "replay", "--no-proof", "--exit-zero", "--sink=otlp:http://127.0.0.1:1", loop, loop,
      environment: ["OTEL_EXPORTER_OTLP_TIMEOUT": "200"])
    #expect(outcome.status == 3)
    #expect(outcome.text.contains("Seen in 2 turns (1, 3)"))
    #expect(
      outcome.errors == """
        loophunt: a sink failed: OTLP collector http://127.0.0.1:1/v1/logs: 10 events not \
        delivered: no connection to 127.0.0.1 port 1: Connection refused; check that a collector \
        listens

        """)
  }

  @Test("an error gives a collector's reason for refusing, and the remedy")
  func refusing() throws {
    let server = try LoopbackServer(.answer(401, body: "no key"))
    defer { server.stop() }
    let outcome = try Child.loophunt(
      "replay", "-q", "--no-proof", "--sink=otlp:\(server.url)", loop)
    #expect(outcome.status == 3)
    #expect(
      outcome.errors.hasSuffix(
        "the collector answered 401; 5 events lost; check the headers that hold the key: "
          + "no key\n"))
  }

  @Test("a full disk is reported, and the exit status is 3")
  func fullDisk() throws {
    let outcome = try Child.loophunt("replay", "--no-proof", "-q", "--sink=jsonl:/dev/full", loop)
    #expect(outcome.status == 3)
    #expect(
      outcome.errors == """
        loophunt: a sink failed: JSON Lines file /dev/full: 5 events not written: cannot write \
        /dev/full: No space left on device; free some space, or choose a path on another disk

        """)
  }

  @Test("standard error gets readable lines")
  func standardError() throws {
    let outcome = try Child.loophunt("replay", "-q", "--sink=stderr", loop)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains(
        "layout_loop: Window/badge was laid out 101 times in turn 1 [redundant, "))
    #expect(outcome.errors.contains("layout_loop_settled: Window/badge settled after 150 layouts"))
  }

  @Test(
    "an unusable sink is a one-line error before anything is read",
    arguments: [
      ("otlp:nowhere", "write it like http://localhost:4318"),
      ("otlp:https://collector.example", "a collector on this machine that forwards"),
      ("otlp:ftp://a", "write it like http://localhost:4318"),
      ("jsonl:", "expected jsonl:PATH, otlp:URL, otlp or stderr"),
      ("stdout", "expected jsonl:PATH, otlp:URL, otlp or stderr"),
      ("jsonl:/none/x", "create the folder first"),
      ("jsonl:/", "choose a path that names a file"),
    ])
  func unusableSink(
    sink: String, remedy: String
  ) throws {
    let outcome = try Child.loophunt("replay", "--sink=\(sink)", loop)
    // A file that cannot be written is no mistake in the command line.
    #expect(outcome.status == (sink.hasPrefix("jsonl:/") ? 3 : 2))
    #expect(outcome.text == "")
    #expect(outcome.errors.contains(remedy))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("an error names the variable whose value is wrong")
  func wrongVariable() throws {
    let outcome = try Child.loophunt(
      "replay", "--sink=otlp", loop, environment: ["OTEL_EXPORTER_OTLP_TIMEOUT": "10s"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("OTEL_EXPORTER_OTLP_TIMEOUT is '10s'; set it to a number"))
  }
}
