/// Tells which layouts of a pass went on by themselves, beside views that crossed their thresholds.
///
/// A view that crossed explains why a pass came to its limit only if nothing goes on without it. Each
/// layout stands in a line with the layout that dirtied its view, back to the beginning of the pass. A
/// line ends at a view that crossed: what such a view dirties begins a new one. So a line that is older
/// than the last crossing, and still grows in the second half of the time since, is another loop. A line that
/// a view that crossed began, and then left alone for more than half of the pass, is one, too, if it still waits
/// at the end: nothing but itself kept it going. A rule that ignores a view means all that it began.
///
/// Time is counted in batches: the first of them may have many layouts, and the others few.
///
/// A cause that nobody tells explains nothing: a layout without one is as old as the pass. Only what the
/// engine of constraints and the constraints phase dirty between layouts follows from the layouts before: it
/// is as old as the oldest that asked for it, or, if none is known to have asked, as the oldest of all.
package struct LayoutLineage {
  /// A crossing of a view's limit, by what that means for all that the view begins.
  package enum Crossing {
    /// The view is judged: its loop is reported, or known.
    case ofJudged
    /// A rule ignores the view.
    case ofIgnored
  }

  /// Layouts, each of which dirtied the view of the next.
  private struct Line: Equatable {
    /// The position at which it began.
    var origin = 0
    /// The batch of the last view that crossed and dirtied a view of it.
    var touch = 0
    /// True if a view that a rule ignores began it.
    var isOfIgnored = false

    /// Adds another line; the older one tells who began.
    mutating func join(_ other: Line) {
      if other.origin < origin { isOfIgnored = other.isOfIgnored }
      (origin, touch) = (min(origin, other.origin), max(touch, other.touch))
    }

    /// True if it was joined with another one, or is that one.
    func contains(_ other: Line) -> Bool { origin <= other.origin && touch >= other.touch }
  }

  private struct Standing {
    /// The pass to which this belongs.
    var pass: Int
    /// The line of the last layout.
    var line = Line()
    /// The lines that dirtied the view since, as one.
    var mark: Line?
    /// The batch of the last layout.
    var last = 0
    var crossing: Crossing?
  }

  private var pass = 0
  /// The number of layouts so far in the pass, and the batch of the last one.
  private var (position, batch) = (0, 0)
  /// The position and the batch of the last crossing that no other one explains.
  private var anchor = (position: 0, batch: 0)
  private var standings: [Standing] = []
  /// The lines with a layout since something was dirtied between layouts, as one.
  private var laidOut: Line?
  /// The lines that asked the engine to do something since, as one.
  private var asked: Line?
  /// True if the last view that was dirtied was so between layouts.
  private var isBetween = false
  /// The batch of the last layout of a view that is gone and that no rule ignores, in an old line and in any.
  private var (lastOldGone, lastGone) = (0, 0)

  package init() {}

  /// Begins a pass; what came before is as old as it.
  package mutating func begin() {
    pass += 1
    (position, batch, anchor) = (0, 0, (0, 0))
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
    let line: Line
    switch writer {
    case .layout(let writer): line = lineOfDeeds(of: writer)
    case .betweenLayouts:
      isBetween = true
      line = asked ?? laidOut ?? Line()
    case .other: line = Line()
    }
    if asksEngine { Self.join(line, to: &asked) }
    update(view) { Self.join(line, to: &$0.mark) }
  }

  private static func join(_ line: Line, to lines: inout Line?) {
    if lines == nil { lines = line } else { lines?.join(line) }
  }

  private mutating func endPhase() { (laidOut, asked, isBetween) = (nil, nil, false) }

  /// The line of all that the layout of a view dirties.
  private func lineOfDeeds(of view: Int) -> Line {
    let standing = standing(of: view)
    return switch standing.crossing {
    case nil: standing.line
    case .ofJudged: Line(origin: position, touch: batch)
    case .ofIgnored: Line(origin: position, touch: batch, isOfIgnored: true)
    }
  }

  /// Notes that the layout of a view begins in a batch of the pass, and that it crossed its limit, if it did.
  package mutating func layOut(_ view: Int, inBatch batch: Int, _ crossing: Crossing?) {
    position += 1
    self.batch = batch
    update(view) { standing in
      // A view that is dirtied while it waits in a batch has two layouts: the next has the same cause.
      if let mark = standing.mark { standing.line = mark }
      standing.mark = nil
      standing.last = batch
    }
    if let crossing, standings[view].crossing == nil {
      standings[view].crossing = crossing
      if standings[view].line.origin <= anchor.position { anchor = (position, batch) }
    }
    if isBetween { endPhase() }
    Self.join(lineOfDeeds(of: view), to: &laidOut)
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

  /// Those of some views that have a part in what went on by itself.
  package func enduring(of views: [Int]) -> [Int] {
    let alone = leftAlone
    return views.filter { view in
      let standing = standing(of: view)
      guard standing.last > 0, standing.crossing == nil, isLate(standing.last) else { return false }
      return isOld(standing)
        || !standing.line.isOfIgnored && alone.contains { $0.contains(standing.line) }
    }
  }

  /// The lines that views that crossed began, and left alone for more than half of the pass, and that wait.
  private var leftAlone: [Line] {
    var lines: [Line] = []
    for standing in standings where standing.pass == pass {
      if let mark = standing.mark, !mark.isOfIgnored, mark.origin > anchor.position,
        mark.touch < batch / 2, !lines.contains(mark)
      {
        lines.append(mark)
      }
    }
    return lines
  }

  /// True if the last layout of a view goes back to one that crossed.
  package func isBroughtAbout(_ view: Int) -> Bool {
    let standing = standing(of: view)
    return standing.last > 0 && !isOld(standing)
  }

  /// True if a view that is gone had a part in what went on by itself.
  package var anyGoneEndures: Bool { isLate(lastOldGone) }

  /// True if a view that is gone was laid out in the second half of the pass.
  package var anyGoneLasts: Bool { lastGone > batch / 2 }

  /// True if the pass had no layout so far.
  package var isEmpty: Bool { position == 0 }

  private func isOld(_ standing: Standing) -> Bool {
    standing.crossing == nil && standing.last > 0 && standing.line.origin <= anchor.position
  }

  private func isLate(_ last: Int) -> Bool {
    last > anchor.batch + (batch - anchor.batch) / 2
  }

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
