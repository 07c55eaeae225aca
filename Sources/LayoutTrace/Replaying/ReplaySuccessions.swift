import ViewTree

/// Follows for a replay what the layouts of one turn bring about in later ones, and tells of it by views.
final class ReplaySuccessions {
  private let tape: ReplayTape
  private let views: ReplayViews
  private let constraints: ReplayConstraints
  private let limits: ReplayLimits
  /// Follows the lines; nil if nobody asks.
  private var successions: TapeSuccessions?
  private var onFound: ((RecordedSuccession) -> Bool)?

  init(
    _ tape: ReplayTape, _ views: ReplayViews, _ constraints: ReplayConstraints,
    _ limits: ReplayLimits
  ) {
    (self.tape, self.views, self.constraints, self.limits) = (tape, views, constraints, limits)
  }

  /// Begins to follow the recording.
  ///
  /// - Parameters:
  ///   - limit: The number of turns from which on a succession is reported.
  ///   - onSuccessor: Called with a view of layouts in turns in a row whose first one in the last, or the one
  ///     before, is due to another layout.
  ///   - onAhead: Called with a view to which one may come too often.
  ///   - onFound: Called with each that came back too often, or, at the end, goes on; returns true if it is reported.
  func follow(
    limit: Int, onSuccessor: @escaping (View, _ isLast: Bool) -> Void,
    onAhead: @escaping (View) -> Void, onFound: @escaping (RecordedSuccession) -> Bool
  ) {
    self.onFound = onFound
    successions = TapeSuccessions(
      tape, limit: limit,
      TapeSuccessions.Questions(
        limit: { [views, limits] in limits.crossingLimit?(views[$0]).layouts ?? .max },
        isIgnored: { [views, limits] in limits.crossingLimit?(views[$0]).isIgnored ?? false },
        connected: { [constraints] in constraints.connected(to: $0) },
        causes: { [views] slot, isLast in
          if let view = views[slot] { onSuccessor(view, isLast) }
        },
        nears: { [views] slot in
          if let view = views[slot] { onAhead(view) }
        },
        loops: { [unowned self] in tell($0) }))
  }

  /// Notes at the first layout of a view if a rule ignores it.
  func noteFirstLayout(of view: View, _ slot: Int) {
    guard let successions, let crossingLimit = limits.crossingLimit else { return }
    successions.note(slot, isIgnored: crossingLimit(view).isIgnored)
  }

  /// Follows the turn that the tape holds.
  func followTurn() { successions?.followTurn() }

  /// Notes that a report explains the successions of a view.
  func explain(_ view: View) {
    if let slot = views.slot(of: view) { successions?.explain(slot) }
  }

  /// Forgets views that died, whose slots may be used again.
  func forget(_ slots: [Int]) { successions?.forget(slots) }

  /// Tells of those that still go on at the end of the recording.
  func tellWaiting() {
    guard let successions else { return }
    let waiting = successions.waiting { [views] slot in
      views[slot].map { $0.needsLayout && $0.window != nil } ?? false
    }
    for succession in waiting where !successions.isExplained(succession) {
      if tell(succession) { successions.explain(Int(succession.slot)) }
    }
  }

  private func tell(_ succession: TapeSuccessions.Succession) -> Bool {
    guard let successions, let onFound else { return false }
    let slot = Int(succession.slot)
    return onFound(
      RecordedSuccession(
        view: views[slot], views: successions.round(to: slot).compactMap { views[$0] },
        turns: Int(succession.turns), returns: Int(succession.returns)))
  }
}
