import LayoutTrace
import ViewTree

/// Reports the passes of a replay that ended at a limit and that no view beyond its threshold explains.
///
/// Such a view explains nothing but what goes on because of it: it may be known, ignored or not hunted,
/// and its report then hides nothing else.
///
/// A pass that the recording ended at its limit is recorded as evidence from its beginning, and a turn
/// that refused a forced pass from its own.
package final class LimitWatch {
  private unowned let replayer: TraceReplayer
  private let hunter: LoopHunter
  /// The number of layouts that a view without a hunt may have in one turn.
  private let threshold: Int
  /// True if all views are hunted.
  private let huntsAll: Bool
  private let recorder: EvidenceRecorder
  private let builder: ReportBuilder
  private let onLoop: (LoopReport, View) -> Void
  /// True if the evidence begins with the turn, because a forced pass of it was refused.
  private var coversTurn = false
  /// Follows what layouts bring about, from the same moment on.
  private var tracer: (watch: PassTracer, observation: ObservationToken)?

  /// Watches a replay; set it up before the first turn.
  ///
  /// - Parameters:
  ///   - replayer: The replay, which outlives the watch.
  ///   - hunter: The hunter, whose attachments tell which views count.
  ///   - threshold: The number of layouts that a view without a hunt may have in one turn.
  ///   - huntsAll: True if all views are hunted.
  ///   - proves: True if the reports' claims are to be tested.
  ///   - onLoop: Called with each report and its view.
  package init(
    _ replayer: TraceReplayer, _ hunter: LoopHunter, threshold: Int, huntsAll: Bool, proves: Bool,
    onLoop: @escaping (LoopReport, View) -> Void
  ) {
    (self.replayer, self.hunter, self.threshold) = (replayer, hunter, threshold)
    (self.huntsAll, self.onLoop) = (huntsAll, onLoop)
    recorder = EvidenceRecorder(loop: replayer.loop)
    recorder.sourceLocation = { [weak replayer] in replayer?.sourceLocation }
    recorder.treeVersion = { [weak replayer] in replayer?.treeVersion }
    if proves { recorder.traceNumber = { [weak replayer] in replayer?.number(of: $0) } }
    builder = ReportBuilder(recorder: recorder, scale: hunter.scale)
    replayer.onLimitAhead = { [unowned self] kind in
      recorder.arm()
      if tracer == nil {
        let watch = PassTracer { [unowned self] in hasCrossed($0, layouts: $1) }
        tracer = (watch, replayer.loop.addLayoutObserver(watch))
      }
      if kind == .nesting { coversTurn = true } else { tracer?.watch.beginPass() }
    }
    replayer.onLimit = { [unowned self] in end($0) }
  }

  private func end(_ reached: ReachedLimit) {
    if reached.kind == .nesting { coversTurn = false }
    defer {
      if !coversTurn {
        recorder.disarm()
        tracer?.observation.cancel()
        tracer = nil
      }
    }
    var views = reached.counts.map(count)
    if views.contains(where: \.hasCrossed) {
      guard let others = tracer?.watch.others(of: views.map(\.view), at: reached.kind) else {
        return
      }
      let enduring = Set(others.map(ObjectIdentifier.init))
      views.removeAll { $0.hasCrossed || !enduring.contains(ObjectIdentifier($0.view)) }
    }
    // All views that were laid out may be dead, and a recording may tell of a limit without layouts.
    let isNobodyLeft = views.isEmpty && huntsAll
    let busiest =
      views.first(where: \.isHunted).map { ($0.view, $0.layouts) }
      ?? (isNobodyLeft ? replayer.roots.first.map { ($0, 0) } : nil)
    guard let (view, layouts) = busiest else { return }
    let limit: LayoutLimit =
      switch reached.kind {
      case .pass: .batches(reached.number)
      case .nesting: .nesting(reached.number)
      }
    let report = builder.report(
      atLimit: limit, layouts: reached.layouts, views: reached.views,
      on: Detection(
        kind: .crossing, view: view, threshold: threshold, count: layouts,
        turn: replayer.loop.turn, consecutiveTurns: 1, time: replayer.loop.now, depth: 1,
        isBroken: false))
    hunter.analytics.raise(detection: report)
    onLoop(report, view)
  }

  /// A view with its layouts in the turn.
  private struct Count {
    var view: View
    var layouts: Int
    var threshold: Int
    var isHunted: Bool

    var hasCrossed: Bool { layouts > threshold }
  }

  /// True if a view whose layout begins, one of so many in the pass, is beyond its threshold.
  private func hasCrossed(_ view: View, layouts: Int) -> Bool {
    guard let hunt = hunter.attachment(of: view) else { return layouts > threshold }
    // Its own class has yet to count this layout.
    return hunt.layoutsThisTurn >= hunt.threshold
  }

  /// The layouts of a view in the turn, or, if it is not hunted, in the pass.
  private func count(_ recorded: ReachedLimit.Count) -> Count {
    let hunt = hunter.attachment(of: recorded.view)
    return Count(
      view: recorded.view, layouts: hunt?.layoutsThisTurn ?? recorded.layouts,
      threshold: hunt?.threshold ?? threshold, isHunted: hunt != nil)
  }
}

/// Follows the layouts of a pass, or a turn, that will come to a limit.
private final class PassTracer: LayoutObserver {
  private let register = ViewRegister(capacity: ViewRegister.greatCapacity)
  private let lineage: LineageWatch
  private var pass = LayoutsByView()
  /// The numbers of the views that crossed.
  private var crossed: Set<Int> = []
  private let hasCrossed: (View, Int) -> Bool

  init(_ hasCrossed: @escaping (View, Int) -> Bool) {
    self.hasCrossed = hasCrossed
    lineage = LineageWatch(register)
    lineage.trace()
  }

  func layoutEntered(_ view: View) {
    let number = register.number(of: view)
    pass.add(number)
    if hasCrossed(view, pass.layouts(of: number)) { crossed.insert(number) }
    lineage.layoutEntered(number, hasCrossed: crossed.contains(number))
  }

  func layoutLeft(_ view: View) { lineage.layoutLeft() }

  func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
    lineage.dirtied(view, by: layingOut)
  }

  func treeChanged(_ change: TreeChange, by layingOut: View?) {
    lineage.treeChanged(change, by: layingOut)
  }

  func forcedLayoutRefused(_ view: View) { lineage.refused(view) }

  func beginPass() {
    pass.removeAll()
    crossed = []
    lineage.passEnded()
  }

  /// Those of some views at a limit that the crossing ones do not explain; nil if those explain all.
  func others(of views: [View], at limit: TurnLoop.LimitKind) -> [View]? {
    let numbers = limit == .pass ? pass.lasting : pass.all
    let isCrossing = { [crossed] in crossed.contains($0) }
    let others =
      limit == .pass
      ? lineage.enduring(of: numbers, where: isCrossing)
      : lineage.refused(of: views.map(register.number), where: isCrossing)
    return others.map { numbers in
      let numbers = Set(numbers)
      return views.filter { numbers.contains(register.number(of: $0)) }
    }
  }
}
