import LayoutTrace
import ViewTree

/// Replays some turns, with or without some of their deeds, and finds out whether the loop remains.
final class Counterfactual {
  /// The outcome of a replay.
  enum Outcome {
    /// The turns end, after this many layouts of the cycle's views in all.
    case settled(layouts: Int)
    /// The turns end in the order of the recording, but not where views do what they did on such occasions.
    case open
    /// The turns end as recorded, but not if views write again what they found unchanged.
    case repeating
    /// A view of the cycle crosses the threshold.
    case continues(through: Int)
    /// A view was laid out once more than was recorded: its further actions are unknown.
    case exhausted(view: Int?)
    /// The replay was ended from outside.
    case interrupted
  }

  /// The views of the cycle, by number.
  private let cycle: Set<Int>
  /// The number of layouts that each of them may have in a turn.
  private let threshold: Int
  /// The number of times that a chain of causes may come back, for a loop across turns.
  private let streak: Int?
  private let interrupt: TraceInterrupt?

  init(cycle: Set<Int>, threshold: Int, streak: Int?, interrupt: TraceInterrupt?) {
    (self.cycle, self.threshold) = (cycle, threshold)
    (self.streak, self.interrupt) = (streak, interrupt)
  }

  /// Replays the turns; nil if the trace cannot be replayed.
  func run(_ trace: TurnTrace) -> Outcome? {
    let count = LoopCount(cycle: cycle, threshold: streak == nil ? threshold : .max)
    count.interrupt = interrupt
    let freedom = trace.freedom { count.noteShortage(of: $0) }
    guard
      let replayer = try? TraceReplayer(
        .bytes(trace.outline.bytes, name: "turn"), options: .init(), interrupt: count.stop,
        freedom: freedom)
    else { return nil }
    count.replayer = replayer
    let hunter = streak.map { hunt(replayer, $0, count) }
    defer { withExtendedLifetime(hunter) {} }
    let observation = replayer.loop.addLayoutObserver(count)
    defer { observation.cancel() }
    guard (try? replayer.run()) != nil else { return nil }
    return interrupt?.isInterrupted == true ? .interrupted : count.outcome
  }

  /// Hunts the views of the cycle for a chain of causes across turns.
  private func hunt(_ replayer: TraceReplayer, _ streak: Int, _ count: LoopCount) -> LoopHunter {
    var configuration = LoopHunter.Configuration.default
    configuration.acrossTurnsStreak = streak
    configuration.stackLimit = 0
    let hunter = LoopHunter(
      loop: replayer.loop, killSwitch: KillSwitch(isEngaged: false), configuration: configuration)
    replayer.onView = { [cycle] view, number in
      guard cycle.contains(number) else { return }
      _ = try? hunter.attach(to: view, threshold: Int(Int32.max)) { _ in
        count.noteCrossing(of: number)
      }
    }
    return hunter
  }
}

/// Counts the layouts of a cycle's views, and ends the replay when its outcome is clear.
private final class LoopCount: LayoutObserver {
  let stop = TraceInterrupt()
  weak var replayer: TraceReplayer?
  var interrupt: TraceInterrupt?

  private let cycle: Set<Int>
  private let threshold: Int
  /// The layouts of each view in this turn.
  private var counts: [Int: Int] = [:]
  /// The layouts of the cycle's views in all turns.
  private var total = 0
  private var result: Counterfactual.Outcome?

  init(cycle: Set<Int>, threshold: Int) { (self.cycle, self.threshold) = (cycle, threshold) }

  var outcome: Counterfactual.Outcome { result ?? .settled(layouts: total) }

  func turnBegan(_ turn: Int, now: Duration) { counts.removeAll(keepingCapacity: true) }

  func layoutEntered(_ view: View) {
    if interrupt?.isInterrupted == true { stop.interrupt() }
    guard result == nil, let number = replayer?.number(of: view) else { return }
    let count = counts[number, default: 0] + 1
    counts[number] = count
    guard cycle.contains(number) else { return }
    total += 1
    if count > threshold { noteCrossing(of: number) }
  }

  func noteCrossing(of view: Int) { end(.continues(through: view)) }

  func noteShortage(of view: Int?) {
    // Another loop of the same turn goes on as before, and is unrelated to this one.
    if let view, !cycle.contains(view), counts[view, default: 0] > threshold { return }
    end(.exhausted(view: view))
  }

  private func end(_ outcome: Counterfactual.Outcome) {
    if result == nil { result = outcome }
    stop.interrupt()
  }
}
