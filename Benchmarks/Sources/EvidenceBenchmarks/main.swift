import Foundation
import LoopHunter
import Timing
import ViewTree

// The costs of evidence: a layout while it is recorded, a report, a call stack.

/// Resizes its superview, which sets the size back.
final class Pusher: View {
  override func layoutSubviews() { superview?.frame.size.height = 120 }
}

/// Places its subviews, the first of which is fought over.
final class Placer: View {
  override func layoutSubviews() {
    for subview in subviews.prefix(4) { subview.frame.size.height = 100 }
    for subview in subviews.prefix(1) { subview.subviews[0].setNeedsLayout() }
  }
}

/// Gives all its subviews another size each time, and asks for more.
final class Waver: View {
  var height: CGFloat = 10

  override func layoutSubviews() {
    height = height == 10 ? 11 : 10
    for subview in subviews { subview.frame.size.height = height }
    setNeedsLayout()
  }
}

/// The milliseconds that this thread has run, whatever else the machine does.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// Notes when the layout of one view begins.
final class Stopwatch: LayoutObserver {
  let view: View
  var began = processorTime()

  init(_ view: View) { self.view = view }

  func layoutEntered(_ entered: View) {
    if entered === view { began = processorTime() }
  }
}

/// A window with a fight between two views, and `bystanders` that have nothing to do with it.
func makeFight(bystanders: Int, batches: Int) -> (window: Window, guilty: View) {
  let loop = TurnLoop()
  loop.passLimit = batches
  let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
  let placer = Placer(frame: window.bounds)
  for _ in 0..<4 { placer.addSubview(View(frame: CGRect(x: 0, y: 0, width: 50, height: 50))) }
  let pusher = Pusher(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
  placer.subviews[0].addSubview(pusher)
  window.addSubview(placer)
  for _ in 0..<bystanders { placer.addSubview(View()) }
  return (window, pusher)
}

/// Nanoseconds of processor time per layout of a long fight, with or without evidence being recorded.
func fight(armed: Bool) -> Double {
  let (window, guilty) = makeFight(bystanders: 100, batches: 20_000)
  let hunter = LoopHunter(loop: window.loop, configuration: .init(stackLimit: 0))
  // A low threshold is crossed at once; what follows in the turn is recorded to its end.
  _ = try! hunter.attach(to: guilty, threshold: armed ? 4 : 1_000_000_000) { _ in }
  let began = processorTime()
  window.loop.runTurn()
  return (processorTime() - began) * 1e6 / Double(window.loop.lastCommit.layouts)
}

let cost = compare(rounds: 9, subject: { fight(armed: true) }, baseline: { fight(armed: false) })
report("a layout of a fight, quiet", "\(text(cost.baseline)) ns")
report(
  "the same while evidence is recorded",
  "\(text(cost.subject)) ns, \(text(cost.ratio))x", bound: "3.3x", holds: cost.ratio <= 3.3)

/// Milliseconds of processor time from the entry of the crossing layout to the callback.
func reportTime(_ window: Window, hunted: View, stacks: Int) -> Double {
  let stopwatch = Stopwatch(hunted)
  let observation = window.loop.addLayoutObserver(stopwatch)
  defer { observation.cancel() }
  let hunter = LoopHunter(loop: window.loop, configuration: .init(stackLimit: stacks))
  var time = Double.nan
  _ = try! hunter.attach(to: hunted, threshold: 100) { _ in
    time = processorTime() - stopwatch.began
  }
  window.loop.runTurn()
  return time
}

func wave(views: Int) -> (Window, View) {
  let loop = TurnLoop()
  loop.passLimit = 120
  let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
  let waver = Waver(frame: window.bounds)
  for _ in 0..<views { waver.addSubview(View(frame: CGRect(x: 0, y: 0, width: 5, height: 10))) }
  window.addSubview(waver)
  return (window, waver)
}

let aside = median(
  (0..<9).map { _ in
    let (window, guilty) = makeFight(bystanders: 10_000, batches: 400)
    return reportTime(window, hunted: guilty, stacks: 0)
  })
report(
  "a report at threshold 100: 10 000 views, 3 of them looping", "\(text(aside)) ms",
  bound: "1.5 ms", holds: aside < 1.5)
let whole = median(
  (0..<9).map { _ in
    let (window, waver) = wave(views: 10_000)
    return reportTime(window, hunted: waver, stacks: 0)
  })
report(
  "the same where all 10 000 are laid out in every round", "\(text(whole)) ms", bound: "12.5 ms",
  holds: whole < 12.5)
/// Milliseconds of this thread and on the clock until a report is made, and until it is printed.
func stackTimes(stacks: Int) -> (made: Double, printed: Double) {
  let (window, guilty) = makeFight(bystanders: 100, batches: 400)
  let stopwatch = Stopwatch(guilty)
  let observation = window.loop.addLayoutObserver(stopwatch)
  defer { observation.cancel() }
  let hunter = LoopHunter(loop: window.loop, configuration: .init(stackLimit: stacks))
  var times = (made: Double.nan, printed: Double.nan)
  // All work of the turn up to the callback: stacks are caught before the crossing.
  let began = processorTime()
  _ = try! hunter.attach(to: guilty, threshold: 100) { report in
    times.made = processorTime() - began
    let read = ContinuousClock.now
    withExtendedLifetime(report.description) {}
    times.printed = read.duration(to: .now) / .milliseconds(1)
  }
  window.loop.runTurn()
  return times
}

// The loop's thread captures addresses; the reading thread looks up their names.
let first = stackTimes(stacks: 8)
let pairs = (0..<51).map { _ in (stackTimes(stacks: 8), stackTimes(stacks: 0)) }
let added = median(pairs.map { $0.0.made - $0.1.made })
let bare = median(pairs.map { $0.1.made })
report("call stacks add to the first report, on the loop's thread", "\(text(first.made - bare)) ms")
report(
  "call stacks add to its further reports", "\(text(added)) ms", bound: "1 ms", holds: added < 1)
report(
  "whoever prints the first report waits", "\(text(first.printed)) ms", bound: "100 ms",
  holds: first.printed < 100)
report("whoever prints a further one waits", "\(text(median(pairs.map(\.0.printed)))) ms")

printScale()
