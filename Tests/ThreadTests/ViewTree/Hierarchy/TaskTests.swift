import Foundation
import TestSupport
import Testing
import ViewTree

/// The tasks that views started.
private final class Started: Sendable {
  private let tasks = Locked<[Task<Void, Never>]>([])

  func add(_ task: Task<Void, Never>) { tasks.withLock { $0.append(task) } }

  /// Waits for them, and for those that they start.
  func finish() async {
    while let task = tasks.withLock({ $0.popLast() }) { await task.value }
  }
}

/// The actual and the expected layouts of private views.
private struct Tally: Sendable {
  var asked = 0
  var done = 0
}

/// Starts a task when it dies.
private final class Departing: View {
  let started: Started
  let lives: LifetimeTracker
  let token: LifetimeTracker.Token

  init(_ started: Started, _ lives: LifetimeTracker) {
    self.started = started
    self.lives = lives
    token = lives.makeToken()
    super.init(frame: .zero)
  }

  deinit {
    started.add(
      Task { [lives] in
        for _ in 0..<20 {
          let root = View()
          for _ in 0..<5 {
            let view = View()
            view.companion = lives.makeToken()
            view.addSubview(View())
            root.addSubview(view)
          }
        }
      })
  }
}

/// Starts two tasks when it is laid out, which lay out views of their own.
private final class Busy: View {
  let started = Started()
  let tally = Locked(Tally())
  private var isStarted = false

  override func layoutSubviews() {
    guard !isStarted else { return }
    isStarted = true
    for _ in 0..<2 {
      started.add(
        Task { [tally] in
          let view = JournalView("private")
          let rounds = caseCount(20_000, inDebug: 1000)
          for _ in 0..<rounds {
            view.setNeedsLayout()
            view.layoutIfNeeded()
          }
          let layouts = view.layouts
          tally.withLock {
            $0.asked += rounds
            $0.done += layouts
          }
        })
    }
    // They run meanwhile.
    for _ in 0..<50 {
      let view = View()
      addSubview(view)
      view.layoutIfNeeded()
      view.removeFromSuperview()
    }
    Thread.sleep(forTimeInterval: 0.002)
  }
}

@Suite("Tasks that a view starts")
struct TaskTests {
  @Test("in its deinit build and drop trees of their own, and nothing leaks")
  func inDeinit() async {
    let (started, lives) = (Started(), LifetimeTracker())
    for _ in 0..<caseCount(300, inDebug: 30) {
      let root = View()
      for _ in 0..<20 { root.addSubview(Departing(started, lives)) }
    }
    await started.finish()
    #expect(lives.count == 0)
  }

  @Test("in its layout lay out their own trees, every time they ask for it")
  func inLayout() async {
    for _ in 0..<caseCount(20, inDebug: 2) {
      let view = Busy()
      view.layoutIfNeeded()
      await view.started.finish()
      let tally = view.tally.withLock { $0 }
      #expect(tally.asked > 0)
      #expect(tally.done == tally.asked)
    }
  }
}
