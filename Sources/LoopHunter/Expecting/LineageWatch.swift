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
  /// The numbers of the views in layout, the innermost last.
  private var running: [Int] = []
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
    if isTracing { begin() }
    refused = RefusedLayouts()
  }

  func turnEnded() { isTracing = false }

  // MARK: Layouts

  /// A layout begins, of a view that crossed in the running pass or turn.
  func layoutEntered(_ number: Int, hasCrossedInPass: Bool, inTurn hasCrossed: Bool) {
    if generation != register.generation {
      generation = register.generation
      begin()
      refused = RefusedLayouts()
    }
    running.append(number)
    guard isTracing, number > 0 else { return }
    inPass.layOut(number, hasCrossed: hasCrossedInPass)
    inTurn.layOut(number, hasCrossed: hasCrossed)
  }

  func layoutLeft() { _ = running.popLast() }

  func dirtied(_ view: View, by layingOut: View?) {
    guard isTracing else { return }
    let (number, writer) = (register.number(of: view), layingOut.map(register.number))
    inPass.dirty(number, by: writer)
    inTurn.dirty(number, by: writer)
  }

  /// Notes dirty views that come with a tree.
  func treeChanged(_ change: TreeChange, by layingOut: View?) {
    guard isTracing else { return }
    for view in change.dirtyViews { dirtied(view, by: layingOut) }
  }

  func refused(_ view: View) {
    refused.add(inside: running + [register.number(of: view)])
  }

  // MARK: At a limit

  /// The passes whose crossings explain what goes on because of them.
  enum Scope { case pass, turn }

  /// The views, of those that had a part in what a pass at its limit did, that went on without those
  /// that crossed; nil if those explain all.
  func enduring(of views: [Int], beside scope: Scope, where hasCrossed: (Int) -> Bool) -> [Int]? {
    guard views.contains(where: hasCrossed) else { return views }
    let lineage = scope == .pass ? inPass : inTurn
    // A layout that nobody followed explains nothing.
    let others = views.filter { !hasCrossed($0) && (!isTracing || lineage.endures($0)) }
    return others.isEmpty ? nil : others
  }

  /// The views around forced layouts that were refused, unless one that crossed is around each of them.
  func refused(of views: [Int], where hasCrossed: (Int) -> Bool) -> [Int]? {
    refused.unexplained(of: views, where: hasCrossed)
  }
}
