import LayoutTrace
import ViewTree

/// Tells what a limit ended that views beyond their thresholds do not explain.
///
/// From the first of them on, it follows which layouts bring about which others.
final class LineageWatch {
  private let register: ViewRegister
  private var generation: Int
  private var lineage = LayoutLineage()
  private var isTracing = false
  /// The pass from a part of its limit on.
  private var log = PassLog()
  private var isLogging = false
  /// The numbers of the views in layout, the innermost last.
  private var running: [Int] = []
  /// The forced layouts that were refused in this turn.
  private var refused = RefusedLayouts()

  init(_ register: ViewRegister) {
    self.register = register
    generation = register.generation
  }

  /// Begins to follow what layouts bring about.
  func trace() {
    guard !isTracing else { return }
    isTracing = true
    lineage.begin()
  }

  /// Begins to log a pass that may come to its limit.
  func beginLog() { isLogging = true }

  func passEnded() {
    if isTracing { lineage.begin() }
    if isLogging { log.removeAll() }
    isLogging = false
    refused = RefusedLayouts()
  }

  func turnEnded() {
    isTracing = false
    refused = RefusedLayouts()
  }

  // MARK: Layouts

  func layoutEntered(_ number: Int, hasCrossed: Bool) {
    if generation != register.generation {
      generation = register.generation
      lineage.begin()
      log.removeAll()
      refused = RefusedLayouts()
    }
    running.append(number)
    guard number > 0 else { return }
    if isTracing { lineage.layOut(number, hasCrossed: hasCrossed) }
    if isLogging { log.layOut(number, hasCrossed: hasCrossed) }
  }

  func layoutLeft() { _ = running.popLast() }

  func dirtied(_ view: View, by layingOut: View?) {
    guard isTracing || isLogging else { return }
    let (number, writer) = (register.number(of: view), layingOut.map(register.number))
    if isTracing { lineage.dirty(number, by: writer) }
    if isLogging { log.dirty(number, by: writer) }
  }

  /// Notes dirty views that come with a tree.
  func treeChanged(_ change: TreeChange, by layingOut: View?) {
    guard isTracing || isLogging else { return }
    for view in change.dirtyViews { dirtied(view, by: layingOut) }
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
    let others = views.filter { !hasCrossed($0) && (!isTracing || lineage.endures($0)) }
    return others.isEmpty ? nil : others
  }

  /// Those of some views that also went on without others, of whose loops somebody knows.
  func enduring(
    of views: [Int], without known: Set<Int>, where hasCrossed: (Int) -> Bool
  ) -> [Int]? {
    let lineage = log.lineage(excusing: known)
    let others = views.filter {
      !known.contains($0) && !hasCrossed($0) && lineage.endures($0)
    }
    return others.isEmpty ? nil : others
  }

  /// True if a view that crossed brought about the last layout of a view.
  func isBroughtAbout(_ view: Int) -> Bool { isTracing && lineage.isBroughtAbout(view) }

  /// The views around forced layouts that were refused, unless one that crossed is around each of them.
  func refused(of views: [Int], where hasCrossed: (Int) -> Bool) -> [Int]? {
    refused.unexplained(of: views, where: hasCrossed)
  }
}
