import Foundation

extension View {
  /// True if a pass that finds both dirty lays out this view first; nil without a common ancestor.
  ///
  /// Superviews come before their subviews, and the last sibling's subtree before the others.
  package final func isCollectedBefore(_ other: View) -> Bool? {
    let mine = chainFromRoot
    let others = other.chainFromRoot
    guard mine.first === others.first else {
      guard let first = mine.first as? Window, let second = others.first as? Window,
        first.loop === second.loop
      else { return nil }
      return first.order < second.order
    }
    var level = 1
    while level < mine.count, level < others.count, mine[level] === others[level] { level += 1 }
    guard level < mine.count else { return true }
    guard level < others.count else { return false }
    let parent = mine[level - 1]
    if parent.flags.contains(.hasStaleIndexHints) { parent.renewIndexHints() }
    return mine[level].indexHint > others[level].indexHint
  }

  /// The path from the root of the tree down to this view.
  private final var chainFromRoot: [View] { ancestry.reversed() }

  /// This view and those around it, the innermost first.
  package final var ancestry: UnfoldFirstSequence<View> {
    sequence(first: self) { $0.storedSuperview }
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

  /// The views of this subtree in pre-order.
  package final var subtree: [View] {
    guard storedSubviews.contains(where: { !$0.storedSubviews.isEmpty }) else {
      return [self] + storedSubviews
    }
    return Subtree(of: self).map(\.view)
  }

  /// Finds a view as UIKit does, skipping hidden, transparent and disabled ones, and the outside.
  final func hitTestSubviews(_ point: CGPoint, with event: Event?) -> View? {
    guard !isHidden, isUserInteractionEnabled, alpha >= 0.01 else { return nil }
    guard self.point(inside: point, with: event) else { return nil }
    for subview in storedSubviews.reversed() {
      // A view scaled to nothing is nowhere, although every point would map to its middle.
      if subview.flags.contains(.isTransformed), !subview.transform.isInvertible { continue }
      let inner = subview.pointFromSuperview(point)
      if let hit = subview.hitTest(inner, with: event) { return hit }
    }
    return self
  }
}

/// A view is equal only to itself, as in UIKit: `subviews.firstIndex(of:)`, sets of views.
extension View: Hashable {
  public static func == (left: View, right: View) -> Bool { left === right }

  public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A controller is equal only to itself.
extension ViewController: Hashable {
  public static func == (left: ViewController, right: ViewController) -> Bool { left === right }

  public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The views of a subtree in pre-order, each with its depth below the first, found without recursion.
package struct Subtree: Sequence, IteratorProtocol {
  private var waiting: [(view: View, depth: Int)]

  /// Begins with a view, the root of the subtree.
  package init(of root: View) { waiting = [(root, 0)] }

  package mutating func next() -> (view: View, depth: Int)? {
    guard let found = waiting.popLast() else { return nil }
    for subview in found.view.storedSubviews.reversed() {
      waiting.append((subview, found.depth + 1))
    }
    return found
  }
}
