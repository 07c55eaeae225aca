import ViewTree

/// Decides whether a view is laid out so often because it is forced from outside any layout.
///
/// That is so where most of its layouts lie in passes that such code forced, each after such code
/// had made layout necessary. A view whose layouts bring each other within one pass is in a loop,
/// whatever began it.
struct ThrashingFinder {
  let evidence: LoopEvidence
  let hunted: Int
  let namer: ViewNamer
  let order: TreeOrder

  private var history: CausalHistory { evidence.history }

  /// One forced pass.
  private struct Pass {
    /// The call of `layoutIfNeeded`, as a place among the actions.
    var call: Int
    var layouts: Range<Int>
  }

  /// With fewer passes than this, it is unknown whether it continues.
  static let leastPasses = 3
  /// How many layouts of one view a pass may have on average: more are a loop within it.
  private static let mostLayoutsPerPass = 8

  /// What is forced, if the view was laid out for that in at least so many passes.
  func find(least: Int = ThrashingFinder.leastPasses) -> Thrashing? {
    let passes = findPasses()
    guard passes.count >= least else { return nil }
    let actor = evidence.actors[hunted]
    let own = passes.filter { contains($0, actor) }
    let layouts = history.layouts[presentLayouts].count {
      !$0.isPhantom && evidence.actors[$0.view] == actor
    }
    guard own.count >= least, layouts <= own.count * ThrashingFinder.mostLayoutsPerPass else {
      return nil
    }
    let roles = Roles(evidence.register)
    guard let role = forcedRole(own, roles) else { return nil }
    let forced = passes.filter { roles[history.actions[$0.call].target] == role }
    let deeds = findDeeds(forced, roles)
    guard !hasLoop(forced), !deeds.isEmpty, let cycle = cycle(forced) else { return nil }
    return Thrashing(
      force: forceDeed(forced, role), deeds: deeds, cycle: cycle,
      share: Double(forced.count) / Double(passes.count))
  }

  /// Makes the role of each view once.
  private final class Roles {
    private let register: ViewRegister
    private var known: [Int: ViewRole] = [:]

    init(_ register: ViewRegister) {
      self.register = register
    }

    subscript(number: Int) -> ViewRole {
      if let role = known[number] { return role }
      let role = register.role(of: number)
      known[number] = role
      return role
    }
  }

  // MARK: Passes

  /// The layouts of the turn that runs.
  private var presentLayouts: Range<Int> {
    let turns = history.turns
    guard let last = turns.last else { return 0..<history.layouts.count }
    // A turn is noted when recording begins in it, and when the loop begins to run it.
    let first = turns.lastIndex { $0.number != last.number }.map { $0 + 1 } ?? 0
    return min(turns[first].firstLayout, history.layouts.count)..<history.layouts.count
  }

  /// The passes of the turn that code outside layout forced after it had made layout necessary.
  private func findPasses() -> [Pass] {
    let calls = history.outsideForces
    guard !calls.isEmpty else { return [] }
    let present = presentLayouts
    var passes: [Pass] = []
    var commits = history.commits[...]
    var next = present.lowerBound
    for (place, call) in calls.enumerated() {
      while next < present.upperBound, history.layouts[next].firstAction <= call { next += 1 }
      let start = next
      let limit = place + 1 < calls.count ? calls[place + 1] : Int.max
      commits = commits.drop { $0.actions <= call }
      let commit = commits.first?.layouts ?? Int.max
      while next < present.upperBound, next < commit, history.layouts[next].firstAction <= limit {
        next += 1
      }
      let pass = Pass(call: call, layouts: start..<next)
      var isCaused = false
      forEachCause(of: pass) { _, _, _ in
        isCaused = true
        return false
      }
      if isCaused { passes.append(pass) }
    }
    return passes
  }

  /// Calls `body` with what code outside layout had done that a pass laid out, and with the actors
  /// that became dirty, until it returns false.
  ///
  /// What was done after the call was done inside the pass, by `updateConstraints`.
  private func forEachCause(
    of pass: Pass, _ body: (_ action: Int, _ again: Bool, _ dirtied: Int) -> Bool
  ) {
    for index in pass.layouts where !history.layouts[index].isPhantom {
      let layout = history.layouts[index]
      for place in layout.causes {
        let cause = history.causes[place]
        guard cause.action < pass.call, history.actions[cause.action].by == 0 else { continue }
        if !body(cause.action, cause.again, evidence.actors[layout.view]) { return }
      }
    }
  }

  private func contains(_ pass: Pass, _ actor: Int) -> Bool {
    history.layouts[pass.layouts].contains {
      !$0.isPhantom && evidence.actors[$0.view] == actor
    }
  }

  /// Whether layouts bring each other within the passes, whichever of them is hunted.
  private func hasLoop(_ passes: [Pass]) -> Bool {
    let limit = evidence.actors.count
    var layouts = [Int](repeating: 0, count: limit)
    var passesWith = layouts
    var lastPass = [Int](repeating: -1, count: limit)
    for (place, pass) in passes.enumerated() {
      for layout in history.layouts[pass.layouts] where !layout.isPhantom {
        let actor = evidence.actors[layout.view]
        layouts[actor] += 1
        guard lastPass[actor] != place else { continue }
        lastPass[actor] = place
        passesWith[actor] += 1
      }
    }
    return zip(layouts, passesWith).contains { $0 > $1 * ThrashingFinder.mostLayoutsPerPass }
  }

  // MARK: Layout that nobody forces

  /// What code outside any layout dirties again after each of its layouts in one pass.
  ///
  /// The pass itself must have called that code, as a browser calls the observers of sizes. A
  /// constraints phase is another thing: there, `updateConstraints` of a view acts.
  func findFeedback(least: Int) -> Thrashing? {
    guard !history.hasUpdates else { return nil }
    let rounds = findRounds()
    guard rounds.count >= least, !hasLoop(rounds) else { return nil }
    let deeds = findDeeds(rounds, Roles(evidence.register))
    guard !deeds.isEmpty, let cycle = cycle(rounds) else { return nil }
    return Thrashing(force: nil, deeds: deeds, cycle: cycle, share: 1)
  }

  /// The layouts of the hunted actor that only code outside made necessary since the one before in the
  /// same pass, each with what is laid out up to the next; none where most layouts are others.
  private func findRounds() -> [Pass] {
    let actor = evidence.actors[hunted]
    let present = presentLayouts
    let own = present.filter {
      !history.layouts[$0].isPhantom && evidence.actors[history.layouts[$0].view] == actor
    }
    let ends = own.dropFirst() + [present.upperBound]
    var rounds: [Pass] = []
    for (index, (layout, end)) in zip(own, ends).enumerated().dropFirst() {
      let since = history.layouts[own[index - 1]].firstAction
      let now = history.layouts[layout].firstAction
      let causes = history.causes[history.layouts[layout].causes]
      guard !causes.isEmpty, !isInterrupted(own[index - 1]..<layout, since..<now),
        causes.allSatisfy({ cause in
          let action = history.actions[cause.action]
          return cause.action >= since && action.by == 0 && action.layout < 0
        })
      else { continue }
      rounds.append(Pass(call: now, layouts: layout..<end))
    }
    return rounds.count * 2 >= own.count ? rounds : []
  }

  /// Whether another pass begins among these layouts and actions.
  private func isInterrupted(_ layouts: Range<Int>, _ actions: Range<Int>) -> Bool {
    history.outsideForces.contains(where: actions.contains)
      || history.commits.contains {
        $0.layouts > layouts.lowerBound && $0.layouts <= layouts.upperBound
      }
  }

  // MARK: The force

  /// The kind of views that is forced most often when the hunted view is laid out.
  private func forcedRole(_ passes: [Pass], _ roles: Roles) -> ViewRole? {
    var found: [ViewRole: (count: Int, highest: Int)] = [:]
    for pass in passes {
      let number = history.actions[pass.call].target
      let actor = evidence.actors[number]
      var entry = found[roles[number]] ?? (0, actor)
      entry.count += 1
      if order.isHigher(actor, entry.highest) { entry.highest = actor }
      found[roles[number]] = entry
    }
    return found.min { first, second in
      let (one, other) = (first.value, second.value)
      return one.count != other.count
        ? one.count > other.count : order.isHigher(one.highest, other.highest)
    }?.key
  }

  private func forceDeed(_ passes: [Pass], _ role: ViewRole) -> Thrashing.Deed {
    let calls = passes.map(\.call)
    let targets = Set(calls.map { history.actions[$0].target })
    let actor = evidence.actors[history.actions[calls.last!].target]
    var edge = LoopEdge(key: .init(writer: 0, kind: .force, target: actor), actions: calls)
    edge.dirtied = [actor]
    edge.top = actor
    return Thrashing.Deed(edge: edge, role: role, targets: targets, passes: passes.count)
  }

  // MARK: What is done before

  private struct DeedKey: Hashable {
    var kind: ActionKey.Kind
    var role: ViewRole
  }

  /// What is done before the passes, the worst first.
  private func findDeeds(_ passes: [Pass], _ roles: Roles) -> [Thrashing.Deed] {
    // Changed in place: a deed can have thousands of actions.
    var found: [Thrashing.Deed] = []
    var placeOfKey: [DeedKey: Int] = [:]
    var lastPass: [Int] = []
    for (place, pass) in passes.enumerated() {
      forEachCause(of: pass) { cause, again, dirtied in
        let action = history.actions[cause]
        let key = DeedKey(kind: action.kind, role: roles[action.place])
        let index = placeOfKey[key] ?? found.count
        if index == found.count {
          placeOfKey[key] = index
          let target = evidence.actors[action.place]
          found.append(
            Thrashing.Deed(
              edge: LoopEdge(key: .init(writer: 0, kind: action.kind, target: target)),
              role: key.role, targets: []))
          lastPass.append(-1)
        }
        found[index].targets.insert(action.place)
        found[index].edge.dirtied.insert(dirtied)
        if !again { found[index].edge.isFirst = true }
        if found[index].edge.actions.last.map({ $0 < cause }) ?? true {
          found[index].edge.actions.append(cause)
        }
        if lastPass[index] != place {
          lastPass[index] = place
          found[index].passes += 1
        }
        return true
      }
    }
    let most = found.map(\.passes).max() ?? 0
    // What is done now and then is not what makes layout necessary each time.
    let steady = found.filter { $0.passes * 2 >= most }.map { deed in
      var deed = deed
      deed.edge.guilt = changes(deed) ? .change : .call
      deed.edge.top = deed.edge.dirtied.min(by: order.isHigher)!
      if deed.targets.count > 1 {
        deed.edge.key.target = deed.targets.map { evidence.actors[$0] }.min(by: order.isHigher)!
      }
      return deed
    }
    return steady.sorted { isWorse($0.edge, $1.edge) }
  }

  /// Whether it changes something, and does not merely ask for layout.
  private func changes(_ deed: Thrashing.Deed) -> Bool {
    guard case .call(let reason) = deed.edge.key.kind else { return true }
    return !ReasonIndex.isAnnouncement(reason)
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

  // MARK: What is laid out

  private func cycle(_ allPasses: [Pass]) -> Cycle? {
    let passes = allPasses.suffix(CycleFinder.roundLimit)
    let limit = evidence.actors.count
    var counts = [Int](repeating: 0, count: limit)
    let orders = passes.map { pass in
      history.layouts[pass.layouts].filter { !$0.isPhantom }.map { evidence.actors[$0.view] }
    }
    for order in orders {
      for actor in Set(order) { counts[actor] += 1 }
    }
    let participants = ActorSet(counts.indices.filter { counts[$0] > 1 }, limit: limit)
    guard let root = participants.members.min(by: order.isHigher) else { return nil }
    let rounds = zip(passes, passes.dropFirst()).map {
      $0.layouts.lowerBound..<$1.layouts.lowerBound
    }
    let repeated = orders.map { $0.filter(participants.contains) }
    let found = Periodicity.find(in: repeated)
    let finder = CycleFinder(evidence: evidence, hunted: hunted, namer: namer, order: order)
    let sequence =
      found.map { finder.canonical(Array(repeated.suffix($0.period))).flatMap { $0 } }
      ?? participants.members.sorted(by: order.isHigher)
    return Cycle(
      drivers: ActorSet(limit: limit), participants: participants, root: root, rounds: rounds,
      period: found?.period, explained: rounds[...], isSteady: true, order: sequence)
  }
}
