import Foundation
import HuntSupport
import LoopHunter
import LoopTelemetry
import TestSupport
import Testing

/// Events that survive `kill -9`, shown with processes that are killed.
///
/// Twenty files are written at once, each by ten processes one after another. Every other one is
/// killed as soon as it has acknowledged an event and a little later, the rest at any moment after
/// their start, so that opening and repairing are cut short too.
@Suite("Killed processes")
struct KilledProcessTests {
  private let folder = TemporaryFolder()
  private let seed = UInt64.random(in: 0...UInt64.max)

  @Test(
    "two hundred kills at random moments lose no acknowledged event, and damage no file",
    arguments: ["everyEvent", "system"], 0..<10)
  func file(durability: String, number: Int) throws {
    var random = SeededGenerator(seed: seed)
    let path = folder.path("\(durability)-\(number).jsonl")
    var acknowledged = 0
    for attempt in 0..<10 {
      acknowledged += try acknowledgedByKilled(
        "lines", path, "\(acknowledged)", "4000", durability, first: acknowledged,
        atWork: attempt.isMultiple(of: 2), &random)
      // Events that were written but not acknowledged are there, too, and then twice.
    }
    // Opening repairs what the last one left half-written.
    try JSONLinesSink(path: path).open()
    let numbers = Set(try storedEvents(path).compactMap(\.number))
    #expect(acknowledged >= 5, "seed \(seed)")
    #expect(numbers.isSuperset(of: 0..<acknowledged), "seed \(seed)")
  }

  @Test("twenty kills lose no event that was accepted into the spool")
  func spool() throws {
    var random = SeededGenerator(seed: seed)
    let spool = folder.path("spool")
    var accepted = 0
    for attempt in 0..<20 {
      accepted += try acknowledgedByKilled(
        "spool", spool, "\(accepted)", first: accepted, atWork: attempt.isMultiple(of: 2), &random)
    }
    #expect(accepted >= 10, "seed \(seed)")
    let server = try LoopbackServer()
    defer { server.stop() }
    var configuration = OTLPConfiguration(collector: server.url)
    configuration.spool = spool
    let sink = try OTLPSink(configuration)
    try sink.flush(until: .now + .generous)
    #expect(
      Set(server.fingerprints).isSuperset(of: (0..<accepted).map { "f\($0)" }), "seed \(seed)")
  }

  /// Starts a helper that acknowledges numbers from `first` on, and kills it; says how many it did.
  private func acknowledgedByKilled(
    _ arguments: String..., first: Int, atWork: Bool, _ random: inout SeededGenerator
  ) throws -> Int {
    let helper = try SinkHelper(arguments)
    var output = atWork ? helper.waitForOutput() : ""
    usleep(UInt32.random(in: 0...(atWork ? 4000 : 12_000), using: &random))
    output += helper.kill()
    let numbers = output.split(separator: "\n").map { Int($0) }
    #expect(numbers == Array(first..<first + numbers.count))
    if atWork { try #require(!numbers.isEmpty, "no event was acknowledged, seed \(seed)") }
    return numbers.count
  }
}
