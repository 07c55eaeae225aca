/// Hears of the scrolling of a scroll view, which does not keep it alive.
///
/// Every requirement has an empty default.
public protocol ScrollViewDelegate: AnyObject {
  /// The content offset changed; called inside the setter.
  func scrollViewDidScroll(_ scrollView: ScrollView)
  /// `setContentOffset(_:animated:)` reached its offset, with `animated`.
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView)
  /// The inset of the content changed, the safe area's share included.
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: ScrollView)
}

extension ScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: ScrollView) {}
  public func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {}
  public func scrollViewDidChangeAdjustedContentInset(_ scrollView: ScrollView) {}
}
