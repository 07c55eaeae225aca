import Foundation
import HuntSupport
import LoopHunter
import LoopTelemetry
import TestSupport
import Testing

@Suite("Sinks in one word")
struct SinkDescriptionTests {
  private let folder = TemporaryFolder()

  @Test(
    "each form is read, and written again",
    arguments: [
      ("jsonl:loops.jsonl", SinkDescription.jsonLines(path: "loops.jsonl")),
      ("jsonl:/a:b", .jsonLines(path: "/a:b")),
      ("otlp:http://localhost:4318", .otlp(url: "http://localhost:4318")),
      ("otlp", .otlp(url: nil)),
      ("stderr", .standardError),
    ])
  func forms(text: String, description: SinkDescription) throws {
    #expect(try SinkDescription(text) == description)
    #expect("\(description)" == text)
  }

  @Test(
    "anything else is an error that lists the forms",
    arguments: [
      "", "jsonl", "jsonl:", "json:a", "stderr:", "http://localhost", "JSONL:a",
    ])
  func wrong(text: String) {
    #expect {
      try SinkDescription(text)
    } throws: {
      "\($0)" == "'\(text)' is not a sink; write jsonl:PATH, otlp:URL "
        + "(such as otlp:http://localhost:4318), otlp or stderr"
    }
  }

  @Test("a file sink opens its file at once, or says why it cannot")
  func file() throws {
    let sink = try SinkDescription("jsonl:" + folder.path("loops.jsonl")).makeSink()
    #expect(FileManager.default.fileExists(atPath: folder.path("loops.jsonl")))
    try sink.record(sampleEvent())
    #expect {
      try SinkDescription("jsonl:" + folder.path("missing/loops.jsonl")).makeSink()
    } throws: {
      "\($0)".contains("create the folder first")
    }
  }

  @Test(
    "a collector's address may name the path or leave it out", arguments: ["", "/", "/v1/logs"])
  func collector(suffix: String) throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    let sink = try SinkDescription("otlp:" + server.url + suffix)
      .makeSink(environment: ["OTEL_EXPORTER_OTLP_HEADERS": "key=1"])
    try sink.record(sampleEvent())
    try sink.flush(until: .now + .generous)
    #expect(server.requests.map(\.line) == ["POST /v1/logs HTTP/1.1"])
    #expect(server.requests.first?.headers["key"] == "1")
  }

  @Test("without an address the environment names the collector")
  func environment() throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    let sink = try SinkDescription("otlp")
      .makeSink(environment: ["OTEL_EXPORTER_OTLP_ENDPOINT": server.url + "/base"])
    try sink.record(sampleEvent())
    try sink.flush(until: .now + .generous)
    #expect(server.requests.map(\.line) == ["POST /base/v1/logs HTTP/1.1"])
  }

  @Test(
    "a wrong address is an error with the remedy", arguments: ["otlp:nowhere", "otlp:https://a"])
  func wrongAddress(text: String) {
    #expect {
      try SinkDescription(text).makeSink(environment: [:])
    } throws: {
      "\($0)".contains("http://localhost:4318")
    }
  }
}
