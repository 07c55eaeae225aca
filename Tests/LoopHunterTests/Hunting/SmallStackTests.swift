import Foundation
import LoopHunter
import Synchronization
import Testing
import ViewTree

/// A loop that nests to the end of a stack is reported, as layout itself goes on until it is refused there.
@Suite("Small stacks") struct SmallStackTests {
  private enum Place {
    @TaskLocal static var name = "nowhere"
  }

  /// A view that wants layout in its layout, and forces it there.
  private final class Recursive: View {
    override func layoutSubviews() {
      setNeedsLayout()
      layoutIfNeeded()
    }
  }

  /// Runs `body` with a loop and a recursive view in a thread with a small stack.
  private func onStack<Result: Sendable>(
    kilobytes: Int, _ body: @escaping @Sendable (TurnLoop, View) -> Result
  ) -> Result? {
    let outcome = Mutex<Result?>(nil)
    let done = DispatchSemaphore(value: 0)
    let work: @Sendable () -> Void = {
      let loop = TurnLoop()
      loop.passLimit = 1_000
      let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
      let view = Recursive()
      window.addSubview(view)
      let result = Place.$name.withValue("bound") { body(loop, view) }
      withExtendedLifetime(window) { outcome.withLock { $0 = result } }
      done.signal()
    }
    let thread = Thread(block: work)
    thread.stackSize = kilobytes << 10
    thread.start()
    done.wait()
    return outcome.withLock { $0 }
  }

  @Test("an expectation finds a loop that nests to the end of the stack", arguments: [192, 512])
  func expectation(kilobytes: Int) {
    let verdict = onStack(kilobytes: kilobytes) { loop, _ in
      do {
        try loop.expectNoLayoutLoops()
        return "none"
      } catch {
        return (error as? LoopDetected)?.reports.map { $0.verdict.kind }.joined() ?? "\(error)"
      }
    }
    #expect(verdict == "reentrant")
  }

  @Test(
    "a hunter's callback has room there, on its thread and with its task-locals",
    arguments: [192, 512])
  func hunter(kilobytes: Int) {
    let lines = onStack(kilobytes: kilobytes) { loop, view in
      var lines: [String] = []
      let hunter = LoopHunter(loop: loop, killSwitch: KillSwitch(isEngaged: false))
      let thread = Thread.current
      let hunt = try? hunter.attach(to: view, threshold: 20) { report in
        let text = "\(report)"
        lines += [Place.name, "\(Thread.current === thread)", "\(text.contains("Recursive"))"]
      }
      loop.runTurn()
      return withExtendedLifetime(hunt) { lines }
    }
    #expect(lines == ["bound", "true", "true"])
  }
}
