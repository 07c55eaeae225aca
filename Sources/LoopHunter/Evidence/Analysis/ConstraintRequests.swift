/// Who asked for the constraints phase of which view, while a history is read.
struct ConstraintRequests {
  /// What was done, as its place among the actions, and the view that it concerns.
  private var requests: [(action: Int, view: Int)] = []
  /// The views that came into the tree, and what brought them.
  private var arrivals: [(action: Int, view: Int)] = []
  /// For each view the number of actions that there were when its last part of a phase began.
  private var answered: [Int: Int] = [:]
  /// How many actions there were when the phase that runs began.
  private var phaseStart: Int?

  /// How many requests are looked at for one view's part of a phase.
  private static let reach = 256

  mutating func add(_ action: Int, of view: Int) {
    if requests.last?.action != action { requests.append((action, view)) }
  }

  /// Notes that a view came into the tree, with unseen marks or relying on a first update.
  mutating func addArrival(_ action: Int, of view: Int) { arrivals.append((action, view)) }

  /// Something else than a part of the phase happens.
  mutating func endPhase() { phaseStart = nil }

  /// What led to a view's part of the current phase: what was asked of it, and of views in it,
  /// before the phase began, except for what led to the previous phase.
  ///
  /// If there was no request, it is what brought the view itself, or views in it.
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
  /// Whether a constraints phase is over when it happens.
  var endsPhase: Bool {
    switch self {
    case .entered, .left, .turnBegan, .commitBegan, .workBegan, .workEnded: true
    default: false
    }
  }
}
