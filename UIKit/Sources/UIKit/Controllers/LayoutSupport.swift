import Foundation
import ViewTree

/// The edges at which bars end, in old code.
public protocol UILayoutSupport: AnyObject {
  /// The length of the bars.
  var length: CGFloat { get }
  /// The upper edge of the bars.
  var topAnchor: NSLayoutYAxisAnchor { get }
  /// The lower edge of the bars.
  var bottomAnchor: NSLayoutYAxisAnchor { get }
}

extension UIViewController {
  /// A length that was asked for, and the edges.
  private final class BarEdges: UILayoutSupport {
    let length: CGFloat
    let topAnchor: NSLayoutYAxisAnchor
    let bottomAnchor: NSLayoutYAxisAnchor

    init(_ length: CGFloat, from top: NSLayoutYAxisAnchor, to bottom: NSLayoutYAxisAnchor) {
      (self.length, topAnchor, bottomAnchor) = (length, top, bottom)
    }
  }

  /// The safe area at the top, in old code.
  public var topLayoutGuide: any UILayoutSupport {
    BarEdges(
      view.safeAreaInsets.top, from: view.topAnchor, to: view.safeAreaLayoutGuide.topAnchor)
  }
  /// The safe area at the bottom, in old code.
  public var bottomLayoutGuide: any UILayoutSupport {
    BarEdges(
      view.safeAreaInsets.bottom, from: view.safeAreaLayoutGuide.bottomAnchor,
      to: view.bottomAnchor)
  }
}
