import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("Misuse of a loop")
struct LoopMisuseTests {
  /// The output of a process before it ended.
  private func said(_ result: ExitTest.Result) -> String {
    String(decoding: result.standardErrorContent, as: UTF8.self)
  }

  @Test("driving it from inside its own turn ends the process with the remedy")
  func reentrantTurn() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let loop = TurnLoop()
        loop.event { loop.runTurn() }
        loop.runTurn()
      })
    #expect(said(result).contains("Hand the work to async"))
  }

  @Test("advancing it from a layout ends the process with the remedy")
  func advanceFromLayout() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let loop = TurnLoop()
        let view = JournalView("view") { _ in loop.advance(by: .seconds(1)) }
        let window = loop.makeWindow(view)
        loop.runTurn()
        withExtendedLifetime(window) {}
      })
    #expect(said(result).contains("Hand the work to async"))
  }

  @Test("a pass limit below 1 ends the process with the remedy")
  func passLimit() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        TurnLoop().passLimit = 0
      })
    #expect(said(result).contains("Set 1 or more"))
  }

  @Test("a nesting limit below 1 ends the process with the remedy")
  func nestingLimit() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        TurnLoop().nestingLimit = 0
      })
    #expect(said(result).contains("Set 1 or more"))
  }

  @Test("time that runs backwards ends the process with the remedy")
  func backwards() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        TurnLoop().advance(by: .seconds(-1))
      })
    #expect(said(result).contains("use zero or more"))
  }

  @Test("advancing the wall clock ends the process and names run(until:)")
  func advanceWall() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        TurnLoop(clock: .wall).advance(by: .seconds(1))
      })
    #expect(said(result).contains("run(until:)"))
  }

  #if DEBUG
  @Test("R7: work left when a loop is released is one line on standard error, never a trap")
  func leftovers() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let loop = TurnLoop()
        let window = Window(frame: .zero, loop: loop)
        window.setNeedsLayout()
        loop.event {}
        loop.async {}
        loop.async {}
        loop.after(.seconds(1)) {}
        loop.every(.seconds(1), target: window) { _ in }
      })
    let lines = said(result).split(separator: "\n").filter { $0.contains("TurnLoop") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("1 event, 2 blocks, 1 timer.") == true)
  }
  #endif

  @Test("R7: dirty windows and repeating timers are not left-over work")
  func nothingLeft() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let loop = TurnLoop()
        let window = Window(frame: .zero, loop: loop)
        loop.every(.seconds(1), target: window) { _ in }
      })
    #expect(!said(result).contains("TurnLoop"))
  }
}
