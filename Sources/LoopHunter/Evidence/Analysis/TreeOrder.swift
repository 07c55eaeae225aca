import ViewTree

/// The order in which a pass reaches actors: it depends on the tree alone, not on the recording.
struct TreeOrder {
  let depths: DepthCache

  private var evidence: LoopEvidence { depths.evidence }

  init(_ evidence: LoopEvidence) { depths = DepthCache(evidence) }

  /// True if a pass that finds both dirty lays out `first` before `second`.
  ///
  /// This orders all actors; those that are in no common tree any more are ordered by number.
  func precedes(_ first: Int, _ second: Int) -> Bool {
    guard first != second else { return false }
    guard let one = evidence.view(of: first), let other = evidence.view(of: second),
      one !== other, let isFirst = one.isCollectedBefore(other)
    else { return first < second }
    return isFirst
  }

  /// True if `first` comes before `second` in the tree: an ancestor, an earlier sibling or window.
  ///
  /// A pass takes windows in this order, and siblings in the opposite one.
  func isListedBefore(_ first: Int, _ second: Int) -> Bool {
    guard let one = evidence.view(of: first), let other = evidence.view(of: second),
      !other.isDescendant(of: one), !one.isDescendant(of: other), one.window === other.window
    else { return precedes(first, second) }
    return precedes(second, first)
  }

  /// True if `first` is higher in the tree, or at the same depth but earlier in a pass.
  func isHigher(_ first: Int, _ second: Int) -> Bool {
    let (a, b) = (depths[first], depths[second])
    return a != b ? a < b : precedes(first, second)
  }
}

/// The depths of actors in the tree.
final class DepthCache {
  let evidence: LoopEvidence
  /// For each actor its depth, -1 if it was not measured yet; empty until the first is asked for.
  private var depths: [Int] = []
  /// The view that was measured last, and its superview: the next one is usually near them.
  private var last: (view: ObjectIdentifier, superview: ObjectIdentifier?, depth: Int)?

  init(_ evidence: LoopEvidence) { self.evidence = evidence }

  subscript(actor: Int) -> Int {
    if depths.isEmpty { depths = Array(repeating: -1, count: evidence.actors.count) }
    if depths[actor] >= 0 { return depths[actor] }
    let depth = measure(evidence.number(of: actor))
    depths[actor] = depth
    return depth
  }

  /// A dead view's depth follows from that of its superview.
  private func measure(_ number: Int) -> Int {
    var number = number
    var depth = 0
    while number != 0 {
      if let view = evidence.register.view(number) { return depth + measure(view) }
      depth += 1
      number = evidence.register.notes[number].superview
    }
    return depth
  }

  private func measure(_ view: View) -> Int {
    var depth = 0
    var next = view.superview
    while let superview = next {
      depth += 1
      if let last, last.view == ObjectIdentifier(superview) {
        depth += last.depth
        break
      }
      if let last, last.superview == ObjectIdentifier(superview) {
        depth += last.depth - 1
        break
      }
      next = superview.superview
    }
    last = (ObjectIdentifier(view), view.superview.map(ObjectIdentifier.init), depth)
    return depth
  }
}
