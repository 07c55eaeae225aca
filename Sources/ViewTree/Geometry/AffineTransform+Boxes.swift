import Foundation

extension AffineTransform {
  /// The bounding box of a rectangle of `size` around the origin, transformed.
  func boundingBox(of size: CGSize) -> CGRect {
    let halfWidth = (abs(m11) * size.width + abs(m21) * size.height) / 2
    let halfHeight = (abs(m12) * size.width + abs(m22) * size.height) / 2
    return CGRect(
      x: tX - halfWidth, y: tY - halfHeight, width: halfWidth * 2, height: halfHeight * 2)
  }

  /// Whether the transform can be undone: it does not make a line or a point of everything.
  var isInvertible: Bool { m11 * m22 - m12 * m21 != 0 }

  /// The size of the bounds whose bounding box is `frame`, as the inverse transform gives it.
  ///
  /// Under a pure scale this is the division by the scale. Nil where the transform cannot be
  /// undone: a view that was scaled to nothing keeps its bounds.
  func sizeOfBounds(forFrame frame: CGSize) -> CGSize? {
    let determinant = m11 * m22 - m12 * m21
    guard determinant != 0 else { return nil }
    return CGSize(
      width: (abs(m22) * frame.width + abs(m21) * frame.height) / abs(determinant),
      height: (abs(m12) * frame.width + abs(m11) * frame.height) / abs(determinant))
  }
}
