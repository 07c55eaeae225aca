import CommandSupport
import Foundation
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree
import loophunt

/// Everything that judges agrees with a plain count: the expectation while an app runs, and each
/// command on its recording.
@Suite("Gates on random apps")
struct GateAgreementTests {
  /// A view that counts its layouts, and in some of them dirties or forces others.
  private final class Actor: View {
    unowned var app: App!

    override func layoutSubviews() { app.layOut(self) }
  }

  /// A window that counts its layouts.
  private final class Screen: Window {
    unowned var app: App!

    override func layoutSubviews() { app.layOut(self) }
  }

  /// A random tree whose views act on each other a number of times.
  private final class App {
    let loop = TurnLoop()
    private(set) var hasLoop = false
    private var random: SeededGenerator
    private let threshold: Int
    private var windows: [Screen] = []
    private var actors: [Actor] = []
    /// The layouts of this turn, and the number of times that each may still act.
    private var counts: [ObjectIdentifier: Int] = [:]
    private var wishes: [ObjectIdentifier: Int] = [:]

    init(seed: UInt64, threshold: Int) {
      random = SeededGenerator(seed: seed)
      self.threshold = threshold
      if one(in: 2) { loop.passLimit = Int.random(in: 1...40, using: &random) }
      if one(in: 2) { loop.nestingLimit = Int.random(in: 1...6, using: &random) }
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let frame = CGRect(x: 0, y: 0, width: 300, height: 300)
        let window = Screen(frame: frame, loop: loop)
        window.app = self
        windows.append(window)
      }
      for index in 0..<Int.random(in: 2...8, using: &random) {
        let actor = Actor(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        actor.app = self
        actor.identifier = ["a/b", "b", "é", "view\(index)"].randomElement(using: &random)
        let superview = ((windows as [View]) + actors).randomElement(using: &random) ?? windows[0]
        superview.addSubview(actor)
        actors.append(actor)
      }
    }

    private func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    private var anyActor: Actor { actors.randomElement(using: &random) ?? actors[0] }

    func layOut(_ actor: View) {
      let identity = ObjectIdentifier(actor)
      counts[identity, default: 0] += 1
      if counts[identity] == threshold + 1 { hasLoop = true }
      guard let wishesLeft = wishes[identity], wishesLeft > 0 else { return }
      wishes[identity] = wishesLeft - 1
      let target = anyActor
      target.setNeedsLayout()
      if one(in: 4) { target.layoutIfNeeded() }
      if one(in: 6) { target.frame.size.width += 1 }
    }

    /// Runs some turns, each with events that dirty and force views.
    func run() {
      for _ in 0..<3 {
        counts = [:]
        for actor in actors where one(in: 2) {
          wishes[ObjectIdentifier(actor)] = [0, 1, 3, 9, 30].randomElement(using: &random)
        }
        loop.event { [self] in
          for _ in 0..<3 { anyActor.setNeedsLayout() }
          guard one(in: 2) else { return }
          anyActor.layoutIfNeeded()
          note(loop.lastForcedPass)
        }
        loop.runTurn()
        note(loop.lastCommit)
      }
    }

    private func note(_ pass: TurnLoop.CommitSummary) {
      if pass.didHitLimit || pass.didHitNestingLimit { hasLoop = true }
    }
  }

  @Test("a loop fails everywhere, and nothing else fails anywhere")
  func agreement() throws {
    let seed = firstSeed("GateAgreementTests")
    var loops = 0
    let count = caseCount(400, inDebug: 40)
    for seed in seed..<seed + UInt64(count) {
      if try check(seed) { loops += 1 }
    }
    #expect(loops > count / 10 && loops < count * 19 / 20, "\(loops) of \(count) loop")
  }

  /// Runs one app plainly and one in an expectation; returns true if it loops.
  private func check(_ seed: UInt64) throws -> Bool {
    let threshold = [2, 5, 10, 25][Int(seed % 4)]
    let folder = TemporaryFolder()
    let quiet = try folder.write(Self.quiet, to: "quiet.jsonl")
    var verdicts: [Bool] = []
    for isExpected in [false, true] {
      let app = App(seed: seed, threshold: threshold)
      let file = folder.path("app\(isExpected).jsonl")
      let recorder = try TraceRecorder(app.loop, to: .path(file))
      var failed: Bool?
      if isExpected {
        failed = false
        do {
          try app.loop.expectNoLayoutLoops(threshold: threshold, allowsNoLayouts: true) {
            app.run()
          }
        } catch is LoopDetected {
          failed = true
        }
      } else {
        app.run()
      }
      try recorder.finish()
      let wanted = app.hasLoop
      verdicts.append(wanted)
      #expect(failed ?? wanted == wanted, "the expectation, seed \(seed)")
      let options = ["--no-config", "--threshold=\(threshold)", "--allow-no-layouts", "--quiet"]
      let commands = [
        ["scan", file], ["replay", "--no-proof", file],
        ["diff", "--tolerance=999999", quiet, file],
      ]
      for command in commands {
        let outcome = try InProcess.loophunt(command + options)
        #expect(
          outcome.status == (wanted ? 1 : 0),
          "\(command[0]), expected \(isExpected), seed \(seed): \(outcome.errors)")
      }
    }
    #expect(verdicts[0] == verdicts[1], "seed \(seed)")
    return verdicts[0]
  }

  /// A trace that has no class and no loop in common with those of apps.
  private static let quiet = """
    {"e":"trace","version":1}
    {"e":"view","v":1,"class":"Quiet"}
    {"e":"turn","n":1}
    {"e":"commit"}
    {"e":"layout","v":1}
    {"e":"done","v":1}
    {"e":"committed","batches":1}
    {"e":"end","turns":1}

    """
}
