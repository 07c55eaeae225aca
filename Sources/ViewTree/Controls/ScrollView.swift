import Foundation

/// A view whose bounds move over its content.
///
/// Scrolling only changes the origin of the bounds: the subviews keep their frames, `convert` takes
/// the offset into account, and only the scroll view itself is laid out.
open class ScrollView: View {
  /// The object that is told of every scroll.
  ///
  /// Held weakly: it reads nil as soon as the delegate is gone.
  open weak var delegate: (any ScrollViewDelegate)?

  private var storedContentSize = CGSize.zero
  private var storedContentInset = EdgeInsets.zero
  /// The adjusted inset that was announced last and counts for the offset.
  private var storedAdjustedInset = EdgeInsets.zero
  private var storedAdjustment = ContentInsetAdjustmentBehavior.automatic

  /// Makes an empty scroll view.
  ///
  /// - Parameter frame: The place in the superview's coordinates.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    flags.insert(.absorbsSafeArea)
  }

  // MARK: Geometry of the content

  /// The point of the content at the top left corner: the origin of the bounds.
  ///
  /// Any offset is accepted, even one past the content, as in UIKit.
  open var contentOffset: CGPoint {
    get { bounds.origin }
    set {
      guard flags.contains(.hasSetterWatch) else { return bounds.origin = newValue }
      watched("contentOffset") { bounds.origin = newValue }
    }
  }

  /// The size of the content.
  ///
  /// A new size dirties the view; negative dimensions count as zero.
  open var contentSize: CGSize {
    get { storedContentSize }
    set {
      requireFinite([newValue.width, newValue.height], "ScrollView.contentSize")
      let size = CGSize(width: max(0, newValue.width), height: max(0, newValue.height))
      guard flags.contains(.hasSetterWatch) else { return writeContentSize(size) }
      watched("contentSize") { writeContentSize(size) }
    }
  }

  private func writeContentSize(_ size: CGSize) {
    let old = storedContentSize
    guard size != old else { return }
    storedContentSize = size
    let isPlaced = flags.contains(.isPlaced)
    noteChange(.contentSize, .size(old), .size(size))
    // A rule's new size dirties by that rule; an override of this setter acts for itself.
    if isPlaced { byEngine { invalidate(.content) } } else { invalidate(.content) }
    adjustInset(keepingStart: true)
  }

  /// The distances by which the content can be scrolled past its edges.
  ///
  /// Setting it dirties nothing by itself. If the current offset is out of range afterwards, it
  /// moves to the nearest offset in range.
  open var contentInset: EdgeInsets {
    get { storedContentInset }
    set {
      requireFinite(
        [newValue.top, newValue.left, newValue.bottom, newValue.right], "ScrollView.contentInset")
      guard flags.contains(.hasSetterWatch) else { return writeContentInset(newValue) }
      watched("contentInset") { writeContentInset(newValue) }
    }
  }

  private func writeContentInset(_ new: EdgeInsets) {
    let old = storedContentInset
    guard new != old else { return }
    storedContentInset = new
    noteInsets(.contentInset, from: old, to: new)
    adjustInset(keepingStart: false)
  }

  // MARK: Constraints

  override var contentExtent: CGSize? { storedContentSize }

  override func adoptContentSize(_ size: CGSize) { contentSize = size }

  /// The area of the content, whose size constraints on it determine.
  public final var contentLayoutGuide: LayoutGuide { systemGuide(.content) }

  /// The view's own area, which does not scroll.
  public final var frameLayoutGuide: LayoutGuide { systemGuide(.frame) }

  // MARK: The safe area as an inset

  /// The cases in which the safe area counts as an inset of the content.
  public enum ContentInsetAdjustmentBehavior: Int, Hashable, Sendable, CaseIterable {
    /// Behaves as `scrollableAxes`, because there are no navigation controllers.
    case automatic
    /// On the axes on which the content is longer than the view or always bounces.
    case scrollableAxes
    /// Never; the content gets the safe area like any subview.
    case never
    /// On all edges.
    case always
  }

  /// Decides when the safe area counts as an inset of the content.
  ///
  /// Unless it is `never`, the scroll view absorbs the safe area: its subviews have none.
  open var contentInsetAdjustmentBehavior: ContentInsetAdjustmentBehavior {
    get { storedAdjustment }
    set {
      let old = storedAdjustment
      guard newValue != old else { return }
      storedAdjustment = newValue
      noteChange(.contentInsetAdjustmentBehavior, .word("\(old)"), .word("\(newValue)"))
      flags = flags.with(.absorbsSafeArea, newValue != .never)
      adjustInset(keepingStart: true)
      for subview in subviews { subview.updateSafeArea() }
    }
  }

  /// The content's inset plus the share of the safe area.
  open var adjustedContentInset: EdgeInsets { storedContentInset + adjustment }

  /// Called after `adjustedContentInset` changed, before the delegate.
  open func adjustedContentInsetDidChange() {}

  /// True if fingers may scroll, which nothing here does: it is kept for the app.
  open var isScrollEnabled = true

  /// Returns true if a drag may take a touch away from a view in this one; nothing here drags.
  ///
  /// - Parameter view: The view.
  open func touchesShouldCancel(in view: View) -> Bool { true }

  /// True if the content bounces up and down even when it is short.
  open var alwaysBounceVertical = false {
    didSet { bounceDidChange(.alwaysBounceVertical, from: oldValue, to: alwaysBounceVertical) }
  }

  /// True if the content bounces sideways even when it is narrow.
  open var alwaysBounceHorizontal = false {
    didSet { bounceDidChange(.alwaysBounceHorizontal, from: oldValue, to: alwaysBounceHorizontal) }
  }

  private func bounceDidChange(_ property: GeometryProperty, from old: Bool, to new: Bool) {
    if new != old { noteChange(property, .flag(old), .flag(new)) }
    adjustInset(keepingStart: true)
  }

  override func safeAreaDidChange() {
    super.safeAreaDidChange()
    adjustInset(keepingStart: true)
  }

  /// The share of the safe area in the adjusted inset.
  private var adjustment: EdgeInsets {
    let safeArea = safeAreaInsets
    let (isTall, isWide) =
      switch storedAdjustment {
      case .never: (false, false)
      case .always: (true, true)
      case .automatic, .scrollableAxes:
        (
          contentSize.height > bounds.height || alwaysBounceVertical,
          contentSize.width > bounds.width || alwaysBounceHorizontal
        )
      }
    return EdgeInsets(
      top: isTall ? safeArea.top : 0, left: isWide ? safeArea.left : 0,
      bottom: isTall ? safeArea.bottom : 0, right: isWide ? safeArea.right : 0)
  }

  /// Recomputes the adjusted inset, and moves an offset that is now out of range.
  ///
  /// With `keepingStart`, used for the safe area, content that shows its beginning continues to
  /// show it: it moves with the bar that covers it.
  private func adjustInset(keepingStart: Bool) {
    let (old, new) = (storedAdjustedInset, adjustedContentInset)
    guard new != old else { return }
    let before = contentOffset
    let wasReachable = before == reachable(before)
    storedAdjustedInset = new
    noteInsets(.adjustedContentInset, from: old, to: new)
    // In a replay, the recorded setters move the offset.
    if wasReachable, !isScripted {
      var offset = before
      if keepingStart, before.x == -old.left { offset.x = -new.left }
      if keepingStart, before.y == -old.top { offset.y = -new.top }
      offset = reachable(offset)
      if offset != before { placed { contentOffset = offset } }
    }
    called {
      adjustedContentInsetDidChange()
      delegate?.scrollViewDidChangeAdjustedContentInset(self)
    }
  }

  // MARK: Scrolling

  /// Scrolls to `offset` at once.
  ///
  /// - Parameters:
  ///   - offset: The point of the content to show at the top left corner.
  ///   - animated: If `true`, the delegate is also told that an animation ended.
  open func setContentOffset(_ offset: CGPoint, animated: Bool) {
    guard offset != contentOffset else { return }
    contentOffset = offset
    if animated { delegate?.scrollViewDidEndScrollingAnimation(self) }
  }

  /// Scrolls as little as necessary to make `rect` visible.
  ///
  /// The area under the adjusted inset does not count as visible.
  ///
  /// - Parameters:
  ///   - rect: The rectangle to show, in the view's coordinates.
  ///   - animated: If `true`, the delegate is also told that an animation ended.
  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    let inset = adjustedContentInset
    let visible = bounds.inset(by: inset)
    let target = CGPoint(
      x: nearest(visible.origin.x, length: visible.size.width, to: rect.minX, rect.maxX)
        - inset.left,
      y: nearest(visible.origin.y, length: visible.size.height, to: rect.minY, rect.maxY)
        - inset.top)
    setContentOffset(reachable(target), animated: animated)
  }

  override func boundsDidChange(from old: CGRect) {
    super.boundsDidChange(from: old)
    if old.size != bounds.size { adjustInset(keepingStart: true) }
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
    let inset = storedAdjustedInset
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
