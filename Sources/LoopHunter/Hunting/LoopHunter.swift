import LayoutTrace
import ViewTree

/// Hunts layout feedback loops: attach it to suspect views, and it names the one that loops.
///
/// A hunted instance, and no other of its class, becomes an instance of a subclass made at run time
/// whose `layoutSubviews` counts and then runs the original. Dropping the hunter ends no hunt.
public final class LoopHunter {
  let core: HunterCore

  /// Makes a hunter for the views of a loop.
  ///
  /// Hunters of one thread may share a hub; without one, a hunter makes its own.
  public convenience init(
    loop: TurnLoop, killSwitch: KillSwitch = KillSwitch(), configuration: Configuration = .default,
    analytics: AnalyticsHub? = nil
  ) {
    self.init(
      loop: loop, killSwitch: killSwitch, configuration: configuration, analytics: analytics,
      support: .current, walker: .system)
  }

  /// Makes a hunter that believes `support`, which tests damage, and catches stacks by `walker`.
  package init(
    loop: TurnLoop, killSwitch: KillSwitch = KillSwitch(), configuration: Configuration = .default,
    analytics: AnalyticsHub? = nil, support: RuntimeSupport = .current,
    walker: StackWalker = .system
  ) {
    core = HunterCore(
      loop: loop, killSwitch: killSwitch, configuration: configuration,
      analytics: analytics ?? AnalyticsHub { loop.now }, support: support,
      walker: walker)
  }

  // MARK: Hunting

  /// Begins to count the layouts of a view.
  ///
  /// `onLoop` is called at the entry of layout `threshold + 1` of a turn, once per turn, before the
  /// original runs. What it does is never counted. It is released when the hunt ends. A view may be
  /// hunted several times, with different thresholds. The hunt of a view that is being destroyed is
  /// over at once.
  ///
  /// - Throws: `LoopHunterError.thresholdTooLow` for a threshold below 1,
  ///   `LoopHunterError.unsupportedRuntime` where class records are not as expected, and
  ///   `LoopHunterError.hookCopied` where another tool copied our class. Nothing was changed then.
  @discardableResult
  public func attach(
    to view: View, threshold: Int = 100, reaction: Reaction = .report,
    onLoop: @escaping (LoopReport) -> Void
  ) throws -> Attachment {
    try core.loop.exclusively {
      try core.attach(to: view, threshold: threshold, reaction: reaction, onLoop: onLoop)
    }
  }

  /// Begins to count the layouts of all views of a subtree that `matches` accepts.
  ///
  /// It follows views that are added to the tree later, and lets go of views that leave it. Each
  /// view is asked about once, when it is found, and has its own class while it is asked about, so
  /// that `is` and `as?` say what they say of a view that nobody hunts. What `matches` does is never
  /// counted. The group ends with `detach()` or with the root, and releases both closures then.
  ///
  /// - Throws: As `attach(to:)`. A later view that cannot be hunted is left out.
  @discardableResult
  public func attach(
    toTree root: View, threshold: Int = 100, reaction: Reaction = .report,
    where matches: @escaping (View) -> Bool = { _ in true },
    onLoop: @escaping (LoopReport) -> Void
  ) throws -> AttachmentGroup {
    try core.loop.exclusively {
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
  public func detachAll() {
    core.loop.exclusively { core.detachAll() }
  }

  /// Whether this hunter hunts; set it to false to give all its views their own classes back.
  ///
  /// The attachments stay and go on when it is true again.
  public var isEnabled: Bool {
    get { core.isEnabled }
    set { core.loop.exclusively { core.isEnabled = newValue } }
  }

  /// The hunts that go on, the oldest first, paused ones included.
  public var attachments: [Attachment] { core.attachments }

  /// The views that came past half their threshold and not past it, the latest last.
  public var nearMisses: [NearMiss] { core.nearMisses }

  /// The views that were laid out in each of `Configuration.acrossTurnsStreak` consecutive turns, or
  /// more, without a known cause; the first 100.
  ///
  /// A hint and no finding: an animation looks like this, and so does a loop through
  /// `DispatchQueue.main` or another thread, along which no cause can be followed.
  public var recurringViews: [RecurringView] { core.recurringViews }

  /// Where detections become events, for listeners and sinks.
  public var analytics: AnalyticsHub { core.analytics }

  /// The attachment whose callback runs, for callbacks that many attachments share.
  package var reportingAttachment: Attachment? { core.reporting }

  // MARK: Asking

  /// The class of a view as if it were not hunted.
  ///
  /// `type(of:)` gives the class made at run time for a hunted view.
  public static func originalType(of view: View) -> View.Type {
    let record = ClassRecord(of: view)
    let original = InstrumentedClass.made(record)?.original ?? record
    return original.type as? View.Type ?? type(of: view)
  }
}

extension LoopHunter {
  /// Lets reports name the recorded places in the source while a replay runs, and keep the names of
  /// views from turn to turn.
  ///
  /// A replay has no call stacks of its own; `from` stands in for them. Call it before the first
  /// turn. Each place counts as a stack, so the limit of stacks must not be 0.
  package func takeSourceLocations(from replayer: TraceReplayer) {
    replayer.keepSourceLocations()
    core.recorder.sourceLocation = { [weak replayer] in replayer?.sourceLocation }
    core.recorder.treeVersion = { [weak replayer] in replayer?.treeVersion }
  }
}
