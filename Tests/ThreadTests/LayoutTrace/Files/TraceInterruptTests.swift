import Foundation
import LayoutTrace
import Testing

@Suite("Interrupts of a pass over a trace")
struct TraceInterruptTests {
  @Test("the first request counts, and its age is that of the clock")
  func age() {
    let interrupt = TraceInterrupt()
    #expect(!interrupt.isInterrupted && interrupt.age == nil)
    let before = ContinuousClock.now
    interrupt.interrupt()
    let after = ContinuousClock.now
    #expect(interrupt.isInterrupted)
    usleep(20_000)
    interrupt.interrupt()
    let least = ContinuousClock.now - after
    let age = interrupt.age ?? .zero
    #expect(age >= least && age <= ContinuousClock.now - before, "\(age)")
  }
}
