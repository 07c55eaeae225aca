import LayoutTrace
import Synchronization
import ViewTree

/// Counts the layouts of trees outside any window, which the observers of a loop are not told about.
///
/// Each call that forces a tree counts alone: the prototype of a cell is laid out once for each cell that is
/// measured, also in the layout of a table that is outside of any window itself.
final class DetachedWatch: LayoutObserver, LoopGate {
  private let register: ViewRegister
  private let pulse: Pulse
  private let threshold: Int
  private var pass = LayoutsByView()
  /// The layouts of views within the call that forced their tree last.
  private var forced: [Int: (call: Int, layouts: Int)] = [:]
  /// The views that crossed the threshold in this pass.
  private var crossed: Set<Int> = []
  /// The numbers of the views in layout, the innermost last, and the layouts that were refused in this pass.
  private var running: [Int] = []
  private var refused = RefusedLayouts()
  private var generation: Int
  /// The expectation that watches.
  private unowned let gate: any LoopGate
  /// The callbacks of observers that were running when it began.
  private let mutedAround: Int
  private let onEntry: (Int, Int) -> Void
  /// Called with a view that was laid out more often than the threshold allows, or, at a limit of the
  /// pass, with the busiest one that lives, and the number of its layouts; returns true if the test fails
  /// because of it.
  private let onLoop: (View?, Int, (limit: LayoutLimit, layouts: Int, views: Int)?) -> Bool

  /// Makes a watch.
  ///
  /// - Parameters:
  ///   - register: Numbers the views.
  ///   - pulse: The pulse of the watched loop; in callbacks that mute it meanwhile, nothing counts.
  ///   - threshold: The number of layouts that a view may have in one pass.
  ///   - gate: The expectation that watches, and outlives this.
  ///   - onEntry: Called with a view that came into a window during its pass, and its layouts before.
  ///   - onLoop: Called with each loop; returns true if the test fails because of it.
  init(
    _ register: ViewRegister, _ pulse: Pulse, threshold: Int, gate: any LoopGate,
    onEntry: @escaping (_ number: Int, _ layouts: Int) -> Void,
    onLoop: @escaping (View?, Int, (limit: LayoutLimit, layouts: Int, views: Int)?) -> Bool
  ) {
    (self.register, self.pulse, self.threshold) = (register, pulse, threshold)
    (self.gate, self.onEntry, self.onLoop) = (gate, onEntry, onLoop)
    mutedAround = pulse.muted.load(ordering: .relaxed)
    generation = register.generation
  }

  private var isMuted: Bool { pulse.muted.load(ordering: .relaxed) > mutedAround }

  func take(_ report: LoopReport) { gate.take(report) }

  func layoutEntered(_ view: View) {
    let number = register.number(of: view)
    running.append(number)
    guard !isMuted else { return }
    if generation != register.generation {
      generation = register.generation
      (pass, forced, crossed, refused) = (LayoutsByView(), [:], [], RefusedLayouts())
    }
    // Nobody tells of marks here, but the pass runs on this thread.
    pass.add(number, inBatch: TurnLoop.batchesOutside)
    let call = TurnLoop.treeForceOutside
    let former = forced[number].map { $0.call == call ? $0.layouts : 0 } ?? 0
    forced[number] = (call, former + 1)
    if former >= threshold, number > 0, crossed.insert(number).inserted {
      _ = onLoop(view, former + 1, nil)
    }
  }

  func layoutLeft(_ view: View) { _ = running.popLast() }

  func forcedLayoutRefused(_ view: View) {
    if !isMuted { refused.add(inside: running + [register.number(of: view)]) }
  }

  /// The layouts of a view in the running pass.
  func layouts(of number: Int) -> Int { pass.layouts(of: number) }

  /// True if the running pass laid out anything.
  var isRunning: Bool { pass.layouts > 0 }

  func forcedPassEnded(_ summary: TurnLoop.CommitSummary) {
    defer {
      for number in pass.all where register.view(number)?.window != nil {
        onEntry(number, pass.layouts(of: number))
      }
      pass.removeAll()
      (forced, crossed, refused) = ([:], [], RefusedLayouts())
    }
    guard !isMuted else { return }
    var known: Set<Int> = []
    let limits = LayoutLimit.all(
      reachedBy: summary, nestingLimit: TurnLoop.depthOfRefusalOutside)
    for limit in limits {
      register.tellLoops(behind: &known) { known in
        limit.endsPass ? enduring(without: known) : refused(without: known)
      } tell: { busiest, _ in
        let layouts = busiest.map { pass.layouts(of: $0.number) } ?? 0
        return onLoop(busiest?.view, layouts, (limit, pass.layouts, pass.views))
      }
    }
  }

  /// The views that had a part in the end of a pass; nil if one that crossed its threshold, or is known,
  /// explains it.
  ///
  /// Nobody tells what dirties views outside the windows: a view that does one or the other may bring about all.
  private func enduring(without known: Set<Int>) -> [Int]? {
    let lasting = pass.lasting
    return lasting.contains { crossed.contains($0) || known.contains($0) } ? nil : lasting
  }

  /// The views around forced layouts that were refused, unless one that crossed, or is known, is around each.
  private func refused(without known: Set<Int>) -> [Int]? {
    refused.unexplained(of: pass.all) { crossed.contains($0) || known.contains($0) }
  }
}
