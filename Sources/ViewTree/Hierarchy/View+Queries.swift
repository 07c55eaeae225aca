extension View {
  /// Whether a pass that finds both views dirty calls this one first; nil if they have no
  /// ancestor in common.
  ///
  /// Superviews come before their subviews, and the last sibling's subtree before the others.
  package final func isCollectedBefore(_ other: View) -> Bool? {
    let mine = chainFromRoot
    let others = other.chainFromRoot
    guard mine.first === others.first else { return nil }
    var level = 1
    while level < mine.count, level < others.count, mine[level] === others[level] { level += 1 }
    guard level < mine.count else { return true }
    guard level < others.count else { return false }
    let parent = mine[level - 1]
    if parent.flags.contains(.hasStaleIndexHints) { parent.renewIndexHints() }
    return mine[level].indexHint > others[level].indexHint
  }

  /// The root of the tree, and so on down to this view.
  private final var chainFromRoot: [View] {
    var chain: [View] = []
    var next: View? = self
    while let view = next {
      chain.append(view)
      next = view.storedSuperview
    }
    return chain.reversed()
  }

  /// The first view of the subtree, in pre-order, that has this identifier.
  ///
  /// - Parameter identifier: The identifier to look for.
  public final func viewWithIdentifier(_ identifier: String) -> View? {
    Subtree(of: self).first { $0.view.identifier == identifier }?.view
  }

  /// The first view of the subtree, in pre-order, that has this tag.
  ///
  /// - Parameter tag: The tag to look for.
  public final func viewWithTag(_ tag: Int) -> View? {
    Subtree(of: self).first { $0.view.tag == tag }?.view
  }
}
