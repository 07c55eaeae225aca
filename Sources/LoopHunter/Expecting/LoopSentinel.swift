import LayoutTrace
import Synchronization
import ViewTree

/// A loop in the code that a test ran.
struct LoopFound {
  var report: LoopReport
  /// The number of its view in the recording, if there is one.
  var view: Int
  var recording: TraceRecording?

  /// The report, with proofs if the test's own recorder recorded the turn.
  var proved: LoopReport {
    guard let recording else { return report }
    var prover = LoopProver(replayingAtMost: LoopProver.mostEventsLive)
    return prover.verdicts(on: report, of: view, in: recording).map(report.judged) ?? report
  }
}

/// Counts the layouts of all views of a loop, with evidence from the first one on.
///
/// Several can watch one loop, one inside the other. The one that ends a pass early tells the others,
/// because they cannot see the loop any more.
final class LoopSentinel: LayoutObserver, LoopGate {
  /// The reports, each with the recording of its view.
  private(set) var found: [LoopFound] = []

  private unowned let loop: TurnLoop
  private let threshold: Int
  private let baseline: Baseline
  /// The recording of the whole test, if it is to be kept.
  private let recording: TraceRecording?
  private let recorder: EvidenceRecorder
  private let builder: ReportBuilder
  private let chains: ChainWatch
  /// The layouts of this turn, and of the running pass.
  private var counts = ViewCounts()
  private var pass = LayoutsByView()
  /// The last turns in which views crossed the threshold, or had a part in a pass at its limit.
  private var looped: [Int: Int] = [:]
  /// True if any view was laid out.
  private(set) var hasLayouts = false
  /// True once a loop was found, and its pass ended early.
  private(set) var isCutting = false
  /// The limit of passes before it ended any.
  let passLimit: Int
  private var generation = 0

  init(loop: TurnLoop, threshold: Int, baseline: Baseline, recording: TraceRecording?) {
    self.loop = loop
    self.threshold = threshold
    self.baseline = baseline
    self.recording = recording
    passLimit = loop.passLimit
    var limits = EvidenceRecorder.Limits()
    limits.views = ViewRegister.greatCapacity
    recorder = EvidenceRecorder(loop: loop, limits: limits)
    builder = ReportBuilder(recorder: recorder)
    chains = ChainWatch(loop, recorder.register)
    recorder.keepsEvidence = true
  }

  func watch<Result>(_ body: () throws -> Result) rethrows -> Result {
    // The recorder first: a crossing layout is part of the evidence.
    recorder.arm()
    let observation = loop.addLayoutObserver(self)
    loop.pulse.gates.append(self)
    defer {
      loop.pulse.gates.removeAll { $0 === self }
      observation.cancel()
      recorder.disarm()
    }
    let detached = DetachedWatch(
      recorder.register, loop.pulse, threshold: threshold, onLoop: noteDetached)
    return try TurnLoop.observingDetached(by: detached, body)
  }

  // MARK: Layouts of windows

  // Layouts between two turns count in the next one.
  func turnEnded(_ turn: Int) { counts.removeAll() }

  func layoutEntered(_ view: View) {
    hasLayouts = true
    let number = recorder.register.number(of: view)
    if generation != recorder.register.generation {
      generation = recorder.register.generation
      counts.removeAll()
      pass = LayoutsByView()
      looped = [:]
    }
    let layouts = counts.add(number)
    pass.add(number)
    if layouts == max(2, threshold / 2 + 1) { recorder.arm(on: view, threshold: threshold) }
    guard layouts - 1 == threshold, number > 0 else { return }
    looped[number] = loop.turn
    let found = report(on: view, count: layouts) { builder.report(on: $0) }
    // The pass continues, because there may be another loop behind this one.
    guard note(found) else { return }
    isCutting = true
    loop.passLimit = 1
    for gate in loop.gates where gate !== self { gate.take(found) }
  }

  func take(_ report: LoopReport) { take(LoopFound(report: report, view: 0, recording: nil)) }

  /// Takes a loop that another gate or a hunter does not let go on.
  private func take(_ loop: LoopFound) {
    var loop = loop
    if recording != nil {
      // The numbers in its claims are those of another recording.
      loop.report.claims = LoopClaims()
      (loop.view, loop.recording) = (0, nil)
    }
    _ = note(loop)
  }

  // MARK: Passes

  func commitEnded(_ summary: TurnLoop.CommitSummary) { passEnded(summary) }

  func forcedPassEnded(_ summary: TurnLoop.CommitSummary) { passEnded(summary) }

  /// Reports a pass that ended at a limit, unless a view that crossed its threshold explains it.
  private func passEnded(_ summary: TurnLoop.CommitSummary) {
    defer { pass.removeAll() }
    guard let limit = LayoutLimit(reachedBy: summary, nestingLimit: loop.nestingLimit),
      // A gate ends every pass early once it found a loop.
      loop.passLimit > 1 || !loop.gates.contains(where: \.isCutting)
    else { return }
    let lasting = pass.lasting
    for number in lasting { looped[number] = loop.turn }
    // If all of them are dead, the pass is told of a window.
    guard !lasting.contains(where: { counts[$0] > threshold }),
      let (view, count) = recorder.register.first(of: lasting).map({ ($0.view, counts[$0.number]) })
        ?? loop.windows.first.map({ ($0, 0) })
    else { return }
    let (layouts, views) = (pass.layouts, pass.views)
    _ = note(
      report(on: view, count: count) {
        builder.report(atLimit: limit, layouts: layouts, views: views, on: $0)
      })
  }

  /// Notes a loop in a tree outside any window; without a view if all views of it are dead.
  private func noteDetached(
    _ view: View?, _ layouts: Int, _ end: (limit: LayoutLimit, layouts: Int, views: Int)?
  ) {
    guard let view = view ?? loop.windows.first else { return }
    _ = note(
      report(on: view, count: layouts) { detection in
        guard let end else { return builder.report(on: detection) }
        return builder.report(
          atLimit: end.limit, layouts: end.layouts, views: end.views, on: detection)
      })
  }

  // MARK: Chains across turns

  func cause(ofLayout view: View, after cause: LayoutCause?) -> LayoutCause? {
    guard loop.pulse.muted.load(ordering: .relaxed) == 0 else { return cause }
    let (chain, isReturn) = chains.follow(view, after: cause)
    if isReturn, let chain { loop.pulse.whileMuted { respond(to: chain, on: view) } }
    return chain
  }

  /// Reports a chain that came back often enough.
  private func respond(to chain: LayoutCause, on view: View) {
    let limit = LoopHunter.Configuration.default.acrossTurnsStreak
    if chain.streak % limit == limit / 2 {
      recorder.armAcrossTurns(on: view, returns: limit - chain.streak % limit)
    }
    let number = recorder.register.number(of: view)
    // A loop within turns, which leaves its views dirty, is the better explanation.
    guard chain.streak.isMultiple(of: limit), loop.turn - (looped[number] ?? -1) > 1,
      !loop.gates.contains(where: \.isCutting)
    else { return }
    let kind = Detection.Kind.acrossTurns(streak: chain.streak, chain: chains.views(of: chain))
    _ = note(report(on: view, kind, count: counts[number]) { builder.report(on: $0) })
  }

  // MARK: Reports

  /// Makes the report of a view, whose claims use the numbers of a recording if there is one.
  private func report(
    on view: View, _ kind: Detection.Kind = .crossing, count: Int,
    _ make: (Detection) -> LoopReport
  ) -> LoopFound {
    // In a replay, the findings of a test are not proved.
    let recording = recording ?? (loop.replay == nil ? TraceRecording(of: view) : nil)
    recorder.traceNumber = recording.map { recording in { recording.number(of: $0) } }
    let consecutiveTurns = if case .acrossTurns(let streak, _) = kind { streak } else { 1 }
    let report = make(
      Detection(
        kind: kind, view: view, threshold: threshold, count: count, turn: loop.turn,
        consecutiveTurns: consecutiveTurns, time: loop.now, depth: view.layoutsOnStack,
        isBroken: false)
    ).answered(.untested(recording == nil ? .noTrace : .openTurn))
    return LoopFound(
      report: report, view: recording?.number(of: view) ?? 0, recording: recording)
  }

  /// Keeps a loop, unless the baseline knows it; returns true if the test fails because of it.
  private func note(_ loop: LoopFound) -> Bool {
    if baseline.standing(of: loop.report) == .known { return false }
    // The other views of the loop have nothing to add, nor has another gate's report of this view.
    let isKnown = found.contains {
      $0.report.fingerprint == loop.report.fingerprint
        || $0.report.view == loop.report.view && $0.report.turn == loop.report.turn
    }
    if !isKnown { found.append(loop) }
    return true
  }
}

extension TurnLoop {
  /// The expectations that watch the loop now, the outermost first.
  var gates: [LoopSentinel] { pulse.gates.compactMap { $0 as? LoopSentinel } }
}
