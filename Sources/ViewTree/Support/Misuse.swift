import Foundation

/// Ends the process unless `condition` holds, with a sentence that states the remedy.
///
/// Unlike `precondition`, it prints the sentence in release builds too.
@inline(__always)
func require(_ condition: Bool, _ remedy: @autoclosure () -> String) {
  if !condition { misuse(remedy()) }
}

/// Ends the process with a sentence that states the remedy.
@inline(never)
func misuse(_ remedy: String) -> Never {
  fatalError(PlainText.line(remedy))
}

/// Traps unless two numbers are finite; makes no array of them.
@inline(__always)
func requireFinite(_ value: CGFloat, _ other: CGFloat, _ property: StaticString) {
  if !value.isUsable || !other.isUsable { requireFinite([value, other], property) }
}

/// Traps unless every one of `values` is a finite number.
func requireFinite(_ values: [CGFloat], _ property: StaticString) {
  require(
    values.allSatisfy(\.isUsable),
    """
    \(property) must be finite, not \(values). Look for a division by zero or a size that was read \
    before it was set, and check the value before you set it.
    """)
}
