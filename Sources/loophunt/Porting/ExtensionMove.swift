/// A move of an extension's members into the class, because an extension cannot override on Linux.
struct ExtensionMove {
  /// The line of the extension.
  let line: Int
  let text: String
  /// True if the extension was left alone.
  var isNote = false

  /// Moves the bodies of all extensions that override something, of classes in the same file.
  ///
  /// The extension stays, empty, so that it still declares what the class conforms to. The lines
  /// behind it keep their numbers.
  static func all(in bytes: inout [UInt8]) -> [ExtensionMove] {
    var moves: [ExtensionMove] = []
    while !Interruption.isRequested, case let found = next(in: &bytes), !found.isEmpty {
      moves += found
    }
    return moves + leftAlone(in: bytes)
  }

  /// The extensions that override something under a condition under which the class does not stand.
  private static func leftAlone(in bytes: [UInt8]) -> [ExtensionMove] {
    let tokens = SwiftTokens.of(bytes)
    let outline = SwiftOutline(tokens, bytes)
    let conditions = SwiftConditions(tokens)
    return outline.types.compactMap { part in
      guard part.kind == "extension", let home = outline.firstClass(named: part.name),
        conditions.doubt(at: part.body.lowerBound) != conditions.doubt(at: home.body.lowerBound),
        tokens[part.body].contains(where: { $0.text == "override" })
      else { return nil }
      return ExtensionMove(
        line: tokens[part.body.lowerBound].line,
        text: "the extension of \(part.name) is left alone: it stands under a condition",
        isNote: true)
    }
  }

  /// An extension that moves.
  private struct Found {
    /// The bytes between its braces.
    let inside: Range<Int>
    /// The place in the class.
    let end: Int
    /// True if the class has something before its brace in that line.
    let isOnLine: Bool
    /// The places of members that are public because the extension is.
    let access: [Int]
    let move: ExtensionMove

    /// Its members, as they stand in the class.
    func members(of bytes: [UInt8]) -> ArraySlice<UInt8> {
      guard !access.isEmpty else { return bytes[inside] }
      let edits = access.map { place in
        SourceEdit((place - inside.lowerBound)..<(place - inside.lowerBound), "public ")
      }
      return Array(bytes[inside]).applying(edits)[...]
    }
  }

  /// Moves all that stand in no extension which is moved itself; those come next.
  private static func next(in bytes: inout [UInt8]) -> [ExtensionMove] {
    let tokens = SwiftTokens.of(bytes)
    let outline = SwiftOutline(tokens, bytes)
    let conditions = SwiftConditions(tokens)
    var found: [Found] = []
    for part in outline.types where part.kind == "extension" {
      guard tokens[part.body].contains(where: { $0.text == "override" }),
        let home = outline.firstClass(named: part.name),
        conditions.doubt(at: part.body.lowerBound) == conditions.doubt(at: home.body.lowerBound),
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
      let last = tokens[home.body.upperBound - 1]
      let isOnLine = last.line == tokens[home.body.upperBound].line && last.text != "{"
      found.append(
        Found(
          inside: open.upperBound..<close.lowerBound, end: end, isOnLine: isOnLine,
          access: outline.isPublic(part) ? outline.withoutAccess(in: part) : [], move: move))
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
      found.flatMap { entry in
        [
          SourceEdit(entry.inside, ""),
          SourceEdit(entry.end..<entry.end, entry.isOnLine ? "; " : ""),
          SourceEdit(entry.end..<entry.end, entry.members(of: bytes)),
        ]
      })
    return found.map(\.move)
  }
}
