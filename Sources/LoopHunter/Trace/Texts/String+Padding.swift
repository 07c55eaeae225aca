extension String {
  /// The text, filled with spaces up to a number of characters, behind it or in front.
  package func padded(to width: Int, after: Bool = true) -> String {
    let padding = String(repeating: " ", count: max(0, width - count))
    return after ? self + padding : padding + self
  }
}
