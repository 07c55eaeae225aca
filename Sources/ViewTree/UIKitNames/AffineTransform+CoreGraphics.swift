// Listed by platform, as in UIKitNames.swift: a module of the user's own must not matter.
#if !os(macOS) && !os(iOS) && !os(tvOS) && !os(visionOS) && !os(watchOS)
import Foundation

/// Foundation's transform under Core Graphics' name, with its initialisers and functions.
///
/// Both multiply a row vector by the matrix, so that the six numbers mean the same.
public typealias CGAffineTransform = AffineTransform

extension AffineTransform {
  // MARK: Making

  /// Scales around the origin.
  ///
  /// - Parameters:
  ///   - x: The horizontal factor.
  ///   - y: The vertical factor.
  public init(scaleX x: CGFloat, y: CGFloat) { self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

  /// Moves.
  ///
  /// - Parameters:
  ///   - x: The distance to the right.
  ///   - y: The distance down.
  public init(translationX x: CGFloat, y: CGFloat) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Rotates around the origin.
  ///
  /// - Parameter angle: The angle in radians, from the x axis towards the y axis.
  public init(rotationAngle angle: CGFloat) {
    let (sine, cosine) = (sin(angle), cos(angle))
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Makes the matrix with the rows (a, b, 0), (c, d, 0) and (tx, ty, 1).
  ///
  /// - Parameters:
  ///   - a: The entry at position 1, 1.
  ///   - b: The entry at position 1, 2.
  ///   - c: The entry at position 2, 1.
  ///   - d: The entry at position 2, 2.
  ///   - tx: The horizontal translation.
  ///   - ty: The vertical translation.
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    self.init(m11: a, m12: b, m21: c, m22: d, tX: tx, tY: ty)
  }

  // MARK: Parts

  /// The entry at position 1, 1.
  public var a: CGFloat {
    get { m11 }
    set { m11 = newValue }
  }

  /// The entry at position 1, 2.
  public var b: CGFloat {
    get { m12 }
    set { m12 = newValue }
  }

  /// The entry at position 2, 1.
  public var c: CGFloat {
    get { m21 }
    set { m21 = newValue }
  }

  /// The entry at position 2, 2.
  public var d: CGFloat {
    get { m22 }
    set { m22 = newValue }
  }

  /// The horizontal translation.
  public var tx: CGFloat {
    get { tX }
    set { tX = newValue }
  }

  /// The vertical translation.
  public var ty: CGFloat {
    get { tY }
    set { tY = newValue }
  }

  /// True if the transform leaves every point in place.
  public var isIdentity: Bool { self == .identity }

  // MARK: Combining

  /// Returns the transform that first moves, then applies this one.
  ///
  /// - Parameters:
  ///   - x: The distance to the right.
  ///   - y: The distance down.
  public func translatedBy(x: CGFloat, y: CGFloat) -> AffineTransform {
    AffineTransform(translationX: x, y: y).concatenating(self)
  }

  /// Returns the transform that first scales, then applies this one.
  ///
  /// - Parameters:
  ///   - x: The horizontal factor.
  ///   - y: The vertical factor.
  public func scaledBy(x: CGFloat, y: CGFloat) -> AffineTransform {
    AffineTransform(scaleX: x, y: y).concatenating(self)
  }

  /// Returns the transform that first rotates, then applies this one.
  ///
  /// - Parameter angle: The angle in radians.
  public func rotated(by angle: CGFloat) -> AffineTransform {
    AffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// Returns the transform that first applies this one, then `next`.
  ///
  /// - Parameter next: The second transform.
  public func concatenating(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// Returns the inverse transform; as in Core Graphics, this one itself if there is none.
  public func inverted() -> AffineTransform {
    let inverse: AffineTransform? = inverted()
    return inverse ?? self
  }
}

extension CGPoint {
  /// Returns the point after a transform.
  ///
  /// - Parameter transform: The transform.
  public func applying(_ transform: CGAffineTransform) -> CGPoint { transform.transform(self) }
}

extension CGSize {
  /// Returns the size after a transform, as a vector: moving does not change it.
  ///
  /// - Parameter transform: The transform.
  public func applying(_ transform: CGAffineTransform) -> CGSize {
    CGSize(
      width: transform.a * width + transform.c * height,
      height: transform.b * width + transform.d * height)
  }
}

extension CGRect {
  /// Returns the bounding box of the rectangle after a transform.
  ///
  /// - Parameter transform: The transform.
  public func applying(_ transform: CGAffineTransform) -> CGRect {
    let middle = CGPoint(x: midX, y: midY).applying(transform)
    let box = transform.boundingBox(of: standardized.size)
    return CGRect(
      x: middle.x - box.size.width / 2, y: middle.y - box.size.height / 2,
      width: box.size.width, height: box.size.height)
  }
}

#endif
