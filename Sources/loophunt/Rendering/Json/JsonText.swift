import LayoutTrace
import ViewTree

/// Writes values as JSON that depends only on them: sorted keys, plain slashes, escaped controls.
enum JsonText {
  /// The version of all documents that the command writes.
  static let schema = 1
  /// The name and version of the program, as a document states them.
  static let tool = "loophunt \(Product.version)"

  static func line(_ value: some Encodable) throws -> String { try text(value, []) }

  /// Indented, for a document that people read too.
  static func document(_ value: some Encodable) throws -> String { try text(value, .prettyPrinted) }

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

/// A value with the head of every document: the schema, the program, the command and the type.
struct HeadedDocument<Content: Encodable>: Encodable {
  var command: String
  var type: String?
  var content: Content

  private enum CodingKeys: String, CodingKey { case schema, tool, command, type }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(JsonText.schema, forKey: .schema)
    try container.encode(JsonText.tool, forKey: .tool)
    try container.encode(command, forKey: .command)
    try container.encodeIfPresent(type, forKey: .type)
    try content.encode(to: encoder)
  }
}
