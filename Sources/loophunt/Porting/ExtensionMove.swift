/// A move of an extension's members into the class, because an extension cannot override on Linux.
struct ExtensionMove {
  /// The line of the extension.
  let line: Int
  let text: String

  /// Moves the bodies of all extensions that override something, of classes in the same file.
  ///
  /// The extension stays, empty, so that it still declares what the class conforms to. The lines
  /// behind it keep their numbers.
  static func all(in bytes: inout [UInt8]) -> [ExtensionMove] {
    var moves: [ExtensionMove] = []
    while !Interruption.isRequested, let move = next(in: &bytes) { moves.append(move) }
    return moves
  }

  private static func next(in bytes: inout [UInt8]) -> ExtensionMove? {
    let tokens = SwiftTokens.of(bytes)
    let outline = SwiftOutline(tokens, bytes)
    for part in outline.types where part.kind == "extension" {
      guard tokens[part.body].contains(where: { $0.text == "override" }),
        let home = outline.types.first(where: { $0.kind == "class" && $0.name == part.name }),
        // A generic constraint would be lost.
        !tokens[max(0, part.body.lowerBound - 8)..<part.body.lowerBound].contains(where: {
          $0.text == "where"
        })
      else { continue }
      let inside =
        tokens[part.body.lowerBound].range
        .upperBound..<tokens[part.body.upperBound].range.lowerBound
      let end = tokens[home.body.upperBound].range.lowerBound
      let body = Array(bytes[inside])
      if inside.lowerBound >= end {
        bytes.removeSubrange(inside)
        bytes.insert(contentsOf: body, at: end)
      } else {
        bytes.insert(contentsOf: body, at: end)
        bytes.removeSubrange(inside)
      }
      return ExtensionMove(
        line: tokens[part.body.lowerBound].line,
        text: "moved what the extension of \(part.name) overrides into the class")
    }
    return nil
  }
}
