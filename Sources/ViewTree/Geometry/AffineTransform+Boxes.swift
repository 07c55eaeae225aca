import Foundation

extension AffineTransform {
  /// The transform without the rounding noise of sine and cosine.
  ///
  /// The cosine of a quarter turn comes out as 6e-17 instead of 0, and a frame as
  /// 50.00000000000001 instead of 50. UIKit's frames are exact there.
  var withoutNoise: AffineTransform {
    let largest = max(max(abs(m11), abs(m12)), max(abs(m21), abs(m22)))
    let noise = largest * AffineTransform.noiseOfUnity
    func clean(_ part: CGFloat) -> CGFloat { abs(part) <= noise ? 0 : part }
    return AffineTransform(
      m11: clean(m11), m12: clean(m12), m21: clean(m21), m22: clean(m22), tX: tX, tY: tY)
  }

  /// The tolerance for the sine of a few turns that should be 0: four units in the last place.
  private static let noiseOfUnity: CGFloat = 0x1p-50

  /// The bounding box of a rectangle of `size` around the origin, transformed.
  func boundingBox(of size: CGSize) -> CGRect {
    let halfWidth = (abs(m11) * size.width + abs(m21) * size.height) / 2
    let halfHeight = (abs(m12) * size.width + abs(m22) * size.height) / 2
    return CGRect(
      x: tX - halfWidth, y: tY - halfHeight, width: halfWidth * 2, height: halfHeight * 2)
  }

  /// The bounding box of a rectangle, transformed.
  func boundingBox(of rect: CGRect) -> CGRect {
    func least(_ factor: CGFloat, _ start: CGFloat, _ length: CGFloat) -> CGFloat {
      min(factor * start, factor * (start + length))
    }
    let (origin, size) = (rect.origin, rect.size)
    return CGRect(
      x: tX + least(m11, origin.x, size.width) + least(m21, origin.y, size.height),
      y: tY + least(m12, origin.x, size.width) + least(m22, origin.y, size.height),
      width: abs(m11) * size.width + abs(m21) * size.height,
      height: abs(m12) * size.width + abs(m22) * size.height)
  }

  /// True if the transform can be inverted: it does not flatten everything to a line or a point.
  var isInvertible: Bool { m11 * m22 - m12 * m21 != 0 }

  /// The size of the bounds whose bounding box is `frame`, computed with the inverse transform.
  ///
  /// Under a pure scale this is the division by the scale. Nil if the transform cannot be inverted:
  /// a view that was scaled to nothing keeps its bounds.
  func sizeOfBounds(forFrame frame: CGSize) -> CGSize? {
    let determinant = m11 * m22 - m12 * m21
    guard determinant != 0 else { return nil }
    return CGSize(
      width: ((abs(m22) * frame.width + abs(m21) * frame.height) / abs(determinant)).nearestFinite,
      height: ((abs(m12) * frame.width + abs(m11) * frame.height) / abs(determinant)).nearestFinite)
  }
}
