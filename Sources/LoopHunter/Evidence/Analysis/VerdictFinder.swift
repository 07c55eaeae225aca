import LayoutTrace
import ViewTree

/// Decides the kind of a loop from the changes of its geometry between rounds.
///
/// First it looks at the drivers and at the values that they write to each other. If nothing
/// changes there, it looks at everything that they write.
struct VerdictFinder {
  let evidence: LoopEvidence
  let cycle: Cycle
  let edges: [LoopEdge]
  let changes: NetChanges
  let order: TreeOrder
  /// The number of layouts of the hunted view on the stack at the report.
  let depth: Int

  private var history: CausalHistory { evidence.history }

  /// A verdict, and a remark about it.
  struct Finding {
    var verdict: Verdict
    var remarks: [Remark] = []
  }

  /// The fewest complete rounds from which the lack of any change is concluded.
  private static let leastRoundsOfNothing = 5

  func decide() -> Finding {
    if let depth = recursionDepth { return Finding(verdict: .reentrant(depth: depth)) }
    // Without a driver it is another kind of loop, as the edges show.
    guard cycle.isSteady || cycle.drivers.isEmpty else {
      return Finding(verdict: .undetermined, remarks: [missingEvidence])
    }
    if let finding = finding(subviewCourse(), orElse: missingEvidence) { return finding }
    let fought = ActorSet(
      cycle.drivers.members + edges.map(\.key.target), limit: evidence.actors.count)
    let inner = GeometryTrack(evidence, cycle) { action in
      fought.contains(evidence.actors[action.target])
        || action.kind.isOfTree && fought.contains(evidence.actors[action.place])
    }
    if let finding = finding(judge(inner), orElse: missingEvidence) { return finding }
    let outer = GeometryTrack(evidence, cycle) { action in
      action.layout >= 0 && cycle.participants.contains(evidence.actor(ofLayout: action.layout))
    }
    let remark = outer.isLong && cycle.period != nil ? restlessGeometry : missingEvidence
    if let finding = finding(judge(outer), orElse: remark) { return finding }
    // A view that is handed on is dirty without an edge.
    guard !edges.isEmpty || !movedViews().isEmpty, cycle.period != nil,
      cycle.explained.count >= VerdictFinder.leastRoundsOfNothing
    else { return Finding(verdict: .undetermined, remarks: [missingEvidence]) }
    return Finding(verdict: .redundant)
  }

  /// The finding of a course, with a remark where it has no pattern; nil at rest.
  private func finding(_ course: Course, orElse remark: Remark) -> Finding? {
    switch course {
    case .verdict(let verdict): Finding(verdict: verdict)
    case .noPattern: Finding(verdict: .undetermined, remarks: [remark])
    case .atRest: nil
    }
  }

  private var restlessGeometry: Remark { .restlessGeometry(rounds: cycle.rounds.count) }

  private var missingEvidence: Remark {
    let rounds = cycle.rounds.count
    if rounds < GeometryTrack.leastRoundsOfDrift { return .fewRounds(rounds, evidence.remedy) }
    return cycle.period == nil ? .nothingRepeats(rounds: rounds) : .noPattern(rounds: rounds)
  }

  // MARK: Re-entrance

  /// The nesting depth of one driver's layouts, if the loop is re-entrant.
  ///
  /// Of the views of a loop, only the one that forces another one may be in its own layout again.
  private var recursionDepth: Int? {
    var courses = Array(repeating: Nesting(), count: evidence.actors.count)
    for layout in history.layouts where !layout.isPhantom {
      courses[evidence.actors[layout.view]].add(layout.depth)
    }
    let depths = ([cycle.root] + cycle.drivers.members).compactMap { driver -> Int? in
      let onStack = evidence.view(of: driver)?.layoutsOnStack ?? 0
      return courses[driver].depth(now: driver == cycle.root ? max(depth, onStack) : onStack)
    }
    return depths.max()
  }

  /// The layouts of a view inside itself.
  private struct Nesting {
    private var total = 0
    private var nested = 0
    private var deepest = 0

    mutating func add(_ depth: Int) {
      total += 1
      if depth > 1 { nested += 1 }
      deepest = max(deepest, depth)
    }

    /// The depth of a re-entrant loop; nil for another loop.
    func depth(now depth: Int) -> Int? {
      let deepest = max(deepest, depth)
      // Repeated nesting of one level is a loop that happens to force layout.
      guard deepest >= 3, depth >= 3 || nested * 2 > total else { return nil }
      return deepest
    }
  }

  // MARK: Subviews

  /// The course of the numbers of subviews from period to period.
  private func subviewCourse() -> Course {
    let step = cycle.period ?? 1
    let changes = subviewChanges()
    let explained = cycle.explained.count
    for (_, counts) in changes.sorted(by: { $0.key < $1.key }) {
      let sums = sums(of: counts, step)
      guard sums.count >= 2, let first = sums.first, first != 0,
        sums.allSatisfy({ $0.signum() == first.signum() })
      else { continue }
      // A few arriving subviews may leave again later.
      guard explained >= GeometryTrack.leastRoundsOfDrift else { return .noPattern }
      let perRound = Double(sums.reduce(0, +)) / Double(sums.count * step)
      return .verdict(.drifting(property: .subviewCount, perRound: perRound))
    }
    return .atRest
  }

  /// For each superview its additional subviews after each explained round.
  private func subviewChanges() -> [Int: [Int]] {
    var changes: [Int: [Int]] = [:]
    let count = cycle.explained.count
    let moved = movedViews()
    for (round, range) in cycle.explained.enumerated() {
      for index in history.actionRange(of: range) {
        let action = history.actions[index]
        guard action.kind.isOfTree, action.superview != action.from, action.layout >= 0,
          cycle.participants.contains(evidence.actor(ofLayout: action.layout))
        else { continue }
        for (superview, change) in [(action.superview, 1), (action.from, -1)]
        where superview > 0 && stays(superview, moved) {
          changes[evidence.actors[superview], default: Array(repeating: 0, count: count)][round] +=
            change
        }
      }
    }
    return changes
  }

  /// The views that came, left or changed their superview in the explained rounds.
  private func movedViews() -> Set<Int> {
    var moved: Set<Int> = []
    for range in cycle.explained {
      for index in history.actionRange(of: range) where history.actions[index].kind.isOfTree {
        moved.insert(history.actions[index].target)
      }
    }
    return moved
  }

  /// False for one of several views of a kind that came or left since, and what it was given with it.
  private func stays(_ number: Int, _ moved: Set<Int>) -> Bool {
    guard evidence.isMany(evidence.actors[number]) else { return true }
    guard !moved.contains(number),
      let view = evidence.register.view(evidence.number(ofView: number)),
      let root = evidence.view(of: cycle.root)
    else { return false }
    func top(_ view: View) -> View {
      var top = view
      while let superview = top.superview { top = superview }
      return top
    }
    return top(view) === top(root)
  }

  /// The sums of the last whole periods.
  private func sums(of changes: [Int], _ step: Int) -> [Int] {
    let count = changes.count / step
    let start = changes.count - count * step
    return (0..<count).map { changes[(start + $0 * step)..<(start + ($0 + 1) * step)].reduce(0, +) }
  }

  // MARK: Geometry

  /// The course of some geometry from round to round.
  private enum Course {
    case verdict(Verdict)
    /// It is equal after every round, and no views fight over it within one.
    case atRest
    case noPattern
  }

  private func judge(_ track: GeometryTrack) -> Course {
    guard !track.keys.isEmpty else { return .atRest }
    if let period = track.period { return course(period) }
    let drift = track.drift(
      step: cycle.period ?? 1, preferring: edges.first { $0.key.isGeometry }?.key.target,
      order: order)
    if drift?.isVisible != true, let period = track.roundedPeriod { return course(period) }
    guard let drift else { return .noPattern }
    let property = evidence.reported(drift.path, of: drift.actor)
    return .verdict(.drifting(property: property, perRound: drift.perRound))
  }

  /// The course that follows from a period of the geometry.
  private func course(_ period: Periodicity.Result) -> Course {
    if period.period > 1 { return .verdict(.oscillating(period: period.period)) }
    return isFoughtOver ? .verdict(.oscillating(period: 1)) : .atRest
  }

  /// True if values go back and forth within a round, though each ends like the previous one.
  ///
  /// This holds if two layouts of drivers leave the same value in two ways, or if a layout leaves
  /// another value and thereby dirties a view that resets it.
  private var isFoughtOver: Bool {
    edges.contains { $0.key.isGeometry && $0.lastingParts != 0 }
      || !changes.contested(by: cycle.drivers, limit: evidence.actors.count).isEmpty
  }
}
