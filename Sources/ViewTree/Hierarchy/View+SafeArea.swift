import Foundation

extension View {
  // MARK: Safe area

  /// Computes the safe area anew and, where it changed, that of the subtree.
  ///
  /// A view whose superview has no safe area, and which has none itself, costs two flag tests.
  @inline(__always)
  final func updateSafeArea() {
    if flags.isDisjoint(with: [.hasSafeArea, .isControlled]),
      superviewLink?.flags.contains(.hasSafeArea) != true
    {
      return
    }
    propagateSafeArea()
  }

  @inline(never)
  private final func propagateSafeArea() {
    guard !flags.contains(.isWindow) else { return }
    var waiting: [View] = [self]
    while let view = waiting.popLast() {
      guard view.adoptSafeArea(view.inheritedSafeArea) else { continue }
      waiting.append(contentsOf: view.storedSubviews.reversed())
    }
  }

  /// What of the superview's safe area reaches into this view, edge by edge, plus the controller's.
  ///
  /// Measured with the superview scrolled to its origin, so that scrolling dirties no cell.
  private final var inheritedSafeArea: EdgeInsets {
    var insets = EdgeInsets.zero
    if let superview = storedSuperview, superview.flags.contains(.hasSafeArea) {
      let outer = superview.safeAreaInsets
      let container = superview.storedBounds.size
      let frame = currentFrame
      func part(of inset: CGFloat, at distance: CGFloat) -> CGFloat {
        min(max(inset - distance, 0), inset)
      }
      insets.top = part(of: outer.top, at: frame.origin.y)
      insets.left = part(of: outer.left, at: frame.origin.x)
      insets.bottom = part(
        of: outer.bottom,
        at: container.height - frame.origin.y - frame.size.height)
      insets.right = part(
        of: outer.right,
        at: container.width - frame.origin.x - frame.size.width)
    }
    if flags.contains(.isControlled), let controller {
      insets = insets + controller.additionalSafeAreaInsets
    }
    return insets
  }

  /// Takes over new insets and returns whether they are others than before.
  ///
  /// The margins' callback comes first, because margins contain the safe area.
  @discardableResult
  final func adoptSafeArea(_ insets: EdgeInsets) -> Bool {
    guard insets != extras?.safeAreaInsets ?? .zero else { return false }
    let extras = ensureExtras()
    extras.safeAreaInsets = insets
    flags = flags.with(.hasSafeArea, insets != .zero)
    if extras.insetsLayoutMarginsFromSafeArea { layoutMarginsDidChange() }
    safeAreaInsetsDidChange()
    invalidate(.safeArea)
    return true
  }

  // MARK: Margins

  final var effectiveMargins: EdgeInsets {
    guard let extras else { return EdgeInsets(top: 8, left: 8, bottom: 8, right: 8) }
    return extras.insetsLayoutMarginsFromSafeArea
      ? extras.margins + extras.safeAreaInsets : extras.margins
  }

  final func writeMargins(_ margins: EdgeInsets) {
    let extras = ensureExtras()
    guard margins != extras.margins else { return }
    extras.margins = margins
    layoutMarginsDidChange()
    invalidate(.safeArea)
  }

  final func writeInsetsLayoutMarginsFromSafeArea(_ includes: Bool) {
    guard includes != insetsLayoutMarginsFromSafeArea else { return }
    let extras = ensureExtras()
    extras.insetsLayoutMarginsFromSafeArea = includes
    guard extras.safeAreaInsets != .zero else { return }
    layoutMarginsDidChange()
    invalidate(.safeArea)
  }
}
