import Foundation
import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// A loop that the baseline knows hides no other one, wherever and whenever it loops.
@Suite("Loops beside one that is known, in tests")
struct BesideKnownTests {
  /// The loops that run in a test.
  private struct Parts: OptionSet {
    var rawValue: Int
    static let known = Parts(rawValue: 1)
    static let other = Parts(rawValue: 2)
    /// Set where the known loop is only to become known: one of many that are alike is enough.
    static let once = Parts(rawValue: 4)
  }

  private final class Scene {
    let loop = TurnLoop()
    let window: Window
    let parts: Parts

    init(_ parts: Parts) {
      self.parts = parts
      window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    }

    func add(_ name: String) -> GeneratedView {
      let view = GeneratedView(name)
      window.addSubview(view)
      window.layoutIfNeeded()
      view.layouts = 0
      return view
    }

    /// Runs turns even if nothing is to be done.
    func run(_ turns: Int) {
      for _ in 0..<turns { loop.runTurn() }
    }
  }

  private func found(
    _ parts: Parts, _ threshold: Int, baseline: URL? = nil, _ body: (Scene) -> () -> Void
  ) throws -> [LoopReport] {
    let scene = Scene(parts)
    let run = body(scene)
    do {
      try scene.loop.expectNoLayoutLoops(
        threshold: threshold, baseline: baseline, allowsNoLayouts: true, run)
      return []
    } catch let error as LoopDetected {
      return error.reports
    }
  }

  /// Expects that the known loop passes alone, and the other one fails alone and beside it.
  ///
  /// - Parameters:
  ///   - threshold: The number of layouts that a view may have in one turn.
  ///   - body: Sets up the loops of a scene, and returns the test.
  private func expectOther(
    _ comment: String = "", threshold: Int = 100, _ body: (Scene) -> () -> Void
  ) throws {
    let file = URL.temporaryDirectory.appending(path: "known-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    var baseline = Baseline()
    try Data(baseline.text).write(to: file)
    for report in try found([.known, .once], threshold, baseline: file, body) {
      _ = baseline.add(report)
    }
    #expect(!baseline.entries.isEmpty, "the known loop was not found: \(comment)")
    try Data(baseline.text).write(to: file)
    #expect(try found(.known, threshold, baseline: file, body) == [], "\(comment)")
    #expect(try !found(.other, threshold, body).isEmpty, "alone: \(comment)")
    let both = try found([.known, .other], threshold, baseline: file, body)
    #expect(!both.isEmpty, "beside the known one: \(comment)")
  }

  // MARK: In one turn

  /// A feed that loops, and dirties a card in some of its rounds.
  ///
  /// - Parameters:
  ///   - scene: The scene, which keeps the feed.
  ///   - period: The number of rounds after which the card is dirtied again.
  /// - Returns: the feed and the card.
  private func addFeed(
    to scene: Scene, touchingEach period: Int
  ) -> (feed: GeneratedView, card: GeneratedView) {
    let (feed, card) = (scene.add("feed"), scene.add("card"))
    scene.loop.passLimit = 1_000
    feed.onLayout = { [unowned card] feed in
      guard feed.layouts < 400 else { return }
      feed.setNeedsLayout()
      if feed.layouts % period == 0 { card.setNeedsLayout() }
    }
    return (feed, card)
  }

  @Test(
    "a known loop that dirties a view in however many of its rounds hides no loop of it",
    arguments: [1, 2], [1, 2, 3, 20, 150])
  func touched(views: Int, period: Int) throws {
    try expectOther("\(views), \(period)") { scene in
      let (feed, card) = addFeed(to: scene, touchingEach: period)
      let views = [card] + (1..<views).map { scene.add("view\($0)") }
      for (index, view) in views.enumerated() {
        let next = views[(index + 1) % views.count]
        view.onLayout = { [parts = scene.parts, unowned next] view in
          if parts.contains(.other), view.layouts < 130 { next.setNeedsLayout() }
        }
      }
      return {
        if scene.parts.contains(.known) { feed.setNeedsLayout() }
        if scene.parts.contains(.other) { card.setNeedsLayout() }
        scene.loop.runTurn()
      }
    }
  }

  @Test("a known loop that dirties a view now and then hides no loop that lays out another one")
  func touchedElsewhere() throws {
    try expectOther { scene in
      let (feed, card) = addFeed(to: scene, touchingEach: 20)
      let (second, label) = (scene.add("second"), scene.add("label"))
      for (view, next) in [(card, second), (second, card)] {
        view.onLayout = { [parts = scene.parts, unowned next, unowned label] view in
          // Neither crosses the threshold.
          guard parts.contains(.other), view.layouts < 70 else { return }
          next.setNeedsLayout()
          label.setNeedsLayout()
        }
      }
      return {
        if scene.parts.contains(.known) { feed.setNeedsLayout() }
        if scene.parts.contains(.other) { card.setNeedsLayout() }
        scene.loop.runTurn()
      }
    }
  }

  /// A loop of a card's that goes around more than two views.
  enum Shape: CaseIterable {
    /// With another row in each round.
    case rows
    /// With another row after some rounds.
    case partners
    /// With all of its ten cells, of which the known loop dirties each, too.
    case cells
    /// Among four views of which all are dirty at first, in four waves.
    case ring
    /// With a row that is replaced in each round.
    case replaced
  }

  @Test(
    "a known loop that dirties a view now and then hides no loop of many views",
    arguments: zip(Shape.allCases, [30, 30, 5, 30, 5]))
  func many(shape: Shape, period: Int) throws {
    try expectOther("\(shape), \(period)") { scene in
      let (feed, card) = addFeed(to: scene, touchingEach: period)
      var isOn = false
      func row(_ name: String, _ deed: @escaping (GeneratedView) -> Void) -> GeneratedView {
        let view = GeneratedView(name)
        view.onLayout = { [unowned card] view in if isOn, card.layouts < 130 { deed(view) } }
        card.addSubview(view)
        return view
      }
      let back = { [unowned card] (_: GeneratedView) in card.setNeedsLayout() }
      var rows: [GeneratedView] = []
      card.onLayout = { [unowned card] _ in
        guard isOn, card.layouts < 130 else { return }
        switch shape {
        case .rows: rows[card.layouts % rows.count].setNeedsLayout()
        case .partners: rows[card.layouts / 25].setNeedsLayout()
        case .cells: for row in rows { row.setNeedsLayout() }
        case .ring: rows[2].setNeedsLayout()
        case .replaced: break
        }
      }
      func replace(_ view: GeneratedView) {
        view.removeFromSuperview()
        _ = row("row", replace)
      }
      switch shape {
      case .rows: rows = (0..<140).map { row("row\($0)", back) }
      case .partners: rows = (0..<6).map { row("row\($0)", back) }
      case .cells: rows = (0..<10).map { row("row\($0)", back) }
      case .ring:
        rows = (0..<3).map { index in
          row("row\(index)") { [unowned card] _ in
            (index == 0 ? card : rows[index - 1]).setNeedsLayout()
          }
        }
      case .replaced: _ = row("row", replace)
      }
      let touched = shape == .cells ? [card] + rows : [card]
      feed.onLayout = { feed in
        guard feed.layouts < 400 else { return }
        feed.setNeedsLayout()
        if feed.layouts % period == 0 { for view in touched { view.setNeedsLayout() } }
      }
      scene.window.layoutIfNeeded()
      feed.layouts = 0
      card.layouts = 0
      return {
        if scene.parts.contains(.known) { feed.setNeedsLayout() }
        isOn = scene.parts.contains(.other)
        if isOn { for view in [card] + card.subviews { view.setNeedsLayout() } }
        scene.loop.runTurn()
        isOn = false
        (feed.onLayout, card.onLayout) = (nil, nil)
        for row in rows { row.onLayout = nil }
      }
    }
  }

  @Test("a view that settles whenever a known loop has dirtied it has no loop of its own")
  func settles() throws {
    let file = URL.temporaryDirectory.appending(path: "known-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    func reports(period: Int, beside baseline: URL?) throws -> [LoopReport] {
      try found(.known, 100, baseline: baseline) { scene in
        let (feed, card) = addFeed(to: scene, touchingEach: period)
        card.onLayout = { card in if card.layouts % 10 != 0 { card.setNeedsLayout() } }
        return {
          feed.setNeedsLayout()
          scene.loop.runTurn()
          #expect(card.layouts > 300 || period > 400)
        }
      }
    }
    var baseline = Baseline()
    for report in try reports(period: 500, beside: nil) { _ = baseline.add(report) }
    try Data(baseline.text).write(to: file)
    for period in [11, 12] { #expect(try reports(period: period, beside: file) == []) }
  }

  @Test(
    "a known loop is the same one beside anything that goes on below the threshold, and beside another loop",
    arguments: [40, 90, 130])
  func below(count: Int) throws {
    func reports(_ parts: Parts, count: Int, baseline: URL?) throws -> [LoopReport] {
      try found(parts, 100, baseline: baseline) { scene in
        let (feed, card) = addFeed(to: scene, touchingEach: 30)
        let badge = GeneratedView("badge")
        card.addSubview(badge)
        scene.window.layoutIfNeeded()
        card.layouts = 0
        badge.layouts = 0
        card.onLayout = { $0.subviews[0].frame.size.width = 50 }
        badge.onLayout = { badge in
          if parts.contains(.other), badge.layouts < count { badge.frame.size.width = 40 }
        }
        return {
          if parts.contains(.known) { feed.setNeedsLayout() }
          if parts.contains(.other) { badge.setNeedsLayout() }
          scene.loop.runTurn()
        }
      }
    }
    let file = URL.temporaryDirectory.appending(path: "known-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    var baseline = Baseline()
    for report in try reports(.known, count: 0, baseline: nil) { _ = baseline.add(report) }
    try Data(baseline.text).write(to: file)
    #expect(baseline.entries.count == 1)
    let alone = try reports(.other, count: count, baseline: file)
    #expect(alone.isEmpty == (count < 100))
    let both = try reports([.known, .other], count: count, baseline: file)
    #expect(both.map(\.fingerprint) == alone.map(\.fingerprint))
    #expect(both.allSatisfy { $0.count == 101 })
  }

  @Test(
    "views that a known loop lays out later, one after the other, have no loop of their own",
    arguments: [(period: 1, repeats: 1), (4, 1), (4, 2)])
  func pipeline(period: Int, repeats: Int) throws {
    let file = URL.temporaryDirectory.appending(path: "known-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    func reports(beside baseline: URL?) throws -> [LoopReport] {
      try found(.known, 40, baseline: baseline) { scene in
        scene.loop.passLimit = 1_000
        let views = ["feed"] + (0..<60).map { "cell\($0)" }
        let made = views.map(scene.add)
        for (view, next) in zip(made, made.dropFirst()) {
          view.onLayout = { [unowned next] view in
            if view !== made[0] {
              if view === made[1], view.layouts % repeats != 0 { view.setNeedsLayout() }
              return next.setNeedsLayout()
            }
            guard view.layouts < 60 * period else { return }
            view.setNeedsLayout()
            // Each wave settles before the next one begins.
            if view.layouts % period == 0 { next.setNeedsLayout() }
          }
        }
        return {
          made[0].setNeedsLayout()
          scene.loop.runTurn()
          for view in made { view.onLayout = nil }
        }
      }
    }
    var baseline = Baseline()
    for report in try reports(beside: nil) { _ = baseline.add(report) }
    #expect(baseline.entries.count == 1)
    try Data(baseline.text).write(to: file)
    #expect(try reports(beside: file) == [])
  }

  // MARK: Across turns

  @Test("a known chain that is over hides no later loop of its view", arguments: [1, 2])
  func over(others: Int) throws {
    try expectOther { scene in
      unowned let loop = scene.loop
      let views = (0...others).map { scene.add("view\($0)") }
      var isLater = false
      for view in views {
        view.onLayout = { view in
          let next = isLater ? views : view === views[0] && loop.turn < 80 ? [view] : []
          // Two views dirty both, and each of three the two others.
          let dirtied = isLater && others > 1 ? next.filter { $0 !== view } : next
          if !dirtied.isEmpty { loop.async { for view in dirtied { view.setNeedsLayout() } } }
        }
      }
      return {
        if scene.parts.contains(.known) {
          views[0].setNeedsLayout()
          loop.runUntilIdle()
        }
        guard scene.parts.contains(.other) else { return }
        isLater = true
        for view in views.prefix(2) { view.setNeedsLayout() }
        scene.run(120)
        isLater = false
      }
    }
  }

  @Test("many known loops that go on at the end of a test hide no other one")
  func manyAtEnd() throws {
    try expectOther { scene in
      unowned let loop = scene.loop
      let host = scene.add("host")
      func add(_ name: String) {
        let view = GeneratedView(name)
        view.onLayout = { view in
          loop.async { [unowned view] in
            view.removeFromSuperview()
            add(name)
          }
        }
        host.addSubview(view)
      }
      return {
        let cells = scene.parts.contains(.once) ? 1 : 33
        if scene.parts.contains(.known) { for _ in 0..<cells { add("cell") } }
        loop.runTurn()
        if scene.parts.contains(.other) { add("toast") }
        scene.run(62)
      }
    }
  }

  // MARK: At limits

  @Test(
    "a known loop at the limit of a pass hides no chain across turns of a view in that pass",
    arguments: [false, true])
  func chainInPass(hasSecond: Bool) throws {
    try expectOther(threshold: 50) { scene in
      unowned let loop = scene.loop
      loop.passLimit = 60
      let (known, view) = (scene.add("known"), scene.add("view"))
      let second = hasSecond ? scene.add("second") : nil
      var left = 0
      known.onLayout = { [parts = scene.parts] view in
        if parts.contains(.known) { view.setNeedsLayout() }
      }
      let post = {
        loop.async {
          left = 45
          view.setNeedsLayout()
        }
      }
      second?.onLayout = { _ in post() }
      view.onLayout = { view in
        guard left > 0 else { return }
        left -= 1
        if left > 0 { return view.setNeedsLayout() }
        if let second { second.setNeedsLayout() } else { post() }
      }
      return {
        if scene.parts.contains(.known) { known.setNeedsLayout() }
        if scene.parts.contains(.other) {
          left = 45
          view.setNeedsLayout()
        }
        scene.run(scene.parts.contains(.once) ? 2 : 70)
      }
    }
  }

  private func addWave(_ name: String, _ count: Int, to scene: Scene) -> GeneratedView {
    let views = (0..<count).map { _ in scene.add(name) }
    for (index, view) in views.enumerated() {
      unowned let next = views[(index + 1) % count]
      view.onLayout = { _ in next.setNeedsLayout() }
    }
    return views[0]
  }

  /// Waves of 20 views, of which a view beside them starts each.
  private func addWaves(_ name: String, _ count: Int, to scene: Scene) -> GeneratedView {
    let firsts = (0..<count).map { _ in addWave(name, 20, to: scene) }
    let start = scene.add("start")
    start.onLayout = { _ in for first in firsts { first.setNeedsLayout() } }
    return start
  }

  /// Two waves; the last layout of a batch lowers the limit of the pass to one that is reached already.
  private func addWavesUntilLowered(
    to scene: Scene
  ) -> (known: GeneratedView, other: GeneratedView) {
    let other = addWave("other", 40, to: scene)
    let known = addWave("known", 30, to: scene)
    let (go, loop) = (known.onLayout, scene.loop)
    known.onLayout = { [unowned loop] view in
      go?(view)
      if view.layouts == 15 { loop.passLimit = 50 }
    }
    return (known, other)
  }

  /// A known loop that begins a wave of other views once, which goes on for so many layouts.
  ///
  /// - Parameters:
  ///   - scene: The scene, which keeps the views.
  ///   - count: The number of views of the known loop: one crosses the threshold, and of 20 none does.
  ///   - layouts: The number of layouts of the wave.
  private func addStartedWave(
    to scene: Scene, by count: Int, layouts: Int = .max
  ) -> (known: GeneratedView, other: GeneratedView) {
    let (known, other) = (addWave("known", count, to: scene), addWave("other", 20, to: scene))
    var left = layouts
    for view in scene.window.subviews.compactMap({ $0 as? GeneratedView })
    where view.identifier == "other" {
      let go = view.onLayout
      view.onLayout = { view in
        left -= 1
        if left > 0 { go?(view) }
      }
    }
    let go = known.onLayout
    known.onLayout = { [parts = scene.parts] known in
      go?(known)
      if known.layouts == 150 / count, parts.contains(.other) { other.setNeedsLayout() }
    }
    return (known, other)
  }

  /// A known loop that brings a view once, whose layout brings another one elsewhere, and so on.
  private func addReplaced(to scene: Scene) -> (known: GeneratedView, other: GeneratedView) {
    let known = addWave("known", 1, to: scene)
    let holders = (0..<20).map { _ in scene.add("holder") }
    func addOther(to place: Int, of window: View) {
      let other = GeneratedView("other")
      other.onLayout = { [weak window] other in
        guard let window else { return }
        other.removeFromSuperview()
        addOther(to: place + 1, of: window)
      }
      window.subviews[1 + place % 20].addSubview(other)
    }
    holders[0].onLayout = { [parts = scene.parts, unowned window = scene.window] holder in
      if !parts.contains(.known), holder.layouts == 1 { addOther(to: 1, of: window) }
    }
    let go = known.onLayout
    known.onLayout = { [parts = scene.parts, unowned window = scene.window] known in
      go?(known)
      if known.layouts == 150, parts.contains(.other) { addOther(to: 0, of: window) }
    }
    return (known, holders[0])
  }

  /// Runs a test beside the known loop of the same scene; returns what it finds.
  private func foundBeside(
    threshold: Int = 100, _ body: (Scene) -> GeneratedView
  ) throws -> [LoopReport] {
    let file = URL.temporaryDirectory.appending(path: "known-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    func reports(_ parts: Parts, beside baseline: URL?) throws -> [LoopReport] {
      try found(parts, threshold, baseline: baseline) { scene in
        scene.loop.passLimit = 1_000
        let known = body(scene)
        return {
          known.setNeedsLayout()
          scene.loop.runTurn()
          #expect(scene.loop.lastCommit.didHitLimit || baseline == nil)
        }
      }
    }
    var baseline = Baseline()
    for report in try reports(.known, beside: nil) { _ = baseline.add(report) }
    #expect(baseline.entries.count == 1)
    try Data(baseline.text).write(to: file)
    return try reports([.known, .other], beside: file)
  }

  @Test(
    "views that a known loop began to lay out have no loop of their own if they settle, however late",
    arguments: [1, 20], [200, 420, 700])
  func startedAndSettled(count: Int, layouts: Int) throws {
    #expect(
      try foundBeside { addStartedWave(to: $0, by: count, layouts: layouts).known } == [])
  }

  @Test(
    "views that settled early in a pass have no part in its end, however many they are",
    arguments: [(count: 1, threshold: 40), (20, 100)])
  func settledEarly(count: Int, threshold: Int) throws {
    let found = try foundBeside(threshold: threshold) { scene in
      let known = addWave("known", count, to: scene)
      guard scene.parts.contains(.other) else { return known }
      // Most layouts are theirs, in the first 60 batches: some come after the known loop crossed.
      let pairs = (0..<100).map { _ in (0..<2).map { _ in scene.add("other") } }
      for pair in pairs {
        for (view, next) in [(pair[0], pair[1]), (pair[1], pair[0])] {
          view.onLayout = { [unowned next] view in if view.layouts < 30 { next.setNeedsLayout() } }
        }
        pair[0].setNeedsLayout()
      }
      return known
    }
    #expect(found == [])
  }

  /// A view that dirties itself, and one that it forces once, which forces itself then.
  private func addRecursionInWave(to scene: Scene) -> (known: GeneratedView, other: GeneratedView) {
    let (known, other) = (addWave("known", 1, to: scene), scene.add("other"))
    var left = 12
    let recur = { [unowned other] in
      left -= 1
      other.setNeedsLayout()
      other.layoutIfNeeded()
    }
    known.onLayout = { [parts = scene.parts] known in
      known.setNeedsLayout()
      if known.layouts == 40, parts.contains(.other) { recur() }
    }
    other.onLayout = { [parts = scene.parts] _ in
      if left > 0, left < 12 || !parts.contains(.known) { recur() }
    }
    return (known, other)
  }

  private func addRecursion(_ name: String, _ count: Int, to scene: Scene) -> GeneratedView {
    let view = scene.add(name)
    view.onLayout = { view in
      guard view.layouts < count else { return }
      view.setNeedsLayout()
      view.layoutIfNeeded()
    }
    return view
  }

  /// Two loops of which at least one ends at a limit.
  enum Pair: CaseIterable {
    case waves, waveBesideMany, wavesUntilLowered, startedWave, startedBelow, startedReplaced
    case recursions, recursionBesideWave, recursionBesideCrossing, recursionInCrossing
    case waveBesideRecursion

    var isStarted: Bool { [.startedWave, .startedBelow, .startedReplaced].contains(self) }
    var hasCrossing: Bool { self == .recursionBesideCrossing || self == .recursionInCrossing }
    var threshold: Int { hasCrossing || self == .wavesUntilLowered ? 20 : 100 }
  }

  @Test(
    "of several loops at the limits of one turn, a known one hides none", arguments: Pair.allCases)
  func severalAtLimits(pair: Pair) throws {
    try expectOther("\(pair)", threshold: pair.threshold) { scene in
      // A limit that is lowered is far away before.
      scene.loop.passLimit = pair.hasCrossing ? 100 : pair == .wavesUntilLowered ? 10_000 : 1_000
      scene.loop.nestingLimit = pair.hasCrossing ? 6 : 10
      let (known, other) =
        switch pair {
        case .waves: (addWave("known", 20, to: scene), addWave("other", 30, to: scene))
        case .waveBesideMany: (addWaves("known", 17, to: scene), addWave("other", 30, to: scene))
        case .wavesUntilLowered: addWavesUntilLowered(to: scene)
        case .startedWave: addStartedWave(to: scene, by: 1)
        case .startedBelow: addStartedWave(to: scene, by: 20)
        case .startedReplaced: addReplaced(to: scene)
        case .recursions:
          (addRecursion("known", 40, to: scene), addRecursion("other", 30, to: scene))
        case .recursionBesideWave:
          (addWave("known", 20, to: scene), addRecursion("other", 30, to: scene))
        case .recursionBesideCrossing:
          (addWave("known", 1, to: scene), addRecursion("other", 12, to: scene))
        case .recursionInCrossing: addRecursionInWave(to: scene)
        case .waveBesideRecursion:
          (addRecursion("known", 40, to: scene), addWave("other", 30, to: scene))
        }
      return {
        if scene.parts.contains(.known) { known.setNeedsLayout() }
        let isStarted = pair.isStarted && scene.parts.contains(.known)
        if scene.parts.contains(.other), !isStarted { other.setNeedsLayout() }
        scene.loop.runTurn()
      }
    }
  }
}
