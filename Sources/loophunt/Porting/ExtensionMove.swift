/// A move of an extension's members into the class, because an extension cannot override on Linux.
struct ExtensionMove {
  /// The line of the extension.
  let line: Int
  let text: String
  /// True if nothing was moved.
  var isNote = false

  /// Moves the bodies of all extensions that override something, of classes in the same file.
  ///
  /// The extension stays, empty, so that it still declares what the class conforms to. The lines
  /// behind it keep their numbers.
  static func all(in bytes: inout [UInt8]) -> [ExtensionMove] {
    var moves: [ExtensionMove] = []
    var notes: [ExtensionMove] = []
    repeat {
      let found = next(in: &bytes)
      moves += found.moves
      notes = found.notes
      if found.moves.isEmpty { break }
    } while !Interruption.isRequested
    return moves + notes
  }

  /// Moves all that stand in no extension which is moved itself; those come next.
  private static func next(
    in bytes: inout [UInt8]
  ) -> (moves: [ExtensionMove], notes: [ExtensionMove]) {
    let file = PortedModule.File(bytes)
    let (tokens, outline) = (file.tokens, file.outline)
    var homes: [String: SwiftOutline.TypeBlock] = [:]
    for type in outline.types where type.kind == "class" && homes[type.name] == nil {
      homes[type.name] = type
    }
    var found: [(inside: Range<Int>, end: Int, move: ExtensionMove)] = []
    var access: [SourceEdit] = []
    var notes: [ExtensionMove] = []
    for part in outline.types where part.kind == "extension" {
      guard tokens[part.body].contains(where: { $0.text == "override" }),
        let home = homes[part.name],
        // A generic constraint would be lost.
        !tokens[max(0, part.body.lowerBound - 8)..<part.body.lowerBound].contains(where: {
          $0.text == "where"
        })
      else { continue }
      let (open, close) = (tokens[part.body.lowerBound].range, tokens[part.body.upperBound].range)
      let line = tokens[part.body.lowerBound].line
      let isCovered = file.conditions.cover(part.body.lowerBound, at: home.body.lowerBound)
      let isCompiled = file.conditions.holds(at: part.body.lowerBound)
      guard isCovered || isCompiled == true else {
        if isCompiled == nil {
          notes.append(
            ExtensionMove(
              line: line, text: "the extension of \(part.name) is left alone: it has a condition",
              isNote: true))
        }
        continue
      }
      let word = tokens[..<part.body.lowerBound].lastIndex { $0.text == "extension" } ?? 0
      if outline.modifiers(before: word).contains("public") {
        access += outline.openMembers(of: part).map {
          SourceEdit(tokens[$0].range.lowerBound..<tokens[$0].range.lowerBound, "public ")
        }
      }
      let move = ExtensionMove(
        line: line, text: "moved what the extension of \(part.name) overrides into the class")
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
    let original = bytes
    bytes = original.applying(
      found.flatMap { inside, end, _ in
        let separator = endsStatement(original[..<end]) ? "" : "; "
        let members = access.filter { inside.contains($0.range.lowerBound) }.map { edit in
          let place = edit.range.lowerBound - inside.lowerBound
          return SourceEdit(place..<place, edit.bytes)
        }
        return [
          SourceEdit(inside, ""), SourceEdit(end..<end, separator),
          SourceEdit(end..<end, Array(original[inside]).applying(members)[...]),
        ]
      })
    return (found.map(\.move), notes)
  }
  /// True if another declaration can follow on the same line.
  static func endsStatement(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let last = bytes.last(where: { $0 != UInt8(ascii: " ") }) else { return true }
    return ["\n", "{", "}", ";"].map { Character($0).asciiValue }.contains(last)
  }
}
