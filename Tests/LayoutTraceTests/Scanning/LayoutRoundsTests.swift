import LayoutTrace
import TestSupport
import Testing
import ViewTree

/// The batches that marks and layouts tell of are those that a pass ran.
@Suite("The batches of a pass")
struct LayoutRoundsTests {
  /// Follows a loop, and compares at the end of each pass.
  private final class Follower: LayoutObserver {
    private var rounds = LayoutRounds()
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var depth = 0
    private(set) var passes: [(told: Int, run: Int)] = []

    private func number(of view: View) -> Int {
      let next = numbers.count
      let number = numbers[ObjectIdentifier(view)] ?? next
      numbers[ObjectIdentifier(view)] = number
      return number
    }

    func layoutEntered(_ view: View) {
      _ = rounds.layOut(number(of: view), inside: depth)
      depth += 1
    }

    func layoutLeft(_ view: View) { depth -= 1 }

    func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
      rounds.dirty(number(of: view))
    }

    func commitEnded(_ summary: TurnLoop.CommitSummary) { end(summary) }

    func forcedPassEnded(_ summary: TurnLoop.CommitSummary) { end(summary) }

    private func end(_ summary: TurnLoop.CommitSummary) {
      passes.append((rounds.current, summary.batches))
      rounds.begin()
    }
  }

  /// A view whose layout dirties views, and forces the views inside of some.
  private final class Actor: View {
    var act: () -> Void = {}

    override func layoutSubviews() { act() }
  }

  /// Runs a tree of random views; returns the batches of its passes, as told and as run.
  private func passes(_ seed: UInt64, forces: Bool) -> [(told: Int, run: Int)] {
    var random = SeededGenerator(seed: seed)
    let loop = TurnLoop()
    loop.passLimit = 300
    let window = Window(frame: CGRect(x: 0, y: 0, width: 99, height: 99), loop: loop)
    let actors = (0..<Int.random(in: 1...12, using: &random)).map { _ in Actor() }
    for (index, actor) in actors.enumerated() {
      let places = [window as View] + actors[..<index].map { $0 as View }
      places.randomElement(using: &random)?.addSubview(actor)
    }
    window.layoutIfNeeded()
    var left = Int.random(in: 0...400, using: &random)
    for actor in actors {
      actor.act = { [unowned actor] in
        guard left > 0 else { return }
        left -= 1
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          actors.randomElement(using: &random)?.setNeedsLayout()
        }
        guard forces, Int.random(in: 0..<4, using: &random) == 0 else { return }
        // Views inside of a layout that runs are in no batch around it.
        actor.subviews.randomElement(using: &random)?.setNeedsLayout()
        actor.subviews.randomElement(using: &random)?.layoutIfNeeded()
      }
    }
    let follower = Follower()
    let observation = loop.addLayoutObserver(follower)
    defer { observation.cancel() }
    for _ in 0..<3 {
      for actor in actors where Bool.random(using: &random) { actor.setNeedsLayout() }
      if Bool.random(using: &random) { window.layoutIfNeeded() }
      loop.runTurn()
    }
    for actor in actors { actor.act = {} }
    return follower.passes
  }

  @Test("they are told exactly without passes inside of layouts, and nearly with them")
  func random() {
    let first = firstSeed("LayoutRoundsTests")
    var (run, nested, deviation) = (0, 0, 0)
    for seed in first..<first + UInt64(caseCount(1_000, inDebug: 100)) {
      for pass in passes(seed, forces: false) {
        #expect(pass.told == pass.run, "seed \(seed)")
        run += pass.run
      }
      // Single passes may be far away: a layout that forces many others looks like several batches.
      for pass in passes(seed, forces: true) {
        nested += pass.run
        deviation += abs(pass.told - pass.run)
      }
    }
    #expect(run > 1_000 && nested > 1_000)
    #expect(deviation * 10 <= nested, "seeds from \(first): \(deviation) of \(nested)")
  }

  @Test("a view that waits is in the running batch, and one that was dirtied then in the next, too")
  func waiting() {
    var rounds = LayoutRounds()
    rounds.dirty(1)
    rounds.dirty(2)
    #expect(rounds.layOut(1, inside: 0) == 1)
    rounds.dirty(2)
    #expect(rounds.layOut(2, inside: 0) == 1)
    #expect(rounds.layOut(2, inside: 0) == 2)
    rounds.begin()
    #expect(rounds.current == 0)
  }

  @Test("a pass inside of a layout has batches of its own")
  func nested() {
    var rounds = LayoutRounds()
    for view in [1, 2] { rounds.dirty(view) }
    #expect(rounds.layOut(1, inside: 0) == 1)
    for batch in 2...3 {
      for view in [3, 4] { rounds.dirty(view) }
      for view in [3, 4] { #expect(rounds.layOut(view, inside: 1) == batch) }
    }
    // The batch around them goes on.
    #expect(rounds.layOut(2, inside: 0) == 3)
    rounds.dirty(3)
    #expect(rounds.layOut(3, inside: 1) == 4)
  }

  @Test("without marks, a view that comes again begins a batch")
  func unmarked() {
    var rounds = LayoutRounds()
    #expect([1, 2, 1, 2, 2].map { rounds.layOut($0, inside: 0) } == [1, 1, 2, 2, 3])
  }
}
