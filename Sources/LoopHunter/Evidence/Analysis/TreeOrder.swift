import ViewTree

/// The order in which a pass reaches actors: it follows from the tree alone, whatever was recorded.
struct TreeOrder {
  let evidence: LoopEvidence
  let depths: DepthCache

  /// Whether a pass that finds both dirty lays out `first` before `second`.
  ///
  /// An order of all actors; those that are in no common tree any more go by their numbers.
  func precedes(_ first: Int, _ second: Int) -> Bool {
    guard first != second else { return false }
    guard let one = evidence.view(of: first), let other = evidence.view(of: second),
      one !== other, let isFirst = one.isCollectedBefore(other)
    else { return first < second }
    return isFirst
  }

  /// Whether `first` is higher in the tree, or at the same depth but earlier in a pass.
  func isHigher(_ first: Int, _ second: Int) -> Bool {
    let (a, b) = (depths[first], depths[second])
    return a != b ? a < b : precedes(first, second)
  }
}
