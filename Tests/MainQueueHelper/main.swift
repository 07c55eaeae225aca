import Dispatch
import Foundation
import LoopHunter
import ViewTree

// A process whose main thread is free, unlike that of a test runner. It serves the main queue and
// prints the result.
//
//   way WAY       a view that schedules its next layout by WAY, ten times: the number of turns
//   hunt WAY      requests without end, hunted: reports and recurring views
//   thrash        a block dirties and forces a hunted view 60 times: the report
//   latency       the time from enqueueing work on another thread to its layout, while asleep
//   asleep        the processor time that half a second without work takes
//   posts         the posts that arrive of many threads, between work of the main queue
//   snapshot      blocks that enqueue blocks, and a commit between them
//   timers        a timer fires beside a block that enqueues itself for ever
//   stop          a block of the main queue stops the loop; its layout is not lost
//   condition     a block of the main queue makes a condition true; its layout is not lost
//   forced        a block forces layout: the turn of that layout
//   idle          runUntilIdle and runTurn with blocks that hand on to blocks
//   plain         what a loop serves that was not asked to
//   other-thread, block, task, virtual
//                 misuse, which ends the process

/// Hands to a closure of the main queue what is used on the main thread only.
struct OnMain<Value>: @unchecked Sendable {
  let value: Value
}

typealias Schedule = (@escaping @Sendable () -> Void) -> Void

/// The ways to get work onto the main thread later.
let ways: [String: Schedule] = [
  "async": { DispatchQueue.main.async(execute: $0) },
  "asyncAfter": { DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(2), execute: $0) },
  "timer": { work in
    let timer = Timer(fire: Date() + 0.002, interval: 0, repeats: false) { _ in work() }
    RunLoop.main.add(timer, forMode: .common)
  },
  "perform": { RunLoop.main.perform($0) },
  "task": { work in Task { @MainActor in work() } },
  "sleepingTask": { work in
    Task { @MainActor in
      try? await Task.sleep(for: .milliseconds(2))
      work()
    }
  },
  "otherThread": { work in
    Thread {
      usleep(1_000)
      DispatchQueue.main.async(execute: work)
    }.start()
  },
]

/// A view that schedules its next layout.
final class Patient: View {
  var schedule: Schedule = { _ in }
  var limit = Int.max
  var turns: [Int] = []

  override func layoutSubviews() {
    turns.append(window?.loop.turn ?? 0)
    guard turns.count < limit else { return }
    let me = OnMain(value: self)
    schedule { me.value.setNeedsLayout() }
  }
}

func milliseconds(since start: ContinuousClock.Instant) -> Double {
  (ContinuousClock.now - start) / .milliseconds(1)
}

let loop = TurnLoop(clock: .wall, servesMainQueue: CommandLine.arguments[1] != "plain")
let window = Window(frame: CGRect(x: 0, y: 0, width: 320, height: 480), loop: loop)
let view = Patient(frame: CGRect(x: 0, y: 0, width: 44, height: 44))
view.identifier = "patient"
window.addSubview(view)
let end = loop.now + .seconds(120)
let mine = OnMain(value: (loop: loop, view: view))

/// True if turns follow each other without a gap.
func areConsecutive(_ turns: [Int]) -> Bool {
  zip(turns, turns.dropFirst()).allSatisfy { $0 + 1 == $1 }
}

switch CommandLine.arguments[1] {
case "way":
  view.schedule = ways[CommandLine.arguments[2]]!
  view.limit = 10
  loop.run(until: { view.turns.count == 10 || loop.now > end })
  print("\(view.turns.count) layouts in \(Set(view.turns).count) turns")
case "hunt":
  view.schedule = ways[CommandLine.arguments[2]]!
  let hunter = LoopHunter(
    loop: loop, configuration: .init(acrossTurnsStreak: 20, stackLimit: 0))
  var reports = 0
  try hunter.attach(to: view, threshold: 10) { _ in reports += 1 }
  loop.run(until: { view.turns.count == 30 || loop.now > end })
  let recurring = hunter.recurringViews.map { "\($0.view.path) \($0.turns)" }
  print("\(reports) reports, recurring: \(recurring.joined(separator: ", "))")
case "thrash":
  loop.runUntilIdle()
  let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
  let attachment = try hunter.attach(to: view, threshold: 20) { _ in }
  DispatchQueue.main.async {
    for _ in 0..<60 {
      mine.value.view.setNeedsLayout()
      mine.value.view.layoutIfNeeded()
    }
  }
  loop.run(until: { attachment.lastReport?.layouts != nil || loop.now > end })
  print(attachment.lastReport.map { "\($0.verdict)" } ?? "no report")
case "latency":
  loop.runUntilIdle()
  var latencies: [Double] = []
  for _ in 0..<20 {
    let before = view.turns.count
    nonisolated(unsafe) var enqueued = ContinuousClock.now
    Thread {
      usleep(7_300)
      enqueued = .now
      DispatchQueue.main.async { mine.value.view.setNeedsLayout() }
    }.start()
    loop.run(until: { view.turns.count > before })
    latencies.append(milliseconds(since: enqueued))
  }
  print(latencies.min()!)
case "asleep":
  loop.runUntilIdle()
  let before = clock()
  loop.run(until: loop.now + .milliseconds(500))
  print(Double(clock() - before) / Double(CLOCKS_PER_SEC) * 1_000)
case "posts":
  nonisolated(unsafe) var posted = 0
  nonisolated(unsafe) var served = 0
  let poster = loop.poster
  for _ in 0..<4 {
    Thread {
      for index in 0..<500 {
        if index % 50 == 0 { usleep(2_000) }
        poster.post { _ in posted += 1 }
        DispatchQueue.main.async { served += 1 }
      }
    }.start()
  }
  loop.run(until: { posted == 2_000 && served == 2_000 || loop.now > end })
  // Nothing else wakes it: the last post alone must.
  let start = ContinuousClock.now
  Thread {
    usleep(50_000)
    poster.post { $0.stop() }
  }.start()
  loop.run(until: loop.now + .seconds(120))
  print("\(posted) posts, \(served) blocks, woken: \(milliseconds(since: start) < 100_000)")
case "snapshot":
  loop.runUntilIdle()
  view.turns = []
  DispatchQueue.main.async {
    view.setNeedsLayout()
    DispatchQueue.main.async { view.setNeedsLayout() }
  }
  loop.run(until: { view.turns.count == 2 || loop.now > end })
  print("\(view.turns.count) layouts, consecutive: \(areConsecutive(view.turns))")
case "timers":
  view.schedule = ways["async"]!
  var fired = false
  let timer = Timer(fire: Date() + 0.02, interval: 0, repeats: false) { _ in
    MainActor.assumeIsolated { fired = true }
  }
  RunLoop.main.add(timer, forMode: .common)
  // On a busy machine the timer is due before the first block.
  loop.run(until: { fired && view.turns.count > 20 || loop.now > end })
  print("fired: \(fired), layouts: \(view.turns.count > 20)")
case "stop":
  loop.runUntilIdle()
  view.turns = []
  DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(20)) {
    view.setNeedsLayout()
    loop.stop()
  }
  loop.run(until: loop.now + .seconds(120))
  print("\(view.turns.count) layouts, stopped: \(loop.now < .seconds(100))")
case "condition":
  loop.runUntilIdle()
  view.turns = []
  var isDone = false
  DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(20)) {
    view.setNeedsLayout()
    isDone = true
  }
  loop.run(until: { isDone || loop.now > end })
  var isSeen = false
  DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(20)) { isSeen = true }
  let start = ContinuousClock.now
  loop.run(until: { isSeen || loop.now > end })
  print("\(view.turns.count) layouts, seen at once: \(milliseconds(since: start) < 100_000)")
case "forced":
  loop.runUntilIdle()
  view.turns = []
  for _ in 0..<3 {
    DispatchQueue.main.async {
      view.setNeedsLayout()
      view.layoutIfNeeded()
    }
    print(loop.runTurn(), loop.runTurn())
  }
  print("\(view.turns.count) layouts, consecutive: \(areConsecutive(view.turns))")
case "idle":
  loop.runUntilIdle()
  view.turns = []
  func handOn(_ hops: Int) {
    DispatchQueue.main.async { hops == 0 ? view.setNeedsLayout() : handOn(hops - 1) }
  }
  handOn(10)
  print("\(loop.runUntilIdle()) turns, \(view.turns.count) layouts")
  print("\(loop.runTurn()), \(loop.runUntilIdle()) turns")
case "plain":
  view.schedule = ways["async"]!
  loop.run(until: loop.now + .milliseconds(50))
  print("\(view.turns.count) layouts")
case "other-thread":
  Thread { mine.value.loop.runTurn() }.start()
  sleep(120)
case "block":
  DispatchQueue.main.async { TurnLoop(clock: .wall, servesMainQueue: true).runTurn() }
  loop.run(until: loop.now + .seconds(120))
case "task":
  Task { @MainActor in
    await Task.yield()
    TurnLoop(clock: .wall, servesMainQueue: true).runUntilIdle()
  }
  RunLoop.main.run(until: Date() + 120)
case "virtual":
  _ = TurnLoop(clock: .virtual, servesMainQueue: true)
default:
  fatalError("say what to do; the list is at the beginning of main.swift")
}
