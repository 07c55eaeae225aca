import LayoutTrace
import ViewTree

/// Tells what a limit ended that views beyond their thresholds do not explain.
///
/// From the first of them on, it follows which layouts bring about which others.
final class LineageWatch {
  private let register: ViewRegister
  private var generation: Int
  /// The lines beside views that crossed in this pass, and beside those that crossed in this turn.
  private var (inPass, inTurn) = (LayoutLineage(), LayoutLineage())
  private var isTracing = false
  private var rounds = LayoutRounds()
  /// The running pass, from its beginning on, because its limit may be lowered at any time.
  private var log = PassLog()
  /// The numbers of the views in layout, the innermost last.
  private var running: [Int] = []
  /// The number of running parts of the constraints phase.
  private var updates = 0
  /// The forced layouts that were refused in this pass.
  private var refused = RefusedLayouts()

  init(_ register: ViewRegister) {
    self.register = register
    generation = register.generation
  }

  /// Begins to follow what layouts bring about.
  func trace() {
    guard !isTracing else { return }
    isTracing = true
    begin()
  }

  private func begin() {
    inPass.begin()
    inTurn.begin()
  }

  func passEnded() {
    rounds.begin()
    if isTracing { begin() }
    log.removeAll()
    refused = RefusedLayouts()
  }

  func turnEnded() {
    isTracing = false
    refused = RefusedLayouts()
  }

  // MARK: Layouts

  /// A layout begins; returns the number of its batch in the pass.
  func layoutEntered(_ number: Int) -> Int {
    if generation != register.generation {
      generation = register.generation
      begin()
      log.removeAll()
      refused = RefusedLayouts()
      rounds = LayoutRounds()
    }
    let batch = rounds.layOut(number, inside: running.count)
    running.append(number)
    return batch
  }

  /// Follows the layout that began last, of a view that crossed in the running pass or turn.
  func follow(_ number: Int, hasCrossedInPass: Bool, inTurn hasCrossed: Bool) {
    guard number > 0 else { return }
    let batch = rounds.current
    if isTracing {
      inPass.layOut(number, inBatch: batch, hasCrossedInPass ? .ofJudged : nil)
      inTurn.layOut(number, inBatch: batch, hasCrossed ? .ofJudged : nil)
    }
    log.layOut(number, inBatch: batch, hasCrossed: hasCrossed)
  }

  func layoutLeft() { _ = running.popLast() }

  /// A view's part of the constraints phase begins.
  func constraintsEntered() { updates += 1 }

  func constraintsLeft() { updates -= 1 }

  /// True if the constraints phase runs outside of any layout.
  private var isUpdating: Bool { updates > 0 && running.isEmpty }

  /// Notes a mark; those that the engine of constraints makes between layouts follow from these.
  func dirtied(_ view: View, _ reason: DirtyReason, by layingOut: View?) {
    let writer = LayoutLineage.Writer(
      inLayout: layingOut != nil && !isUpdating,
      of: layingOut.map { running.last ?? register.number(of: $0) },
      isOfPhase: isUpdating || reason == .solved)
    let number = register.number(of: view)
    rounds.dirty(number)
    if isTracing {
      inPass.dirty(number, by: writer, asksEngine: reason.asksEngine)
      inTurn.dirty(number, by: writer, asksEngine: reason.asksEngine)
    }
    log.dirty(number, by: writer, asksEngine: reason.asksEngine)
  }

  /// Notes dirty views that come with a tree.
  func treeChanged(_ change: TreeChange, by layingOut: View?) {
    for view in change.dirtyViews { dirtied(view, .subviews, by: layingOut) }
  }

  func refused(_ view: View) {
    refused.add(inside: running + [register.number(of: view)])
  }

  // MARK: At a limit

  /// The views, of those that had a part in what a pass at its limit did, that went on without those
  /// that crossed; nil if those explain all.
  func enduring(of views: [Int], where hasCrossed: (Int) -> Bool) -> [Int]? {
    guard views.contains(where: hasCrossed) else { return views }
    // A layout that nobody followed explains nothing.
    var others = views.filter { !hasCrossed($0) }
    if isTracing { others = inPass.enduring(of: others) }
    return others.isEmpty ? nil : others
  }

  /// Those of some views that also went on without others, of whose loops somebody knows.
  func enduring(
    of views: [Int], without known: Set<Int>, where hasCrossed: (Int) -> Bool
  ) -> [Int]? {
    let others = log.lineage(excusing: known).enduring(
      of: views.filter { !known.contains($0) && !hasCrossed($0) })
    return others.isEmpty ? nil : others
  }

  /// True if a view that crossed brought about the last layout of a view.
  func isBroughtAbout(_ view: Int) -> Bool { isTracing && inTurn.isBroughtAbout(view) }

  /// The views around forced layouts that were refused, unless one that crossed is around each of them.
  func refused(of views: [Int], where hasCrossed: (Int) -> Bool) -> [Int]? {
    refused.unexplained(of: views, where: hasCrossed)
  }
}
