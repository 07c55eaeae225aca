/// The views around the forced layouts that a turn refused, with those whose layouts these were to be; equal
/// ones are kept once.
///
/// A view that was laid out elsewhere in the turn has no part in what was refused, however often it was. Nor has
/// one that lies around a recursion only once.
package struct RefusedLayouts {
  private static let limit = 64

  private var around: Set<Set<Int>> = []
  /// Those of passes that ended, unless a crossing view was laid out around them.
  private var outside: Set<Set<Int>> = []
  /// True if the views around some of them are not kept.
  private var isCut = false

  package init() {}

  /// Notes a layout that was refused inside the layouts of some views.
  package mutating func add(inside views: [Int]) {
    let views = Self.nested(in: views)
    if around.count + outside.count < Self.limit {
      around.insert(views)
    } else if !around.contains(views) {
      isCut = true
    }
  }

  /// The views of a recursion, or, of views that are nested without one, all.
  private static func nested(in views: [Int]) -> Set<Int> {
    let depths = views.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    // Of two layouts, the inner one may be what was refused.
    guard depths.values.contains(where: { $0 > 2 }) else { return Set(views) }
    return Set(depths.filter { $0.value > 1 }.keys)
  }

  /// Those of some views that have a part in what the crossing ones do not explain; nil if one of these
  /// was laid out around each refused layout.
  package func unexplained(of views: [Int], where hasCrossed: (Int) -> Bool) -> [Int]? {
    let others = around.filter { !$0.contains(where: hasCrossed) }
    guard isCut || !others.isEmpty else {
      // A layout of which nothing is kept is explained by nothing.
      return views.contains(where: hasCrossed) ? nil : views
    }
    let candidates = Set(others.joined())
    return views.filter { !hasCrossed($0) && (isCut || candidates.contains($0)) }
  }

  // MARK: Pass by pass

  /// True if this pass refused a layout outside of those of the views that crossed in it.
  package func isUnexplained(where hasCrossed: (Int) -> Bool) -> Bool {
    around.contains { !$0.contains(where: hasCrossed) }
  }

  /// These after a pass: views that crossed in it explain what was refused inside of their layouts.
  package func afterPass(where hasCrossed: (Int) -> Bool) -> RefusedLayouts {
    guard !around.isEmpty else { return self }
    var settled = self
    settled.outside.formUnion(around.filter { !$0.contains(where: hasCrossed) })
    settled.around = []
    return settled
  }

  /// Notes that a view dies, whose number may be used again.
  package mutating func leave(_ view: Int, hasCrossed: Bool) {
    if around.contains(where: { $0.contains(view) }) {
      around = Set(
        around.compactMap { $0.contains(view) ? hasCrossed ? nil : $0.subtracting([view]) : $0 })
    }
    guard outside.contains(where: { $0.contains(view) }) else { return }
    outside = Set(outside.map { $0.subtracting([view]) })
  }

  /// Those of some views that have a part in what was refused outside of the passes of crossing views, and
  /// not inside of the layouts of known ones; nil if there is no such refusal.
  package func outside(
    of views: [Int], without known: Set<Int> = [], where hasCrossed: (Int) -> Bool
  ) -> [Int]? {
    let others = outside.filter { $0.isDisjoint(with: known) }
    guard isCut || !others.isEmpty else { return nil }
    let candidates = Set(others.joined())
    return views.filter {
      !known.contains($0) && (isCut ? !hasCrossed($0) : candidates.contains($0))
    }
  }
}
