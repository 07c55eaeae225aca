import LayoutTrace
import ViewTree

/// Hunts layout feedback loops: attach it to a view, and it reports the code that keeps it looping.
///
/// A hunted instance, and no other of its class, becomes an instance of a subclass made at run
/// time. Its `layoutSubviews` counts and then runs the original. Releasing the hunter ends no hunt.
///
/// ```swift
/// let hunter = LoopHunter(loop: loop)
/// try hunter.attach(to: feedView, threshold: 50) { report in
///   print(report)
/// }
/// loop.runUntilIdle()
/// ```
public final class LoopHunter {
  let core: HunterCore

  /// Makes a hunter for the views of a loop.
  ///
  /// - Parameters:
  ///   - loop: The loop that lays the views out.
  ///   - killSwitch: Turns the hunts off and on; by default a switch of its own.
  ///   - configuration: Settings for all hunts; see `Configuration` for the defaults.
  ///   - analytics: The hub that turns detections into events; by default nil, a hub of its own.
  ///     Hunters of one thread may share a hub.
  public convenience init(
    loop: TurnLoop, killSwitch: KillSwitch = KillSwitch(), configuration: Configuration = .default,
    analytics: AnalyticsHub? = nil
  ) {
    self.init(
      loop: loop, killSwitch: killSwitch, configuration: configuration, analytics: analytics,
      support: .current, walker: .system)
  }

  /// Makes a hunter that trusts `support`, which tests damage, and captures stacks with `walker`.
  package init(
    loop: TurnLoop, killSwitch: KillSwitch = KillSwitch(), configuration: Configuration = .default,
    analytics: AnalyticsHub? = nil, support: RuntimeSupport = .current,
    walker: StackWalker = .system
  ) {
    let clock = LoopClock(loop)
    core = HunterCore(
      loop: loop, clock: clock, killSwitch: killSwitch, configuration: configuration,
      analytics: analytics ?? AnalyticsHub { clock.now }, support: support, walker: walker)
  }

  // MARK: Hunting

  /// Begins to count the layouts of a view.
  ///
  /// A view may be hunted several times, with different thresholds. The hunt of a view that is
  /// being destroyed ends at once.
  ///
  /// ```swift
  /// let hunt = try hunter.attach(to: feedView, threshold: 50) { report in
  ///   print(report)
  /// }
  /// loop.runUntilIdle()
  /// hunt.detach()
  /// ```
  ///
  /// A loop can turn on values that no view has. Name them, and the report shows their course, and
  /// decides by them:
  ///
  /// ```swift
  /// try hunter.attach(to: card, watching: ["isCollapsed": { model.isCollapsed }]) { report in
  ///   print(report.verdict)  // oscillating: the same values come back after 2 rounds
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - view: The view. It is not retained.
  ///   - threshold: The number of layouts that it may have in one turn; by default 100.
  ///   - reaction: The action on a loop after `onLoop`; by default none.
  ///   - states: Values of the app by name; by default none. They are read before and after layouts
  ///     while evidence is recorded, and released when the hunt ends. Views that reading
  ///     one dirties are not accused.
  ///   - onLoop: Called once per turn, at the entry of layout `threshold + 1`, before the original
  ///     `layoutSubviews` runs. Layouts that it causes are never counted. It is released when the
  ///     hunt ends.
  /// - Returns: The hunt, which need not be kept.
  /// - Throws: `LoopHunterError.thresholdTooLow` for a threshold below 1,
  ///   `LoopHunterError.unsupportedRuntime` if class records are not as expected, and
  ///   `LoopHunterError.hookCopied` if another tool copied our class. In each case nothing is
  ///   changed.
  @discardableResult
  public func attach(
    to view: View, threshold: Int = 100, reaction: Reaction = .report,
    watching states: [String: WatchedState] = [:], onLoop: @escaping (LoopReport) -> Void
  ) throws -> Attachment {
    try core.exclusively {
      let attachment = try core.attach(
        to: view, threshold: threshold, reaction: reaction, onLoop: onLoop)
      // A weak reference makes every later retain slower.
      if attachment.isAttached, !states.isEmpty {
        core.recorder.watch(states, for: attachment) { [weak attachment] in attachment?.view }
      }
      return attachment
    }
  }

  /// Begins to count the layouts of all views of a subtree that `matches` accepts.
  ///
  /// The group also hunts views that are added to the tree later, and releases views that leave it.
  /// It ends with `detach()` or with the root, and then releases both closures.
  ///
  /// ```swift
  /// let group = try hunter.attach(toTree: window, where: { $0 is Cell }) { report in
  ///   print(report)
  /// }
  /// loop.runUntilIdle()
  /// group.detach()
  /// ```
  ///
  /// - Parameters:
  ///   - root: The root of the subtree. It is not retained.
  ///   - threshold: The number of layouts that each view may have in one turn; by default 100.
  ///   - reaction: The action on a loop after `onLoop`; by default none.
  ///   - matches: Called once for each view that is found; by default all are hunted. The view has
  ///     its own class meanwhile, so that `is` and `as?` work. Layouts that `matches` causes are
  ///     never counted.
  ///   - onLoop: As for `attach(to:threshold:reaction:watching:onLoop:)`.
  /// - Returns: The group, which need not be kept.
  /// - Throws: As `attach(to:threshold:reaction:watching:onLoop:)`. A later view that cannot be hunted is
  ///   left out.
  @discardableResult
  public func attach(
    toTree root: View, threshold: Int = 100, reaction: Reaction = .report,
    where matches: @escaping (View) -> Bool = { _ in true }, onLoop: @escaping (LoopReport) -> Void
  ) throws -> AttachmentGroup {
    try core.exclusively {
      guard threshold >= 1 else { throw LoopHunterError.thresholdTooLow(threshold) }
      _ = try core.slot()
      let group = AttachmentGroup(
        core: core, root: root, threshold: threshold, reaction: reaction, matches: matches,
        onLoop: onLoop)
      try group.follow()
      return group
    }
  }

  /// Ends every hunt of this hunter.
  public func detachAll() { core.exclusively { core.detachAll() } }

  /// True if this hunter hunts; set it to false to give all its views their own classes back.
  ///
  /// The attachments remain, and resume when it is true again.
  public var isEnabled: Bool {
    get { core.isEnabled }
    set { core.exclusively { core.isEnabled = newValue } }
  }

  /// The hunts that have not ended, the oldest first, including paused ones.
  public var attachments: [Attachment] { core.attachments }

  /// This hunter's oldest hunt of a view that has not ended.
  package func attachment(of view: View) -> Attachment? {
    (view.instrument as? Instrument)?.attachments.first { $0.core === core }
  }

  /// The views that passed half their threshold, but not the threshold, the latest last.
  public var nearMisses: [NearMiss] { core.nearMisses }

  /// The views that were laid out without a known cause in at least
  /// `Configuration.acrossTurnsStreak` consecutive turns; the first 100.
  ///
  /// This is a hint, not a finding: an animation looks like this, and so does a loop through
  /// `DispatchQueue.main` or another thread, whose causes cannot be followed.
  public var recurringViews: [RecurringView] { core.recurringViews }

  /// The hub that turns detections into events, for listeners and sinks.
  public var analytics: AnalyticsHub { core.analytics }

  /// The pixels per point, for remarks about invisible differences.
  var scale: Double { core.configuration.scale }

  /// The attachment whose callback runs, for callbacks that many attachments share.
  package var reportingAttachment: Attachment? { core.reporting }

  // MARK: Queries

  /// The class of a view as if it were not hunted.
  ///
  /// For a hunted view, `type(of:)` returns the class that was made at run time.
  ///
  /// - Parameter view: The view.
  public static func originalType(of view: View) -> View.Type {
    let record = ClassRecord(of: view)
    let original = InstrumentedClass.made(record)?.original ?? record
    return original.type as? View.Type ?? type(of: view)
  }
}

extension LoopHunter {
  /// Lets reports of a replay name the recorded source places, and keep the names of views.
  ///
  /// A replay has no call stacks of its own; `from` replaces them. Call it before the first turn.
  /// Each place counts as a stack, so the limit of stacks must not be 0.
  package func takeSourceLocations(from replayer: TraceReplayer) {
    replayer.keepSourceLocations()
    core.recorder.sourceLocation = { [weak replayer] in replayer?.sourceLocation }
    core.recorder.treeVersion = { [weak replayer] in replayer?.treeVersion }
  }

  /// Also reports what the first loop of a view in a turn hides: other loops of the view in that turn, and a
  /// chain across turns.
  ///
  /// A gate may know the first one. Call it before the first turn.
  package func tellHiddenLoops() { core.tellsHiddenLoops = true }

  /// Calls a closure with each report and its conclusion at the end of a turn, in the order of the reports.
  package func takeConclusions(_ body: @escaping (_ report: LoopReport, LoopReport) -> Void) {
    core.onConclusion = body
  }

  /// Lets reports state claims in the numbers of a replayed trace, so that they can be proved.
  package func takeViewNumbers(from replayer: TraceReplayer) {
    core.recorder.traceNumber = { [weak replayer] in replayer?.number(of: $0) }
  }

  /// The number of records, layouts and actions that its reports examined: their cost, for tests.
  package var reportWork: Int { core.reportWork }
}
