/// Is told when a scroll view scrolls.
///
/// Every requirement has an empty default. A scroll view holds its delegate weakly.
public protocol ScrollViewDelegate: AnyObject {
  /// The content offset changed; called inside the setter.
  ///
  /// - Parameter scrollView: The scroll view.
  func scrollViewDidScroll(_ scrollView: ScrollView)
  /// `setContentOffset(_:animated:)` with `animated` reached its offset.
  ///
  /// - Parameter scrollView: The scroll view.
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView)
  /// The content's inset changed, including the share of the safe area.
  ///
  /// - Parameter scrollView: The scroll view.
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: ScrollView)
}

extension ScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: ScrollView) {}
  public func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {}
  public func scrollViewDidChangeAdjustedContentInset(_ scrollView: ScrollView) {}
}
