import Synchronization
import ViewTree

/// What a hunter's attachments share; it lives as long as the hunter or one of its hunts.
///
/// It holds its attachments in a list that retains nobody: each is retained by its view.
final class HunterCore {
  let loop: TurnLoop
  let pulse: Pulse
  let killSwitch: KillSwitch
  let configuration: Configuration
  /// Where detections become events.
  let analytics: AnalyticsHub
  /// Where `layoutSubviews` is; only meaningful once `attach` has asked for it.
  let support: RuntimeSupport

  /// Whether the hunter is switched on.
  var isEnabled = true {
    didSet { moveGate() }
  }
  /// Whether the views have their own classes for now: switched off, or the kill switch is engaged.
  private(set) var isPaused: Bool

  /// Makes the reports.
  var recorder: any EvidenceRecording

  private var oldest: Unmanaged<Attachment>?
  private var newest: Unmanaged<Attachment>?
  /// The groups that follow a tree.
  var groups: [ObjectIdentifier: AttachmentGroup] = [:]

  /// The hunts that passed half their threshold in the turn that runs and go on.
  private var armed: [(attachment: Unmanaged<Attachment>, view: ViewReference)] = []
  /// Whether the recorder was armed in the turn that runs.
  private var isArmed = false
  /// The reports of the turn that runs.
  private var reports: [PendingReport] = []
  /// The latest report of each attachment that somebody still has.
  var lastReports: [ObjectIdentifier: LoopReport] = [:]
  private(set) var nearMisses: [NearMiss] = []
  /// The near misses of the turn that runs, of which analytics has not heard.
  private var freshNearMisses: [NearMiss] = []

  /// The views that were laid out in many turns in a row without a known cause.
  private var recurrences: [Recurrence] = []
  /// How many turns in a row make a view recurring.
  let recurrenceLimit: UInt32

  private var turnObservations: [Observation] = []

  init(
    loop: TurnLoop, killSwitch: KillSwitch, configuration: Configuration, analytics: AnalyticsHub,
    support: RuntimeSupport
  ) {
    self.loop = loop
    pulse = loop.pulse
    self.killSwitch = killSwitch
    self.configuration = configuration
    recurrenceLimit = UInt32(clamping: configuration.acrossTurnsStreak)
    self.analytics = analytics
    self.support = support
    var limits = EvidenceRecorder.Limits()
    limits.stacks = configuration.stackLimit
    limits.ringBytes = configuration.evidenceBytes
    let recorder = EvidenceRecorder(loop: loop, limits: limits)
    recorder.scale = configuration.scale
    self.recorder = recorder
    isPaused = killSwitch.isEngaged
    turnObservations = [
      loop.addObserver(at: .beforeTimers, order: .min) { [weak self] in self?.moveGate() },
      loop.addObserver(at: .afterWaiting, order: .max - 1) { [weak self] in self?.endTurn() },
    ]
  }

  // MARK: The gate

  /// Whether layouts are counted at this moment.
  ///
  /// Not while the hunter's or another observer's callback runs: nobody is convicted for that.
  @inline(__always)
  var isCounting: Bool {
    !isPaused && !killSwitch.isEngaged && pulse.muted.load(ordering: .relaxed) == 0
  }

  /// Gives the views the classes that the kill switch and `isEnabled` ask for.
  func moveGate() {
    let isClosed = !isEnabled || killSwitch.isEngaged
    guard isClosed != isPaused else { return }
    isPaused = isClosed
    for attachment in attachments { attachment.settle() }
  }

  // MARK: The list

  /// The attachments, the oldest first.
  var attachments: [Attachment] {
    var result: [Attachment] = []
    var next = oldest
    while let attachment = next?.takeUnretainedValue() {
      result.append(attachment)
      next = attachment.newer
    }
    return result
  }

  func add(_ attachment: Attachment) {
    let added = Unmanaged.passUnretained(attachment)
    attachment.older = newest
    newest?.takeUnretainedValue().newer = added
    newest = added
    if oldest == nil { oldest = added }
  }

  func remove(_ attachment: Attachment) {
    if let index = armed.firstIndex(where: { $0.attachment.takeUnretainedValue() === attachment }) {
      noteNearMiss(of: attachment, on: armed.remove(at: index).view)
    }
    for index in reports.indices { reports[index].release(attachment) }
    let (older, newer) = (attachment.older, attachment.newer)
    (attachment.older, attachment.newer) = (nil, nil)
    if let older { older.takeUnretainedValue().newer = newer } else { oldest = newer }
    if let newer { newer.takeUnretainedValue().older = older } else { newest = older }
  }

  // MARK: Attaching

  /// The slot; asked only where an attachment exists, which proves that there is one.
  var slot: LayoutSlot {
    guard case .success(let slot) = support.result else {
      fatalError("a hunt goes on in a process that LoopHunter does not support")
    }
    return slot
  }

  /// Begins a hunt, or throws and leaves everything as it was.
  func attach(
    to view: View, threshold: Int, reaction: Reaction, onLoop: @escaping (LoopReport) -> Void
  ) throws(LoopHunterError) -> Attachment {
    guard threshold >= 1 else { throw .thresholdTooLow(threshold) }
    let slot = try support.slot()
    moveGate()
    let instrument: Instrument
    if let present = view.instrument as? Instrument {
      instrument = present
    } else {
      let record = ClassRecord(of: view)
      try record.checkForCopying(slot: slot)
      instrument = Instrument(
        view: view, instrumented: .instrumenting(record, slot: slot), pulse: pulse)
      view.instrument = instrument
    }
    let attachment = Attachment(
      core: self, instrument: instrument, threshold: threshold, reaction: reaction, onLoop: onLoop)
    add(attachment)
    instrument.add(attachment)
    instrument.settle(slot: slot)
    return attachment
  }

  func detachAll() {
    for group in groups.values { group.end() }
    for attachment in attachments { attachment.end() }
  }

  // MARK: Detections

  /// A hunt passed half its threshold.
  func arm(_ attachment: Attachment, on view: View) {
    armed.append((Unmanaged.passUnretained(attachment), ViewReference(view)))
    isArmed = true
    quietly { recorder.arm(on: view, threshold: attachment.threshold) }
  }

  /// Makes the report and hands it to analytics and to the callback.
  ///
  /// Analytics comes first: its sinks must have the event if the callback ends the process.
  func report(
    _ detection: Detection, of attachment: Attachment, to onLoop: (LoopReport) -> Void
  ) -> LoopReport {
    var report = recorder.report(on: detection)
    report.broken = detection.isBroken
    lastReports[ObjectIdentifier(attachment)] = report
    reports.append(PendingReport(report: report, of: attachment))
    quietly {
      analytics.raise(detection: report)
      onLoop(report)
    }
    return report
  }

  /// A chain came back to a view for half the turns that make a report.
  func armAcrossTurns(on view: View, returns: Int) {
    quietly { recorder.armAcrossTurns(on: view, returns: returns) }
  }

  /// Runs code of a callback: layouts that it forces run uncounted and have no cause.
  private func quietly(_ body: () -> Void) {
    pulse.muted.add(1, ordering: .relaxed)
    pulse.withCause(nil, body)
    pulse.muted.subtract(1, ordering: .relaxed)
  }

  /// Notes near misses and what became of the reports, if anything was noticed in the turn.
  private func endTurn() {
    guard isArmed || !reports.isEmpty else { return }
    for (attachment, view) in armed {
      noteNearMiss(of: attachment.takeUnretainedValue(), on: view)
    }
    let ended = reports
    armed = []
    isArmed = false
    reports = []
    for pending in ended {
      let conclusion = recorder.conclude(pending.report, layouts: pending.layouts)
      // Nobody has the attachment any more where its entry is gone.
      if lastReports[pending.id] != nil { lastReports[pending.id] = conclusion }
      quietly { analytics.raise(conclusion: conclusion) }
    }
    let missed = freshNearMisses
    freshNearMisses = []
    for nearMiss in missed { quietly { analytics.raise(nearMiss, at: loop.now) } }
  }

  // MARK: Recurring views

  /// How many recurring views are kept, the first ones.
  private static let recurrenceCapacity = 100

  /// The views that recurred for long enough, in the order in which they did.
  var recurringViews: [RecurringView] { recurrences.compactMap(\.longest) }

  /// A hunted view was laid out in enough turns in a row without a known cause.
  func noteRecurrence(of attachment: Attachment, on view: View) {
    guard recurrences.count < HunterCore.recurrenceCapacity,
      !recurrences.contains(where: { $0.attachment?.view === view })
    else { return }
    recurrences.append(Recurrence(attachment: attachment, view: ViewReference(view)))
  }

  /// The turns in a row of a hunt are over, or the hunt is.
  func keepRecurrence(of attachment: Attachment) {
    guard attachment.recurrence != nil,
      let index = recurrences.firstIndex(where: { $0.attachment === attachment })
    else { return }
    recurrences[index].keep()
  }

  /// A hunt that was armed is over, or its turn is.
  private func noteNearMiss(of attachment: Attachment, on view: ViewReference) {
    guard !attachment.hasCrossedThisTurn else { return }
    let nearMiss = NearMiss(
      view: view, threshold: attachment.threshold, count: attachment.layoutsThisTurn,
      turn: loop.turn)
    freshNearMisses.append(nearMiss)
    nearMisses.append(nearMiss)
    nearMisses.removeFirst(max(0, nearMisses.count - configuration.nearMissLimit))
  }
}

/// A view that recurs or did.
private struct Recurrence {
  /// The hunt, which knows the turns that go on.
  private(set) weak var attachment: Attachment?
  /// The view, named when it became recurring.
  let view: ViewReference
  /// The most turns in a row that are over.
  private var kept: RecurringView?

  init(attachment: Attachment, view: ViewReference) {
    self.attachment = attachment
    self.view = view
  }

  /// The most turns in a row.
  var longest: RecurringView? {
    guard let recurrence = attachment?.recurrence, recurrence.turns > kept?.turns ?? 0 else {
      return kept
    }
    return RecurringView(
      view: view, turns: recurrence.turns, firstTurn: recurrence.last - recurrence.turns + 1,
      lastTurn: recurrence.last)
  }

  /// Keeps what the hunt knows now.
  mutating func keep() { kept = longest }
}

/// A report whose turn is not over.
private struct PendingReport {
  let report: LoopReport
  /// The identity of the attachment, which may be gone by the end of the turn.
  let id: ObjectIdentifier
  private var attachment: Unmanaged<Attachment>?
  private var layoutsAtEnd = 0

  init(report: LoopReport, of attachment: Attachment) {
    self.report = report
    id = ObjectIdentifier(attachment)
    self.attachment = Unmanaged.passUnretained(attachment)
  }

  /// How many layouts were counted in the turn, up to the end of the hunt.
  var layouts: Int { attachment?.takeUnretainedValue().layoutsThisTurn ?? layoutsAtEnd }

  /// The hunt ends before its turn does.
  mutating func release(_ ending: Attachment) {
    guard let attachment, attachment.takeUnretainedValue() === ending else { return }
    layoutsAtEnd = ending.layoutsThisTurn
    self.attachment = nil
  }
}
