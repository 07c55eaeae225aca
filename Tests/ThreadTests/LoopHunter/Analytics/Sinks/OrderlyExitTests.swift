import Foundation
import HuntSupport
import LoopHunter
import TestSupport
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
      let path = folder.path("exit-\(round).jsonl")
      let (_, status) = try SinkHelper("exit", path, "25").wait()
      #expect(status == 0)
      #expect(try lines(path) == 25)
    }
  }

  @Test("the last turn before the exit leaves the events of its loop, the settled one included")
  func lastTurn() throws {
    let path = folder.path("last.jsonl")
    let (_, status) = try SinkHelper("last-turn", path).wait()
    #expect(status == 0)
    #expect(try storedEvents(path).map(\.name) == [.layoutLoop, .layoutLoopSettled])
  }

  @Test(
    "the event of a crossing outlives a process that ends in the callback",
    arguments: ["kill", "trap"])
  func endingInTheCallback(way: String) throws {
    let path = folder.path("crossing.jsonl")
    let (_, status) = try SinkHelper("crossing", path, way).wait()
    #expect(status & 0x7F == SIGKILL || way == "trap" && status != 0)
    try expectCrossing(path)
  }

  @Test("the event of a crossing is in the file while the loop goes on for ever")
  func loopingForEver() throws {
    let path = folder.path("crossing.jsonl")
    let helper = try SinkHelper("crossing", path, "loop")
    try waitUntil { (try? lines(path)) == 1 }
    _ = helper.kill()
    try expectCrossing(path)
  }

  private func expectCrossing(_ path: String) throws {
    let event = try #require(try storedEvents(path).first)
    #expect(event.name == .layoutLoop)
    #expect(event.attributes["view_class"] == "Restless")
    #expect(event.attributes["count"] == 101)
  }

  @Test("stalled sinks lose no events of other sinks at the exit")
  func stalled() throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    // The exit waits for the sinks that stall, so this one is killed.
    let helper = try SinkHelper("exit-stalled", server.url, "7", "120")
    try waitUntil { server.fingerprints.count == 7 }
    _ = helper.kill()
    // And it does not wait for ever.
    var status: Int32?
    let elapsed = try ContinuousClock().measure {
      status = try SinkHelper("exit-stalled", server.url, "7", "3").wait().status
    }
    #expect(status == 0)
    #expect(elapsed < .seconds(9), "all sinks together get three seconds")
  }

  @Test("without threads, a flush does the sinks' work, and stacks get names")
  func withoutThreads() throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    let path = folder.path("threadless.jsonl")
    let (output, status) = try SinkHelper("threadless", path, server.url, "7").wait()
    #expect(status == 0)
    #expect(output == "flushed: true\nstacks: true\nflushed: true\n")
    #expect(try lines(path) == 14)
    #expect(server.fingerprints.count == 14)
  }

  @Test("events that an OTLP sink holds back to fill a batch are sent at the exit")
  func collector() throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    let (_, status) = try SinkHelper("send-and-exit", server.url, "7").wait()
    #expect(status == 0)
    #expect(server.fingerprints.count == 7)
  }
}
