import ViewTree

/// Counts layouts per view and turn, in slots of live views; what outlives a view is limited.
struct LayoutTally {
  /// The counts of a live view.
  private struct Slot {
    var number = 0
    /// The turn, counted from 0, to which `count` belongs; -1 for none.
    var stamp = -1
    /// The last pass, counted from 0, with a layout; -1 for none.
    var pass = -1
    var count = 0
    /// The part of `count` that came before that pass.
    var countBeforePass = 0
    var layouts = 0
    var maximum = 0
    var maximumTurn = 0
    /// The turns in which the view crossed its limit.
    var crossings = 0
    /// The view's index in `loops`; -1 for none.
    var loop: Int32 = -1
    var classIndex: Int32 = 0
    var pathIndex: Int32 = -1
    /// The layouts that it may have in one turn; 0 until rules decide, `ignored` if they ignore it.
    var limit: Int32 = 0
    var name: String?
    /// True if a rule sets the limit.
    var hasRule = false
    /// True if it had a superview when its rule was found.
    var isInner = false
    /// The last turn with a layout, and the number of successive turns, up to it, with one.
    var lastTurn = Int.min
    var streak: Int32 = 0
    /// The maximum number of layouts in one of these turns.
    var streakMaximum: Int32 = 0
    /// The longest such run of turns: its length, the most layouts in a turn, and its last turn.
    var longestStreak: Int32 = 0
    var longestMaximum: Int32 = 0
    var longestEnd = 0
    /// The place that dirtied the view again while it recurred.
    var writer: String?
    /// The batch of its last layout in the pass of that layout.
    var lastBatch = 0
    /// The number of the view whose layout dirtied it last; 0 for code outside layout.
    var dirtier = 0
  }

  /// The limits on looping views, on separate runs of turns for each, and on other lists.
  static let loopLimit = 10_000
  static let rangeLimit = 1_000
  static let nearMissLimit = 100
  static let recurrenceLimit = 100
  static let timelineLimit = 128

  /// The limit that no view exceeds, nor any threshold equals.
  private static let ignored: Int32 = -1

  private let options: TraceScan.Options
  private var rules: HuntRules?
  /// The number of layouts that a view without a rule may have in one turn.
  private var threshold: Int
  private var viewsByRule: [Int]
  /// The names of strict rules that no view had so far.
  private var sought: SoughtNames
  private var slots: [Slot] = []
  private var stamp = 0
  /// The turn to which the counts belong.
  private var turn = 0
  /// The slots of the views laid out in this turn, and in the pass that runs or ended last.
  private var touched: [Int] = []
  private var inPass: [Int] = []
  private var pass = 0
  /// True if a turn has begun.
  private var isInTurn = false
  /// The counts of this turn: layouts, and views that crossed their limit.
  private var turnLayouts = 0
  private var turnCrossings = 0
  /// The batches of the running pass.
  private var rounds = LayoutRounds()
  /// The part of the layouts in what crossed, traced from the first crossing in a turn on.
  private var lineage = LayoutLineage()
  private var isTracing = false
  /// The forced passes that this turn refused, the views around them, and the depth of the last one.
  private var refusals = 0
  private var refused = RefusedLayouts()
  private var refusedDepth = 0
  /// The slot of a view that stands for limits without any layouts.
  private var bystander = 0
  private var timeline = TurnSpans<TraceScan.TurnCount>(most: Self.timelineLimit)

  private var loops: [TraceScan.ViewCount] = []
  private var loopsLeftOut = 0
  private var busiest: TopList<TraceScan.ViewCount>
  private var nearMisses: TopList<TraceScan.ViewCount>
  private var recurring: TopList<TraceScan.Recurrence>
  /// The number of times that a view had n layouts in a turn, for the usual small n and for others.
  private var smallCounts = [Int](repeating: 0, count: 256)
  private var largeCounts: [Int: Int] = [:]
  /// These numbers for views with a rule, which say nothing about a threshold for others.
  private var countsByRule: [Int: Int] = [:]
  private var classes: [TraceScan.ClassCount] = []
  private var classIndexes: [String: Int] = [:]
  /// The layouts of views that a rule ignores, and, where there are rules, of others below a view.
  private var (ignoredLayouts, innerLayouts) = (0, 0)
  private var paths: [TraceScan.PathCount] = []
  private var pathIndexes: [String: Int] = [:]

  init(options: TraceScan.Options) {
    (self.options, threshold) = (options, options.threshold)
    rules =
      options.rules.isEmpty ? nil : HuntRules(threshold: options.threshold, rules: options.rules)
    viewsByRule = options.rules.map { _ in 0 }
    sought = rules.map { SoughtNames(strictRulesOf: $0) } ?? SoughtNames()
    isTracing = rules != nil
    busiest = TopList(limit: max(0, options.busiestLimit))
    nearMisses = TopList(limit: Self.nearMissLimit)
    recurring = TopList(limit: Self.recurrenceLimit)
  }

  /// Judges no view from now on, but still leaves out those that a rule ignores.
  mutating func leaveJudgement() {
    threshold = .max
    rules = rules.map { rules in
      HuntRules(
        threshold: .max,
        rules: rules.rules.map { rule in
          if case .threshold = rule.effect {
            HuntRule(rule.scope, rule.name, .threshold(.max))
          } else {
            rule
          }
        })
    }
  }

  // MARK: Events

  /// Counts one layout of the view in a slot, inside those of so many others; returns true if `cross` is to be
  /// called for it.
  @inline(__always)
  mutating func layout(_ slot: Int, inside depth: Int) -> Bool {
    if slots[slot].pass != pass { enterPass(slot) }
    slots[slot].count &+= 1
    let batch = rounds.layOut(slot, inside: depth)
    slots[slot].lastBatch = batch
    if isTracing { lineage.layOut(slot, inBatch: batch, crossing(of: slot)) }
    return slots[slot].count == Int(slots[slot].limit) &+ 1
  }

  /// Notes the first layout of a view in a pass.
  @inline(never)
  private mutating func enterPass(_ slot: Int) {
    slots[slot].pass = pass
    slots[slot].countBeforePass = slots[slot].count
    inPass.append(slot)
    guard slots[slot].stamp != stamp else { return }
    slots[slot].stamp = stamp
    touched.append(slot)
  }

  /// Notes which view dirties another, and which code dirties a view that is about to recur.
  @inline(__always)
  mutating func dirty(
    _ slot: Int, _ line: TraceLine, of chunk: TraceChunk, _ tree: TraceTree, isUpdating: Bool
  ) {
    slots[slot].dirtier = line.number(.by) ?? 0
    rounds.dirty(slot)
    if isTracing { trace(slot, line, of: chunk, tree, isUpdating) }
    guard Int(slots[slot].streak) &+ 1 >= options.recurrence, line.has(.from) else { return }
    if slots[slot].writer == nil { slots[slot].writer = chunk.string(at: line.place(.from)) }
  }

  /// Begins a turn, to which the following counts belong.
  mutating func beginTurn(_ number: Int, _ tree: TraceTree) {
    endTurn(tree)
    turn = number
    isInTurn = true
  }

  /// Traces a view that a line says is dirty.
  @inline(never)
  private mutating func trace(
    _ slot: Int, _ line: TraceLine, of chunk: TraceChunk, _ tree: TraceTree, _ isUpdating: Bool
  ) {
    let reason = chunk.reason(of: line)
    let source = line.has(.by) ? tree.slot(of: slots[slot].dirtier) : -1
    let writer = LayoutLineage.Writer(
      inLayout: line.has(.by), of: source >= 0 ? source : nil,
      isOfPhase: isUpdating || reason == .solved)
    lineage.dirty(slot, by: writer, asksEngine: reason.asksEngine)
  }

  /// Begins to count for a new view, which the innermost code brings that a checker knows.
  mutating func view(
    _ slot: Int, _ line: TraceLine, of chunk: TraceChunk, from checker: TraceChecker
  ) {
    while slots.count <= slot { slots.append(Slot()) }
    let className = chunk.string(at: line.place(.className))
    let index = classIndexes[className] ?? classes.count
    if index == classes.count {
      classIndexes[className] = index
      classes.append(TraceScan.ClassCount(className: className, views: 0, layouts: 0))
    }
    classes[index].views += 1
    slots[slot] = Slot(number: line[.view], classIndex: Int32(truncatingIfNeeded: index))
    if rules == nil { slots[slot].limit = Int32(clamping: threshold) }
    if line.has(.name) { slots[slot].name = chunk.string(at: line.place(.name)) }
    if !sought.isEmpty { sought.see(className: className, name: slots[slot].name) }
    rounds.dirty(slot)
    if isTracing {
      let writer = LayoutLineage.Writer(
        inLayout: checker.actor >= 0 && !checker.isUpdating, of: checker.actor,
        isOfPhase: checker.isUpdating)
      lineage.dirty(slot, by: writer)
    }
  }

  /// Settles the counts of a dead view.
  mutating func gone(_ slot: Int) {
    if isTracing { lineage.leave(slot, isIgnored: slots[slot].limit == Self.ignored) }
    if refusals > 0 { refused.leave(slot, hasCrossed: hasCrossed(slot)) }
    rounds.leave(slot)
    settle(slot)
    retire(slot)
  }

  /// Finds the path of a view at its first layout in a turn, if paths are requested.
  mutating func notePath(_ slot: Int, _ tree: TraceTree) {
    guard options.countsPaths, slots[slot].pathIndex < 0 else { return }
    let path = path(of: slot, tree)
    let index = pathIndexes[path] ?? paths.count
    if index == paths.count {
      pathIndexes[path] = index
      let className = classes[Int(slots[slot].classIndex)].className
      paths.append(TraceScan.PathCount(path: path, className: className, views: 0, layouts: 0))
    }
    paths[index].views += 1
    slots[slot].pathIndex = Int32(truncatingIfNeeded: index)
  }

  /// The path of a view: the names of its superviews and its own, without the middle of too many.
  private func path(of slot: Int, _ tree: TraceTree) -> String {
    ShownSteps.of(steps(to: slot, tree)).joined(separator: "/")
  }

  private func steps(to slot: Int, _ tree: TraceTree) -> [String] {
    var parts: [String] = []
    var current = slot
    for _ in 0..<TraceTree.maximumDepth where current >= 0 {
      parts.append(slots[current].name ?? classes[Int(slots[current].classIndex)].className)
      current = tree.slotOfParent(current)
    }
    return parts.reversed()
  }

  // MARK: Settling

  /// Notes that a view crossed its limit in this turn, or finds the limit at its first layout.
  mutating func cross(_ slot: Int, _ tree: TraceTree) {
    if let rules, slots[slot].limit == 0 { return applyRules(rules, slot, tree) }
    slots[slot].crossings += 1
    turnCrossings += 1
    if !isTracing { beginTracing(at: slot) }
    // A view without an entry is one of those that are left out.
    guard slots[slot].crossings == 1 || slots[slot].loop >= 0,
      let index = entry(of: slot, tree)
    else { return }
    loops[index].crossings = slots[slot].crossings
    Self.add(turn, to: &loops[index].turns)
  }

  /// The index of a view's entry among the loops, which is made if it has none; nil if there are
  /// too many.
  private mutating func entry(of slot: Int, _ tree: TraceTree) -> Int? {
    if slots[slot].loop >= 0 { return Int(slots[slot].loop) }
    guard loops.count < Self.loopLimit else {
      loopsLeftOut += 1
      return nil
    }
    slots[slot].loop = Int32(truncatingIfNeeded: loops.count)
    loops.append(count(of: slot))
    loops[loops.count - 1].path = path(of: slot, tree)
    return loops.count - 1
  }

  /// Adds a turn to a list that is limited, and joins it to the one before it.
  private static func add(_ turn: Int, to turns: inout [ClosedRange<Int>]) {
    if let last = turns.last, last.upperBound + 1 >= turn {
      turns[turns.count - 1] = last.lowerBound...max(turn, last.upperBound)
    } else if turns.count < rangeLimit {
      turns.append(turn...turn)
    }
  }

  // MARK: Limits

  /// A pass begins, in which no other runs.
  mutating func beginPass() {
    if refusals > 0 { refused = refused.afterPass { hasCrossed($0) } }
    rounds.begin()
    pass += 1
    inPass.removeAll(keepingCapacity: true)
    if isTracing { lineage.begin() }
  }

  @inline(never)
  private mutating func beginTracing(at slot: Int) {
    isTracing = true
    lineage.begin()
    lineage.layOut(slot, inBatch: rounds.current, .ofJudged)
  }

  /// Notes a pass that ended at its limit.
  ///
  /// Views that settled in the first half of the pass have no part in what the limit ended.
  mutating func endPass(atLimit batches: Int, _ tree: TraceTree) {
    let middle = rounds.current / 2
    let lasting = inPass.filter { slots[$0].lastBatch > middle && slots[$0].stamp == stamp }
    var judged = lasting.filter { slots[$0].limit != Self.ignored }
    let isJudged: Bool
    if lasting.contains(where: { hasCrossed($0) }) {
      // Those that crossed explain only what goes on because of them.
      judged = lineage.enduring(of: judged.filter { !hasCrossed($0) })
      isJudged = lineage.anyGoneEndures
    } else {
      // Without rules, all that are gone are judged.
      isJudged = rules == nil ? lasting.isEmpty : lineage.anyGoneLasts || lineage.isEmpty
    }
    if isJudged || !judged.isEmpty { reach(.pass, batches, by: judged, tree) }
    // Its views are judged: whatever follows is not a part of it.
    beginPass()
  }

  /// Notes a layout of a view that was refused inside those of others, unless rules ignore all of them.
  mutating func refuse(_ view: Int?, inside acting: [Int], _ tree: TraceTree) {
    let views = view.map { acting + [$0] } ?? acting
    guard views.isEmpty || views.contains(where: { !isIgnored($0, tree) }) else { return }
    refusals += 1
    refusedDepth = acting.count
    refused.add(inside: views)
  }

  /// True if a rule ignores a view, or would at its first layout.
  private func isIgnored(_ slot: Int, _ tree: TraceTree) -> Bool {
    guard let rules, slots[slot].limit == 0 else { return slots[slot].limit == Self.ignored }
    return rules.threshold(by: rule(for: slot, rules, tree)) == nil
  }

  /// Notes the refused passes of a turn, unless a view that crossed its limit was laid out around each.
  private mutating func endRefusals(_ tree: TraceTree) {
    guard refusals > 0 else { return }
    defer { (refusals, refused) = (0, RefusedLayouts()) }
    let touched = touched.filter { slots[$0].stamp == stamp }
    refused = refused.afterPass { hasCrossed($0) }
    guard let views = refused.outside(of: touched, where: { hasCrossed($0, inTurn: true) })
    else { return }
    let judged = views.filter { slots[$0].limit != Self.ignored }
    reach(.nesting, refusedDepth, by: judged, times: refusals, tree)
  }

  /// True if a view crossed its limit in this turn, or, if a rule ignores it, the threshold of others in
  /// this pass or turn.
  @inline(__always)
  private func hasCrossed(_ slot: Int, inTurn: Bool = false) -> Bool {
    let limit = slots[slot].limit
    guard slots[slot].stamp == stamp, limit == Self.ignored else {
      return limit > 0 && slots[slot].stamp == stamp && slots[slot].count > Int(limit)
    }
    if inTurn { return slots[slot].count > threshold }
    // An ignored view explains a pass only by its layouts in it.
    return slots[slot].pass == pass && slots[slot].count - slots[slot].countBeforePass > threshold
  }

  @inline(__always)
  private func crossing(of slot: Int) -> LayoutLineage.Crossing? {
    guard hasCrossed(slot) else { return nil }
    return slots[slot].limit == Self.ignored ? .ofIgnored : .ofJudged
  }

  /// Notes a limit that the layouts of some views reached.
  private mutating func reach(
    _ kind: TurnLoop.LimitKind, _ number: Int, by judged: [Int], times: Int = 1, _ tree: TraceTree
  ) {
    // A recording may tell of a limit, but of no layouts, and those that had a part in it may be gone.
    let busiest = judged.max { slots[$0].count < slots[$1].count } ?? anyView()
    guard let busiest, let index = entry(of: busiest, tree) else { return }
    var reached =
      loops[index].limit ?? TraceScan.LimitCount(kind: kind, number: number, times: 0, turns: [])
    reached.times += times
    Self.add(turn, to: &reached.turns)
    let writer = slots[busiest].dirtier == 0 ? -1 : tree.slot(of: slots[busiest].dirtier)
    if writer >= 0 {
      reached.dirtier = slots[writer].name ?? classes[Int(slots[writer].classIndex)].className
    }
    loops[index].limit = reached
  }

  /// A live view; nil if there is none.
  private mutating func anyView() -> Int? {
    if bystander < slots.count, slots[bystander].number != 0 { return bystander }
    let found = slots.indices.first { slots[$0].number != 0 }
    bystander = found ?? 0
    return found
  }

  /// Finds the limit of a view, once the view is in its place in the tree.
  private mutating func applyRules(_ rules: HuntRules, _ slot: Int, _ tree: TraceTree) {
    let rule = rule(for: slot, rules, tree)
    if let rule { viewsByRule[rule] += 1 }
    slots[slot].hasRule = rule != nil
    slots[slot].limit = rules.threshold(by: rule).map { Int32(clamping: $0) } ?? Self.ignored
    slots[slot].isInner = tree.slotOfParent(slot) >= 0
  }

  private func rule(for slot: Int, _ rules: HuntRules, _ tree: TraceTree) -> Int? {
    rules.rule(
      className: classes[Int(slots[slot].classIndex)].className, name: slots[slot].name,
      path: { steps(to: slot, tree) })
  }

  private mutating func endTurn(_ tree: TraceTree) {
    endRefusals(tree)
    isTracing = rules != nil
    beginPass()
    for slot in touched { settle(slot) }
    touched.removeAll(keepingCapacity: true)
    stamp += 1
    if isInTurn {
      timeline.add(
        TraceScan.TurnCount(
          firstTurn: turn, lastTurn: turn, turns: 1, layouts: turnLayouts, layoutsTurn: turn,
          crossings: turnCrossings))
    }
    (turnLayouts, turnCrossings) = (0, 0)
  }

  /// Adds the count of the turn to the view's totals.
  private mutating func settle(_ slot: Int) {
    let count = slots[slot].count
    guard slots[slot].stamp == stamp, count > 0 else { return }
    if count < smallCounts.count {
      smallCounts[count] += 1
    } else {
      largeCounts[count, default: 0] += 1
    }
    if slots[slot].hasRule { countsByRule[count, default: 0] += 1 }
    slots[slot].stamp = -1
    slots[slot].count = 0
    slots[slot].layouts += count
    turnLayouts += count
    if count > slots[slot].maximum {
      slots[slot].maximum = count
      slots[slot].maximumTurn = turn
    }
    noteStreak(of: slot, count)
    let loop = Int(slots[slot].loop)
    if loop >= 0 {
      loops[loop].layouts = slots[slot].layouts
      loops[loop].maximum = slots[slot].maximum
      loops[loop].maximumTurn = slots[slot].maximumTurn
    }
  }

  /// Extends a view's run of turns, or restarts it, after `count` layouts in this turn.
  private mutating func noteStreak(of slot: Int, _ count: Int) {
    let count = Int32(clamping: count)
    if turn == slots[slot].lastTurn &+ 1 {
      slots[slot].streak &+= 1
      slots[slot].streakMaximum = max(slots[slot].streakMaximum, count)
    } else {
      slots[slot].streak = 1
      slots[slot].streakMaximum = count
    }
    slots[slot].lastTurn = turn
    if slots[slot].streak > slots[slot].longestStreak {
      slots[slot].longestStreak = slots[slot].streak
      slots[slot].longestMaximum = slots[slot].streakMaximum
      slots[slot].longestEnd = turn
    }
  }

  /// Moves a view's counts to the data that outlives it.
  private mutating func retire(_ slot: Int) {
    let state = slots[slot]
    guard state.number != 0 else { return }
    classes[Int(state.classIndex)].layouts += state.layouts
    if state.limit == Self.ignored {
      ignoredLayouts += state.layouts
    } else if state.isInner {
      innerLayouts += state.layouts
    }
    if state.pathIndex >= 0 { paths[Int(state.pathIndex)].layouts += state.layouts }
    if state.layouts > 0, busiest.admits(state.layouts, state.number) {
      busiest.insert(state.layouts, count(of: slot))
    }
    // A hunter arms past half the threshold, and never before the second layout.
    if state.crossings == 0, state.limit != Self.ignored, state.maximum >= 2,
      state.maximum > state.limit / 2,
      nearMisses.admits(state.maximum, state.number)
    {
      nearMisses.insert(state.maximum, count(of: slot))
    }
    let streak = Int(state.longestStreak)
    if state.crossings == 0, state.limit != Self.ignored, streak >= options.recurrence,
      recurring.admits(streak, state.number)
    {
      recurring.insert(
        streak,
        TraceScan.Recurrence(
          view: state.number, className: classes[Int(state.classIndex)].className,
          name: state.name, turns: streak, firstTurn: state.longestEnd - streak + 1,
          lastTurn: state.longestEnd, maximum: Int(state.longestMaximum), writer: state.writer))
    }
    slots[slot] = Slot()
  }

  private func count(of slot: Int) -> TraceScan.ViewCount {
    let state = slots[slot]
    let loop = state.loop >= 0 && state.loop < loops.count ? loops[Int(state.loop)] : nil
    return TraceScan.ViewCount(
      view: state.number, className: classes[Int(state.classIndex)].className, name: state.name,
      path: loop?.path, layouts: state.layouts, maximum: state.maximum,
      maximumTurn: state.maximumTurn,
      crossings: state.crossings, turns: loop?.turns ?? [], limit: loop?.limit)
  }

  // MARK: The result

  /// The histogram of the views without a rule.
  private func withoutRules(_ histogram: [TraceScan.HistogramRow]) -> [TraceScan.HistogramRow] {
    histogram.compactMap { row in
      let rest = row.occurrences - (countsByRule[row.layouts] ?? 0)
      return rest == 0 ? nil : TraceScan.HistogramRow(layouts: row.layouts, occurrences: rest)
    }
  }

  /// Ends the counting and returns the findings.
  mutating func finish(_ summary: TraceSummary, _ tree: TraceTree) -> TraceScan.Result {
    endTurn(tree)
    for slot in slots.indices { retire(slot) }
    var histogram = smallCounts.enumerated().filter { $0.element > 0 }
      .map { TraceScan.HistogramRow(layouts: $0.offset, occurrences: $0.element) }
    histogram += largeCounts.sorted { $0.key < $1.key }
      .map { TraceScan.HistogramRow(layouts: $0.key, occurrences: $0.value) }
    return TraceScan.Result(
      summary: summary, threshold: options.threshold, loops: loops, loopsLeftOut: loopsLeftOut,
      nearMisses: nearMisses.views, nearMissesLeftOut: nearMisses.leftOut,
      recurring: recurring.views, recurringLeftOut: recurring.leftOut, busiest: busiest.views,
      histogram: histogram, timeline: timeline.spans,
      classes: classes.sorted { ($1.layouts, $0.className) < ($0.layouts, $1.className) },
      paths: paths, viewsByRule: viewsByRule, sought: sought,
      ignoredLayouts: ignoredLayouts, innerLayouts: innerLayouts,
      suggestion: TraceScan.Suggestion(
        histogram: withoutRules(histogram), threshold: options.threshold, hasRules: rules != nil))
  }
}
