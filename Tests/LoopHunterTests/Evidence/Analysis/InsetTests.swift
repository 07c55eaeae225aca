import Foundation
import HuntSupport
import LayoutTrace
import LoopCorpus
import LoopHunter
import LoopScenarios
import TestSupport
import Testing
import ViewTree

/// Insets are values: what they do from round to round decides, and who set them is guilty.
@Suite("Loops through insets")
struct InsetTests {
  /// The use of an inset in each of a view's layouts, and the expected report.
  private struct Case: Sendable {
    let build: @Sendable () -> Stage
    let verdict: Verdict
    /// The beginning of the culprit sentence.
    let sentence: String
  }

  private static func page(_ onLayout: @escaping (GeneratedController) -> Void) -> Stage {
    let page = GeneratedView("page")
    let controller = GeneratedController(of: page)
    controller.onLayout = onLayout
    let stage = Stage(page)
    stage.props = [controller]
    return stage
  }

  private static func view(_ onLayout: @escaping (GeneratedView) -> Void) -> Stage {
    let view = GeneratedView("view")
    view.onLayout = onLayout
    return Stage(view)
  }

  private static let cases: [String: Case] = [
    "a controller's runaway inset": Case(
      build: { page { $0.additionalSafeAreaInsets.bottom += 2 } },
      verdict: .drifting(property: "additionalSafeAreaInsets.bottom", perRound: 2),
      sentence: "`page` (Window/page) wrote `additionalSafeAreaInsets.bottom` of its controller "),
    "a controller's alternating inset": Case(
      build: {
        page { $0.additionalSafeAreaInsets.top = $0.additionalSafeAreaInsets.top == 0 ? 9 : 0 }
      },
      verdict: .oscillating(period: 2),
      sentence: "`page` (Window/page) wrote `additionalSafeAreaInsets.top` of its controller "),
    "margins that grow": Case(
      build: { view { $0.layoutMargins.left += 1 } },
      verdict: .drifting(property: "layoutMargins.left", perRound: 1),
      sentence: "`view` (Window/view) wrote its own `layoutMargins.left` "),
    "directional margins that alternate": Case(
      build: {
        view {
          $0.directionalLayoutMargins.leading = $0.directionalLayoutMargins.leading == 8 ? 9 : 8
        }
      },
      verdict: .oscillating(period: 2),
      sentence: "`view` (Window/view) wrote its own `layoutMargins.left` "),
    "a content inset that grows": Case(
      build: {
        let scroll = GeneratedScroll("scroll", .zero)
        scroll.onLayout = {
          $0.contentInset.bottom += 3
          $0.setNeedsLayout()
        }
        return Stage(scroll)
      },
      verdict: .drifting(property: "contentInset.bottom", perRound: 3),
      sentence: "`scroll` (Window/scroll) wrote its own `contentInset.bottom` "),
    "a subview that sets the inset of the page around it": Case(
      build: {
        let card = GeneratedView("card", CGRect(x: 0, y: 0, width: 390, height: 80))
        let page = GeneratedView("page")
        page.addSubview(card)
        let controller = GeneratedController(of: page)
        card.onLayout = { [unowned controller] _ in controller.additionalSafeAreaInsets.top += 1 }
        let stage = Stage(page)
        stage.suspect = card
        stage.props = [controller]
        return stage
      },
      verdict: .drifting(property: "additionalSafeAreaInsets.top", perRound: 1),
      sentence: """
        `card` (Window/page/card) wrote `additionalSafeAreaInsets.top` of the controller of its \
        superview `page` 
        """),
    "a frame that moves under a bar and back": Case(
      build: {
        let card = GeneratedView("card", CGRect(x: 0, y: 0, width: 390, height: 400))
        card.onLayout = { $0.frame.origin.y = $0.frame.origin.y == 0 ? 10 : 0 }
        let page = GeneratedView("page")
        page.addSubview(card)
        let stage = Stage(page)
        stage.window.safeAreaInsets.top = 50
        stage.suspect = card
        return stage
      },
      verdict: .oscillating(period: 2),
      sentence: "`card` (Window/page/card) wrote its own `frame.origin.y` "),
    "a setting that takes the safe area out of the margins": Case(
      build: {
        let stage = view {
          $0.insetsLayoutMarginsFromSafeArea.toggle()
        }
        stage.window.safeAreaInsets.top = 50
        return stage
      },
      verdict: .oscillating(period: 2),
      sentence: "`view` (Window/view) changed `insetsLayoutMarginsFromSafeArea` of itself "),
  ]

  private static let names = cases.keys.sorted()

  private static func hunt(
    _ loop: TurnLoop, threshold: Int = 100,
    _ attach: (LoopHunter, @escaping (LoopReport) -> Void) throws -> Void,
    run: () throws -> Void
  ) throws -> [LoopReport] {
    var reports: [LoopReport] = []
    let hunter = LoopHunter(
      loop: loop, configuration: .init(stackLimit: 0, provesCulprits: false))
    try attach(hunter) { reports.append($0) }
    try run()
    return reports
  }

  private static func live(_ stage: Stage) throws -> LoopReport {
    let reports = try hunt(stage.loop) { hunter, take in
      try hunter.attach(to: stage.suspect, threshold: 100, onLoop: take)
    } run: {
      stage.run()
    }
    return try #require(reports.first)
  }

  private static func replayed(_ trace: [UInt8], _ suspect: String) throws -> LoopReport {
    let replayer = try TraceReplayer(TraceText.input(trace))
    let reports = try hunt(replayer.loop) { hunter, take in
      replayer.onView = { view, _ in
        guard ViewReference(view).path == suspect else { return }
        _ = try? hunter.attach(to: view, threshold: 100, onLoop: take)
      }
    } run: {
      let divergence = try replayer.run().divergence
      #expect(divergence == nil)
    }
    return try #require(reports.first)
  }

  private static func record(_ stage: Stage) throws -> (trace: [UInt8], suspect: String) {
    let suspect = ViewReference(stage.suspect).path
    let recorder = try TraceRecorder(stage.loop, to: .memory)
    stage.run()
    try recorder.finish()
    return (recorder.bytes, suspect)
  }

  @Test(
    "the verdict follows the inset, and the sentence names the property that the code wrote",
    arguments: names)
  func verdicts(_ name: String) throws {
    let example = try #require(Self.cases[name])
    let report = try Self.live(example.build())
    #expect(report.verdict == example.verdict, "\(report)")
    #expect(report.culprit?.sentence.hasPrefix(example.sentence) == true, "\(report)")
  }

  @Test(
    "margins that a view inherits are a consequence, and the one who writes those above is guilty",
    arguments: ["panel", "helper"], [1, 3])
  func inheritedMargins(_ writer: String, depth: Int) throws {
    for hunted in [writer, "row"] {
      let tree = HuntedTree()
      let panel = tree.make("panel")
      panel.frame = tree.window.bounds
      let owner = writer == "panel" ? panel : tree.make(writer)
      var row = panel
      for level in 1...depth {
        row = tree.make(level == depth ? "row" : "shelf\(level)", in: row)
        row.frame = panel.bounds
        row.preservesSuperviewLayoutMargins = true
      }
      owner.onLayout = { owner in panel.layoutMargins.left = 20 + CGFloat(owner.layouts % 2) }
      row.onLayout = { _ in owner.setNeedsLayout() }
      let report = try tree.hunt(hunted == "row" ? row : owner, stacks: 8).first
      #expect(report.verdict == .oscillating(period: 2))
      let culprit = try #require(report.culprit)
      #expect(culprit.edge.writer?.name == writer && culprit.edge.target.name == "panel")
      #expect(culprit.sentence.contains("`layoutMargins.left`"), "\(report)")
      // The row's own margins are nobody's deed.
      for edge in [culprit.edge] + culprit.rivals + report.otherEdges
      where edge.target.name != "panel" {
        #expect(edge.action == .call(.setNeedsLayout), "\(report)")
      }
      let followers = report.geometry.filter { $0.view.name != "panel" }
      #expect(followers.allSatisfy { $0.isConsequence }, "\(report)")
    }
  }

  @Test(
    "a replay of it says the same, word for word",
    arguments: sample(names, oneIn: 3, seed: firstSeed("InsetTests.replays")))
  func replays(_ name: String) throws {
    let example = try #require(Self.cases[name])
    let (trace, suspect) = try Self.record(example.build())
    #expect(try TraceValidation(TraceText.input(trace)).errors == [])
    let report = try Self.replayed(trace, suspect)
    let original = try Self.live(example.build())
    #expect(report.verdict == original.verdict)
    #expect(report.culprit == original.culprit)
    #expect(report.culprit?.sentence == original.culprit?.sentence)
    #expect(report.fingerprint == original.fingerprint)
    #expect(report.geometry == original.geometry)
    let (again, _) = try TraceText.replay(trace)
    #expect(again == trace, "\(TraceText.firstDifference(trace, again))")
  }

  @Test("a trace without insets is read as before, and blames no frame for a safe area")
  func olderTraces() throws {
    let (trace, suspect) = try Self.record(
      Self.page {
        $0.view.frame.origin.x = 5
        $0.view.frame.origin.x = 0
        $0.additionalSafeAreaInsets.bottom += 2
      })
    let older = String(decoding: trace, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix(#"{"e":"inset""#) }.map { $0 + "\n" }.joined()
    #expect(older.utf8.count < trace.count)
    #expect(try TraceValidation(TraceText.input(older)).errors == [])
    let report = try Self.replayed(Array(older.utf8), suspect)
    #expect(report.culprit?.edge.action.name == "safeAreaInsets", "\(report)")
  }

  @Test("an inset that JSON cannot represent is left out of a trace")
  func infinite() throws {
    let stage = Self.view { view in
      if view.layouts < 3 { view.layoutMargins.left = view.layouts == 1 ? .infinity : 4 }
    }
    let (trace, _) = try Self.record(stage)
    #expect(try TraceValidation(TraceText.input(trace)).errors == [])
  }
}
