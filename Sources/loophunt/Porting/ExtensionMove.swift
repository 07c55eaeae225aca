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
    while !Interruption.isRequested, case let found = next(in: &bytes), !found.isEmpty {
      moves += found
    }
    return moves
  }

  /// Moves all that stand in no extension which is moved itself; those come next.
  private static func next(in bytes: inout [UInt8]) -> [ExtensionMove] {
    let tokens = SwiftTokens.of(bytes)
    let outline = SwiftOutline(tokens, bytes)
    var homes: [String: SwiftOutline.TypeBlock] = [:]
    for type in outline.types where type.kind == "class" && homes[type.name] == nil {
      homes[type.name] = type
    }
    var found: [(inside: Range<Int>, end: Int, move: ExtensionMove)] = []
    for part in outline.types where part.kind == "extension" {
      guard tokens[part.body].contains(where: { $0.text == "override" }),
        let home = homes[part.name],
        // A generic constraint would be lost.
        !tokens[max(0, part.body.lowerBound - 8)..<part.body.lowerBound].contains(where: {
          $0.text == "where"
        })
      else { continue }
      let (open, close) = (tokens[part.body.lowerBound].range, tokens[part.body.upperBound].range)
      let move = ExtensionMove(
        line: tokens[part.body.lowerBound].line,
        text: "moved what the extension of \(part.name) overrides into the class")
      let end = tokens[home.body.upperBound].range.lowerBound
      found.append((open.upperBound..<close.lowerBound, end, move))
    }
    // A class inside of an extension that moves gets its own members in the next round.
    let moved = found.map(\.inside)
    var next = 0
    found.sort { $0.end < $1.end }
    found.removeAll { entry in
      while next < moved.count, moved[next].upperBound <= entry.end { next += 1 }
      return next < moved.count && moved[next].contains(entry.end)
    }
    found.sort { $0.inside.lowerBound < $1.inside.lowerBound }
    bytes = bytes.applying(
      found.flatMap { inside, end, _ in
        [SourceEdit(inside, ""), SourceEdit(end..<end, bytes[inside])]
      })
    return found.map(\.move)
  }
}
