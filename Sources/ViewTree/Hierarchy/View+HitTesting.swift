import Foundation

extension View {
  /// UIKit's search: hidden, transparent and disabled views and what lies outside are passed over.
  final func hitTestSubviews(_ point: CGPoint, with event: Event?) -> View? {
    guard !isHidden, isUserInteractionEnabled, alpha >= 0.01 else { return nil }
    guard self.point(inside: point, with: event) else { return nil }
    for subview in storedSubviews.reversed() {
      // What was scaled to nothing is nowhere, though every point would come out in its middle.
      if subview.flags.contains(.isTransformed), !subview.transform.isInvertible { continue }
      let inner = subview.pointFromSuperview(point)
      if let hit = subview.hitTest(inner, with: event) { return hit }
    }
    return self
  }
}
