import Foundation

/// Traps unless every one of `values` is a finite number.
func requireFinite(_ values: [CGFloat], _ property: StaticString) {
  require(
    values.allSatisfy(\.isUsable),
    """
    \(property) must be finite, not \(values). Look for a division by zero or a size that was read \
    before it was set, and check the value before you set it.
    """)
}
