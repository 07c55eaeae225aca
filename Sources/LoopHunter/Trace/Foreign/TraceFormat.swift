/// A kind of file that tells of layouts.
package enum TraceFormat: String, CaseIterable, Sendable {
  /// Our own layout trace.
  case loophunt
  /// A trace of Chrome, Edge or another Chromium browser, as DevTools saves it.
  case chrome

  /// How many bytes of a file must be seen to recognise it.
  package static let headLength = 256 << 10

  /// The formats that a file can have which begins with these bytes.
  ///
  /// The name of a file says nothing: what counts is the content.
  package static func formats(ofHead head: [UInt8]) -> [TraceFormat] {
    guard let keys = try? Keys(head) else { return [] }
    var found: [TraceFormat] = []
    if !keys.isArray, keys.outer.contains("e") { found.append(.loophunt) }
    if keys.isArray ? keys.inner.contains("ph") : keys.outer.contains("traceEvents") {
      found.append(.chrome)
    }
    return found
  }

  /// The keys of the outermost object, or those of the first object of an array.
  private struct Keys {
    var isArray = false
    var outer: Set<String> = []
    var inner: Set<String> = []

    init(_ head: [UInt8]) throws(TraceError) {
      let stream = try JSONStream(ByteSource(.bytes(head, name: ""), interrupt: nil))
      var outer: Set<String> = []
      var inner: Set<String> = []
      let first = try stream.peek()
      do throws(TraceError) {
        if first == Byte.openBracket {
          isArray = true
          try stream.array { () throws(TraceError) in
            guard inner.isEmpty, try stream.peek() == Byte.openBrace else { throw Self.enough }
            try stream.object { (key) throws(TraceError) in
              inner.insert(key)
              try stream.skip()
            }
          }
        } else if first == Byte.openBrace {
          try stream.object { (key) throws(TraceError) in
            outer.insert(key)
            try stream.skip()
          }
        }
      } catch {
        // What is wrong is said by whoever reads the whole file.
      }
      self.outer = outer
      self.inner = inner
    }

    /// Ends a walk that has seen what it wanted.
    private static let enough = TraceError(
      kind: .json, file: "", line: 0, column: 0, problem: "")
  }
}
