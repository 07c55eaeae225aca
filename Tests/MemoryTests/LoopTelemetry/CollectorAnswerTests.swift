import HuntSupport
import LoopHunter
import LoopTelemetry
import TestSupport
import Testing

@Suite("Answers of a collector")
struct CollectorAnswerTests {
  @Test(
    "temporary answers and failures are followed by another attempt",
    arguments: [
      .answer(429), .answer(502), .answer(503), .answer(504), .refuse, .raw(""),
      .raw("HTTP/1.1 200 OK\r\nContent-Le"),
      .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"part"),
      .raw("SSH-2.0-OpenSSH\r\n\r\n"),
      .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{}"),
    ] as [LoopbackServer.Behaviour])
  func retry(behaviour: LoopbackServer.Behaviour) throws {
    let server = try LoopbackServer(behaviour, behaviour)
    defer { server.stop() }
    let sink = try OTLPSink.quick(server)
    sink.offer("a")
    try sink.flush()
    #expect(server.fingerprints.last == "a")
    #expect(sink.statistics.requests == 3)
    #expect(sink.statistics.failures == 2)
    #expect(sink.statistics.delivered == 1)
  }

  @Test("the chunks of an answer are its body, in their order")
  func chunks() throws {
    let body = #"{"partialSuccess":{"rejectedLogRecords":1,"errorMessage":"too old"}}"#
    let pieces = [body.prefix(20), body.dropFirst(20).prefix(30), body.dropFirst(50)]
    let chunked = pieces.map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }.joined()
    let server = try LoopbackServer(
      .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunked)0\r\n\r\n"))
    defer { server.stop() }
    let sink = try OTLPSink.quick(server)
    sink.offer("a")
    #expect {
      try sink.flush()
    } throws: {
      String(describing: $0) == "the collector rejected 1 event: too old"
    }
    #expect(sink.statistics.requests == 1 && sink.statistics.rejected == 1)
  }

  @Test(
    "answers in chunks, without a length, after an interim one, or empty are understood",
    arguments: [
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\n{}\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 204 No Content\r\n\r\n",
      "HTTP/1.0 202 Accepted\r\ncontent-length:2\r\n\r\n{}",
    ])
  func framings(raw: String) throws {
    let server = try LoopbackServer(.raw(raw))
    defer { server.stop() }
    let sink = try OTLPSink.quick(server)
    sink.offer("a")
    try sink.flush()
    #expect(sink.statistics.delivered == 1)
    #expect(sink.statistics.requests == 1)
  }

  @Test("an answer that has no body is complete with its head", arguments: ["204 No", "304 Not"])
  func answerWithoutBody(status: String) throws {
    let server = try LoopbackServer(.hold("HTTP/1.1 \(status)\r\n\r\n"))
    defer { server.stop() }
    // Waiting for a body would mean waiting for the server to hang up.
    let sink = try OTLPSink.quick(server) { $0.timeout = .seconds(20) }
    sink.offer("a")
    try? sink.flush()
    #expect(sink.statistics.requests == 1 && sink.statistics.failures == 0)
    #expect(sink.statistics.waiting == 0)
  }

  @Test("a request too large for the collector, which hangs up in the middle, is understood")
  func earlyAnswer() throws {
    let server = try LoopbackServer(.raw("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n"))
    defer { server.stop() }
    let sink = try OTLPSink.quick(server)
    var event = sampleEvent()
    event.attributes["large"] = .string(String(repeating: "x", count: 3_000_000))
    try sink.record(event)
    #expect(throws: OTLPError.self) { try sink.flush() }
    #expect(sink.statistics.rejected == 1)
  }
}
