import CommandSupport
import Foundation
import LayoutTrace
import TestSupport
import Testing
import ViewTree
import loophunt

/// A loop that the first recording has hides no other one in the second: replay with a baseline, and diff.
@Suite("Loops beside one that is known, in commands")
struct BesideKnownCommandTests {
  private final class Known: Part {}
  private final class Other: Part {}
  private final class Ignored: Part {}
  /// A view whose part of the constraints phase brings a row.
  private final class Bringer: Part {
    override func updateConstraints() {
      super.updateConstraints()
      if subviews.isEmpty { addSubview(Other()) }
    }
  }

  /// A known loop with another one, or with views that settle.
  enum Pair: CaseIterable {
    /// At limits, of which the known ones reach the same.
    case besideMany, recursionInKnown, untilLowered
    /// At a limit that comes so early that the known one has no verdict: a baseline cannot know it.
    case besideUndetermined
    /// Of the same view, by the same step.
    case drift, longerCycle
    /// Begun by the known one, once: that crosses its threshold, or does not.
    case started, startedBelow, startedAndReplaced
    case startedAndSettled, startedBelowAndSettled, settledEarly
    /// Begun by the known one, and dirtied once by a view that a rule ignores.
    case startedAndTouched
    /// Brought late by a view's part of the constraints phase, for which the known one asks.
    case broughtInPhase

    var isLoop: Bool {
      switch self {
      case .startedAndSettled, .startedBelowAndSettled, .settledEarly, .broughtInPhase: false
      default: true
      }
    }

    var threshold: Int {
      switch self {
      case .recursionInKnown, .untilLowered, .besideUndetermined: 20
      case .drift, .longerCycle: 100
      default: 40
      }
    }
  }

  /// An app with the known loop, and perhaps the other one.
  private final class App {
    let loop = TurnLoop()
    private let window: Window
    private let hasOther: Bool
    private var starters: [Part] = []

    init(_ pair: Pair, hasOther: Bool) {
      self.hasOther = hasOther
      window = Window(frame: CGRect(x: 0, y: 0, width: 99, height: 99), loop: loop)
      loop.passLimit = [.drift, .longerCycle, .untilLowered].contains(pair) ? 2_000 : 300
      switch pair {
      case .besideMany:
        for _ in 0..<17 { starters.append(addWave(20, Known.init)) }
        if hasOther { starters.append(addWave(30, Other.init)) }
      case .recursionInKnown: addRecursion()
      case .untilLowered: addUntilLowered(after: 15)
      case .besideUndetermined: addUntilLowered(after: 3)
      case .drift: addDrift()
      case .longerCycle: addLongerCycle()
      case .started: addStarted(by: 1, .max)
      case .startedBelow: addStarted(by: 20, .max)
      case .startedAndReplaced: addReplaced()
      case .startedAndSettled: addStarted(by: 1, 160)
      case .startedBelowAndSettled: addStarted(by: 20, 160)
      case .settledEarly: addSettled()
      case .startedAndTouched:
        addStarted(by: 1, .max)
        addTouch()
      case .broughtInPhase: addBringer()
      }
      window.layoutIfNeeded()
    }

    @discardableResult
    private func add<New: Part>(_ part: New) -> New {
      window.addSubview(part)
      window.layoutIfNeeded()
      return part
    }

    private func addWave(_ count: Int, _ make: () -> Part) -> Part {
      let views = (0..<count).map { _ in add(make()) }
      for (index, view) in views.enumerated() {
        unowned let next = views[(index + 1) % count]
        view.act = { _ in next.setNeedsLayout() }
      }
      return views[0]
    }

    /// A view that dirties itself, and another that it forces once, which forces itself then.
    private func addRecursion() {
      (loop.passLimit, loop.nestingLimit) = (100, 6)
      let (known, other) = (addWave(1, Known.init), add(Other()))
      var left = 12
      let recur = { [unowned other] in
        left -= 1
        other.setNeedsLayout()
        other.layoutIfNeeded()
      }
      known.act = { [hasOther] known in
        known.setNeedsLayout()
        if known.layouts == 40, hasOther { recur() }
      }
      other.act = { _ in if left > 0, left < 12 { recur() } }
      starters = [known]
    }

    /// Waves; one of them lowers the limit to one that is reached already.
    private func addUntilLowered(after layouts: Int) {
      if hasOther { starters.append(addWave(40, Other.init)) }
      let known = addWave(30, Known.init)
      let go = known.act
      known.act = { [unowned loop] view in
        go?(view)
        if view.layouts == layouts { loop.passLimit = 50 }
      }
      starters.append(known)
    }

    /// A view whose width swings, and then grows.
    private func addDrift() {
      let known = add(Known())
      known.act = { [hasOther] known in
        guard known.layouts < (hasOther ? 400 : 150) else { return }
        known.frame.size.width += known.layouts > 150 || known.layouts % 2 == 0 ? 1 : -1
        known.setNeedsLayout()
      }
      starters = [known]
    }

    /// A view that a row dirties, which dirties other rows later.
    private func addLongerCycle() {
      let known = add(Known())
      let rows = (0..<6).map { index in
        let row = add(Other())
        row.identifier = "row\(index)"
        return row
      }
      known.act = { [hasOther] known in
        if known.layouts < (hasOther ? 400 : 150) { rows[0].setNeedsLayout() }
      }
      rows[0].act = { [unowned known] _ in
        (known.layouts < 150 ? known : rows[1 + known.layouts % 5]).setNeedsLayout()
      }
      for row in rows.dropFirst() { row.act = { [unowned known] _ in known.setNeedsLayout() } }
      starters = [known]
    }

    /// A known loop that begins a wave once, which goes on for so many layouts.
    private func addStarted(by count: Int, _ layouts: Int) {
      let (known, other) = (addWave(count, Known.init), addWave(20, Other.init))
      var left = layouts
      for case let view as Other in window.subviews {
        let go = view.act
        view.act = { view in
          left -= 1
          if left > 0 { go?(view) }
        }
      }
      let go = known.act
      known.act = { [hasOther, unowned other] known in
        go?(known)
        if hasOther, known.layouts == (count == 1 ? 45 : 2) { other.setNeedsLayout() }
      }
      starters = [known]
    }

    /// A known loop that brings a view once, whose layout brings another one elsewhere, and so on.
    private func addReplaced() {
      let known = addWave(1, Known.init)
      for _ in 0..<20 { add(Other()) }
      func addOther(to place: Int, of window: View) {
        let other = Other()
        other.act = { [weak window] other in
          guard let window else { return }
          other.removeFromSuperview()
          addOther(to: place + 1, of: window)
        }
        window.subviews[1 + place % 20].addSubview(other)
      }
      let go = known.act
      known.act = { [hasOther, unowned window] known in
        go?(known)
        if hasOther, known.layouts == 45 { addOther(to: 0, of: window) }
      }
      starters = [known]
    }

    /// A wave, and beside its beginning many views that settle: more than half of all layouts are theirs.
    private func addSettled() {
      starters = [addWave(20, Known.init)]
      guard hasOther else { return }
      for _ in 0..<100 {
        let view = add(Other())
        view.act = { if $0.layouts < 15 { $0.setNeedsLayout() } }
        starters.append(view)
      }
    }

    /// An ignored loop, which dirties a view of the other one once, when its turn comes anyway.
    private func addTouch() {
      let ignored = addWave(1, Ignored.init)
      let go = ignored.act
      let other = window.subviews.filter { $0 is Other }[5]
      ignored.act = { [hasOther, unowned other] ignored in
        go?(ignored)
        if hasOther, ignored.layouts == 50 { other.setNeedsLayout() }
      }
      starters.append(ignored)
    }

    /// A known loop that asks for the constraints phase of a view once, late.
    private func addBringer() {
      let (known, bringer) = (addWave(1, Known.init), add(Bringer()))
      bringer.subviews.forEach { $0.removeFromSuperview() }
      let go = known.act
      known.act = { [hasOther, unowned bringer] known in
        go?(known)
        if hasOther, known.layouts == 200 { bringer.setNeedsUpdateConstraints() }
      }
      starters = [known]
    }

    /// Records the turn, and one before it in which all views are laid out once: what is new is worse in a
    /// comparison anyway.
    func record(to file: String) throws {
      let parts = window.subviews.compactMap { $0 as? Part }
      let acts = parts.map(\.act)
      for part in parts { part.act = nil }
      let recorder = try TraceRecorder(loop, to: .path(file))
      for part in parts { part.setNeedsLayout() }
      loop.runTurn()
      for (part, act) in zip(parts, acts) { (part.act, part.layouts) = (act, 0) }
      for part in starters { part.setNeedsLayout() }
      loop.runTurn()
      try recorder.finish()
      for part in parts { part.act = nil }
    }
  }

  @Test("replay and diff find them, and nothing else", arguments: Pair.allCases)
  func agreement(pair: Pair) throws {
    let folder = TemporaryFolder()
    let (known, both) = (folder.path("known.jsonl"), folder.path("both.jsonl"))
    try App(pair, hasOther: false).record(to: known)
    try App(pair, hasOther: true).record(to: both)
    let options = [
      "--no-config", "--quiet", "--threshold=\(pair.threshold)", "--ignore-class=Ignored=ignored",
    ]
    let replay =
      ["replay", "--no-proof", "--baseline=\(folder.path("known.json"))"] + options
    let updated = try InProcess.loophunt(replay + ["--update-baseline", known])
    #expect(updated.status == 0, "\(updated.errors)")
    let diff = ["diff", "--tolerance=9999999", options[0], options[2], options[3], known]
    for (file, isLoop) in [(known, false), (both, pair.isLoop)] {
      let fails = isLoop || pair == .besideUndetermined
      #expect(try InProcess.loophunt(replay + [file]).status == (fails ? 1 : 0), "replay \(file)")
      let outcome = try InProcess.loophunt(diff + [file])
      // A row more is worse in a comparison, though it is no loop.
      if pair != .broughtInPhase {
        #expect(outcome.status == (isLoop ? 1 : 0), "diff \(file): \(outcome.text)")
      }
      #expect(outcome.text.contains(" appeared:") == isLoop, "diff \(file): \(outcome.text)")
    }
  }

  @Test(
    "a rule that ignores a view means what it began, and views that settled early are no part of the end",
    arguments: [Pair.started, .startedAndSettled, .settledEarly])
  func ignored(pair: Pair) throws {
    let folder = TemporaryFolder()
    let file = folder.path("both.jsonl")
    try App(pair, hasOther: true).record(to: file)
    for command in [["scan"], ["replay", "--no-proof"]] {
      let outcome = try InProcess.loophunt(
        command + [
          "--no-config", "--quiet", "--threshold=\(pair.threshold)", "--ignore-class=Known=known",
          file,
        ])
      #expect(outcome.status == 0, "\(command): \(outcome.text)\(outcome.errors)")
    }
  }
}
