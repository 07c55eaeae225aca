import Foundation

/// The pixels on which a stack lets its views begin, and in which it measures them.
///
/// Each edge and each length is rounded for itself, as UIKit does it, so that three thirds of 300
/// points can end half a point behind it.
struct PixelGrid {
  private let edgesPerPoint: CGFloat
  private let lengthsPerPoint: CGFloat

  /// The grid of a window.
  ///
  /// Outside any, UIKit rounds edges to whole points and lengths to half ones.
  init(of window: Window?) {
    edgesPerPoint = window?.displayScale ?? 1
    lengthsPerPoint = window?.displayScale ?? 2
  }

  /// The most that rounding a length can leave over: half a pixel, and what arithmetic loses.
  var remainder: CGFloat { (0.5 + 1e-6) / lengthsPerPoint }

  /// The place of an edge.
  func edge(_ position: CGFloat) -> CGFloat {
    PixelGrid.round(position, edgesPerPoint)
  }

  /// A width or a height.
  func length(_ length: CGFloat) -> CGFloat {
    PixelGrid.round(length, lengthsPerPoint)
  }

  private static func round(_ value: CGFloat, _ perPoint: CGFloat) -> CGFloat {
    let pixels = (value * perPoint).rounded()
    return pixels.isUsable ? pixels / perPoint : value
  }
}
