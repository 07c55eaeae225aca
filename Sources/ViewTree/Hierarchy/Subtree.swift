/// The views of a subtree in pre-order, each with its depth below the first, found without recursion.
package struct Subtree: Sequence, IteratorProtocol {
  private var waiting: [(view: View, depth: Int)]

  /// The subtree of a view, which comes first.
  package init(of root: View) {
    waiting = [(root, 0)]
  }

  package mutating func next() -> (view: View, depth: Int)? {
    guard let found = waiting.popLast() else { return nil }
    for subview in found.view.storedSubviews.reversed() {
      waiting.append((subview, found.depth + 1))
    }
    return found
  }
}

extension View {
  /// The views of this subtree in pre-order.
  package final var subtree: [View] { Subtree(of: self).map(\.view) }
}
