import Foundation

/// The pixel grid on which stacks and constraints place and measure views.
///
/// Edges and lengths are rounded separately, as in UIKit: thirds of 300 points can end past 300.
struct PixelGrid {
  private let edgesPerPoint: CGFloat
  private let lengthsPerPoint: CGFloat

  /// The grid of a window.
  ///
  /// Outside a window, UIKit rounds edges to whole points and lengths to half points.
  init(of window: Window?) {
    edgesPerPoint = window?.displayScale ?? 1
    lengthsPerPoint = window?.displayScale ?? 2
  }

  /// The largest remainder after rounding a length: half a pixel, plus arithmetic error.
  var remainder: CGFloat { (0.5 + 1e-6) / lengthsPerPoint }

  /// Rounds the position of an edge.
  func edge(_ position: CGFloat) -> CGFloat { PixelGrid.round(position, edgesPerPoint) }

  /// Rounds a width or a height.
  func length(_ length: CGFloat) -> CGFloat { PixelGrid.round(length, lengthsPerPoint) }

  /// Rounds to the nearest pixel, and half a pixel away from zero, whatever the errors of the arithmetic are.
  private static func round(_ value: CGFloat, _ perPoint: CGFloat) -> CGFloat {
    let scaled = value * perPoint
    // Most values lie on a pixel, which is found out faster than by rounding.
    if abs(scaled) < 1e9, CGFloat(Int(scaled)) == scaled { return scaled / perPoint }
    let steps: CGFloat = 0x10_0000
    let pixels = ((scaled * steps).rounded() / steps).rounded()
    return pixels.isUsable ? pixels / perPoint : value
  }
}
