import LoopHunter
import Testing
import UIKit

// Nested, because the suites share the application and run one after the other.
extension StandInTests {
  /// Work for the main queue is work of the application's loop.
  @Suite("The main queue") struct MainQueueTests {
    let loop = TurnLoop()
    let window: UIWindow

    init() {
      window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
      UIApplication.shared.loop = loop
    }

    /// Places at which code of an app gives work to the main queue.
    enum Way: CaseIterable {
      case block, item, later, itemLater, operation, perform, scheduled, added, selector
      case quality, flags, group, wall, object, barrier, modes
    }

    /// Asks for a layout in each layout, by way of the main queue.
    final class Restless: UIView {
      let way: Way
      var timer: Timer?

      init(_ way: Way) {
        self.way = way
        super.init(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      }

      override func layoutSubviews() {
        super.layoutSubviews()
        let ask = Handed { [weak self] in self?.setNeedsLayout() }
        switch way {
        case .block: DispatchQueue.main.async { ask.run() }
        case .item: DispatchQueue.main.async(execute: DispatchWorkItem { ask.run() })
        case .later: DispatchQueue.main.asyncAfter(deadline: .now() + 0.01) { ask.run() }
        case .itemLater:
          DispatchQueue.main.asyncAfter(
            deadline: .now() + 0.01, execute: DispatchWorkItem { ask.run() })
        case .quality: DispatchQueue.main.async(qos: .userInitiated) { ask.run() }
        case .flags: DispatchQueue.main.async(flags: .barrier) { ask.run() }
        case .group: DispatchQueue.main.async(group: DispatchGroup()) { ask.run() }
        case .wall: DispatchQueue.main.asyncAfter(wallDeadline: .now() + 0.01) { ask.run() }
        case .object: OperationQueue.main.addOperation(BlockOperation { ask.run() })
        case .barrier: OperationQueue.main.addBarrierBlock { ask.run() }
        case .modes: RunLoop.main.perform(inModes: [.common]) { ask.run() }
        case .operation: OperationQueue.main.addOperation { ask.run() }
        case .perform: RunLoop.main.perform { ask.run() }
        case .scheduled:
          Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in ask.run() }
        case .added:
          RunLoop.current.add(
            Timer(timeInterval: 0.01, repeats: false) { _ in ask.run() }, forMode: .common)
        case .selector:
          Timer.scheduledTimer(
            timeInterval: 0.01, target: self,
            selector: Selector("ask") { target, _ in (target as? Restless)?.setNeedsLayout() },
            userInfo: nil, repeats: false)
        }
      }
    }

    @Test("a loop through it is found, with the view that asks", arguments: Way.allCases)
    func followed(way: Way) throws {
      let view = Restless(way)
      let error = #expect(throws: LoopDetected.self) {
        try loop.expectNoLayoutLoops {
          window.addSubview(view)
          loop.advance(by: .seconds(1), turnsPerInstant: 100)
        }
      }
      let report = try #require(error?.reports.first)
      #expect(report.view.className == "Restless")
    }

    @Test("work runs in turns, in order, and none of it before")
    func order() {
      var order: [String] = []
      func note(_ name: String) -> Handed { Handed { order.append(name) } }
      let (first, second, third) = (note("first"), note("second"), note("third"))
      let cancelled = note("cancelled")
      DispatchQueue.main.async { first.run() }
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) { third.run() }
      DispatchQueue.main.async { second.run() }
      let item = DispatchWorkItem { cancelled.run() }
      DispatchQueue.main.async(execute: item)
      item.cancel()
      #expect(order.isEmpty)
      loop.runTurn()
      #expect(order == ["first", "second"])
      loop.advance(by: .milliseconds(299))
      #expect(order == ["first", "second"])
      loop.advance(by: .milliseconds(1))
      #expect(order == ["first", "second", "third"])
    }

    @Test("a timer fires at its dates until it ends, and then leaves the loop")
    func timers() {
      var ticks = 0
      let count = Handed { ticks += 1 }
      let timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in count.run() }
      RunLoop.main.add(timer, forMode: .common)
      let added = Timer(timeInterval: 0.1, repeats: false) { _ in count.run() }
      for mode in [RunLoop.Mode.default, .common] { RunLoop.main.add(added, forMode: mode) }
      loop.advance(by: .milliseconds(350))
      #expect(ticks == 4)
      timer.fireDate = Date.distantFuture
      loop.advance(by: .milliseconds(300))
      #expect(ticks == 4)
      timer.fireDate = Date()
      loop.advance(by: .milliseconds(100))
      #expect(ticks == 5)
      timer.invalidate()
      #expect(loop.runUntilIdle() == 0)
      #expect(ticks == 5)
    }

    @Test("a timer counts from the moment at which it is started, however late the loop takes it")
    func slow() {
      let count = Count()
      Timer.scheduledTimer(withTimeInterval: 0.02, repeats: true) { _ in count.value += 1 }
      usleep(30_000)
      loop.runTurn()
      loop.runTurn()
      #expect(count.value == 0)
      loop.advance(by: .milliseconds(40))
      #expect(count.value == 2)
    }

    private final class Count: @unchecked Sendable { var value = 0 }

    @Test("work of other threads and of other queues goes where it belongs")
    func threads() async {
      let done = DispatchSemaphore(value: 0)
      var ran = 0
      let count = Handed { ran += 1 }
      DispatchQueue.global().async {
        DispatchQueue.main.async { count.run() }
        done.signal()
      }
      done.wait()
      #expect(ran == 0)
      loop.runTurn()
      #expect(ran == 1)
    }

    @Test(
      "without a loop of the application, the loop that runs the code takes its work",
      arguments: Way.allCases)
    func taken(way: Way) throws {
      UIApplication.shared.loop = nil
      let view = Restless(way)
      let error = #expect(throws: LoopDetected.self) {
        try loop.expectNoLayoutLoops {
          window.addSubview(view)
          loop.advance(by: .seconds(1), turnsPerInstant: 100)
        }
      }
      #expect(error?.reports.first?.view.className == "Restless")
    }

    @Test("without a loop of the application, work of an expectation waits for its loop")
    func waiting() throws {
      UIApplication.shared.loop = nil
      var ran = 0
      let count = Handed { ran += 1 }
      try loop.expectNoLayoutLoops(allowsNoLayouts: true) {
        DispatchQueue.main.async { count.run() }
        UIView.animate(withDuration: 1, animations: {}) { _ in count.run() }
        loop.runTurn()
      }
      #expect(ran == 2)
    }

    @Test("without any loop, the main queue is Foundation's")
    func withoutLoop() async {
      loop.runUntilIdle()
      UIApplication.shared.loop = nil
      await withCheckedContinuation { next in DispatchQueue.main.async { next.resume() } }
      await withCheckedContinuation { next in
        DispatchQueue.main.async(execute: DispatchWorkItem { next.resume() })
      }
      await withCheckedContinuation { next in
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.001) { next.resume() }
      }
      await withCheckedContinuation { next in OperationQueue.main.addOperation { next.resume() } }
      await withCheckedContinuation { next in DispatchQueue.global().async { next.resume() } }
      #expect(loop.isIdle)
    }
  }
}

/// Code that the thread of the test runs.
private struct Handed: @unchecked Sendable { let run: () -> Void }
