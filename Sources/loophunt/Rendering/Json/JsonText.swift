import LayoutTrace
import Foundation
import ViewTree

/// Writes values as JSON that depends only on the values: sorted keys, unescaped slashes.
///
/// Control characters are escaped, even those that JSON allows.
enum JsonText {
  /// The version of all documents that the command writes.
  static let schema = 1
  /// The name and version of the program, as a document states them.
  static let tool = "loophunt \(Product.version)"

  /// One line.
  static func line(_ value: some Encodable) throws -> String {
    try text(value, [])
  }

  /// Indented, for a document that people read too.
  static func document(_ value: some Encodable) throws -> String {
    try text(value, .prettyPrinted)
  }

  private static func text(
    _ value: some Encodable, _ extra: JSONEncoder.OutputFormatting
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, extra]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return PlainText.json(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}
