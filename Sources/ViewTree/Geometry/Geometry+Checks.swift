import Foundation

/// Checks the geometry that View accepts: finite numbers, and sizes that are not negative.
///
/// Not-a-number spreads through every later layout, and infinity turns into it on the way, so both
/// stop the program where they are set. A negative size is standardised, as UIKit does.
extension CGFloat {
  /// True if the number is neither infinite nor not-a-number.
  var isUsable: Bool { self * 0 == 0 }

  /// The number itself, or the largest one in place of infinity, and 0 in place of not-a-number.
  ///
  /// Sums of enormous numbers that were finite need it.
  package var nearestFinite: CGFloat {
    if isUsable { return self }
    return isNaN ? 0 : copysign(.greatestFiniteMagnitude, self)
  }
}

extension CGPoint {
  /// Traps unless both coordinates are finite.
  @inline(__always)
  func checked(as property: StaticString) -> CGPoint {
    guard (x * 0) + (y * 0) == 0 else { trapNotFinite(property, "\(self)") }
    return self
  }

  /// The point with coordinates that are finite.
  @inline(__always)
  var nearestFinite: CGPoint { CGPoint(x: x.nearestFinite, y: y.nearestFinite) }
}

extension CGRect {
  /// The rectangle with a size that is not negative; traps unless all four numbers are finite.
  @inline(__always)
  func checked(as property: StaticString) -> CGRect {
    guard (origin.x * 0) + (origin.y * 0) + (size.width * 0) + (size.height * 0) == 0 else {
      trapNotFinite(property, "\(self)")
    }
    guard size.width < 0 || size.height < 0 else { return self }
    let upright = standardized
    return CGRect(origin: upright.origin.nearestFinite, size: upright.size)
  }
}

extension AffineTransform {
  /// Traps unless all six numbers are finite.
  func checked(as property: StaticString) -> AffineTransform {
    guard (m11 * 0) + (m12 * 0) + (m21 * 0) + (m22 * 0) + (tX * 0) + (tY * 0) == 0 else {
      trapNotFinite(property, "\(self)")
    }
    return self
  }
}

/// Stands out of line, so that the checks in the setters stay small.
@inline(never)
private func trapNotFinite(_ property: StaticString, _ value: String) -> Never {
  misuse(
    """
    View.\(property) must be finite, not \(value). Look for a division by zero or a size that was \
    read before it was set, and check the value before you set it.
    """)
}
