import Foundation
import ViewTree

/// The edges at which bars end, in old code.
public protocol UILayoutSupport: AnyObject {
  /// The length of the bars.
  var length: CGFloat { get }
}

extension UIViewController {
  /// A length that was asked for.
  private final class BarLength: UILayoutSupport {
    let length: CGFloat

    init(_ length: CGFloat) { self.length = length }
  }

  /// The safe area at the top, in old code.
  public var topLayoutGuide: any UILayoutSupport { BarLength(view.safeAreaInsets.top) }
  /// The safe area at the bottom, in old code.
  public var bottomLayoutGuide: any UILayoutSupport { BarLength(view.safeAreaInsets.bottom) }
}
