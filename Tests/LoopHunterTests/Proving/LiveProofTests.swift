import Foundation
import LayoutTrace
import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// Proofs of a live hunt by a recording of its turn.
@Suite("Proof in a live hunt")
struct LiveProofTests {
  /// A window with a card that dirties itself, and a badge that is laid out with it.
  private final class Stage {
    let loop = TurnLoop(clock: .virtual)
    let window: Window
    let card = GeneratedView(frame: CGRect(x: 0, y: 0, width: 100, height: 44))
    let badge = GeneratedView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))

    init() {
      loop.passLimit = 200
      window = Window(frame: CGRect(x: 0, y: 0, width: 320, height: 480), loop: loop)
      card.identifier = "card"
      badge.identifier = "badge"
      window.addSubview(card)
      card.addSubview(badge)
      card.onLayout = { [badge] card in
        card.setNeedsLayout()
        badge.setNeedsLayout()
      }
    }
  }

  private final class Log {
    var events: [AnalyticsEvent] = []
  }

  /// The expected proof, counted on the same page without the culprit's call.
  private static let proved: EdgeProof = {
    let stage = Stage()
    stage.card.onLayout = { [badge = stage.badge] _ in badge.setNeedsLayout() }
    stage.loop.runTurn()
    return .proved(layouts: stage.card.layouts + stage.badge.layouts)
  }()

  @Test(
    "if a recorder recorded the turn, reading the last report after the turn proves it")
  func recorded() throws {
    let stage = Stage()
    let recorder = try TraceRecorder(stage.loop, to: .memory)
    let hunter = LoopHunter(loop: stage.loop)
    let log = Log()
    hunter.analytics.observe(log) { log, event in log.events.append(event) }
    var first: LoopReport?
    var inTurn: LoopReport?
    let hunt = try hunter.attach(to: stage.card, threshold: 20) { first = $0 }
    stage.badge.onLayout = { _ in inTurn = hunt.lastReport }
    stage.loop.runTurn()
    let open = EdgeProof.untested(.openTurn)
    #expect(first?.culprit?.edge.proof == open)
    #expect(inTurn?.culprit?.edge.proof == open)
    #expect(!log.events.contains { $0.name == .layoutLoopProof })
    let last = try #require(hunt.lastReport)
    #expect(last.culprit?.edge.proof == Self.proved, "\(last)")
    #expect(last.isSettled == false)
    #expect(last.fingerprint == first?.fingerprint)
    #expect(hunt.lastReport == last)
    #expect(log.events.count { $0.name == .layoutLoopProof } == 1)
    try recorder.finish()
    #expect(hunt.lastReport == last)
  }

  @Test("a recording in a file proves as well, also after its end, as long as the file is there")
  func recordedToFile() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "proofs-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for isThere in [true, false] {
      let file = folder.appending(path: "\(isThere).jsonl")
      let stage = Stage()
      let recorder = try TraceRecorder(stage.loop, to: .path(file.path))
      let hunt = try LoopHunter(loop: stage.loop).attach(to: stage.card, threshold: 20) { _ in }
      stage.loop.runTurn()
      try recorder.finish()
      if !isThere { try FileManager.default.removeItem(at: file) }
      let proof = hunt.lastReport?.culprit?.edge.proof
      let gone = EdgeProof.untested(.lostRecording)
      #expect(proof == (isThere ? Self.proved : gone))
    }
  }

  @Test("without a recording the report states that nothing was tested, and is otherwise the same")
  func unrecorded() throws {
    let stage = Stage()
    let hunter = LoopHunter(loop: stage.loop)
    let log = Log()
    hunter.analytics.observe(log) { log, event in log.events.append(event) }
    let hunt = try hunter.attach(to: stage.card, threshold: 20) { _ in }
    stage.loop.runTurn()
    let report = try #require(hunt.lastReport)
    #expect(report.culprit?.edge.proof == .untested(.noTrace))
    #expect(
      report.description.contains("Proof        not tested: no trace of the turn was recorded\n"))
    #expect(log.events.first?.attributes["culprit_proof"] == .string("untested"))
    let other = Stage()
    let recorder = try TraceRecorder(other.loop, to: .memory)
    let otherHunt = try LoopHunter(loop: other.loop).attach(to: other.card, threshold: 20) { _ in }
    other.loop.runTurn()
    #expect(otherHunt.lastReport?.fingerprint == report.fingerprint)
    try recorder.finish()
  }

  @Test("a hunter with proofs turned off does not mention them, with and without a recording")
  func switchedOff() throws {
    let stage = Stage()
    let recorder = try TraceRecorder(stage.loop, to: .memory)
    let configuration = LoopHunter.Configuration(provesCulprits: false)
    let hunter = LoopHunter(loop: stage.loop, configuration: configuration)
    let hunt = try hunter.attach(to: stage.card, threshold: 20) { _ in }
    stage.loop.runTurn()
    let report = try #require(hunt.lastReport)
    #expect(report.culprit != nil)
    #expect(report.culprit?.edge.proof == nil)
    #expect(report.proof == nil)
    try recorder.finish()
  }

  @Test("all views of a loop get the same proof, and a loop across turns one of its own")
  func views() throws {
    let stage = Stage()
    let recorder = try TraceRecorder(stage.loop, to: .memory)
    let hunter = LoopHunter(loop: stage.loop)
    try hunter.attach(toTree: stage.window, threshold: 20) { _ in }
    stage.loop.runTurn()
    let reports = hunter.attachments.compactMap(\.lastReport)
    #expect(reports.count == 2)
    #expect(reports.allSatisfy { $0.culprit?.edge.proof == Self.proved }, "\(reports)")
    hunter.detachAll()
    stage.card.onLayout = { card in stage.loop.async { card.setNeedsLayout() } }
    let hunt = try hunter.attach(to: stage.card, threshold: 20) { _ in }
    for _ in 0..<80 { stage.loop.runTurn() }
    let report = try #require(hunt.lastReport)
    #expect(report.verdict.kind == "acrossTurns")
    #expect(report.culprit?.edge.proof?.kind == "proved", "\(report)")
    try recorder.finish()
  }

  @Test("of two recordings the report takes one, and the numbers of that one")
  func twoRecordings() throws {
    let stage = Stage()
    let first = try TraceRecorder(stage.loop, to: .memory)
    let late = GeneratedView(frame: CGRect(x: 0, y: 0, width: 9, height: 9))
    stage.window.insertSubview(late, at: 0)
    stage.loop.runTurn()
    let second = try TraceRecorder(stage.loop, to: .memory)
    let hunt = try LoopHunter(loop: stage.loop).attach(to: stage.card, threshold: 20) { _ in }
    stage.card.setNeedsLayout()
    stage.loop.runTurn()
    #expect(hunt.lastReport?.culprit?.edge.proof?.kind == "proved")
    try first.finish()
    try second.finish()
  }

  @Test("an unreadable recording proves nothing, and the report states it")
  func unreadable() throws {
    let stage = Stage()
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(null) }
    let recorder = try TraceRecorder(stage.loop, to: .descriptor(null))
    let hunt = try LoopHunter(loop: stage.loop).attach(to: stage.card, threshold: 20) { _ in }
    stage.loop.runTurn()
    #expect(
      hunt.lastReport?.proof == "not tested: the recording cannot be read again, or is too long")
    try recorder.finish()
  }

  @Test("an expectation is proved by a recorder that the test attached")
  func expectation() throws {
    let stage = Stage()
    let bare = #expect(throws: LoopDetected.self) {
      try stage.loop.expectNoLayoutLoops(threshold: 20)
    }
    let recorder = try TraceRecorder(stage.loop, to: .memory)
    let proved = #expect(throws: LoopDetected.self) {
      try stage.loop.expectNoLayoutLoops(threshold: 20)
    }
    try recorder.finish()
    #expect(bare?.reports.first?.culprit?.edge.proof == .untested(.noTrace))
    #expect(proved?.reports.first?.culprit?.edge.proof == Self.proved)
  }
}
