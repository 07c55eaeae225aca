/// The views around the forced layouts that a turn refused; equal ones are kept once.
package struct RefusedLayouts {
  private static let limit = 64

  private var around: Set<Set<Int>> = []
  /// Those of passes that ended, unless a crossing view was laid out around them.
  private var outside: Set<Set<Int>> = []
  /// True if the views around some of them are not kept.
  private var isCut = false
  /// True if a crossing view was laid out around some of them.
  private var hasExplained = false

  package init() {}

  /// Notes a layout that was refused inside the layouts of some views.
  package mutating func add(inside views: [Int]) {
    let views = Set(views)
    if around.count + outside.count < Self.limit {
      around.insert(views)
    } else if !around.contains(views) {
      isCut = true
    }
  }

  /// Those of some views that have a part in what the crossing ones do not explain; nil if one of these
  /// was laid out around each refused layout.
  package func unexplained(of views: [Int], where hasCrossed: (Int) -> Bool) -> [Int]? {
    let others = around.filter { !$0.contains(where: hasCrossed) }
    guard views.contains(where: hasCrossed) else { return part(of: views, in: others) }
    guard isCut || !others.isEmpty else { return nil }
    return part(of: views.filter { !hasCrossed($0) }, in: others)
  }

  /// Those of some views inside of whose layouts others were refused; all where that is not known.
  private func part(of views: [Int], in refusals: Set<Set<Int>>) -> [Int] {
    guard !isCut else { return views }
    let around = Set(refusals.joined())
    let found = views.filter(around.contains)
    return found.isEmpty ? views : found
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
    for views in around {
      if views.contains(where: hasCrossed) {
        settled.hasExplained = true
      } else {
        settled.outside.insert(views)
      }
    }
    settled.around = []
    return settled
  }

  /// Notes that a view dies, whose number may be used again.
  package mutating func leave(_ view: Int, hasCrossed: Bool) {
    guard around.contains(where: { $0.contains(view) }) else { return }
    if hasCrossed { hasExplained = true }
    around = Set(
      around.compactMap { $0.contains(view) ? hasCrossed ? nil : $0.subtracting([view]) : $0 })
  }

  /// Those of some views that have a part in what was refused outside of the passes of crossing views, and
  /// not inside of the layouts of known ones; nil if there is no such view.
  package func outside(
    of views: [Int], without known: Set<Int> = [], where hasCrossed: (Int) -> Bool
  ) -> [Int]? {
    let others = outside.filter { $0.isDisjoint(with: known) }
    guard isCut || !others.isEmpty else { return nil }
    let isWhole = !hasExplained && !views.contains(where: hasCrossed) && known.isEmpty
    guard !isWhole else { return part(of: views, in: others) }
    let candidates = Set(others.joined())
    return views.filter {
      !known.contains($0) && (isCut ? !hasCrossed($0) : candidates.contains($0))
    }
  }
}
