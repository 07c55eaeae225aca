import Foundation
import LoopTelemetry

import HuntSupport
import LoopHunter
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The transport that docs/analytics.md shows, for collectors that want TLS.
struct URLSessionTransport: OTLPTransport {
  func post(
    _ body: [UInt8], to endpoint: String, headers: [String: String], timeout: Duration
  ) throws -> OTLPResponse {
    var request = URLRequest(url: URL(string: endpoint)!)
    request.httpMethod = "POST"
    request.httpBody = Data(body)
    request.timeoutInterval = timeout / .seconds(1)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    nonisolated(unsafe) var outcome: Result<OTLPResponse, any Error> =
      .failure(URLError(.timedOut))
    let done = DispatchSemaphore(value: 0)
    let task = URLSession.shared.dataTask(with: request) { data, response, error in
      if let response = response as? HTTPURLResponse {
        let pairs = response.allHeaderFields.map { ("\($0)", "\($1)") }
        outcome = .success(
          OTLPResponse(
            status: response.statusCode, headers: Dictionary(pairs) { $1 },
            body: Array(data ?? Data())))
      } else if let error {
        outcome = .failure(error)
      }
      done.signal()
    }
    task.resume()
    done.wait()
    return try outcome.get()
  }
}

@Suite("A transport of one's own")
struct URLSessionTransportTests {
  @Test("URLSession delivers, repeats and reads headers as the built-in transport does")
  func session() throws {
    let server = try LoopbackServer(.refuse, .answer(503, ["Retry-After": "0"]))
    defer { server.stop() }
    var configuration = OTLPConfiguration(collector: server.url)
    configuration.firstRetry = .milliseconds(1)
    configuration.headers = ["x-api-key": "secret"]
    let sink = try OTLPSink(configuration, transport: URLSessionTransport())
    try? sink.record(sampleEvent(fingerprint: "a"))
    try sink.flush(until: .now + .generous)
    #expect(server.fingerprints.last == "a")
    #expect(server.requests.last?.headers["x-api-key"] == "secret")
    #expect(sink.statistics.delivered == 1)
    #expect(sink.statistics.failures >= 1)
  }

  @Test("the page about analytics shows the transport that is tested here")
  func page() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let page = try Repository.text(of: "docs/analytics.md")
    let start = try #require(source.range(of: "struct URLSessionTransport: "))
    let end = try #require(source.range(of: "\n}\n"))
    #expect(page.contains(source[start.lowerBound..<end.upperBound]))
  }
}
