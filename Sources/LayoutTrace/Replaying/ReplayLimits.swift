import ViewTree

/// Tells of the limits that a recording reached, and of the layouts that it refused, as a replay comes to them.
///
/// The recording has a line for each: a limit that only the replay reaches doesn't count.
final class ReplayLimits {
  private let tape: ReplayTape
  private let views: ReplayViews

  /// Called before a pass that the recording ended at its limit, or a turn that refused one.
  var onAhead: ((TurnLoop.LimitKind) -> Void)?
  /// Called around each pass of a turn that refused layouts, at its end with true as the last argument; the
  /// first one tells if a layout was refused lately that no view beyond its limit explains.
  var onRefusingPass: ((_ isUnexplained: Bool, _ isOver: Bool) -> Void)?
  /// Called with each limit that was reached.
  var onLimit: ((ReachedLimit) -> Void)?
  /// Tells the limit of a view, or of one that is gone and was never laid out.
  var crossingLimit: ((View?) -> CrossingLimit)?

  /// The lines of the turn up to its last limit.
  private var course = TapeCourse()
  private var isAhead = false
  /// The limits of the views that were laid out in a turn with a limit ahead, by slot: they may be gone
  /// when it is reached.
  private var laidOut: [Int: CrossingLimit] = [:]
  /// The limits of views whose layout was forced: they may be gone without one, because it was refused.
  private var forced: [Int: CrossingLimit] = [:]

  init(_ tape: ReplayTape, _ views: ReplayViews) {
    (self.tape, self.views) = (tape, views)
  }

  /// Begins a turn, to which no limit of the one before is of use.
  func beginTurn() {
    if isAhead {
      isAhead = false
      laidOut.removeAll(keepingCapacity: true)
      forced.removeAll(keepingCapacity: true)
    }
    if !course.isFresh { course = TapeCourse() }
  }

  /// Tells that the recording reached a limit in what begins.
  func tellAhead(of kind: TurnLoop.LimitKind) {
    isAhead = crossingLimit != nil
    onAhead?(kind)
  }

  /// Keeps the limit of a view in a slot that is laid out before a limit is reached.
  func noteLayout(of view: View, _ slot: Int) {
    if isAhead, laidOut[slot] == nil { laidOut[slot] = crossingLimit?(view) }
  }

  /// Keeps the limit of a view in a slot whose layout is forced before a limit is reached.
  func noteForce(of view: View, _ slot: Int) {
    if isAhead, forced[slot] == nil { forced[slot] = crossingLimit?(view) }
  }

  /// Tells of layouts that were refused before an event, at which a pass of the turn may be over.
  func tellRefusals(before index: Int32, isOver: Bool) {
    guard let onRefusingPass, tape.hasRefusal else { return }
    course.follow(tape, to: index, limit: crossingLimit(of:))
    onRefusingPass(course.hasRefused(crossingLimit(of:)), isOver)
  }

  /// Tells of a limit that the layouts between two events reached.
  ///
  /// The recording also tells how deep a refused layout was, as an app may change the header's limit.
  func tell(_ kind: TurnLoop.LimitKind, _ batches: Int, in events: Range<Int32>) {
    guard let onLimit else { return }
    let census = tape.census(from: events.lowerBound, to: events.upperBound)
    let living = (kind == .pass ? census.lasting : census.all).filter { views[$0] != nil }
    course.follow(tape, to: events.upperBound, limit: crossingLimit(of:))
    let others = course.unexplained(of: living, at: kind, tape, limit: crossingLimit(of:))
    let counts = { [views] (slots: [Int]) in
      slots.compactMap { slot in
        views[slot].map { ReachedLimit.Count(view: $0, layouts: census.layouts(of: slot)) }
      }
    }
    onLimit(
      ReachedLimit(
        kind: kind, number: kind == .pass ? batches : course.refusedDepth, layouts: census.layouts,
        views: census.views,
        counts: others.map(counts)
      ) { [unowned self] excused in
        let known = Set(excused.compactMap(views.slot))
        return counts(
          course.unexplained(of: living, at: kind, without: known, tape, limit: crossingLimit(of:))
            ?? [])
      })
  }

  /// The limit of the view in a slot, even if it is gone.
  private func crossingLimit(of slot: Int) -> CrossingLimit {
    let refused = views[slot] == nil ? forced[slot] : nil
    return laidOut[slot] ?? refused ?? crossingLimit?(views[slot]) ?? .none
  }
}

/// A limit at which the recording ended layout.
package struct ReachedLimit {
  /// A view with its layouts in the pass, or in the turn.
  package struct Count {
    package var view: View
    package var layouts: Int
  }

  package var kind: TurnLoop.LimitKind
  package var number: Int
  /// The layouts in the pass or the turn, and the number of the views.
  package var layouts: Int
  package var views: Int
  /// The live views that have a part in it which no view beyond its limit explains, the busiest first;
  /// nil if such views explain all.
  package var counts: [Count]?
  /// The live views that also went on without these, the busiest first; to be called while the limit is told.
  package var without: ([View]) -> [Count]
}
