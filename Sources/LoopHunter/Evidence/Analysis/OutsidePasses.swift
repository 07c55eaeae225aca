/// The passes of a turn that code outside layout forced after it had made layout necessary.
///
/// Thousands of views can be forced in one turn, and each has a report of its own. Passes are found
/// once, in the order in which they came, and indexed by the keys that reports look up.
final class OutsidePasses {
  /// One forced pass.
  struct Pass {
    /// The call of `layoutIfNeeded`, as an index into the actions.
    var call: Int
    var layouts: Range<Int>
  }

  /// The passes, the last of which may go on.
  private(set) var passes: [Pass] = []
  /// The layouts of the current turn.
  private(set) var present = 0..<0

  /// For each actor the passes in which it was laid out.
  private var passesOfActor = Groups<Int>()
  /// For each actor its layouts in the turn.
  private var layoutsOfActor = Groups<Int>()
  /// The passes that force views of one kind.
  private var passesOfRole: [ViewRole: [Int]] = [:]
  private var roles: [Int: ViewRole] = [:]
  /// The findings, each with the passes of the kind and the amount of evidence at that time.
  private var findings: [ViewRole: (thrashing: Thrashing?, passes: Int, evidence: Int)] = [:]

  /// The turn of these passes, as an index into the turns of the history.
  private var turn: Int?
  /// The call whose pass is open or comes next, as an index into the calls outside layout.
  private var openCall = 0
  /// The beginning of that call's pass, once it is known.
  private var openStart: Int?
  /// True if code outside layout made the layout of the open pass necessary.
  private var isCaused = false
  /// The first layout that belongs to no pass so far.
  private var next = 0
  /// The first commit that is not over.
  private var commit = 0

  // MARK: Reading

  /// The number of layouts that were examined.
  private(set) var work = 0

  /// Adds the new evidence since the last call.
  func extend(by evidence: LoopEvidence) {
    let history = evidence.history
    beginTurn(of: history)
    let known = present.upperBound
    layoutsOfActor.makeRoom(forGroups: evidence.actors.count)
    for index in known..<history.layouts.count where !history.layouts[index].isPhantom {
      layoutsOfActor.append(index, to: evidence.actor(ofLayout: index))
    }
    present = present.lowerBound..<history.layouts.count
    findPasses(in: evidence)
    work += present.upperBound - known
  }

  private func beginTurn(of history: CausalHistory) {
    let turns = history.turns
    // A turn is noted when recording begins in it, and when the loop begins to run it.
    let number = turns.last?.number
    let first = turns.lastIndex { $0.number != number }.map { $0 + 1 } ?? 0
    guard turn != first else { return }
    turn = first
    let start = turns.isEmpty ? 0 : min(turns[first].firstLayout, history.layouts.count)
    present = start..<start
    next = start
    (passes, passesOfRole, findings) = ([], [:], [:])
    (passesOfActor, layoutsOfActor) = (Groups<Int>(), Groups<Int>())
    (openCall, openStart, isCaused, commit) = (0, nil, false, 0)
  }

  private func findPasses(in evidence: LoopEvidence) {
    let history = evidence.history
    let calls = history.outsideForces
    while openCall < calls.count {
      let call = calls[openCall]
      let limit = openCall + 1 < calls.count ? calls[openCall + 1] : Int.max
      if openStart == nil {
        while next < present.upperBound, history.layouts[next].firstAction <= call { next += 1 }
        openStart = next
      }
      while commit < history.commits.count, history.commits[commit].actions <= call { commit += 1 }
      let end = commit < history.commits.count ? history.commits[commit].layouts : Int.max
      while next < min(end, present.upperBound), history.layouts[next].firstAction <= limit {
        add(next, to: call, evidence)
        next += 1
      }
      guard limit < Int.max else { return }
      openCall += 1
      (openStart, isCaused) = (nil, false)
    }
  }

  /// Adds a layout to the pass of a call.
  private func add(_ layout: Int, to call: Int, _ evidence: LoopEvidence) {
    let history = evidence.history
    if isCaused {
      passes[passes.count - 1].layouts = passes[passes.count - 1].layouts.lowerBound..<layout + 1
      return list(layout, evidence)
    }
    let pass = Pass(call: call, layouts: openStart!..<layout + 1)  // `findPasses` has set it.
    let added = Pass(call: call, layouts: layout..<layout + 1)
    history.forEachCause(of: added) { _, _ in
      isCaused = true
      return false
    }
    guard isCaused else { return }
    passesOfRole[role(of: history.actions[call].target, evidence), default: []].append(passes.count)
    passes.append(pass)
    for layout in pass.layouts { list(layout, evidence) }
  }

  private func list(_ layout: Int, _ evidence: LoopEvidence) {
    guard !evidence.history.layouts[layout].isPhantom else { return }
    let actor = evidence.actor(ofLayout: layout)
    let pass = passes.count - 1
    if passesOfActor.last(of: actor) != pass { passesOfActor.append(pass, to: actor) }
  }

  // MARK: Queries

  /// The passes in which an actor was laid out.
  func passes(of actor: Int) -> [Pass] {
    let found = passesOfActor[actor].map { passes[$0] }
    work += found.count
    return found
  }

  /// The layouts of an actor in the turn.
  func layouts(of actor: Int) -> [Int] {
    let found = Array(layoutsOfActor[actor])
    work += found.count
    return found
  }

  /// The passes that force views of one kind.
  func passes(forcing role: ViewRole) -> [Pass] {
    let found = passesOfRole[role, default: []].map { passes[$0] }
    work += found.reduce(0) { $0 + $1.layouts.count }
    return found
  }

  /// The fraction of the passes that force views of one kind; nil if none does.
  func share(of role: ViewRole) -> Double? {
    passesOfRole[role].map { Double($0.count) / Double(passes.count) }
  }

  /// The kind of a view.
  func role(of number: Int, _ evidence: LoopEvidence) -> ViewRole {
    if let role = roles[number] { return role }
    let role = evidence.register.role(of: number)
    roles[number] = role
    return role
  }

  /// The forced layout of one kind, as `find` returns it; remembered as long as it holds.
  ///
  /// It holds until there are some more passes, which would be examined again for each view.
  func finding(
    of role: ViewRole, in evidence: LoopEvidence, _ find: () -> Thrashing?
  ) -> Thrashing? {
    let count = passesOfRole[role]?.count ?? 0
    let size = evidence.history.layouts.count + evidence.history.actions.count
    if let known = findings[role] {
      if known.evidence == size { return known.thrashing }
      if known.passes >= 64, count <= known.passes + known.passes / 8 { return known.thrashing }
    }
    let thrashing = find()
    findings[role] = (thrashing, count, size)
    return thrashing
  }
}

extension CausalHistory {
  /// Calls `body` with the actions of code outside layout that a pass laid out, and with its
  /// layouts, until it returns false.
  ///
  /// Actions after the call were done inside the pass, by `updateConstraints`.
  func forEachCause(of pass: OutsidePasses.Pass, _ body: (_ cause: Cause, _ layout: Int) -> Bool) {
    for index in pass.layouts where !layouts[index].isPhantom {
      for place in layouts[index].causes {
        let cause = causes[place]
        guard cause.action < pass.call, actions[cause.action].by == 0 else { continue }
        if !body(cause, index) { return }
      }
    }
  }
}
