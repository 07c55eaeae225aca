import Foundation
import LoopHunter
import Testing

@Suite("The end of a process")
struct OrderlyExitTests {
  private let folder = TemporaryFolder()

  private func lines(_ path: String) throws -> Int {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count
  }

  @Test("events raised last are not lost when main simply returns")
  func returningFromMain() throws {
    for round in 0..<10 {
      let path = folder("exit-\(round).jsonl")
      let (_, status) = try SinkHelper("exit", path, "25").wait()
      #expect(status == 0)
      #expect(try lines(path) == 25)
    }
  }

  @Test(
    "the event of a crossing outlives a process that is killed while it loops",
    arguments: [
      "now", "soon", "trap",
    ])
  func killedAtTheCrossing(moment: String) throws {
    let path = folder("crossing.jsonl")
    let (_, status) = try SinkHelper("crossing", path, moment).wait()
    #expect(status & 0x7F == SIGKILL || moment == "trap" && status != 0)
    let line = try #require(
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").first)
    let event = try AnalyticsEvent(jsonLine: line.utf8)
    #expect(event.name == .layoutLoop)
    #expect(event.attributes["view_class"] == "Restless")
    #expect(event.attributes["count"] == 101)
  }

  @Test("what an OTLP sink holds back to fill a batch is sent at the exit")
  func collector() throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    let (_, status) = try SinkHelper("send-and-exit", server.url, "7").wait()
    #expect(status == 0)
    #expect(server.fingerprints.count == 7)
  }
}
