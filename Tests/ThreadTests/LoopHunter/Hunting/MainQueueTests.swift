import Foundation
import TestSupport
import Testing
import ViewTree

/// The test runner's main thread is taken, so that a process of its own serves the main queue.
@Suite("Serving the main queue")
struct MainQueueTests {
  private func run(_ arguments: String...) async throws -> HelperProgram.Outcome {
    try await HelperProgram.run("MainQueueHelper", arguments)
  }

  private func output(_ arguments: String...) async throws -> String {
    let outcome = try await HelperProgram.run("MainQueueHelper", arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  static let ways = [
    "async", "asyncAfter", "timer", "perform", "task", "sleepingTask", "otherThread",
  ]

  @Test(
    "a view that schedules its layout on the main queue is laid out once in a turn", arguments: ways
  )
  func way(_ way: String) async throws {
    #expect(try await output("way", way) == "10 layouts in 10 turns\n")
  }

  @Test("a patient loop through the main queue is a recurring view, not a report", arguments: ways)
  func hunt(_ way: String) async throws {
    let said = try await output("hunt", way)
    #expect(said.hasPrefix("0 reports, recurring: Window/patient "), "\(said)")
  }

  @Test("layout that a block of the main queue forces repeatedly is thrashing")
  func thrashing() async throws {
    let said = try await output("thrash")
    #expect(said.hasPrefix("thrashing: forced 60 times in one turn"), "\(said)")
  }

  @Test("work of another thread is laid out soon, while the loop sleeps")
  func latency() async throws {
    let shortest = try #require(Double(try await output("latency").dropLast()))
    // A busy machine adds to most of them.
    #expect(shortest < 100, "milliseconds, in the best of 20 cases")
  }

  @Test("sleeping takes next to no processor time")
  func asleep() async throws {
    let milliseconds = try #require(Double(try await output("asleep").dropLast()))
    #expect(milliseconds < 100, "of 500")
  }

  @Test("no post is lost beside the main queue, and a post alone wakes the loop")
  func posts() async throws {
    #expect(try await output("posts") == "2000 posts, 2000 blocks, woken: true\n")
  }

  @Test("a commit fits between a block and the one it enqueues")
  func snapshot() async throws {
    #expect(try await output("snapshot") == "2 layouts, consecutive: true\n")
  }

  @Test("a block that enqueues itself for ever starves no timer")
  func timers() async throws {
    #expect(try await output("timers") == "fired: true, layouts: true\n")
  }

  @Test("a block that stops the loop has its turn committed")
  func stop() async throws {
    #expect(try await output("stop") == "1 layouts, stopped: true\n")
  }

  @Test("a block that makes the condition true has its turn committed")
  func condition() async throws {
    #expect(try await output("condition") == "1 layouts, seen at once: true\n")
  }

  @Test("layout that a block forces belongs to the turn that serves it")
  func forced() async throws {
    #expect(
      try await output("forced")
        == "true false\ntrue false\ntrue false\n3 layouts, consecutive: true\n")
  }

  @Test("runUntilIdle follows blocks that hand on to blocks, and ends")
  func idle() async throws {
    #expect(try await output("idle") == "1 turns, 1 layouts\nfalse, 0 turns\n")
  }

  @Test("a loop without the option does not serve the main queue")
  func plain() async throws {
    #expect(try await output("plain") == "1 layouts\n")
  }

  @Test(
    "if the main queue cannot be served, the process ends with the remedy",
    arguments: [
      ("other-thread", "driven off the main thread"), ("block", "driven by work of the main queue"),
      ("task", "driven by work of the main queue"),
      ("virtual", "TurnLoop(clock: .wall, servesMainQueue: true)"),
    ])
  func misuse(_ way: String, _ sentence: String) async throws {
    let outcome = try await run(way)
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
    if way != "virtual" { #expect(outcome.errors.contains("Drive it from the main thread")) }
  }

  @Test("a @MainActor test cannot drive the loop, and the error says so")
  func mainActor() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Task.yield()
        await MainActor.run {
          _ = TurnLoop(clock: .wall, servesMainQueue: true).runTurn()
        }
      })
    let said = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(said.contains("Drive it from the main thread"), "\(said)")
  }
}
