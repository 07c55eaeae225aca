/// One function at an address: of several inlined into each other, the innermost comes first.
package struct NamedCode: Sendable, Hashable {
  package var rawName: String
  /// The path of the source file, if it is known.
  package var path: String?
  /// The line; 0 if the compiler gave none.
  package var line = 0
  /// The column; 0 if the compiler gave none.
  package var column = 0

  /// The name of code without one.
  static let unknown = "<unknown>"

  package var isNamed: Bool { rawName != Self.unknown }
}
