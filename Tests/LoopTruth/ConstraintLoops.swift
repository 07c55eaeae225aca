import LayoutTrace
import LoopCorpus
import LoopHunter
import LoopScenarios
import ViewTree

/// The loops with constraints in them, hunted live and in a replay, with what is wrong of each.
struct ConstraintLoops {
  private static let threshold = 60

  /// All that is said of one loop; nil for an unknown name.
  static func explain(_ name: String) throws -> String? {
    guard let loop = ConstraintLoop.all.first(where: { $0.name == name }) else { return nil }
    let found = try hunt(loop.build(false))
    return found.report.map { "\($0)" } ?? "There is no report."
  }

  private static func hunt(_ stage: Stage) throws -> (report: LoopReport?, bytes: [UInt8]) {
    let recorder = try TraceRecorder(stage.loop, to: .memory)
    let hunt = try LoopHunter(loop: stage.loop)
      .attach(to: stage.suspect, threshold: threshold) { _ in }
    stage.run()
    try recorder.finish()
    return (hunt.lastReport, recorder.bytes)
  }

  private static func replay(
    _ bytes: [UInt8], hunting name: String
  ) throws -> (report: LoopReport?, proved: LoopReport?, bytes: [UInt8]) {
    let input = TraceInput.bytes(bytes, name: name)
    let replayer = try TraceReplayer(input)
    let hunter = LoopHunter(loop: replayer.loop)
    hunter.takeViewNumbers(from: replayer)
    var hunt: LoopHunter.Attachment?
    var claim: FoundClaim?
    replayer.onView = { view, number in
      guard view.identifier == name else { return }
      hunt = try? hunter.attach(to: view, threshold: threshold) {
        if claim == nil { claim = FoundClaim($0, view: number, turn: 0) }
      }
    }
    let copy = try TraceRecorder(replaying: replayer, to: .memory)
    try replayer.run()
    try copy.finish()
    var prover = LoopProver()
    let proved = claim.flatMap { prover.proving([$0], of: input, options: .init()).first }
    return (hunt?.lastReport, proved, copy.bytes)
  }

  /// A line for each loop and each tree that only looks like one, with what is wrong.
  static func text() throws -> String {
    var lines: [String] = []
    for loop in ConstraintLoop.all {
      let complaints = try complaints(loop)
      lines.append("  \(complaints.isEmpty ? "right" : "WRONG")  \(loop.name)")
      lines += complaints.map { "         \($0)" }
    }
    for innocent in ConstraintInnocent.all {
      let told = try reports(innocent.build(), threshold: 12)
      lines.append("  \(told.isEmpty ? "right" : "WRONG")  innocent \(innocent.name)")
      lines += told.map { "         convicted: \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  private static func complaints(_ loop: ConstraintLoop) throws -> [String] {
    var complaints: [String] = []
    let stage = loop.build(false)
    let live = try hunt(stage)
    guard let report = live.report else { return ["no report"] }
    if report.verdict.kind != loop.verdict { complaints.append("verdict \(report.verdict)") }
    let edge = report.culprit?.edge
    let action = edge?.action.name ?? ""
    if !loop.writers.contains(edge?.writer?.name ?? "")
      || !loop.actions.contains(where: { action.hasPrefix($0) })
    {
      complaints.append("culprit \(report.culprit?.sentence ?? "none")")
    }
    let replayed = try replay(live.bytes, hunting: stage.suspect.identifier ?? "")
    if replayed.bytes != live.bytes { complaints.append("recorded again it has other bytes") }
    if replayed.report?.fingerprint != report.fingerprint { complaints.append("other fingerprint") }
    if replayed.report?.geometry != report.geometry { complaints.append("other values") }
    switch replayed.proved?.culprit?.edge.proof {
    case .proved?, .untested(.mixedValues)?: break
    // The mark before the call that lays out stops it.
    case .untested(.dependentRest)? where replayed.proved?.proof?.hasPrefix("proved") == true: break
    case let proof: complaints.append("proof: \(proof.map { "\($0)" } ?? "none")")
    }
    complaints += try reports(loop.build(true), threshold: threshold).map { "repaired: \($0)" }
    return complaints
  }

  /// The sentences of all reports on a tree that must not have any.
  private static func reports(_ stage: Stage, threshold: Int) throws -> [String] {
    var told: [String] = []
    let hunt = try LoopHunter(loop: stage.loop)
      .attach(toTree: stage.window, threshold: threshold) {
        told.append($0.culprit?.sentence ?? "\($0.verdict)")
      }
    stage.run()
    if stage.loop.lastCommit.didHitLimit { told.append("it does not settle") }
    hunt.detach()
    return told
  }
}
