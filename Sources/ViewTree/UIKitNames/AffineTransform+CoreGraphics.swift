// Named by platform, as in UIKitNames.swift: a module of the user's own must not count.
#if !os(macOS) && !os(iOS) && !os(tvOS) && !os(visionOS) && !os(watchOS)
import Foundation

/// Foundation's transform under Core Graphics' name, with its initialisers and functions.
///
/// Both multiply a row vector by the matrix, so that the six numbers mean the same.
public typealias CGAffineTransform = AffineTransform

extension AffineTransform {
  // MARK: Making

  /// Scales around the origin.
  public init(scaleX x: CGFloat, y: CGFloat) {
    self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Moves.
  public init(translationX x: CGFloat, y: CGFloat) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Turns around the origin by an angle in radians, from the x axis towards the y axis.
  public init(rotationAngle angle: CGFloat) {
    let (sine, cosine) = (sin(angle), cos(angle))
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// The matrix with the rows (a, b, 0), (c, d, 0) and (tx, ty, 1).
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    self.init(m11: a, m12: b, m21: c, m22: d, tX: tx, tY: ty)
  }

  // MARK: Parts

  public var a: CGFloat {
    get { m11 }
    set { m11 = newValue }
  }

  public var b: CGFloat {
    get { m12 }
    set { m12 = newValue }
  }

  public var c: CGFloat {
    get { m21 }
    set { m21 = newValue }
  }

  public var d: CGFloat {
    get { m22 }
    set { m22 = newValue }
  }

  public var tx: CGFloat {
    get { tX }
    set { tX = newValue }
  }

  public var ty: CGFloat {
    get { tY }
    set { tY = newValue }
  }

  /// Whether it leaves every point where it is.
  public var isIdentity: Bool { self == .identity }

  // MARK: Combining

  /// First a move, then this transform.
  public func translatedBy(x: CGFloat, y: CGFloat) -> AffineTransform {
    AffineTransform(translationX: x, y: y).concatenating(self)
  }

  /// First a scale, then this transform.
  public func scaledBy(x: CGFloat, y: CGFloat) -> AffineTransform {
    AffineTransform(scaleX: x, y: y).concatenating(self)
  }

  /// First a turn by an angle in radians, then this transform.
  public func rotated(by angle: CGFloat) -> AffineTransform {
    AffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// First this transform, then `next`.
  public func concatenating(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// The transform that undoes this one; this one itself where nothing can, as in Core Graphics.
  public func inverted() -> AffineTransform {
    let inverse: AffineTransform? = inverted()
    return inverse ?? self
  }
}

extension CGPoint {
  /// The point after `transform`.
  public func applying(_ transform: CGAffineTransform) -> CGPoint {
    transform.transform(self)
  }
}

extension CGSize {
  /// The size after `transform`, as a vector: moving does not change it.
  public func applying(_ transform: CGAffineTransform) -> CGSize {
    CGSize(
      width: transform.a * width + transform.c * height,
      height: transform.b * width + transform.d * height)
  }
}

extension CGRect {
  /// The bounding box of the rectangle after `transform`.
  public func applying(_ transform: CGAffineTransform) -> CGRect {
    let middle = CGPoint(x: midX, y: midY).applying(transform)
    let box = transform.boundingBox(of: standardized.size)
    return CGRect(
      x: middle.x - box.size.width / 2, y: middle.y - box.size.height / 2,
      width: box.size.width, height: box.size.height)
  }
}

#endif
