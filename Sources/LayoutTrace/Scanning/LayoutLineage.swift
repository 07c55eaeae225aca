/// Tells which layouts of a pass went on by themselves, beside views that crossed their thresholds.
///
/// A view that crossed explains why a pass came to its limit only if nothing goes on without it. Each
/// layout stands in a line with the layout that dirtied its view, back to the beginning of the pass. A
/// line ends at a view that crossed: what such a view dirties begins a new one. So a line that is older
/// than the last crossing, and still grows in the second half of the time since, is another loop.
///
/// A cause that nobody tells explains nothing: a layout without one is as old as the pass. Only what the
/// engine of constraints and the constraints phase dirty between layouts follows from the layouts before: it
/// is as old as the oldest that asked for it, or, if none is known to have asked, as the oldest of all.
package struct LayoutLineage {
  private struct Standing {
    /// The pass to which this belongs.
    var pass: Int
    /// The position at which the line of the last layout began.
    var origin = 0
    /// The position at which the oldest line that dirtied the view since began; `max` if none did.
    var mark = Int.max
    /// The position of the last layout.
    var last = 0
    var hasCrossed = false
  }

  private var pass = 0
  /// The number of layouts so far in the pass.
  private var position = 0
  /// The position of the last crossing that no other one explains.
  private var anchor = 0
  private var standings: [Standing] = []
  /// The origin of the oldest line with a layout since something was dirtied between layouts; `max` for none.
  private var oldest = Int.max
  /// The origin of the oldest line that asked the engine to do something since; `max` for none.
  private var asked = Int.max
  /// True if the last view that was dirtied was so between layouts.
  private var isBetween = false
  /// The last layout of a view that is gone and that no rule ignores, in an old line and in any.
  private var (lastOldGone, lastGone) = (0, 0)

  package init() {}

  /// Begins a pass; what came before is as old as it.
  package mutating func begin() {
    pass += 1
    (position, anchor) = (0, 0)
    (lastOldGone, lastGone) = (0, 0)
    endPhase()
  }

  /// The code that dirties a view.
  package enum Writer {
    case layout(of: Int)
    /// The engine of constraints or the constraints phase, between layouts.
    case betweenLayouts
    case other

    /// The code that made a mark.
    ///
    /// - Parameters:
    ///   - isInLayout: True if layout ran, and not a view's part of the constraints phase.
    ///   - view: The view in layout, if it is known.
    ///   - isOfPhase: True if a view's part of the constraints phase ran, or the engine solved them.
    package init(inLayout isInLayout: Bool, of view: Int?, isOfPhase: Bool) {
      if isInLayout {
        self = view.map { .layout(of: $0) } ?? .other
      } else {
        self = isOfPhase ? .betweenLayouts : .other
      }
    }
  }

  /// Notes that a view was dirtied, perhaps by something that asks the engine to do more.
  package mutating func dirty(_ view: Int, by writer: Writer, asksEngine: Bool = false) {
    let origin: Int
    switch writer {
    case .layout(let writer): origin = originOfDeeds(of: writer)
    case .betweenLayouts:
      isBetween = true
      origin = asked != .max ? asked : oldest != .max ? oldest : 0
    case .other: origin = 0
    }
    if asksEngine { asked = min(asked, origin) }
    update(view) { $0.mark = min($0.mark, origin) }
  }

  private mutating func endPhase() { (oldest, asked, isBetween) = (.max, .max, false) }

  /// The position at which the lines of all begin that the layout of a view dirties.
  private func originOfDeeds(of view: Int) -> Int {
    let standing = standing(of: view)
    return standing.hasCrossed ? position : standing.origin
  }

  /// Notes that the layout of a view begins.
  package mutating func layOut(_ view: Int, hasCrossed: Bool) {
    position += 1
    update(view) { [position] standing in
      // A view that is dirtied while it waits in a batch has two layouts: the next has the same cause.
      if standing.mark != .max { standing.origin = standing.mark }
      standing.mark = .max
      standing.last = position
    }
    if hasCrossed, !standings[view].hasCrossed {
      standings[view].hasCrossed = true
      if standings[view].origin <= anchor { anchor = position }
    }
    if isBetween { endPhase() }
    oldest = min(oldest, originOfDeeds(of: view))
  }

  /// Notes that a view dies, whose number may be used again; one that a rule ignores leaves nothing to judge.
  package mutating func leave(_ view: Int, isIgnored: Bool) {
    let leaving = standing(of: view)
    if !isIgnored {
      lastGone = max(lastGone, leaving.last)
      if isOld(leaving) { lastOldGone = max(lastOldGone, leaving.last) }
    }
    if view < standings.count { standings[view] = Standing(pass: 0) }
  }

  // MARK: At the limit

  /// True if a view has a part in what went on by itself.
  package func endures(_ view: Int) -> Bool {
    let standing = standing(of: view)
    return isOld(standing) && isLate(standing.last)
  }

  /// True if the last layout of a view goes back to one that crossed.
  package func isBroughtAbout(_ view: Int) -> Bool {
    let standing = standing(of: view)
    return standing.last > 0 && !isOld(standing)
  }

  /// True if a view that is gone had a part in what went on by itself.
  package var anyGoneEndures: Bool { isLate(lastOldGone) }

  /// True if a view that is gone was laid out in the second half of the pass.
  package var anyGoneLasts: Bool { lastGone > position / 2 }

  /// True if the pass had no layout so far.
  package var isEmpty: Bool { position == 0 }

  private func isOld(_ standing: Standing) -> Bool {
    !standing.hasCrossed && standing.last > 0 && standing.origin <= anchor
  }

  private func isLate(_ last: Int) -> Bool { last > anchor + (position - anchor) / 2 }

  private func standing(of view: Int) -> Standing {
    guard view < standings.count, standings[view].pass == pass else { return Standing(pass: pass) }
    return standings[view]
  }

  private mutating func update(_ view: Int, _ body: (inout Standing) -> Void) {
    while standings.count <= view { standings.append(Standing(pass: 0)) }
    if standings[view].pass != pass { standings[view] = Standing(pass: pass) }
    body(&standings[view])
  }
}
