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
/// Several can watch one loop, one inside the other. A pass ends early only when all of them found a
/// loop: what one knows by its baseline, or allows, may hide something from another.
final class LoopSentinel: LayoutObserver, LayoutGate, LoopGate {
  /// The reports, each with the recording of its view.
  private(set) var found: [LoopFound] = []
  /// Their keys, in sets: thousands of views may loop at once.
  private var fingerprints: Set<String> = []
  private var places: Set<Place> = []

  private struct Place: Hashable {
    var view: ViewReference
    var turn: Int
  }

  private unowned let loop: TurnLoop
  private let threshold: Int
  private let baseline: Baseline
  /// The recording of the whole test, if it is to be kept.
  private let recording: TraceRecording?
  private let recorder: EvidenceRecorder
  private let builder: ReportBuilder
  private let chains: ChainWatch
  private let successions: SuccessionWatch
  private let lineage: LineageWatch
  private var mainQueue = MainQueueWatch()
  /// Counts the layouts of trees outside any window; nil once the test is over.
  private var detached: DetachedWatch?
  /// The callbacks of observers that were running when it began: inside of them, the test counts.
  private let mutedAround: Int
  /// The layouts of this turn, and of the running pass.
  private var counts = ViewCounts()
  private var pass = LayoutsByView()
  /// The position at which the evidence of the pass begins.
  private var passStart = 0
  /// The last turns in which views crossed the threshold, or had a part in a pass at its limit.
  private var looped: [Int: Int] = [:]
  /// The turn of the counts.
  private var turn: Int
  /// True if any view was laid out.
  private(set) var hasLayouts = false
  /// True once a view looped so that the test fails, and passes may end early.
  private(set) var isDone = false
  /// The limit of passes before any of them ended early.
  let passLimit: Int
  private var generation = 0

  init(loop: TurnLoop, threshold: Int, baseline: Baseline, recording: TraceRecording?) {
    self.loop = loop
    self.threshold = threshold
    self.baseline = baseline
    self.recording = recording
    (passLimit, turn) = (loop.passLimit, loop.turn)
    var limits = EvidenceRecorder.Limits()
    limits.views = ViewRegister.greatCapacity
    recorder = EvidenceRecorder(loop: loop, limits: limits)
    builder = ReportBuilder(recorder: recorder)
    chains = ChainWatch(loop, recorder.register)
    successions = SuccessionWatch(recorder.register) { [unowned loop] in loop.waitingWork }
    lineage = LineageWatch(recorder.register)
    mutedAround = loop.pulse.muted.load(ordering: .relaxed)
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
      recorder.register, loop.pulse, threshold: threshold, gate: self,
      onEntry: { [unowned self] in counts.add($0, $1) }, onLoop: noteDetached)
    self.detached = detached
    defer { self.detached = nil }
    let around = loop.runningPass?.summary
    let result = try loop.onThread { try TurnLoop.observingDetached(by: detached, body) }
    // A test inside a layout ends before the pass does.
    if let around, var pass = loop.runningPass?.summary {
      if around.didHitLimit { pass.didHitLimit = false }
      if around.didHitNestingLimit { pass.didHitNestingLimit = false }
      passEnded(pass)
    }
    noteUnrest()
    mainQueue.note.map(StandardErrorNotice.say)
    return result
  }

  /// True if an observer's callback runs that was not running when the test began.
  private var isMuted: Bool { loop.pulse.muted.load(ordering: .relaxed) > mutedAround }

  // MARK: Layouts of windows

  /// Forgets the counts of an earlier turn; layouts between two turns count in the next one.
  private func beginTurn() {
    turn = loop.turn
    counts.removeAll()
    builder.others.removeAll()
    lineage.turnEnded()
  }

  func layoutEntered(_ view: View) {
    hasLayouts = true
    if turn != loop.turn { beginTurn() }
    let number = recorder.register.number(of: view)
    if generation != recorder.register.generation {
      generation = recorder.register.generation
      counts.removeAll()
      pass = LayoutsByView()
      (looped, passStart) = ([:], 0)
    }
    var layouts = counts.add(number)
    // A view may have come into the window in the middle of its own pass outside.
    if let detached, detached.isRunning { layouts += detached.layouts(of: number) }
    pass.add(number, inBatch: lineage.layoutEntered(number))
    if layouts == max(2, threshold / 2 + 1) { recorder.arm(on: view, threshold: threshold) }
    if layouts > threshold, number > 0 { cross(number, view, count: layouts) }
    lineage.follow(
      number, hasCrossedInPass: hasCrossedInPass(number), inTurn: layouts > threshold)
    follow(view, number)
  }

  /// Reports a view that crosses its threshold, and looks again at one of a known loop while it goes on.
  ///
  /// The pass continues, because there may be another loop behind this one. A known one explains what comes in
  /// later turns only if it leaves views dirty, at the limit of its pass.
  private func cross(_ number: Int, _ view: View, count: Int) {
    let others = builder.others
    // The layout that begins is not on the stack yet.
    let depth = view.layoutsOnStack + 1
    guard others.haveFirst(of: number) else {
      lineage.trace()
      let found = report(on: view, depth: depth, count: count) { builder.report(on: $0) }
      if note(found) { return fail(number) }
      return others.follow(number, after: found.report, at: count)
    }
    var found: LoopFound?
    let other = others.next(of: number, count: count, threshold: threshold) { evidence in
      let made = report(on: view, depth: depth, count: count) {
        builder.report(on: $0, from: evidence)
      }
      found = made
      return made.report
    }
    if other != nil, let found, note(found) { fail(number) }
  }

  /// Notes that the test fails because of a view.
  private func fail(_ number: Int) {
    builder.others.end(number)
    looped[number] = loop.turn
    isDone = true
    // The pass ends early when nobody needs to see more of it.
    if loop.gates.allSatisfy(\.isDone) { loop.passLimit = 1 }
  }

  func layoutLeft(_ view: View) {
    lineage.layoutLeft()
    successions.layoutLeft()
  }

  func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
    lineage.dirtied(view, reason, by: layingOut)
    successions.dirtied(view)
    if loop.isServingMainQueue { mainQueue.dirtied(view, turn: loop.turn) }
  }

  func treeChanged(_ change: TreeChange, by layingOut: View?) {
    lineage.treeChanged(change, by: layingOut)
    successions.treeChanged(change)
  }

  func layoutForced(_ view: View, by layingOut: View?) {
    if loop.runningPass == nil { successions.passBegan() }
  }

  func forcedLayoutRefused(_ view: View) {
    lineage.refused(view)
    if loop.runningPass == nil { successions.passEnded() }
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

  func commitBegan() { successions.passBegan() }

  func commitEnded(_ summary: TurnLoop.CommitSummary) {
    successions.passEnded()
    passEnded(summary)
  }

  func forcedPassEnded(_ summary: TurnLoop.CommitSummary) {
    successions.passEnded()
    passEnded(summary)
  }

  /// Reports a pass that ended at a limit, unless a view that crossed its threshold explains it.
  private func passEnded(_ summary: TurnLoop.CommitSummary) {
    defer {
      pass.removeAll()
      passStart = recorder.position
      lineage.passEnded()
    }
    guard !isCut else { return }
    var known: Set<Int> = []
    for limit in LayoutLimit.all(reachedBy: summary, nestingLimit: loop.depthOfRefusal) {
      judge(limit, &known)
    }
  }

  /// Reports the loops at a limit up to the first that fails the test, and adds the views of those before it.
  private func judge(_ limit: LayoutLimit, _ known: inout Set<Int>) {
    let lasting = pass.lasting
    let hasCrossed = { [counts, threshold] in counts[$0] > threshold }
    func judged(without known: Set<Int>) -> [Int]? {
      guard limit.endsPass else {
        return lineage.refused(of: pass.all) {
          pass.layouts(of: $0) > threshold || known.contains($0)
        }
      }
      // The loop of an earlier pass may go on beside another: it explains nothing before it is known.
      return known.isEmpty
        ? lineage.enduring(of: lasting, where: hasCrossedInPass)
        : lineage.enduring(of: lasting, without: known, where: hasCrossed)
    }
    // A pass that settles leaves nothing behind that could explain what comes in later turns.
    if limit.endsPass {
      let explained = lasting.filter { hasCrossed($0) || lineage.isBroughtAbout($0) }
      for number in explained + (judged(without: []) ?? []) { looped[number] = loop.turn }
    }
    let (layouts, all) = (pass.layouts, pass.views)
    lazy var evidence = builder.evidence(since: passStart)
    recorder.register.tellLoops(behind: &known, of: judged) { busiest, number in
      return note(
        report(
          on: busiest?.view ?? loop.windows.first, numbered: number,
          count: busiest.map { counts[$0.number] } ?? 0
        ) {
          builder.report(
            atLimit: limit, layouts: layouts, views: all, on: $0, from: evidence)
        })
    }
  }

  /// True if a view crossed its threshold in the running pass, and not before in its turn.
  private func hasCrossedInPass(_ number: Int) -> Bool {
    let count = counts[number]
    return count > threshold && count - pass.layouts(of: number) <= threshold
  }

  /// True if passes end early, because nobody needs to see more of them.
  private var isCut: Bool { loop.passLimit == 1 && loop.gates.allSatisfy(\.isDone) }

  /// Notes a loop in a tree outside any window, without a view if all views of it are dead; returns true if the
  /// test fails because of it.
  private func noteDetached(
    _ view: View?, _ layouts: Int, _ end: (limit: LayoutLimit, layouts: Int, views: Int)?
  ) -> Bool {
    note(
      report(on: view ?? loop.windows.first, count: layouts) { detection in
        guard let end else { return builder.report(on: detection) }
        return builder.report(
          atLimit: end.limit, layouts: end.layouts, views: end.views, on: detection)
      })
  }

  // MARK: Chains across turns

  func cause(ofLayout view: View, after cause: LayoutCause?) -> LayoutCause? {
    guard !isMuted else { return cause }
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
    guard chain.streak.isMultiple(of: limit), !hasLoopedLately(number), !isCut else { return }
    successions.explain(number)
    let kind = Detection.Kind.acrossTurns(streak: chain.streak, chain: chains.views(of: chain))
    _ = note(report(on: view, kind, count: counts[number]) { builder.report(on: $0) })
  }

  /// True if a loop within turns, which leaves its views dirty, explains the layouts of a view.
  private func hasLoopedLately(_ number: Int) -> Bool { loop.turn - (looped[number] ?? -2) <= 1 }

  // MARK: Successions of any views

  var origin: (any LayoutOrigin)? { successions.origin }

  func consequenceBegan(of origins: [any LayoutOrigin], asking view: View?) {
    successions.consequenceBegan(
      of: origins, asking: view, turn: loop.turn, isExplained: isMuted || isCut)
  }

  func consequenceEnded() { successions.left() }

  func constraintsEntered(_ view: View) {
    lineage.constraintsEntered()
    successions.constraintsEntered(view, turn: loop.turn, isExplained: isMuted || isCut)
  }

  func constraintsLeft(_ view: View) {
    lineage.constraintsLeft()
    successions.left()
  }

  func workEnqueued(_ work: WorkID, kind: WorkKind, by layingOut: View?) {
    successions.workEnqueued(work)
  }

  func workBegan(_ work: WorkID) { successions.workBegan(work) }

  func workEnded(_ work: WorkID) { successions.left() }

  /// Follows a layout, and reports the succession that led to it once it came back often enough.
  ///
  /// Chains that come back to one view are told first.
  private func follow(_ view: View, _ number: Int) {
    let succession = successions.layoutEntered(
      number, turn: loop.turn, isExplained: isMuted || isCut || hasLoopedLately(number))
    let limit = LoopHunter.Configuration.default.acrossTurnsStreak
    guard let succession, succession.returns > limit else { return }
    report(succession, streak: limit, on: view)
  }

  /// Reports the successions that came to no view twice, and still go on at the end of the test.
  private func noteUnrest() {
    let limit = LoopHunter.Configuration.default.acrossTurnsStreak
    var roles: Set<ViewRegister.NamedRole> = []
    var (firsts, others): ([SuccessionWatch.Succession], [SuccessionWatch.Succession]) = ([], [])
    for succession in successions.waiting.prefix(while: { $0.turns >= limit }) {
      let isFirst = roles.insert(recorder.register.namedRole(of: succession.view)).inserted
      if isFirst { firsts.append(succession) } else { others.append(succession) }
    }
    var failures = 0
    for succession in firsts + others.prefix(Self.mostUnrest)
    where failures < Self.mostUnrest && !successions.isExplained(succession) {
      let fails = report(
        succession, streak: succession.turns - 1,
        on: recorder.register.view(succession.view) ?? loop.windows.first)
      if fails { failures += 1 }
    }
  }

  /// The most successions that are reported at the end, beside known ones in other places: of many, most have
  /// one origin.
  private static let mostUnrest = 32

  /// Reports a succession; returns true if the test fails because of it.
  @discardableResult
  private func report(
    _ succession: SuccessionWatch.Succession, streak: Int, on view: View?
  ) -> Bool {
    let views = successions.round(to: succession.view).compactMap(recorder.register.view)
    let kind = Detection.Kind.acrossTurns(streak: streak, chain: views)
    successions.explain(succession.view)
    return note(
      report(on: view, numbered: succession.view, kind, count: counts[succession.view]) {
        builder.report(on: $0)
      })
  }

  // MARK: Reports

  /// Makes the report of a view, whose claims use the numbers of a recording if there is one.
  ///
  /// A view that is dead, and leaves no window that could stand for it, is named by its number.
  private func report(
    on view: View?, numbered number: Int = 0, _ kind: Detection.Kind = .crossing,
    depth: Int? = nil, count: Int, _ make: (Detection) -> LoopReport
  ) -> LoopFound {
    // In a replay, the findings of a test are not proved.
    let recording =
      recording ?? (loop.replay == nil ? view.flatMap { TraceRecording(of: $0) } : nil)
    recorder.traceNumber = recording.map { recording in { recording.number(of: $0) } }
    let consecutiveTurns = if case .acrossTurns(let streak, _) = kind { streak } else { 1 }
    let report = make(
      Detection(
        kind: kind, view: view, deadNumber: number, threshold: threshold, count: count,
        turn: loop.turn, consecutiveTurns: consecutiveTurns, time: loop.now,
        depth: depth ?? view?.layoutsOnStack ?? 0, isBroken: false)
    ).answered(.untested(recording == nil ? .noTrace : .openTurn))
    return LoopFound(
      report: report, view: view.flatMap { recording?.number(of: $0) } ?? 0, recording: recording)
  }

  /// Keeps a loop, unless the baseline knows it; returns true if the test fails because of it.
  private func note(_ loop: LoopFound) -> Bool {
    if baseline.standing(of: loop.report) == .known { return false }
    // The other views of the loop have nothing to add, nor has another gate's report of this view.
    let place = Place(view: loop.report.view, turn: loop.report.turn)
    guard !fingerprints.contains(loop.report.fingerprint), !places.contains(place) else {
      return true
    }
    fingerprints.insert(loop.report.fingerprint)
    places.insert(place)
    found.append(loop)
    return true
  }
}

extension TurnLoop {
  /// The expectations that watch the loop now, the outermost first.
  var gates: [LoopSentinel] { pulse.gates.compactMap { $0 as? LoopSentinel } }
}
