import LayoutTrace
import Synchronization
import ViewTree

/// The state that a hunter's attachments share; it lives as long as the hunter or one of its hunts.
///
/// It lists its attachments without retaining them: each is retained by its view.
final class HunterCore {
  /// Leads to the loop, which this doesn't keep alive.
  private let clock: LoopClock
  let pulse: Pulse
  let killSwitch: KillSwitch
  let configuration: LoopHunter.Configuration
  /// Turns detections into events.
  let analytics: AnalyticsHub
  /// The position of `layoutSubviews` in class records; valid once `attach` has asked for it.
  let support: RuntimeSupport

  /// True if the hunter is switched on.
  var isEnabled = true { didSet { moveGate() } }
  /// True if other loops of a view that crossed its threshold, and chains across turns, are reported, too.
  var tellsHiddenLoops = false
  /// Called with each report and its conclusion.
  var onConclusion: ((LoopReport, LoopReport) -> Void)?
  /// True while the views have their own classes: switched off, or the kill switch is engaged.
  private(set) var isPaused = true
  /// The state of the kill switch in which layouts are counted; `never` while paused.
  private var openState = KillSwitch.State.never
  /// The state of the kill switch when the turn began.
  private var stateAtBoundary: KillSwitch.State

  /// Collects evidence from the moment that a hunt looks suspicious.
  let recorder: EvidenceRecorder
  /// Makes reports of the evidence.
  let reportBuilder: ReportBuilder

  private var oldest: Unmanaged<LoopHunter.Attachment>?
  private var newest: Unmanaged<LoopHunter.Attachment>?
  /// The groups that follow a tree.
  var groups: [ObjectIdentifier: LoopHunter.AttachmentGroup] = [:]

  /// The hunts that passed half their threshold in turns that are not yet complete.
  private var armed = HuntNotes<ArmedHunt>()
  /// The reports of these turns.
  private var reports = HuntNotes<PendingReport>()
  /// The latest report of each attachment that is still in use.
  var lastReports: [ObjectIdentifier: KeptReport] = [:]
  /// The proofs of the reports of the last turn for which they were requested.
  var proofs = KeptProofs()
  /// The attachment whose callback runs.
  private(set) var reporting: LoopHunter.Attachment?
  private(set) var nearMisses: [LoopHunter.NearMiss] = []
  /// The near misses of the running turn, not yet handed to analytics.
  private var freshNearMisses: [FreshNearMiss] = []

  /// The views that were laid out in many turns in a row without a known cause.
  private var recurrences: [RecurringHunt] = []
  /// The number of turns in a row that make a view recurring.
  let recurrenceLimit: UInt32

  private var turnObservations: [ObservationToken] = []

  init(
    loop: TurnLoop, clock: LoopClock, killSwitch: KillSwitch,
    configuration: LoopHunter.Configuration, analytics: AnalyticsHub, support: RuntimeSupport,
    walker: StackWalker
  ) {
    self.clock = clock
    pulse = loop.pulse
    self.killSwitch = killSwitch
    self.configuration = configuration
    recurrenceLimit = UInt32(clamping: configuration.acrossTurnsStreak)
    self.analytics = analytics
    self.support = support
    var limits = EvidenceRecorder.Limits()
    limits.stacks = configuration.stackLimit
    limits.ringBytes = configuration.evidenceBytes
    recorder = EvidenceRecorder(loop: loop, limits: limits, walker: walker)
    reportBuilder = ReportBuilder(recorder: recorder, scale: configuration.scale)
    stateAtBoundary = killSwitch.state
    turnObservations = [
      loop.addObserver(at: .beforeTimers, order: .min) { [weak self] in self?.beginTurn() },
      loop.addObserver(at: .afterWaiting, order: .max - 1) { [weak self] in self?.endTurn() },
    ]
    moveGate()
  }

  /// The cost of the reports so far: see `ReportBuilder.work`.
  var reportWork: Int { reportBuilder.work }

  // MARK: The loop

  /// The loop while it lives.
  var loop: TurnLoop? { clock.loop }

  /// The number of the loop's turn, or of the one that it would have run next when it died.
  var turn: Int { pulse.turn.load(ordering: .relaxed) }

  /// The loop's time.
  var now: Duration { clock.now }

  /// Runs `body` as the only thread inside the loop, if that still lives.
  func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let loop else { return try body() }
    return try loop.exclusively(body)
  }

  // MARK: The gate

  /// True if layouts are counted at this moment.
  ///
  /// They are not while a callback of the hunter or an observer runs: it accuses no view.
  @inline(__always) var isCounting: Bool { isOpen && pulse.muted.load(ordering: .relaxed) == 0 }

  /// True if the hunter is enabled, and its kill switch has been released since the turn began.
  @inline(__always) var isOpen: Bool { killSwitch.state == openState }

  /// True if the kill switch is released, and layouts will be counted from the next turn on.
  var waitsForTurn: Bool {
    let state = killSwitch.state
    return !state.isEngaged && state != stateAtBoundary
  }

  /// Gives the views the classes that the kill switch and `isEnabled` require.
  ///
  /// Between two turn boundaries the switch can only close the gate.
  func moveGate() {
    let isClosed = !isEnabled || stateAtBoundary.isEngaged || killSwitch.state != stateAtBoundary
    openState = isClosed ? .never : stateAtBoundary
    guard isClosed != isPaused else { return }
    isPaused = isClosed
    for attachment in attachments { attachment.settle() }
  }

  /// A turn begins; detections after the end of the last turn are concluded with it.
  private func beginTurn() {
    stateAtBoundary = killSwitch.state
    // The time after the death of the loop is that of its last turn.
    _ = now
    moveGate()
    concludeTurns(before: turn)
  }

  // MARK: The list

  /// The attachments, the oldest first.
  var attachments: [LoopHunter.Attachment] {
    guard let oldest = oldest?.takeUnretainedValue() else { return [] }
    return Array(sequence(first: oldest) { $0.newer?.takeUnretainedValue() })
  }

  func add(_ attachment: LoopHunter.Attachment) {
    let added = Unmanaged.passUnretained(attachment)
    attachment.older = newest
    newest?.takeUnretainedValue().newer = added
    newest = added
    if oldest == nil { oldest = added }
  }

  func remove(_ attachment: LoopHunter.Attachment) {
    for hunt in armed.take(of: attachment) { noteNearMiss(hunt) }
    reports.update(of: attachment) { $0.keepCount(of: attachment) }
    let (older, newer) = (attachment.older, attachment.newer)
    (attachment.older, attachment.newer) = (nil, nil)
    if let older { older.takeUnretainedValue().newer = newer } else { oldest = newer }
    if let newer { newer.takeUnretainedValue().older = older } else { newest = older }
  }

  /// Lets a hunt go on with the findings of one on the same view that ended in this turn.
  func pass(from ended: LoopHunter.Attachment, to attachment: LoopHunter.Attachment) {
    let kept = lastReports.removeValue(forKey: ObjectIdentifier(ended))
    lastReports[ObjectIdentifier(attachment)] = kept
    for report in reports.take(of: ended) {
      report.goOn(as: attachment)
      reports.add(report, of: attachment)
      attachment.isNoted = true
    }
    for fresh in freshNearMisses where fresh.hunt === ended {
      let nearMiss = fresh.nearMiss
      nearMisses.removeAll { $0 == nearMiss }
      armed.add(
        ArmedHunt(attachment: attachment, view: nearMiss.view, turn: nearMiss.turn), of: attachment)
      attachment.isNoted = true
    }
    freshNearMisses.removeAll { $0.hunt === ended }
  }

  // MARK: Attaching

  /// The position of `layoutSubviews` in class records; throws where nothing can be instrumented.
  func slot() throws(LoopHunterError) -> LayoutSlot {
    do { return try support.result.get() } catch { throw LoopHunterError(error) }
  }

  /// Begins a hunt, or throws and leaves everything as it was.
  func attach(
    to view: View, threshold: Int, reaction: LoopHunter.Reaction,
    onLoop: @escaping (LoopReport) -> Void
  ) throws(LoopHunterError) -> LoopHunter.Attachment {
    guard threshold >= 1 else { throw .thresholdTooLow(threshold) }
    let slot = try slot()
    guard ReferenceCount.living(Unmanaged.passUnretained(view)) != nil else {
      return LoopHunter.Attachment(deadIn: self, threshold: threshold, reaction: reaction)
    }
    moveGate()
    let record = ClassRecord(of: view)
    do { try record.checkForHooking(slot: slot) } catch { throw LoopHunterError(error) }
    let instrument: Instrument
    if let present = view.instrument as? Instrument {
      instrument = present
    } else {
      instrument = Instrument(
        view: view, instrumented: .instrumenting(record, slot: slot), pulse: pulse)
      view.instrument = instrument
    }
    let attachment = LoopHunter.Attachment(
      core: self, instrument: instrument, threshold: threshold, reaction: reaction, onLoop: onLoop)
    add(attachment)
    instrument.add(attachment)
    instrument.settle()
    return attachment
  }

  /// Calls a filter with a view, which has its own class for that moment.
  ///
  /// Layouts that the filter forces are not counted.
  func accepts(_ view: View, _ matches: (View) -> Bool) -> Bool {
    quietly {
      let isUncovered = (view.instrument as? Instrument)?.uncover() ?? false
      defer { if isUncovered { (view.instrument as? Instrument)?.settle() } }
      return matches(view)
    }
  }

  func detachAll() {
    for group in groups.values { group.end() }
    for attachment in attachments { attachment.end() }
  }

  // MARK: Detections

  /// A hunt passed half its threshold.
  func arm(_ attachment: LoopHunter.Attachment, on view: View) {
    quietly {
      let reference = recorder.reference(to: view)
      // Naming a view may call an override in the app, which may do anything.
      guard attachment.isAttached else { return }
      armed.add(ArmedHunt(attachment: attachment, view: reference, turn: turn), of: attachment)
      attachment.isNoted = true
      recorder.arm(on: view, threshold: attachment.threshold)
    }
  }

  /// Makes the report and hands it to analytics and to the callback.
  ///
  /// Analytics comes first: its sinks must have the event if the callback ends the process. A hunt
  /// that ends meanwhile is over, and its callback is not called any more.
  func report(
    _ detection: Detection, on view: View, of attachment: LoopHunter.Attachment,
    to onLoop: (LoopReport) -> Void
  ) -> LoopReport {
    quietly {
      let recording = recording(of: view)
      var report = marked(reportBuilder.report(on: detection))
      report.isBroken = detection.isBroken
      if report.isBroken { tellGates(of: report, on: view) }
      guard attachment.isAttached else { return report }
      lastReports[ObjectIdentifier(attachment)] = KeptReport(
        report: report, recording: recording, viewNumber: recording?.number(of: view))
      reports.add(PendingReport(report: report, of: attachment), of: attachment)
      if isHiding(report, detection) { follow(view, of: attachment, after: report) }
      tell(report, of: attachment, to: onLoop)
      return report
    }
  }

  /// Hands a report to analytics and to the callback.
  private func tell(
    _ report: LoopReport, of attachment: LoopHunter.Attachment, to onLoop: (LoopReport) -> Void
  ) {
    attachment.isNoted = true
    analytics.raise(detection: report)
    guard attachment.isAttached else { return }
    let outer = reporting
    reporting = attachment
    onLoop(report)
    reporting = outer
  }

  /// True if a gate can know the loop of a report, and nothing behind it would be seen.
  private func isHiding(_ report: LoopReport, _ detection: Detection) -> Bool {
    guard tellsHiddenLoops, !report.isBroken, report.isBaselinable else { return false }
    if case .crossing = detection.kind { return true }
    return false
  }

  private func follow(
    _ view: View, of attachment: LoopHunter.Attachment, after report: LoopReport
  ) {
    let number = recorder.register.number(of: view)
    guard number > 0, attachment.isAttached else { return }
    reportBuilder.others.follow(number, after: report, at: report.count)
  }

  /// Looks for another loop of a view that goes on after its report, and tells it.
  func lookAgain(
    _ detection: Detection, on view: View, of attachment: LoopHunter.Attachment,
    to onLoop: (LoopReport) -> Void
  ) {
    quietly {
      let other = reportBuilder.others.next(
        of: recorder.register.number(of: view), count: detection.count,
        threshold: detection.threshold
      ) { marked(reportBuilder.report(on: detection, from: $0)) }
      guard let other, attachment.isAttached else { return }
      reports.add(PendingReport(report: other, of: attachment, isFirst: false), of: attachment)
      tell(other, of: attachment, to: onLoop)
    }
  }

  /// Tells the gates of a loop that is broken: it cannot cross their thresholds any more.
  func tellGates(of report: LoopReport, on view: View) {
    let other = view.window?.loop.pulse
    var gates: [AnyObject] = pulse.gates + (other === pulse ? [] : other?.gates ?? [])
    // A tree outside any window belongs to no loop: all that watch such trees here see it.
    if view.window == nil { gates += TurnLoop.observersOfDetached as [AnyObject] }
    for gate in gates { (gate as? any LoopGate)?.take(report) }
  }

  /// The recording by which the next report can be tested, and whose numbers its claims use.
  ///
  /// A replay has numbers of its own, if it proves anything.
  private func recording(of view: View) -> TraceRecording? {
    guard canProve else { return nil }
    let recording = TraceRecording(of: view)
    recorder.traceNumber = recording.map { recording in { recording.number(of: $0) } }
    return recording
  }

  /// The report of a live hunt with the reason for its lack of proofs.
  private func marked(_ report: LoopReport) -> LoopReport {
    guard canProve, report.culprit != nil else { return report }
    return report.answered(.untested(recorder.traceNumber == nil ? .noTrace : .openTurn))
  }

  /// True if reports come from a live hunt and may be tested.
  private var canProve: Bool { configuration.provesCulprits && loop?.replay == nil }

  /// A chain came back to a view for half the turns that make a report.
  func armAcrossTurns(on view: View, returns: Int, turnsBetween turns: Int) {
    quietly { recorder.armAcrossTurns(on: view, returns: returns, turnsBetween: turns) }
  }

  /// Runs a callback's code: layouts that it forces run uncounted and have no cause.
  ///
  /// A deep layout may leave it too little of the stack.
  func quietly<Result>(_ body: () -> Result) -> Result {
    pulse.whileMuted { pulse.withCause(nil) { SpareStack.run(body) } }
  }

  /// A hunt's count of an earlier turn is about to be forgotten.
  func keepCount(of attachment: LoopHunter.Attachment) {
    attachment.isNoted = false
    armed.update(of: attachment) { $0.keepCount() }
    reports.update(of: attachment) { $0.keepCount(of: attachment) }
  }

  /// Ends the turn, except for the actions of later observers.
  private func endTurn() { concludeTurns(before: turn + 1) }

  /// Notes near misses and the outcomes of reports, if these turns had any detections.
  ///
  /// Everything is taken out first: observers may end hunts and begin new ones.
  private func concludeTurns(before turn: Int) {
    guard !armed.isEmpty || !reports.isEmpty || !freshNearMisses.isEmpty else { return }
    let hunts = armed.take { $0.turn < turn }
    for hunt in hunts { noteNearMiss(hunt) }
    let ended = reports.take { $0.turn < turn }
    let missed = freshNearMisses
    freshNearMisses = []
    for hunt in hunts { hunt.attachment.isNoted = false }
    armed.forEach { $0.attachment.isNoted = true }
    for (ended, layouts) in ended.map({ ($0, $0.layouts) }) {
      quietly {
        let conclusion = marked(
          reportBuilder.conclude(ended.report, layouts: layouts, looksAgain: ended.isFirst))
        // If its entry is gone, the attachment is no longer in use.
        if ended.isFirst { lastReports[ended.id]?.report = conclusion }
        onConclusion?(ended.report, conclusion)
        analytics.raise(conclusion: conclusion)
      }
    }
    for fresh in missed { quietly { analytics.raise(nearMiss: fresh.nearMiss.report(at: now)) } }
  }

  // MARK: Recurring views

  /// The largest number of recurring views that are kept; later ones are dropped.
  private static let recurrenceCapacity = 100

  /// The views that recurred for long enough, in the order in which they reached that limit.
  var recurringViews: [LoopHunter.RecurringView] { recurrences.compactMap { $0.longest() } }

  /// A hunted view was laid out in enough turns in a row without a known cause.
  func noteRecurrence(of attachment: LoopHunter.Attachment, on view: View) {
    func isListed() -> Bool {
      recurrences.count >= HunterCore.recurrenceCapacity
        || recurrences.contains { $0.attachment?.view === view }
    }
    quietly {
      guard !isListed() else { return }
      let reference = ViewReference(view)
      // Naming a view may call an override in the app, which may do anything.
      if attachment.isAttached, !isListed() {
        recurrences.append(RecurringHunt(attachment: attachment, view: reference))
      }
    }
  }

  /// The turns in a row of a hunt are over, maybe with the one before the last, or the hunt is.
  func keepRecurrence(of attachment: LoopHunter.Attachment, withoutLast: Bool = false) {
    guard attachment.recurrence(withoutLast: withoutLast) != nil,
      let index = recurrences.firstIndex(where: { $0.attachment === attachment })
    else { return }
    recurrences[index].keep(withoutLast: withoutLast)
  }

  /// Notes a near miss: an armed hunt, or its turn, is over.
  private func noteNearMiss(_ hunt: ArmedHunt) {
    guard !hunt.hasCrossed else { return }
    let nearMiss = LoopHunter.NearMiss(
      view: hunt.view, threshold: hunt.attachment.threshold, count: hunt.layouts, turn: hunt.turn)
    freshNearMisses.append(FreshNearMiss(nearMiss: nearMiss, hunt: hunt.attachment))
    nearMisses.append(nearMiss)
    nearMisses.removeFirst(max(0, nearMisses.count - configuration.nearMissLimit))
  }
}

#if DEBUG
extension HunterCore {
  /// Describes a flaw of the list of attachments; nil if there is none.
  fileprivate func checkInvariants() -> String? {
    var (previous, next) = (Unmanaged<LoopHunter.Attachment>?.none, oldest)
    while let attachment = next {
      let links = attachment._withUnsafeGuaranteedRef { ($0.older, $0.newer) }
      if links.0?.toOpaque() != previous?.toOpaque() {
        return "the back links in the list of attachments are wrong"
      }
      (previous, next) = (attachment, links.1)
    }
    return previous?.toOpaque() == newest?.toOpaque()
      ? nil : "the list of attachments ends in the wrong place"
  }
}

extension LoopHunter {
  /// Describes a flaw of the hunter's lists or its evidence; nil if there is none.
  package func checkInvariants() -> String? {
    core.checkInvariants() ?? core.recorder.checkInvariants()
  }
}
#endif
