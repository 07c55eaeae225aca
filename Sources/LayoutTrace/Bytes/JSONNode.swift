import ViewTree

/// A value of a small, hand-written JSON document, with its position in it.
package struct JSONNode: Sendable {
  package enum Content: Sendable {
    case null
    case boolean(Bool)
    /// A whole number, 0 or more.
    case whole(Int)
    /// Any other number.
    case number
    case text(String)
    case list([JSONNode])
    case object([Member])
  }

  package struct Member: Sendable {
    package var key: String
    /// The offset at which the key begins.
    package var offset: Int
    package var value: JSONNode
  }

  package var content: Content
  /// The offset at which the value begins, in bytes.
  package var offset: Int

  /// An error in such a document, with its position.
  package struct Problem: Error {
    package var offset: Int
    package var text: String
    /// The remedy; empty if the text implies it.
    package var remedy: String
  }

  /// Reads a document, with or without a byte-order mark; no object may have a key twice.
  package init(parsing bytes: [UInt8]) throws(Problem) {
    // A cursor knows only lines, and ends at a newline.
    let line =
      bytes.map { $0 == Byte.newline ? Byte.space : $0 } + [Byte.newline]
      + [UInt8](repeating: 0, count: JSONCursor.padding)
    let result = line.withUnsafeBufferPointer { line -> Result<JSONNode, Problem> in
      var parser = JSONNodeParser(line.baseAddress!, bytes)
      do throws(Problem) {
        return .success(try parser.document())
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  fileprivate init(_ content: Content, at offset: Int) {
    (self.content, self.offset) = (content, offset)
  }

  /// `3:14`: the line and the byte in it, both counted from 1.
  package static func place(of offset: Int, in bytes: [UInt8]) -> String {
    let before = bytes.prefix(offset)
    let line = before.count { $0 == Byte.newline } + 1
    let start = before.lastIndex(of: Byte.newline).map { $0 + 1 } ?? 0
    return "\(line):\(offset - start + 1)"
  }
}

/// Makes nodes of the bytes that a cursor steps over.
private struct JSONNodeParser {
  private let start: UnsafePointer<UInt8>
  /// The document with its newlines.
  private let bytes: [UInt8]
  private var cursor: JSONCursor
  private var depth = 0

  init(_ start: UnsafePointer<UInt8>, _ bytes: [UInt8]) {
    (self.start, self.bytes) = (start, bytes)
    cursor = JSONCursor(bytes.starts(with: [0xef, 0xbb, 0xbf]) ? start + 3 : start)
  }

  private var offset: Int { cursor.at - start }

  mutating func document() throws(JSONNode.Problem) -> JSONNode {
    let node = try value()
    cursor.skipBlanks()
    guard offset == bytes.count else {
      throw problem("not JSON: something follows the value", "remove it")
    }
    return node
  }

  private mutating func value() throws(JSONNode.Problem) -> JSONNode {
    cursor.skipBlanks()
    let place = offset
    switch cursor.byte {
    case Byte.quote: return JSONNode(.text(try text()), at: place)
    case Byte.openBrace:
      return JSONNode(
        .object(try nested { (parser) throws(JSONNode.Problem) in try parser.members() }), at: place
      )
    case Byte.openBracket:
      return JSONNode(
        .list(try nested { (parser) throws(JSONNode.Problem) in try parser.elements() }), at: place)
    default: break
    }
    let first = cursor.at
    guard cursor.skipValue() else { throw fault }
    switch first.pointee {
    case UInt8(ascii: "n"): return JSONNode(.null, at: place)
    case UInt8(ascii: "t"): return JSONNode(.boolean(true), at: place)
    case UInt8(ascii: "f"): return JSONNode(.boolean(false), at: place)
    default:
      if case .value(let number) = JSONCursor.whole(at: first) {
        return JSONNode(.whole(number), at: place)
      }
      return JSONNode(.number, at: place)
    }
  }

  private mutating func text() throws(JSONNode.Problem) -> String {
    let first = cursor.at
    cursor.at += 1
    let isWhole = cursor.skipString()
    // If a quote is missing, the string ends with its line.
    if let newline = bytes[(first - start)..<min(offset, bytes.count)].firstIndex(of: Byte.newline)
    {
      cursor.at = start + newline
      throw problem("not JSON: the line ends inside a string", "close it with a double quote")
    }
    guard isWhole else { throw fault }
    return JSONCursor.text(at: first)
  }

  private mutating func members() throws(JSONNode.Problem) -> [JSONNode.Member] {
    var members: [JSONNode.Member] = []
    var keys: Set<String> = []
    while try hasNext(isFirst: members.isEmpty, closer: Byte.closeBrace, .expectedCommaOrBrace) {
      let place = offset
      guard cursor.byte == Byte.quote else {
        _ = cursor.fail(.expectedKey)
        throw fault
      }
      let key = try text()
      guard keys.insert(key).inserted else {
        throw JSONNode.Problem(
          offset: place, text: "the key '\(PlainText.line(key))' is there twice",
          remedy: "remove one of the two")
      }
      guard cursor.take(Byte.colon) else {
        _ = cursor.fail(.expectedColon)
        throw fault
      }
      members.append(JSONNode.Member(key: key, offset: place, value: try value()))
    }
    return members
  }

  private mutating func elements() throws(JSONNode.Problem) -> [JSONNode] {
    var elements: [JSONNode] = []
    while try hasNext(isFirst: elements.isEmpty, closer: Byte.closeBracket, .expectedCommaOrBracket)
    { elements.append(try value()) }
    return elements
  }

  /// Goes to the next part of a container; returns false at its end.
  private mutating func hasNext(
    isFirst: Bool, closer: UInt8, _ missing: JSONFault
  ) throws(JSONNode.Problem) -> Bool {
    if cursor.take(closer) { return false }
    if isFirst { return true }
    guard cursor.take(Byte.comma) else {
      _ = cursor.fail(missing)
      throw fault
    }
    cursor.skipBlanks()
    return true
  }

  /// Enters a container, unless too many are open.
  private mutating func nested<Part>(
    _ parts: (inout JSONNodeParser) throws(JSONNode.Problem) -> [Part]
  ) throws(JSONNode.Problem) -> [Part] {
    guard depth < JSONCursor.maximumDepth else {
      _ = cursor.fail(.tooDeep)
      throw fault
    }
    depth += 1
    defer { depth -= 1 }
    cursor.at += 1
    return try parts(&self)
  }

  // MARK: Problems

  private var fault: JSONNode.Problem {
    let text = cursor.fault.problem.replacing("the line ends", with: "the file ends")
    switch cursor.fault {
    case .unfinished, .unfinishedString:
      return problem(text, "write the rest, or copy the file again")
    case .controlCharacter, .badEscape, .badUnicodeEscape, .badLiteral, .leadingZero,
      .missingDigits, .tooDeep:
      return problem(text, "correct that place")
    case .invalidUTF8: return problem(text, "write the file as UTF-8")
    default:
      let isComment = cursor.byte == Byte.slash || cursor.byte == UInt8(ascii: "#")
      return problem(text, isComment ? "JSON has no comments" : "correct that place")
    }
  }

  private func problem(_ text: String, _ remedy: String) -> JSONNode.Problem {
    JSONNode.Problem(offset: min(offset, bytes.count), text: text, remedy: remedy)
  }
}
