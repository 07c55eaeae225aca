/// The JSON keys in the first bytes of a file, by which formats are recognised.
package struct TraceHead {
  /// The number of bytes needed to recognise a file.
  package static let length = 256 << 10

  var isArray = false
  /// The keys of the outermost object.
  var outer: Set<String> = []
  /// The keys of the first object of an array.
  var inner: Set<String> = []
  /// The keys of each object in the outermost one, and of the first object in each array there.
  var nested: [String: Set<String>] = [:]
  /// The writer of the file, from `otherData`.
  var writer: String?
  /// True if something else than JSON follows the first object.
  var continuesAsText = false

  init(_ bytes: [UInt8]) {
    // The reader of the whole file reports errors.
    try? read(bytes)
  }

  private mutating func read(_ bytes: [UInt8]) throws(TraceError) {
    // Most traces are short, and allocating a buffer of the usual size takes longer than reading
    // them.
    let stream = try JSONStream(
      ByteSource(.bytes(bytes, name: ""), interrupt: nil), capacity: bytes.count)
    switch try stream.peek() {
    case Byte.openBracket: try readArray(stream)
    case Byte.openBrace:
      try readObject(stream)
      let next = try stream.peek()
      continuesAsText = next != nil && next != Byte.openBrace && !stream.wasCutOff
    default: break
    }
  }

  private mutating func readArray(_ stream: JSONStream) throws(TraceError) {
    isArray = true
    var isFirst = true
    _ = try stream.take(Byte.openBracket)
    while inner.isEmpty, try stream.next(isFirst: &isFirst, closer: Byte.closeBracket),
      try stream.peek() == Byte.openBrace
    {
      try stream.object { (key) throws(TraceError) in
        inner.insert(key)
        try stream.skip()
      }
    }
  }

  private mutating func readObject(_ stream: JSONStream) throws(TraceError) {
    try stream.object { (key) throws(TraceError) in
      outer.insert(key)
      switch try stream.peek() {
      case Byte.openBrace: try readNested(key, stream)
      case Byte.openBracket:
        var isFirst = true
        try stream.array { () throws(TraceError) in
          guard isFirst, try stream.peek() == Byte.openBrace else { return try stream.skip() }
          isFirst = false
          try readNested(key, stream)
        }
      default: try stream.skip()
      }
    }
  }

  private mutating func readNested(_ key: String, _ stream: JSONStream) throws(TraceError) {
    try stream.object { (name) throws(TraceError) in
      nested[key, default: []].insert(name)
      guard key == "otherData", name == "writer" else { return try stream.skip() }
      writer = try stream.value { JSONMembers.text(at: $0) } ?? nil
    }
  }
}
