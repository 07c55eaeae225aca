import Foundation

extension NSValue {
  /// Makes a value of a point.
  ///
  /// - Parameter point: The point.
  public convenience init(cgPoint point: CGPoint) { self.init(point: point) }

  /// Makes a value of a size.
  ///
  /// - Parameter size: The size.
  public convenience init(cgSize size: CGSize) { self.init(size: size) }

  /// Makes a value of a rectangle.
  ///
  /// - Parameter rect: The rectangle.
  public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }

  /// The point in it.
  public var cgPointValue: CGPoint { pointValue }
  /// The size in it.
  public var cgSizeValue: CGSize { sizeValue }
  /// The rectangle in it.
  public var cgRectValue: CGRect { rectValue }
}

// As on Apple's platforms, so that texts that an app makes of them are the same.

extension CGPoint: @retroactive CustomDebugStringConvertible {
  /// The two coordinates.
  public var debugDescription: String { "(\(x), \(y))" }
}

extension CGSize: @retroactive CustomDebugStringConvertible {
  /// The two lengths.
  public var debugDescription: String { "(\(width), \(height))" }
}

extension CGRect: @retroactive CustomDebugStringConvertible {
  /// The coordinates of the corner, then the lengths.
  public var debugDescription: String {
    "(\(origin.x), \(origin.y), \(size.width), \(size.height))"
  }
}
