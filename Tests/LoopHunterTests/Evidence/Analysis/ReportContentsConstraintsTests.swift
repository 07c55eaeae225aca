import LayoutTrace
import LoopCorpus
import LoopHunter
import LoopScenarios
import TestSupport
import Testing
import ViewTree

/// Loops with constraints in them: seen, recorded, replayed and convicted.
@Suite("Loops among constraints")
struct ReportContentsConstraintsTests {
  private static let threshold = 60
  /// The loops that are replayed: debug builds take one of six.
  private static let someLoops = sample(
    ConstraintLoop.all, oneIn: 12, seed: firstSeed("ReportContentsConstraintsTests"))

  /// Hunts the suspect of a stage while it is recorded.
  private func hunt(
    _ stage: Stage
  ) throws -> (report: LoopReport?, bytes: [UInt8]) {
    let recorder = try TraceRecorder(stage.loop, to: .memory)
    let hunt = try LoopHunter(loop: stage.loop)
      .attach(to: stage.suspect, threshold: Self.threshold) { _ in }
    stage.run()
    try recorder.finish()
    return (hunt.lastReport, recorder.bytes)
  }

  /// Hunts the view of a name in a replay, which is recorded again.
  private func replay(
    _ bytes: [UInt8], hunting name: String
  ) throws -> (report: LoopReport?, copy: [UInt8]) {
    let replayer = try TraceReplayer(.bytes(bytes, name: name))
    let hunter = LoopHunter(loop: replayer.loop)
    var hunt: LoopHunter.Attachment?
    replayer.onView = { view, _ in
      guard view.identifier == name else { return }
      hunt = try? hunter.attach(to: view, threshold: Self.threshold) { _ in }
    }
    let copy = try TraceRecorder(replaying: replayer, to: .memory)
    try replayer.run()
    try copy.finish()
    return (hunt?.lastReport, copy.bytes)
  }

  @Test(
    "a loop is found with its kind, its culprit, and what ambiguity and conflicts had to do with it",
    arguments: sample(
      ConstraintLoop.all, oneIn: 12, seed: firstSeed("ReportContentsConstraintsTests.isFound")))
  func isFound(_ loop: ConstraintLoop) throws {
    let report = try #require(try hunt(loop.build(false)).report)
    #expect(report.verdict.kind == loop.verdict, "\(report)")
    #expect(loop.writers.contains(report.culprit?.edge.writer?.name ?? ""), "\(report)")
    let action = report.culprit?.edge.action.name ?? ""
    #expect(loop.actions.contains { action.hasPrefix($0) }, "\(report)")
    let kinds = report.remarks.compactMap { remark -> String? in
      switch remark {
      case .ambiguousLayout: "ambiguousLayout"
      case .brokenConstraints: "brokenConstraints"
      default: nil
      }
    }
    #expect(kinds == (loop.remark.map { [$0] } ?? []), "\(report)")
  }

  @Test(
    "a replay gives the same bytes, the same finding and the same fingerprint",
    arguments: someLoops)
  func isReplayed(_ loop: ConstraintLoop) throws {
    let stage = loop.build(false)
    let (live, bytes) = try hunt(stage)
    let (replayed, copy) = try replay(bytes, hunting: stage.suspect.identifier ?? "")
    #expect(copy == bytes)
    #expect(replayed?.fingerprint == live?.fingerprint, "\(String(describing: replayed))")
    #expect(replayed?.verdict == live?.verdict)
    #expect(replayed?.geometry == live?.geometry)
  }

  @Test("a proof never says that the loop goes on without its culprit", arguments: someLoops)
  func isProved(_ loop: ConstraintLoop) throws {
    let report = try proved(loop)
    let proof = try #require(report.culprit?.edge.proof, "\(report)")
    if case .refuted = proof { Issue.record("\(loop): \(report)") }
    #expect(loop.writers.contains(report.culprit?.edge.writer?.name ?? ""))
  }

  @Test(
    "of constraints that change at once none alone is said to stop the loop",
    arguments: ["swapped-sets", "swapped-bottom", "churn"])
  func severalAtOnce(name: String) throws {
    let loop = try #require(ConstraintLoop.all.first { $0.name == name })
    let report = try proved(loop)
    #expect(report.culprit?.edge.proof == .untested(.mixedValues), "\(report)")
    for edge in report.otherEdges {
      if case .proved? = edge.proof { Issue.record("\(report)") }
    }
    let isWhole = report.remarks.contains {
      if case .wholeView(let view, _) = $0 { view.name == "Screen" } else { false }
    }
    #expect(isWhole, "\(report)")
  }

  /// The report on a recording of a loop, with proofs.
  private func proved(_ loop: ConstraintLoop) throws -> LoopReport {
    let stage = loop.build(false)
    let bytes = try hunt(stage).bytes
    let replayer = try TraceReplayer(.bytes(bytes, name: loop.name))
    let hunter = LoopHunter(loop: replayer.loop)
    hunter.takeViewNumbers(from: replayer)
    var found: FoundClaim?
    replayer.onView = { view, number in
      guard view.identifier == stage.suspect.identifier else { return }
      _ = try? hunter.attach(to: view, threshold: Self.threshold) {
        if found == nil { found = FoundClaim($0, view: number, turn: 0) }
      }
    }
    while try replayer.runTurn() != nil {}
    var prover = LoopProver()
    let input = TraceInput.bytes(bytes, name: loop.name)
    let claim = try #require(found)
    return try #require(prover.proving([claim], of: input, options: .init()).first)
  }

  @Test("without the culprit's statement nothing loops", arguments: ConstraintLoop.all)
  func settles(_ loop: ConstraintLoop) throws {
    let stage = loop.build(true)
    let hunt = try LoopHunter(loop: stage.loop)
      .attach(toTree: stage.window, threshold: Self.threshold) { report in
        Issue.record("\(loop): \(report)")
      }
    stage.run()
    #expect(!stage.loop.lastCommit.didHitLimit)
    hunt.detach()
  }

  @Test("a tree that only looks like one is never convicted", arguments: ConstraintInnocent.all)
  func isInnocent(_ innocent: ConstraintInnocent) throws {
    let stage = innocent.build()
    let hunt = try LoopHunter(loop: stage.loop).attach(toTree: stage.window, threshold: 12) {
      Issue.record("\(innocent): \($0)")
    }
    stage.run()
    #expect(!stage.loop.lastCommit.didHitLimit)
    hunt.detach()
  }

  @Test("a view that is made anew in each layout is named, not the constraints that come with it")
  func remade() throws {
    let (stage, screen) = Stage.screen()
    screen.onLayout = { screen in
      screen.subviews.forEach { $0.removeFromSuperview() }
      let row = ConstrainedView("Row", in: screen)
      LayoutConstraint.activate([
        row.leadingAnchor.constraint(equalTo: screen.leadingAnchor),
        row.topAnchor.constraint(equalTo: screen.topAnchor),
        row.widthAnchor.constraint(equalTo: screen.widthAnchor),
        row.heightAnchor.constraint(equalToConstant: 44),
      ])
    }
    stage.suspect = screen
    let report = try #require(try hunt(stage).report)
    #expect(
      report.culprit?.edge.action == .call(.addSubview)
        && report.culprit?.edge.writer?.name == "Screen")
    // Nobody deactivates the height: the view takes it along.
    let height = try #require(
      report.otherEdges.first { $0.action.name.contains("Row.height == 44") }, "\(report)")
    #expect(height.old == .flag(false) && height.new == .flag(true), "\(report)")
  }

  @Test("the sentence names the constraint, its change, and the view that it moved")
  func sentence() throws {
    let loop = try #require(ConstraintLoop.all.first { $0.name == "flipping-constant" })
    let report = try #require(try hunt(loop.build(false)).report)
    let sentence = report.culprit?.sentence ?? ""
    #expect(
      sentence.hasPrefix(
        "`Card` (Window/Screen/Card) changed the constraint `ConstrainedView:Card.height == 44` 4"),
      "\(sentence)")
    #expect(sentence.contains("; that moved `Footer` and dirtied `Screen`"), "\(sentence)")
    let course = report.geometry.first { $0.property.name.hasPrefix("constant of constraint") }
    #expect(course?.view.name == "Card")
    #expect(Set(course?.values ?? []) == [.numbers([44]), .numbers([45])])
  }
}
