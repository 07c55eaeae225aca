import Foundation
import LoopHunter
import Timing
import ViewTree

/// A threshold of which nothing here reaches even half.
let never = 1 << 40

/// A counted call of an empty layout beside the bare virtual call.
func countedCalls() throws {
  let hunter = LoopHunter(loop: TurnLoop())
  let hunted = (0..<1_000).map { _ in EmptyLayout(frame: .zero) }
  let bare = (0..<1_000).map { _ in EmptyLayout(frame: .zero) }
  for view in hunted { try hunter.attach(to: view, threshold: never) { _ in } }
  let result = compare(subject: { perLayout(hunted) }, baseline: { perLayout(bare) })
  let added = result.subject - result.baseline
  report(
    "a counted call of an empty layoutSubviews against the bare call",
    "\(text(result.ratio))x  (\(text(result.subject)) ns against \(text(result.baseline)) ns)",
    bound: "3x", holds: result.ratio <= 3)
  report(
    "  what that adds to any layout", "\(text(added)) ns", bound: "15 ns", holds: added <= 15)

  for view in hunted { try hunter.attach(to: view, threshold: never) { _ in } }
  let double = compare(subject: { perLayout(hunted) }, baseline: { perLayout(bare) })
  report(
    "  with two hunts on every view",
    "\(text(double.ratio))x  (\(text(double.subject)) ns)")
  hunter.detachAll()
  let after = compare(subject: { perLayout(hunted) }, baseline: { perLayout(bare) })
  report(
    "  after leaving", "\(text(after.ratio))x  (\(text(after.subject)) ns)", bound: "1.1x",
    holds: after.ratio <= 1.1)
}

/// Measures a layout that does something, with and without a hunt.
func realBodies() throws {
  let hunter = LoopHunter(loop: TurnLoop())
  let hunted = (0..<1_000).map { _ in ThreeFrames(frame: .zero) }
  let bare = (0..<1_000).map { _ in ThreeFrames(frame: .zero) }
  for view in hunted { try hunter.attach(to: view, threshold: never) { _ in } }
  let result = compare(
    subject: { perLayout(hunted, times: 100) }, baseline: { perLayout(bare, times: 100) })
  report(
    "a counted layout that sets three subviews' frames",
    "\(text(result.ratio))x  (\(text(result.subject)) ns against \(text(result.baseline)) ns)")
}

/// Does at every layout the work of the article that the idea comes from, for comparison.
///
/// A look into a dictionary by the view's identity, the pending reset cancelled, and a new one
/// allocated and put into the queue.
final class ArticlesCounter {
  private final class Reset {
    private(set) var isCancelled = false
    let work: () -> Void
    init(work: @escaping () -> Void) { self.work = work }
    func cancel() { isCancelled = true }
  }

  private var counts: [ObjectIdentifier: Int] = [:]
  private var resets: [ObjectIdentifier: DispatchWorkItem] = [:]
  private let queue = DispatchQueue(label: "resets")
  /// So that the queue's thread does not compete for a core: it begins after the measurement.
  private let isSuspended: Bool

  init() {
    isSuspended = true
    queue.suspend()
  }

  deinit {
    if isSuspended { queue.resume() }
  }

  func count(_ view: View) {
    let key = ObjectIdentifier(view)
    counts[key, default: 0] += 1
    resets[key]?.cancel()
    let reset = DispatchWorkItem {}
    resets[key] = reset
    queue.async(execute: reset)
  }
}

func againstTheArticlesWay() throws {
  let hunter = LoopHunter(loop: TurnLoop())
  let hunted = (0..<1_000).map { _ in EmptyLayout(frame: .zero) }
  let bare = (0..<1_000).map { _ in EmptyLayout(frame: .zero) }
  for view in hunted { try hunter.attach(to: view, threshold: never) { _ in } }
  let ours = compare(subject: { perLayout(hunted) }, baseline: { perLayout(bare) })
  let theirs = compare(
    rounds: 5,
    subject: {
      let counter = ArticlesCounter()
      return nanoseconds(per: 20_000) {
        for _ in 0..<20 {
          for view in bare {
            counter.count(view)
            layOut(view)
          }
        }
      }
    }, baseline: { perLayout(bare) })
  // Differences of a nanosecond are at the edge of what can be measured here.
  let added = max(ours.subject - ours.baseline, 1)
  let addedByTheirs = theirs.subject - theirs.baseline
  report(
    "the counting against the article's way: dictionary, cancel, enqueue",
    "\(text(addedByTheirs / added))x cheaper  (\(text(added)) ns against \(text(addedByTheirs)) ns)",
    bound: "40x", holds: addedByTheirs / added >= 40)
}

/// Measures unhunted views, in a process that has a hunter and hunted views.
func unattached() throws {
  func makeTree(_ loop: TurnLoop) -> (window: Window, views: [EmptyLayout]) {
    let window = Window(frame: CGRect(x: 0, y: 0, width: 320, height: 480), loop: loop)
    let views = (0..<1_000).map { _ in EmptyLayout(frame: .zero) }
    for view in views { window.addSubview(view) }
    loop.runUntilIdle()
    return (window, views)
  }
  func turns(_ loop: TurnLoop, _ views: [EmptyLayout]) -> Double {
    nanoseconds(per: 100 * views.count) {
      for _ in 0..<100 {
        for view in views { view.setNeedsLayout() }
        loop.runTurn()
      }
    }
  }
  let plainLoop = TurnLoop()
  let plain = makeTree(plainLoop)
  let hunterLoop = TurnLoop()
  let beside = makeTree(hunterLoop)
  let hunter = LoopHunter(loop: hunterLoop)
  let suspect = EmptyLayout(frame: .zero)
  beside.window.addSubview(suspect)
  try hunter.attach(to: suspect, threshold: never) { _ in }
  let result = compare(
    subject: { turns(hunterLoop, beside.views) }, baseline: { turns(plainLoop, plain.views) })
  let noise = compare(
    subject: { turns(plainLoop, plain.views) }, baseline: { turns(plainLoop, plain.views) })
  report(
    "an unattached view's layout in a turn, beside a hunter, against none",
    "\(text(result.ratio))x  (\(text(result.subject)) ns against \(text(result.baseline)) ns)")
  report("  the noise: the same against itself", "\(text(noise.ratio))x")
  withExtendedLifetime((plain.window, beside.window)) {}
}
