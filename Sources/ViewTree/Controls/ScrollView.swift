import Foundation

/// A view whose bounds move over its content.
///
/// Scrolling is nothing but another origin of the bounds: the subviews keep their frames, `convert`
/// sees the offset, and only the scroll view itself is laid out.
open class ScrollView: View {
  /// Told of every scroll.
  ///
  /// Held weakly: it reads nil as soon as the delegate is gone.
  open weak var delegate: (any ScrollViewDelegate)?

  private var storedContentSize = CGSize.zero
  private var storedContentInset = EdgeInsets.zero

  // MARK: Geometry of the content

  /// The point of the content at the top left corner: the origin of the bounds.
  ///
  /// Any offset is accepted, also one past the content, as in UIKit.
  open var contentOffset: CGPoint {
    get { bounds.origin }
    set { bounds.origin = newValue }
  }

  /// The size of the content.
  ///
  /// Another size dirties the view; negative parts count as zero.
  open var contentSize: CGSize {
    get { storedContentSize }
    set {
      requireFinite([newValue.width, newValue.height], "ScrollView.contentSize")
      let size = CGSize(width: max(0, newValue.width), height: max(0, newValue.height))
      guard size != storedContentSize else { return }
      storedContentSize = size
      setNeedsLayout(because: .content)
    }
  }

  /// The distance that may be scrolled past the edges of the content.
  ///
  /// It dirties nothing by itself. Where it makes the present offset one that a finger could not
  /// reach any more, the offset moves to the nearest that it could.
  open var contentInset: EdgeInsets {
    get { storedContentInset }
    set {
      requireFinite(
        [newValue.top, newValue.left, newValue.bottom, newValue.right], "ScrollView.contentInset")
      guard newValue != storedContentInset else { return }
      let wasReachable = contentOffset == reachable(contentOffset)
      storedContentInset = newValue
      // In a replay the recorded setters move the offset.
      guard wasReachable, !isScripted else { return }
      let offset = reachable(contentOffset)
      if offset != contentOffset { contentOffset = offset }
    }
  }

  // MARK: Scrolling

  /// Scrolls to `offset`, at once: no time passes on a screen that nobody sees.
  ///
  /// With `animated` the delegate also hears that the animation ended.
  open func setContentOffset(_ offset: CGPoint, animated: Bool) {
    guard offset != contentOffset else { return }
    contentOffset = offset
    if animated { delegate?.scrollViewDidEndScrollingAnimation(self) }
  }

  /// Scrolls as little as possible so that `rect`, in the view's coordinates, is visible.
  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    let target = CGPoint(
      x: nearest(bounds.origin.x, length: bounds.width, to: rect.minX, rect.maxX),
      y: nearest(bounds.origin.y, length: bounds.height, to: rect.minY, rect.maxY))
    setContentOffset(reachable(target), animated: animated)
  }

  override func boundsDidChange(from old: CGRect) {
    super.boundsDidChange(from: old)
    if old.origin != bounds.origin { delegate?.scrollViewDidScroll(self) }
  }

  // MARK: Arithmetic

  /// The offset nearest to `offset` that a finger can reach.
  ///
  /// Content smaller than the view counts as filling it.
  private func reachable(_ offset: CGPoint) -> CGPoint {
    func confine(
      _ position: CGFloat, _ content: CGFloat, _ visible: CGFloat, _ leading: CGFloat,
      _ trailing: CGFloat
    ) -> CGFloat {
      let last = max(-leading, max(content - visible, 0) + trailing)
      return min(max(position, -leading), last)
    }
    let inset = storedContentInset
    return CGPoint(
      x: confine(offset.x, contentSize.width, bounds.width, inset.left, inset.right),
      y: confine(offset.y, contentSize.height, bounds.height, inset.top, inset.bottom))
  }

  /// The position nearest to `position` from which `start` to `end` is visible.
  private func nearest(
    _ position: CGFloat, length: CGFloat, to start: CGFloat, _ end: CGFloat
  ) -> CGFloat {
    if end - start >= length || start < position { return start }
    return end > position + length ? end - length : position
  }
}
