import LayoutTrace
import LoopHunter
import LoopScenarios
import TestSupport
import ViewTree

/// A program that can be made again and again, and hunted in every way there is.
package struct Quarry {
  /// One run of the program.
  package struct Run {
    package let stage: Stage
    /// Lets the program settle.
    package let end: () -> Void

    package init(_ stage: Stage, end: @escaping () -> Void = {}) {
      self.stage = stage
      self.end = end
    }
  }

  /// A view to hunt.
  package struct Suspect {
    package let name: String
    package let threshold: Int
    /// True if so few rounds are seen at the threshold that `undetermined` is right.
    package let isEvidenceShort: Bool
    /// Batches after which the turn ends; nil for the stage's own limit.
    package let passLimit: Int?

    package init(
      _ name: String, threshold: Int, isEvidenceShort: Bool = false, passLimit: Int? = nil
    ) {
      self.name = name
      self.threshold = threshold
      self.isEvidenceShort = isEvidenceShort
      self.passLimit = passLimit
    }
  }

  package let title: String
  package let truth: Truth
  /// The views that take part; the first one is the one to hunt if only one is.
  package private(set) var suspects: [Suspect]
  /// The first suspect at other thresholds, at which the same must be said, or nothing.
  package var otherThresholds: [Suspect] = []
  /// True if one turn is enough to see the loop.
  package let isWithinATurn: Bool
  /// True if a verdict that is undetermined at the threshold is known at the end of the turn.
  package let isKnownInTheEnd: Bool
  package let make: () -> Run
  /// The true cycle; nil if a run without a hunter does not show it.
  package let cycle: NaturalCycle?

  /// The result of one hunt.
  package struct Answer {
    package let hunt: String
    package let judgement: Judgement
    /// A second look at a report that had no verdict.
    var isFollowUp = false
    /// True if there was enough evidence.
    var isAmple = true
  }

  /// The results of few hunts: of the first suspect and one other, at one other threshold.
  package func sampled(seed: UInt64) -> Quarry {
    var generator = SeededGenerator(seed: seed)
    var few = self
    let other = suspects.dropFirst().randomElement(using: &generator)
    few.suspects = Array(suspects.prefix(1)) + [other].compactMap { $0 }
    few.otherThresholds = [otherThresholds.randomElement(using: &generator)].compactMap { $0 }
    return few
  }

  // MARK: Hunting

  /// Hunts every suspect for itself, live and in a replay, one of them while a recorder runs, the tree and
  /// the expectation; judges every report.
  package func answers() throws -> [Answer] {
    var answers: [Answer] = []
    for suspect in suspects { answers += try hunt(suspect) }
    if let first = suspects.first { answers += try hunt(first, isRecorded: true) }
    for suspect in otherThresholds { answers += try hunt(suspect) }
    if let first = suspects.first { answers += try huntTree(first) }
    if isWithinATurn, let first = suspects.first { answers += try expect(first) }
    for suspect in suspects { answers += try replay(suspect) }
    return agreeing(answers)
  }

  private func hunter(_ loop: TurnLoop, stackLimit: Int = 0) -> LoopHunter {
    LoopHunter(loop: loop, configuration: .init(stackLimit: stackLimit))
  }

  private func start(_ suspect: Suspect) -> Run {
    let run = make()
    if let limit = suspect.passLimit { run.stage.loop.passLimit = limit }
    return run
  }

  /// The report about one suspect, hunted with call stacks.
  package func report(hunting name: String) throws -> LoopReport? {
    guard let suspect = suspects.first(where: { $0.name == name }) else { return nil }
    let run = start(suspect)
    guard let view = run.stage.window.firstView(named: name) else { return nil }
    let hunter = LoopHunter(loop: run.stage.loop)
    let attachment = try hunter.attach(to: view, threshold: suspect.threshold) {
      if $0.verdict != .undetermined { run.end() }
    }
    withExtendedLifetime(run) { run.stage.run() }
    return attachment.lastReport
  }

  private func hunt(_ suspect: Suspect, isRecorded: Bool = false) throws -> [Answer] {
    let run = start(suspect)
    let recorder = isRecorded ? try TraceRecorder(run.stage.loop, to: .memory) : nil
    let verb = isRecorded ? "recorded and hunted" : "hunted"
    let hunt = "\(verb) \(suspect.name) at \(suspect.threshold)"
    guard let view = run.stage.window.firstView(named: suspect.name) else { return [] }
    var first: LoopReport?
    let attachment = try hunter(run.stage.loop).attach(to: view, threshold: suspect.threshold) {
      if first == nil { first = $0 }
      if $0.verdict != .undetermined { run.end() }
    }
    withExtendedLifetime(run) { run.stage.run() }
    try recorder?.finish()
    var answers = [judge(first, suspect, hunt)]
    if isRecorded { return answers }
    if isKnownInTheEnd, let last = attachment.lastReport, first?.verdict == .undetermined,
      truth.kind != .undetermined
    {
      // Its fingerprint is still that of the first look, so that a follow-up finds the detection.
      answers.append(
        Answer(
          hunt: "\(hunt), in the end", judgement: Judgement(last, truth),
          isFollowUp: true))
    }
    return answers
  }

  private func huntTree(_ suspect: Suspect) throws -> [Answer] {
    let run = start(suspect)
    var reports: [LoopReport] = []
    try hunter(run.stage.loop).attach(
      toTree: run.stage.window, threshold: suspect.threshold, where: { _ in true }
    ) { report in
      if !reports.contains(where: { $0.view == report.view }) { reports.append(report) }
    }
    withExtendedLifetime(run) { run.stage.run() }
    guard !reports.isEmpty else { return [judge(nil, suspect, "tree hunt")] }
    return reports.compactMap { report in
      // Others than those listed are laid out too rarely for this threshold.
      suspects.first { $0.name == report.view.name }.map {
        judge(
          report, $0, "tree hunt, \(report.view.name)", isShort: $0.threshold != report.threshold)
      }
    }
  }

  private func expect(_ suspect: Suspect) throws -> [Answer] {
    let name = "expectNoLayoutLoops"
    let reports = try expected(suspect)
    // Those that come after the first one of their loop have a fingerprint of their own.
    // It sees the run-up too, of which a few rounds cannot be told apart.
    return reports.isEmpty
      ? [judge(nil, suspect, name)]
      : reports.map { judge($0, suspect, name, isShort: suspect.threshold < 16) }
  }

  private func expected(_ suspect: Suspect) throws -> [LoopReport] {
    let run = start(suspect)
    do {
      try withExtendedLifetime(run) {
        try run.stage.loop.expectNoLayoutLoops(threshold: suspect.threshold) { run.stage.run() }
      }
      return []
    } catch let error as LoopDetected {
      return error.reports
    }
  }

  /// The reports of an expectation with the threshold of the first suspect.
  package func expected() throws -> [LoopReport] {
    try suspects.first.map { try expected($0) } ?? []
  }

  /// A trace of the program, which settles a little after a suspect was laid out so often in a turn.
  private func recording(_ suspect: Suspect, layouts: Int) throws -> [UInt8] {
    let run = start(suspect)
    let recorder = try TraceRecorder(run.stage.loop, to: .memory)
    let stop = CrossingStop(suspect, run, layouts: layouts)
    let observation = run.stage.loop.addLayoutObserver(stop)
    defer { observation.cancel() }
    withExtendedLifetime(run) { run.stage.run() }
    try recorder.finish()
    return recorder.bytes
  }

  /// A trace in which the first suspect crosses its threshold; nil where there is none.
  package func recorded() throws -> (threshold: Int, trace: [UInt8])? {
    guard let suspect = suspects.first else { return nil }
    return (suspect.threshold, try recording(suspect, layouts: suspect.threshold + 4))
  }

  private func replay(_ suspect: Suspect) throws -> [Answer] {
    let trace = try recording(suspect, layouts: suspect.threshold + 4)
    let report = try replay(suspect, trace) { _, _ in }?.report
    return [judge(report, suspect, "replay, \(suspect.name)")]
  }

  /// Hunts a suspect in a replay.
  private func replay(
    _ suspect: Suspect, _ trace: [UInt8], stackLimit: Int = 0,
    prepare: (LoopHunter, TraceReplayer) -> Void
  ) throws -> FoundClaim? {
    let replayer = try TraceReplayer(.bytes(trace, name: title))
    let hunter = hunter(replayer.loop, stackLimit: stackLimit)
    prepare(hunter, replayer)
    var isAttached = false
    var turns = 0
    var found: FoundClaim?
    replayer.onView = { view, number in
      guard !isAttached, view.name == suspect.name else { return }
      isAttached = true
      _ = try? hunter.attach(to: view, threshold: suspect.threshold) {
        if found == nil { found = FoundClaim($0, view: number, turn: turns) }
      }
    }
    while try replayer.runTurn() != nil { turns += 1 }
    return found
  }

  /// The report on the first suspect, with what replays without its edges show; nil where there is none.
  ///
  /// With a `stackLimit`, it names other edges than the culprit's, too.
  package func proved(stackLimit: Int = 0) throws -> LoopReport? {
    guard let suspect = suspects.first else { return nil }
    let trace = try recording(suspect, layouts: 4 * suspect.threshold)
    let found = try replay(suspect, trace, stackLimit: stackLimit) { $0.takeViewNumbers(from: $1) }
    guard let found else { return nil }
    var prover = LoopProver()
    return prover.proving([found], of: .bytes(trace, name: title), options: .init()).first
  }

  // MARK: Judging

  private func judge(
    _ report: LoopReport?, _ suspect: Suspect, _ hunt: String, isShort: Bool = false
  ) -> Answer {
    var judgement = Judgement(
      report, truth, isEvidenceShort: suspect.isEvidenceShort || isShort)
    let isAmple = !suspect.isEvidenceShort && !isShort
    if let report, report.verdict != .undetermined, let cycle, isAmple,
      cycle.isSeen(twiceIn: suspect.threshold / 2, layoutsOf: suspect.name),
      !cycle.matches(report.cycle.map(\.name), length: report.cycleLength)
    {
      judgement.rejectCycle("cycle of \(report.cycleLength) layouts, not \(cycle.order.count)")
    }
    return Answer(hunt: hunt, judgement: judgement, isAmple: isAmple)
  }

  /// Marks the answers that contradict the first one: a loop has one fingerprint and one culprit.
  private func agreeing(_ answers: [Answer]) -> [Answer] {
    guard
      let model = answers.first(where: { $0.isConclusive && $0.isAmple })
        ?? answers.first(where: { $0.isConclusive })
    else { return answers }
    return answers.map { answer in
      guard answer.isConclusive else { return answer }
      var judgement = answer.judgement
      guard let essence = judgement.essence, let other = model.judgement.essence else {
        return answer
      }
      // A view that joins now and then was perhaps not seen; the accusation is equal nevertheless.
      let isWhole = answer.isAmple && model.isAmple
      let differences =
        isWhole ? essence.differences(from: other) : essence.accusation(unlike: other)
      differences.forEach { judgement.contradict($0) }
      return Answer(hunt: answer.hunt, judgement: judgement, isAmple: answer.isAmple)
    }
  }
}

extension Quarry.Answer {
  /// True if it has a verdict and a fingerprint that goes with it.
  fileprivate var isConclusive: Bool {
    !isFollowUp && judgement.said != "undetermined" && judgement.said != "none"
  }
}

/// Ends a run that is recorded, a little after the suspect crossed its threshold.
private final class CrossingStop: LayoutObserver {
  private let suspect: Quarry.Suspect
  private let run: Quarry.Run
  private let layouts: Int
  private var count = 0

  init(_ suspect: Quarry.Suspect, _ run: Quarry.Run, layouts: Int) {
    self.suspect = suspect
    self.run = run
    self.layouts = layouts
  }

  func turnBegan(_ turn: Int, now: Duration) { count = 0 }

  func layoutEntered(_ view: View) {
    guard view.name == suspect.name else { return }
    count += 1
    if count == layouts { run.end() }
  }
}

extension View {
  /// The name by which reports call a view.
  var name: String { identifier ?? displayedClassName }

  /// The first view of this name in the subtree.
  func firstView(named name: String) -> View? {
    var waiting: [View] = [self]
    while let view = waiting.popLast() {
      if view.name == name { return view }
      waiting.append(contentsOf: view.subviews.reversed())
    }
    return nil
  }
}
