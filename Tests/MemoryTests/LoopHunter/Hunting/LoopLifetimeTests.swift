import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// A hunt keeps no loop alive, whatever holds the hunted view.
@Suite("Lifetimes of loops") struct LoopLifetimeTests {
  private let lives = LifetimeTracker()

  /// Hunts a view of a loop with `prepare`, releases all, and expects that nothing is left.
  private func expectFreed(
    _ prepare: (TurnLoop, LoopHunter, JournalView) throws -> Void
  ) rethrows {
    weak var (pulse, weakLoop): (Pulse?, TurnLoop?) = (nil, nil)
    weak var weakHunter: LoopHunter?
    do {
      let (loop, view) = (TurnLoop(), JournalView("view"))
      let hunter = LoopHunter(loop: loop)
      view.token = lives.makeToken()
      let window = loop.makeWindow(view)
      (pulse, weakLoop, weakHunter) = (loop.pulse, loop, hunter)
      try prepare(loop, hunter, view)
      withExtendedLifetime(window) {}
    }
    #expect(weakLoop == nil && pulse == nil && weakHunter == nil && lives.count == 0)
  }

  @Test("waiting work that holds a hunted view dies with its loop")
  func waitingWork() throws {
    let kinds: [(TurnLoop, JournalView) -> Void] = [
      { loop, view in loop.async { view.setNeedsLayout() } },
      { loop, view in loop.event { view.setNeedsLayout() } },
      { loop, view in loop.after(.seconds(1)) { view.setNeedsLayout() } },
      { loop, view in loop.every(.seconds(1), target: view) { _ in view.setNeedsLayout() } },
      { loop, view in
        nonisolated(unsafe) let view = view
        loop.poster.post { _ in view.setNeedsLayout() }
      },
    ]
    for enqueue in kinds {
      try expectFreed { loop, hunter, view in
        try hunter.attach(to: view) { _ in }
        enqueue(loop, view)
      }
      try expectFreed { loop, hunter, view in
        try hunter.attach(toTree: view, onLoop: { _ in })
        enqueue(loop, view)
      }
    }
  }

  @Test("waiting work dies with its loop while evidence is recorded, and after a report")
  func waitingWithEvidence() throws {
    for layouts in [3, 9] {
      var reports = 0
      try expectFreed { loop, hunter, view in
        let hunt = try hunter.attach(to: view, threshold: 4) { _ in reports += 1 }
        for _ in 0..<layouts { layOut(view) }
        loop.async { view.setNeedsLayout() }
        #expect(hunt.lastReport != nil || layouts == 3)
      }
      #expect(reports == (layouts == 9 ? 1 : 0))
    }
  }

  @Test("a timer that is to end all hunts dies with its loop")
  func waitingHunter() throws {
    try expectFreed { loop, hunter, view in
      try hunter.attach(to: view) { _ in }
      loop.after(.seconds(5)) { hunter.detachAll() }
    }
  }

  @Test("an observer that holds the hunter and its own token dies with the loop")
  func observer() throws {
    final class Observer: LayoutObserver {
      var hunter: LoopHunter?
      var token: ObservationToken?
    }
    try expectFreed { loop, hunter, view in
      try hunter.attach(to: view) { _ in }
      let observer = Observer()
      observer.hunter = hunter
      observer.token = loop.addLayoutObserver(observer)
      loop.async { _ = view }
    }
  }

  @Test("a hunt outlives its loop: it still counts, reports, and ends")
  func afterwards() throws {
    var loop: TurnLoop? = TurnLoop()
    let hunter = try LoopHunter(loop: #require(loop))
    var reports: [LoopReport] = []
    let view = JournalView("view")
    let hunt = try hunter.attach(to: view, threshold: 4) { reports.append($0) }
    let group = try hunter.attach(toTree: view, onLoop: { _ in })
    loop?.advance(by: .seconds(2))
    loop?.async {}
    loop?.runTurn()
    weak let gone = loop
    loop = nil
    #expect(gone == nil)
    for _ in 0..<6 { layOut(view) }
    #expect(reports.count == 1 && reports.first?.turn == 2 && reports.first?.count == 5)
    #expect(reports.first?.time == 2_000_000_000)
    #expect(hunt.lastReport != nil && hunter.recurringViews.isEmpty)
    #expect(hunter.diagnose(view).willFire)
    hunter.isEnabled = false
    hunter.isEnabled = true
    group.detach()
    #expect(hunter.attachments.count == 1)
    hunter.detachAll()
    #expect(hunter.attachments.isEmpty && view.instrument == nil)
  }
}
