import LayoutTrace
import ViewTree

/// Decides whether a view is laid out so often because it is forced from outside any layout.
///
/// It is if most of its layouts lie in passes that such code forced, each after such code had made
/// layout necessary. Layouts that cause each other within one pass are a loop, whatever began it.
struct ThrashingFinder {
  let evidence: LoopEvidence
  let outside: OutsidePasses
  let hunted: Int
  let namer: ViewNamer
  let order: TreeOrder

  private typealias Pass = OutsidePasses.Pass
  private var history: CausalHistory { evidence.history }

  init(evidence: LoopEvidence, outside: OutsidePasses, hunted: Int, namer: ViewNamer) {
    (self.evidence, self.outside, self.hunted, self.namer) = (evidence, outside, hunted, namer)
    order = TreeOrder(evidence)
  }

  /// The fewest passes from which a continuation is concluded.
  static let leastPasses = 3
  /// The most layouts of one view per pass on average; more are a loop within it.
  private static let mostLayoutsPerPass = 8

  /// Finds repeated actions of code outside layout that led to so many of the view's layouts.
  func find(least: Int) -> Thrashing? { findForced(least: least) ?? findFeedback(least: least) }

  /// Finds the forced layout, if it laid out the view in at least so many passes.
  private func findForced(least: Int) -> Thrashing? {
    guard outside.passes.count >= least else { return nil }
    let actor = evidence.actors[hunted]
    let own = outside.passes(of: actor)
    guard own.count >= least,
      outside.layouts(of: actor).count <= own.count * ThrashingFinder.mostLayoutsPerPass,
      let role = forcedRole(own)
    else { return nil }
    return outside.finding(of: role, in: evidence) {
      let forced = outside.passes(forcing: role)
      let deeds = findDeeds(forced)
      guard !hasLoop(forced), !deeds.isEmpty, let cycle = cycle(forced) else { return nil }
      return Thrashing(
        force: forceDeed(forced, role), deeds: deeds, cycle: cycle,
        share: Double(forced.count) / Double(outside.passes.count))
    }
  }

  /// True if layouts cause each other within the passes, whichever of them is hunted.
  private func hasLoop(_ passes: [Pass]) -> Bool {
    /// For each actor its layouts, the number of passes that contain some, and the last such pass.
    var counts: [Int: (layouts: Int, passes: Int, last: Int)] = [:]
    for (place, pass) in passes.enumerated() {
      for layout in history.layouts[pass.layouts] where !layout.isPhantom {
        var count = counts[evidence.actors[layout.view]] ?? (0, 0, -1)
        count.layouts += 1
        if count.last != place { count.passes += 1 }
        count.last = place
        counts[evidence.actors[layout.view]] = count
      }
    }
    return counts.values.contains { $0.layouts > $0.passes * ThrashingFinder.mostLayoutsPerPass }
  }

  // MARK: Layout that no code forces

  /// Finds views that code outside layout dirties again after each of their layouts in one pass.
  ///
  /// The pass itself must have called that code, as a browser calls the observers of sizes. A
  /// constraints phase is another case: there, `updateConstraints` of a view acts.
  func findFeedback(least: Int) -> Thrashing? {
    guard !history.hasUpdates else { return nil }
    let rounds = findRounds()
    guard rounds.count >= least, !hasLoop(rounds) else { return nil }
    let deeds = findDeeds(rounds)
    guard !deeds.isEmpty, let cycle = cycle(rounds) else { return nil }
    return Thrashing(force: nil, deeds: deeds, cycle: cycle, share: 1)
  }

  /// The hunted actor's layouts that code outside layout made necessary since the one before.
  ///
  /// Layouts that such code alone made necessary may have added to it. A round begins with the layouts
  /// that it made necessary just before, and reaches up to the next. Empty if most layouts have other
  /// causes.
  private func findRounds() -> [Pass] {
    let own = outside.layouts(of: evidence.actors[hunted])
    let starts = own.indices.map { $0 == 0 ? own[0] : start(of: own[$0], after: own[$0 - 1]) }
    let ends = starts.dropFirst() + [outside.present.upperBound]
    var rounds: [Pass] = []
    for (index, (layout, end)) in zip(own, ends).enumerated().dropFirst() {
      let since = history.layouts[own[index - 1]].firstAction
      let now = history.layouts[starts[index]].firstAction
      let causes = history.causes[history.layouts[layout].causes]
      let foreign = causes.filter { $0.action >= since && isForeign($0) }
      guard !foreign.isEmpty, !isInterrupted(own[index - 1]..<layout, since..<now),
        foreign.count == causes.count || causes.allSatisfy(isFromOutside)
      else { continue }
      rounds.append(Pass(call: now, layouts: starts[index]..<end))
    }
    return rounds.count * 2 >= own.count ? rounds : []
  }

  /// The first of the layouts right before one that code outside any layout made necessary, too.
  private func start(of layout: Int, after last: Int) -> Int {
    let since = history.layouts[last].firstAction
    var start = layout
    while start - 1 > last,
      history.causes[history.layouts[start - 1].causes].contains(where: {
        $0.action >= since && isForeign($0)
      })
    {
      start -= 1
    }
    return start
  }

  /// True if code outside any layout did it.
  private func isForeign(_ cause: CausalHistory.Cause) -> Bool {
    let action = history.actions[cause.action]
    return action.by == 0 && action.layout < 0
  }

  /// True if such code did it, or a layout that only such code made necessary.
  private func isFromOutside(_ cause: CausalHistory.Cause) -> Bool {
    if isForeign(cause) { return true }
    let layout = history.actions[cause.action].layout
    guard layout >= 0 else { return false }
    let causes = history.causes[history.layouts[layout].causes]
    return !causes.isEmpty && causes.allSatisfy(isForeign)
  }

  /// True if another pass begins among these layouts and actions.
  private func isInterrupted(_ layouts: Range<Int>, _ actions: Range<Int>) -> Bool {
    let force = history.outsideForces.countBelow(actions.lowerBound)
    if force < history.outsideForces.count, history.outsideForces[force] < actions.upperBound {
      return true
    }
    // The first commit that begins after the first of these layouts.
    let commit = history.commits.partitioned { $0.layouts <= layouts.lowerBound }
    return commit < history.commits.count && history.commits[commit].layouts <= layouts.upperBound
  }

  // MARK: The force

  /// The kind of views that is forced most often when the hunted view is laid out.
  private func forcedRole(_ passes: [Pass]) -> ViewRole? {
    var found: [ViewRole: (count: Int, highest: Int)] = [:]
    for pass in passes {
      let number = history.actions[pass.call].target
      let actor = evidence.actors[number]
      let role = outside.role(of: number, evidence)
      var entry = found[role] ?? (0, actor)
      entry.count += 1
      if order.isHigher(actor, entry.highest) { entry.highest = actor }
      found[role] = entry
    }
    return found.min { first, second in
      let (one, other) = (first.value, second.value)
      return one.count != other.count
        ? one.count > other.count : order.isHigher(one.highest, other.highest)
    }?.key
  }

  private func forceDeed(_ passes: [Pass], _ role: ViewRole) -> Thrashing.Edge {
    let calls = passes.map(\.call)
    let targets = Set(calls.map { history.actions[$0].target })
    let actor = evidence.actors[history.actions[calls.last!].target]  // A role has passes.
    var edge = LoopEdge(key: .init(writer: 0, kind: .force, target: actor), actions: calls)
    edge.dirtied = [actor]
    edge.top = actor
    return Thrashing.Edge(edge: edge, role: role, targets: targets, passes: passes.count)
  }

  // MARK: Deeds before the passes

  private struct DeedKey: Hashable {
    var kind: LayoutAction
    var role: ViewRole
  }

  /// The deeds before the passes, the worst first.
  private func findDeeds(_ passes: [Pass]) -> [Thrashing.Edge] {
    // Changed in place: a deed can have thousands of actions.
    var found: [Thrashing.Edge] = []
    var placeOfKey: [DeedKey: Int] = [:]
    var lastPass: [Int] = []
    for (place, pass) in passes.enumerated() {
      history.forEachCause(of: pass) { cause, layout in
        let action = history.actions[cause.action]
        let key = DeedKey(
          kind: action.kind.inGeneral, role: outside.role(of: action.place, evidence))
        let index = placeOfKey[key] ?? found.count
        if index == found.count {
          placeOfKey[key] = index
          let target = evidence.actors[action.place]
          found.append(
            Thrashing.Edge(
              edge: LoopEdge(key: .init(writer: 0, kind: key.kind, target: target)),
              role: key.role, targets: []))
          lastPass.append(-1)
        }
        found[index].targets.insert(action.place)
        found[index].edge.dirtied.insert(evidence.actor(ofLayout: layout))
        if !cause.again { found[index].edge.isFirst = true }
        if found[index].edge.actions.last.map({ $0 < cause.action }) ?? true {
          found[index].edge.actions.append(cause.action)
        }
        if lastPass[index] != place {
          lastPass[index] = place
          found[index].passes += 1
        }
        return true
      }
    }
    let most = found.map(\.passes).max() ?? 0
    // Occasional deeds do not make layout necessary each time.
    let steady = found.filter { $0.passes * 2 >= most }.map { deed in
      var deed = deed
      deed.edge.guilt = changes(deed) ? .change : .call
      deed.edge.top = deed.edge.dirtied.min(by: order.isHigher)!  // Each cause dirtied one.
      if deed.targets.count > 1 {
        deed.edge.key.target = deed.targets.map { evidence.actors[$0] }.min(by: order.isHigher)!
      }
      return deed
    }
    return steady.sorted { isWorse($0.edge, $1.edge) }
  }

  /// True if it changes something, and does not merely ask for layout.
  private func changes(_ deed: Thrashing.Edge) -> Bool {
    if case .call(let reason) = deed.edge.key.kind {
      !EdgeAction(reason).isAnnouncement
    } else {
      true
    }
  }

  private func isWorse(_ first: LoopEdge, _ second: LoopEdge) -> Bool {
    if first.guilt != second.guilt { return first.guilt.rawValue < second.guilt.rawValue }
    if first.key.isGeometry != second.key.isGeometry { return first.key.isGeometry }
    if first.isFirst != second.isFirst { return first.isFirst }
    if first.key.target != second.key.target {
      return order.isHigher(first.key.target, second.key.target)
    }
    return first.actions[0] < second.actions[0]
  }

  // MARK: The layouts of the passes

  private func cycle(_ allPasses: [Pass]) -> Cycle? {
    let passes = allPasses.suffix(CycleFinder.roundLimit)
    let limit = evidence.actors.count
    var counts: [Int: Int] = [:]
    let orders = passes.map { pass in
      history.layouts[pass.layouts].filter { !$0.isPhantom }.map { evidence.actors[$0.view] }
    }
    for order in orders {
      for actor in Set(order) { counts[actor, default: 0] += 1 }
    }
    let repeating = counts.filter { $0.value > 1 }.keys.sorted()
    let participants = ActorSet(repeating, limit: limit)
    guard let root = participants.members.min(by: order.isHigher) else { return nil }
    // The last pass may go on.
    let rounds = passes.dropLast().map(\.layouts)
    var repeated = orders.map { $0.filter(participants.contains) }
    var found = Periodicity.find(in: repeated)
    if found == nil, repeated.count > 1 {
      repeated.removeLast()
      found = Periodicity.find(in: repeated)
    }
    let finder = CycleFinder(evidence: evidence, hunted: hunted, namer: namer, order: order)
    let sequence =
      found.map { finder.canonical(Array(repeated.suffix($0.period))).flatMap { $0 } }
      ?? repeated.last ?? []
    return Cycle(
      drivers: ActorSet(limit: limit), participants: participants, root: root, rounds: rounds,
      period: found?.period, explained: rounds[...], isSteady: true, order: sequence)
  }
}
