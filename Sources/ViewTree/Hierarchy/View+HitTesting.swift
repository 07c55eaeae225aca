import Foundation

extension View {
  /// UIKit's search: hidden, transparent and disabled views and what lies outside are passed over.
  final func hitTestSubviews(_ point: CGPoint, with event: Event?) -> View? {
    guard !isHidden, isUserInteractionEnabled, alpha >= 0.01 else { return nil }
    guard self.point(inside: point, with: event) else { return nil }
    for subview in storedSubviews.reversed() {
      let inner = subview.pointFromSuperview(point)
      if let hit = subview.hitTest(inner, with: event) { return hit }
    }
    return self
  }
}
