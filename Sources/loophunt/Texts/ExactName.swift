/// A name that is compared byte by byte: texts that look alike can name two files.
///
/// Swift takes `é` for the same text whether it is one character or two; file systems do not.
package struct ExactName: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (first: Self, second: Self) -> Bool {
    first.text.utf8.elementsEqual(second.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(0xff as UInt8)
  }
}
