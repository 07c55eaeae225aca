/// The requests for each view's part of a constraints phase, collected while a history is read.
struct ConstraintRequests {
  /// The requests: each action's index, and the view that it concerns.
  private var requests: [(action: Int, view: Int)] = []
  /// The views that came into the tree, each with the action that added it.
  private var arrivals: [(action: Int, view: Int)] = []
  /// For each view the number of actions before its last part of a phase.
  private var answered: [Int: Int] = [:]
  /// The number of actions before the current phase.
  private var phaseStart: Int?

  /// The most requests that are examined for one view's part of a phase.
  private static let reach = 256

  mutating func add(_ action: Int, of view: Int) {
    if requests.last?.action != action { requests.append((action, view)) }
  }

  /// Notes that a view came into the tree, with unseen marks or relying on a first update.
  mutating func addArrival(_ action: Int, of view: Int) { arrivals.append((action, view)) }

  /// Ends the phase: something happens that is not a part of it.
  mutating func endPhase() { phaseStart = nil }

  /// Finds the causes of a view's part of the current phase: requests before it for the view and
  /// views in it, unless they led to the previous phase.
  ///
  /// If there was no request, the cause is the action that added the view, or views in it.
  mutating func begin(
    _ view: Int, now: Int, _ isDescendant: (_ view: Int, _ ancestor: Int) -> Bool
  ) -> [Int] {
    let end = phaseStart ?? now
    phaseStart = end
    let start = answered.updateValue(end, forKey: view) ?? 0
    func latest(
      of actions: [(action: Int, view: Int)], _ concernsView: (_ other: Int) -> Bool
    ) -> [Int] {
      var found: [Int] = []
      for (action, other) in actions.suffix(Self.reach).reversed() {
        guard action >= start else { break }
        if action < end, concernsView(other) { found.append(action) }
      }
      return found.reversed()
    }
    let asked = latest(of: requests) { isDescendant($0, view) }
    guard asked.isEmpty else { return asked }
    return latest(of: arrivals) { isDescendant(view, $0) || isDescendant($0, view) }
  }
}

extension EvidenceHeader.Kind {
  /// True if an event of this kind ends a constraints phase.
  var endsPhase: Bool {
    switch self {
    case .entered, .left, .turnBegan, .commitBegan, .workBegan, .workEnded: true
    default: false
    }
  }
}
