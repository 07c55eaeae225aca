import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("A loop and the threads that use it")
struct OccupancyTests {
  @Test("two threads in one loop end the process with a message that names the poster")
  func overlap() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let loop = TurnLoop()
        nonisolated(unsafe) let shared = loop
        loop.event {
          let other = Thread { shared.async {} }
          other.start()
          // The other thread ends the process.
          Thread.sleep(forTimeInterval: 120)
        }
        loop.runTurn()
      })
    #expect(
      String(decoding: result.standardErrorContent, as: UTF8.self).contains("loop.poster.post"))
  }

  @Test("use by one thread after another is allowed")
  func handedOver() async {
    nonisolated(unsafe) let loop = TurnLoop()
    loop.event {}
    await withCheckedContinuation { done in
      Thread {
        loop.runTurn()
        done.resume()
      }.start()
    }
    #expect(loop.turn == 2)
  }
}
