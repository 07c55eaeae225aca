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

  /// An extension whose members can move.
  private struct Found {
    /// The bytes between its braces, and the place in the class.
    let inside: Range<Int>
    let end: Int
    /// The words that its members need there.
    let access: [SourceEdit]
    let move: ExtensionMove

    /// Nil if it overrides nothing.
    init?(
      _ part: SwiftOutline.TypeBlock, to home: SwiftOutline.TypeBlock, in file: PortedModule.File
    ) {
      let (tokens, outline) = (file.tokens, file.outline)
      let (open, close) = (part.body.lowerBound, part.body.upperBound)
      guard tokens[part.body].contains(where: { $0.text == "override" }),
        // A generic constraint would be lost.
        !tokens[max(0, open - 8)..<open].contains(where: { $0.text == "where" })
      else { return nil }
      inside = tokens[open].range.upperBound..<tokens[close].range.lowerBound
      end = tokens[home.body.upperBound].range.lowerBound
      let start = inside.lowerBound
      access = (outline.isPublic(part) ? outline.openMembers(of: part) : []).map {
        let place = tokens[$0].range.lowerBound - start
        return SourceEdit(place..<place, "public ")
      }
      move = ExtensionMove(
        line: tokens[open].line,
        text: "moved what the extension of \(part.name) overrides into the class")
    }

    /// The edits that move its members.
    func edits(of bytes: [UInt8]) -> [SourceEdit] {
      [
        SourceEdit(inside, ""),
        SourceEdit(end..<end, endsStatement(bytes[..<end]) ? "" : "; "),
        SourceEdit(end..<end, Array(bytes[inside]).applying(access)[...]),
      ]
    }
  }

  /// Moves all that stand in no extension which is moved itself; those come next.
  private static func next(
    in bytes: inout [UInt8]
  ) -> (moves: [ExtensionMove], notes: [ExtensionMove]) {
    let file = PortedModule.File(bytes)
    var found: [Found] = []
    var notes: [ExtensionMove] = []
    for part in file.outline.types where part.kind == "extension" {
      guard let home = file.outline.firstClass(named: part.name),
        let entry = Found(part, to: home, in: file)
      else { continue }
      let isCompiled = file.conditions.holds(at: part.body.lowerBound)
      if isCompiled == true || file.conditions.cover(part.body.lowerBound, at: home.body.lowerBound)
      {
        found.append(entry)
      } else if isCompiled == nil {
        notes.append(
          ExtensionMove(
            line: entry.move.line,
            text: "the extension of \(part.name) is left alone: it has a condition", isNote: true))
      }
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
    bytes = bytes.applying(found.flatMap { [bytes] in $0.edits(of: bytes) })
    return (found.map(\.move), notes)
  }

  /// True if another declaration can follow on the same line.
  static func endsStatement(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let last = bytes.last(where: { $0 != UInt8(ascii: " ") }) else { return true }
    return ["\n", "{", "}", ";"].map { Character($0).asciiValue }.contains(last)
  }
}
