extension View {
  /// The first view of the subtree, in pre-order, with this identifier.
  public final func viewWithIdentifier(_ identifier: String) -> View? {
    firstInSubtree { $0.identifier == identifier }
  }

  /// The first view of the subtree, in pre-order, with this tag.
  public final func viewWithTag(_ tag: Int) -> View? {
    firstInSubtree { $0.tag == tag }
  }

  /// Searches without recursion, so that depth does not matter.
  private final func firstInSubtree(where matches: (View) -> Bool) -> View? {
    var waiting: [View] = [self]
    while let view = waiting.popLast() {
      if matches(view) { return view }
      waiting.append(contentsOf: view.storedSubviews.reversed())
    }
    return nil
  }
}
