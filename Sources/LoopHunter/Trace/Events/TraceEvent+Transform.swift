import Foundation
import ViewTree

extension TraceEvent {
  /// The six numbers of an affine transform, in the order `a, b, c, d, tx, ty`.
  public struct Transform: Hashable, Sendable {
    /// The six numbers: `a` and `b` are where a step to the right leads, `c` and `d` one down, the
    /// rest the shift.
    public var a, b, c, d, tx, ty: Double

    /// Makes a transform of six numbers, named as in Core Graphics.
    ///
    /// - Parameters:
    ///   - a: The entry at position 1, 1.
    ///   - b: The entry at position 1, 2.
    ///   - c: The entry at position 2, 1.
    ///   - d: The entry at position 2, 2.
    ///   - tx: The horizontal translation.
    ///   - ty: The vertical translation.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.tx = tx
      self.ty = ty
    }
  }
}

extension TraceEvent.Transform {
  init(_ transform: AffineTransform) {
    self.init(
      a: Double(transform.m11), b: Double(transform.m12), c: Double(transform.m21),
      d: Double(transform.m22), tx: Double(transform.tX), ty: Double(transform.tY))
  }

  /// The transform as the tree has it.
  var affine: AffineTransform {
    AffineTransform(m11: a, m12: b, m21: c, m22: d, tX: tx, tY: ty)
  }
}
