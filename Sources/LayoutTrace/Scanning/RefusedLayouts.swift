/// The views around the forced layouts that a turn refused; equal ones are kept once.
package struct RefusedLayouts {
  private static let limit = 64

  private var around: Set<Set<Int>> = []
  /// True if the views around some of them are not kept.
  private var isCut = false

  package init() {}

  /// Notes a layout that was refused inside the layouts of some views.
  package mutating func add(inside views: [Int]) {
    let views = Set(views)
    if around.count < Self.limit {
      around.insert(views)
    } else if !around.contains(views) {
      isCut = true
    }
  }

  /// Those of some views that have a part in what the crossing ones do not explain; nil if one of these
  /// was laid out around each refused layout.
  package func unexplained(of views: [Int], where hasCrossed: (Int) -> Bool) -> [Int]? {
    guard views.contains(where: hasCrossed) else { return views }
    let others = around.filter { !$0.contains(where: hasCrossed) }
    guard isCut || !others.isEmpty else { return nil }
    let candidates = Set(others.joined())
    return views.filter { !hasCrossed($0) && (isCut || candidates.contains($0)) }
  }
}
