import Synchronization
import ViewTree

extension LoopHunter {
  /// One hunt: a threshold, a reaction and a callback on one view.
  ///
  /// It never retains its view, and releasing it ends nothing. A hunt lasts until `detach()`, or
  /// until the view dies; its callback is released then.
  ///
  /// ```swift
  /// let hunt: LoopHunter.Attachment = try hunter.attach(to: feedView) { _ in }
  /// loop.runUntilIdle()
  /// print(hunt.isActive, hunt.lastReport?.verdict.kind ?? "no loop")
  /// hunt.detach()
  /// ```
  public final class Attachment {
    /// The number of layouts that the view may have in one turn.
    public let threshold: Int

    /// The hunter's shared state.
    let core: HunterCore
    /// The instrument of the hunted view; nil once the hunt is over.
    private unowned(unsafe) var instrument: Instrument?
    private var onLoop: ((LoopReport) -> Void)?

    /// The next attachment on the same view, retained by the instrument's list.
    var next: Unmanaged<Attachment>?
    /// The neighbours in the hunter's list, which retains nothing.
    var older: Unmanaged<Attachment>?
    var newer: Unmanaged<Attachment>?

    private var counter: LayoutCounter
    /// The low bits of the turn of the last crossing.
    private var crossedTurn: UInt32 = 0
    /// The number of turns in a row with a crossing, or with a first layout without known cause.
    ///
    /// It counts crossings up to `crossedTurn` if that is the turn that was counted last or the one
    /// before, else layouts without a known cause. A view that crosses does not count as recurring,
    /// and one word for both keeps an attachment small.
    private var turnsInARow: UInt32 = 0

    private let reaction: Reaction
    /// The way in which the hunt ended.
    public private(set) var departure: Departure?
    /// True if the next layout that a chain leads to is left out.
    private var skipsNextReturn = false
    /// True if the hunter's note of this hunt still relies on the count in `counter`.
    ///
    /// The small fields stand last, so that an attachment has no gaps.
    var isNoted = false

    /// The ways in which a hunt can end for its view.
    public enum Departure: Hashable, Sendable {
      /// The view is as before, or still has other hunts.
      case restored
      /// Another tool changed the class again, on top of ours.
      ///
      /// That change stays; below it, our class forwards to the original and counts nothing.
      case supersededIsa
      /// The view died.
      case viewDied
    }

    init(
      core: HunterCore, instrument: Instrument, threshold: Int, reaction: Reaction,
      onLoop: @escaping (LoopReport) -> Void
    ) {
      (self.core, self.instrument, self.threshold) = (core, instrument, threshold)
      (self.reaction, self.onLoop) = (reaction, onLoop)
      let turn = UInt32(truncatingIfNeeded: core.pulse.turn.load(ordering: .relaxed))
      counter = LayoutCounter(turn: turn &- 1, threshold: threshold)
      crossedTurn = turn &- 3
    }

    /// Makes the attachment of a view that is being destroyed: a hunt that is over.
    init(deadIn core: HunterCore, threshold: Int, reaction: Reaction) {
      (self.core, self.threshold, self.reaction) = (core, threshold, reaction)
      counter = LayoutCounter(turn: 0, threshold: threshold)
      departure = .viewDied
    }

    // MARK: Reading

    /// The hunted view; nil once the hunt is over or the view dies.
    ///
    /// It behaves like a weak reference, which would make every later retain of the view slower.
    public var view: View? { instrument?.view.flatMap(ReferenceCount.living) }

    /// The number of layouts counted in the current turn of the hunter's loop.
    public var layoutsThisTurn: Int { counter.turn == presentTurn ? Int(counter.count) : 0 }

    /// True if layouts are counted.
    ///
    /// The hunt must be attached, the hunter and its kill switch must let it count in this turn,
    /// and no tool may have taken our class from the view; see `LoopHunter.diagnose(_:)`.
    public var isActive: Bool {
      guard let instrument, core.isOpen else { return false }
      return instrument.isHooked
    }

    /// True if the hunt has not ended; it may be paused.
    var isAttached: Bool { instrument != nil }

    deinit {
      guard !core.lastReports.isEmpty else { return }
      core.lastReports[ObjectIdentifier(self)] = nil
    }

    // MARK: Ending

    /// Ends the hunt; a second call, or one after the view's death, does nothing.
    ///
    /// Call it anywhere on the loop's thread, even in the callback and in the view's own
    /// `layoutSubviews`. When its last hunt ends, the view gets its own class back.
    public func detach() { core.exclusively { end() } }

    /// Ends the hunt, for any reason.
    func end() {
      guard let instrument else { return }
      let view = instrument.view.flatMap(ReferenceCount.living)
      let watched = core.recorder.takeWatches(of: self)
      withExtendedLifetime((self, instrument, view, onLoop, watched)) {
        self.instrument = nil
        onLoop = nil
        departure = view == nil ? .viewDied : instrument.isSuperseded ? .supersededIsa : .restored
        core.keepRecurrence(of: self)
        core.remove(self)
        instrument.remove(self)
        if view != nil { instrument.settle() }
      }
    }

    /// Goes on with the count and the findings of a hunt on the same view, with the same threshold, that
    /// ended in this turn.
    func resume(_ ended: Attachment) {
      guard isAttached, ended.counter.turn == presentTurn else { return }
      (counter, crossedTurn) = (ended.counter, ended.crossedTurn)
      turnsInARow = ended.turnsInARow
      core.pass(from: ended, to: self)
    }

    /// Gives the view the class that it needs after a move of the hunter's gate.
    func settle() { instrument?.settle() }

    // MARK: Counting

    private var presentTurn: UInt32 {
      UInt32(truncatingIfNeeded: core.pulse.turn.load(ordering: .relaxed))
    }

    /// Counts one layout; returns true if the count has reached the alarm.
    ///
    /// A turn other than that of the last layout begins at 0; nothing has to reset the count.
    @inline(__always)
    func countLayout() -> Bool {
      let present = presentTurn
      if counter.turn != present { beginTurn(present) }
      return counter.add()
    }

    /// Begins to count in a new turn, with its first layout.
    ///
    /// It runs in the middle of the counting, and must not call any code of an app.
    @inline(never)
    private func beginTurn(_ present: UInt32) {
      if isNoted { core.keepCount(of: self) }
      if !crossedLately {
        let isCaused = core.pulse.hasHuntedCause
        let isLonger = !isCaused && present == counter.turn &+ 1
        if !isLonger { core.keepRecurrence(of: self) }
        turnsInARow = isLonger ? recurrences &+ 1 : isCaused ? 0 : 1
      }
      counter.begin(turn: present, threshold: threshold)
      core.pulse.hasLayouts.store(true, ordering: .relaxed)
      if recurrences == core.recurrenceLimit { counter.alarmAtFirst() }
    }

    /// The number of turns up to the one counted last whose first layout had no known cause.
    private var recurrences: UInt32 { counter.turn &- crossedTurn <= 1 ? 0 : turnsInARow }

    /// The number of turns in a row that make the view recurring by now, and the last of them.
    func recurrence(withoutLast: Bool = false) -> (turns: Int, last: Int)? {
      let omitted: UInt32 = withoutLast ? 1 : 0
      guard recurrences >= core.recurrenceLimit + omitted else { return nil }
      return (
        Int(recurrences - omitted),
        core.turn - Int(presentTurn &- counter.turn) - Int(omitted)
      )
    }

    /// Notes that the first layout of this turn, or of the one before, has a cause that only the recording knows.
    func noteCause(inLastTurn isLast: Bool) {
      guard counter.turn == presentTurn, recurrences > 0 else { return }
      if isLast { core.keepRecurrence(of: self, withoutLast: true) }
      turnsInARow = isLast ? 0 : min(turnsInARow, 1)
    }

    /// The number of layouts counted in a turn; 0 unless it is the last turn with counted layouts.
    package func layouts(in turn: Int) -> Int {
      counter.turn == UInt32(truncatingIfNeeded: turn) ? Int(counter.count) : 0
    }

    /// True if the last turn with a crossing is this one.
    func hasCrossed(in turn: Int) -> Bool { crossedTurn == UInt32(truncatingIfNeeded: turn) }

    /// True if the last counted layout asks for a response.
    var isAlarmed: Bool {
      isAttached && counter.turn == presentTurn && counter.isAlarmed && core.isCounting
    }

    /// True if the threshold was crossed in the current turn.
    var hasCrossedThisTurn: Bool { crossedTurn == presentTurn }

    /// True if the threshold was crossed in the current turn or the one before.
    var crossedLately: Bool { presentTurn &- crossedTurn <= 1 }

    /// True if the layout that begins is left out, because a loop is broken here.
    ///
    /// Only this function decides it. After a crossing no original runs for the rest of the turn;
    /// of a chain across turns, only the next return is left out.
    func leavesOutLayout(isReturn: @autoclosure () -> Bool) -> Bool {
      reaction == .breakLoop && core.isCounting
        && (hasCrossedThisTurn || skipsNextReturn && isReturn())
    }

    /// Notes that a return of a chain was left out.
    func noteOmittedReturn() { skipsNextReturn = false }

    /// Tells gates of the broken loop whose layout is left out: they may have begun after the break.
    func tellOfOmission(on view: View) {
      guard let kept = core.lastReports[ObjectIdentifier(self)] else { return }
      core.tellGates(of: kept.report, on: view)
    }

    // MARK: Responding

    /// Arms or reports, as the count requires.
    func respond(on view: View, depth: Int) {
      switch counter.step(threshold: threshold) {
      case .none: break
      case .first: core.noteRecurrence(of: self, on: view)
      case .arm: core.arm(self, on: view)
      case .cross:
        if hasCrossedThisTurn {
          goOn(on: view, depth: depth)
        } else {
          cross(on: view, depth: depth)
        }
      }
    }

    /// Reports that the threshold was crossed, for the first time in this turn.
    private func cross(on view: View, depth: Int) {
      // A broken loop needs a decision at every further layout of the turn, and so does one that may hide others.
      if reaction != .breakLoop, !core.tellsHiddenLoops { counter.silence() }
      if crossedTurn != counter.turn &- 1 {
        core.keepRecurrence(of: self)
        turnsInARow = 0
      }
      turnsInARow &+= 1
      crossedTurn = counter.turn
      report(crossing(of: view, count: threshold + 1, depth: depth), on: view)
    }

    /// Lets a view go on that crossed its threshold before in this turn.
    private func goOn(on view: View, depth: Int) {
      guard core.tellsHiddenLoops, reaction == .report, let onLoop else { return }
      let crossing = crossing(of: view, count: Int(counter.count), depth: depth)
      core.lookAgain(crossing, on: view, of: self, to: onLoop)
    }

    private func crossing(of view: View, count: Int, depth: Int) -> Detection {
      Detection(
        kind: .crossing, view: view, threshold: threshold, count: count, turn: core.turn,
        consecutiveTurns: Int(turnsInARow), time: core.now, depth: depth,
        isBroken: reaction == .breakLoop)
    }

    /// Reports a chain that came back often enough.
    ///
    /// From half of the limit on, each return asks for as many turns as the last one took.
    func respond(to chain: LayoutCause, after turns: Int, on view: View, depth: Int) {
      let streak = chain.streak
      let limit = core.configuration.acrossTurnsStreak
      if streak % limit >= limit / 2 {
        core.armAcrossTurns(on: view, returns: limit - streak % limit, turnsBetween: turns)
      }
      guard streak.isMultiple(of: limit) else { return }
      let views = chain.members.compactMap {
        ($0 as? Instrument)?.view.flatMap(ReferenceCount.living)
      }
      skipsNextReturn = reaction == .breakLoop
      report(
        Detection(
          kind: .acrossTurns(streak: streak, chain: views), view: view, threshold: threshold,
          count: layoutsThisTurn, turn: core.turn, consecutiveTurns: streak,
          time: core.now, depth: depth, isBroken: reaction == .breakLoop), on: view)
    }

    private func report(_ detection: Detection, on view: View) {
      guard let onLoop else { return }
      let report = core.report(detection, on: view, of: self, to: onLoop)
      if reaction == .trap {
        core.analytics.flush(timeout: OrderlyExit.limit)
        fatalError(PlainText.line(Attachment.trapMessage(for: report)))
      }
    }

    private static func trapMessage(for report: LoopReport) -> String {
      let culprit = report.culprit.map { " \($0.sentence)" } ?? ""
      return """
        layout loop: \(report.view.path) was laid out \(report.count) times in turn \(report.turn), \
        but only \(report.threshold) are allowed; verdict: \(report.verdict.kind).\(culprit) \
        Attach with the reaction .report to continue after a report.
        """
    }
  }
}

extension LoopHunter {
  /// The action of a hunt, in addition to reporting, when its view crosses the threshold.
  public enum Reaction: Hashable, Sendable {
    /// Reports, and lets the view continue.
    case report
    /// Reports, and does not run the view's own layout again in this turn.
    ///
    /// At most `threshold + 1` originals run. Across turns, the next caused layout is left out.
    case breakLoop
    /// Ends the process with the report, for tests.
    case trap
  }
}
