import LayoutTrace
import LoopHunter

/// Assembles an HTTP/1.1 response from pieces of any size.
struct HTTPResponseReader {
  /// The size at which a response is abandoned: no collector has that much to say.
  static let limit = 1 << 20

  /// The ways in which a response marks the end of its body.
  private enum Framing {
    case length(Int)
    case chunked
    case untilClosed
  }

  private var bytes: [UInt8] = []
  private var head: (status: Int, headers: [String: String], framing: Framing)?

  /// Adds a piece; returns the response when it is complete.
  mutating func add(_ piece: some Sequence<UInt8>) throws(HTTPError) -> OTLPResponse? {
    bytes.append(contentsOf: piece)
    guard bytes.count <= Self.limit else { throw .malformed("longer than \(Self.limit) bytes") }
    while head == nil {
      guard let end = Self.endOfHead(bytes) else {
        guard bytes.count <= 65_536 else { throw .malformed("headers without an end") }
        return nil
      }
      try readHead(String(decoding: bytes[..<end], as: UTF8.self))
      bytes.removeFirst(end)
    }
    guard let head else { return nil }
    switch head.framing {
    case .length(let length):
      return bytes.count >= length ? response(Array(bytes.prefix(length))) : nil
    case .chunked: return try Self.unchunk(bytes).map { response($0) }
    case .untilClosed: return nil
    }
  }

  /// Notes that the connection was closed; returns the response if that is its end.
  func finish() -> OTLPResponse? {
    guard case .untilClosed? = head?.framing else { return nil }
    return response(bytes)
  }

  private func response(_ body: [UInt8]) -> OTLPResponse {
    OTLPResponse(status: head!.status, headers: head!.headers, body: body)
  }

  /// The index after the empty line.
  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    return (4...bytes.count).first { bytes[($0 - 4)..<$0].elementsEqual([13, 10, 13, 10]) }
  }

  /// Reads the status line and the headers; an interim answer (1xx) is skipped.
  private mutating func readHead(_ text: String) throws(HTTPError) {
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: true)
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]),
      (100...599).contains(status)
    else { throw .malformed("it begins with '\(text.prefix(20))'") }
    guard status >= 200 else { return }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw .malformed("a header without a colon") }
      var value = parts[1]
      while let first = value.first, " \t".contains(first) { value.removeFirst() }
      while let last = value.last, " \t".contains(last) { value.removeLast() }
      headers[parts[0].lowercased()] = String(value)
    }
    head = (status, headers, try Self.framing(status, headers))
  }

  private static func framing(
    _ status: Int, _ headers: [String: String]
  ) throws(HTTPError) -> Framing {
    if status == 204 || status == 304 { return .length(0) }
    if headers["transfer-encoding"]?.lowercased().hasSuffix("chunked") == true { return .chunked }
    guard let text = headers["content-length"] else { return .untilClosed }
    guard let length = Int(text), (0...limit).contains(length) else {
      throw .malformed("a content length of '\(text)'")
    }
    return .length(length)
  }

  /// The body without its chunk sizes, or nil while the last chunk is missing.
  private static func unchunk(_ bytes: [UInt8]) throws(HTTPError) -> [UInt8]? {
    var body: [UInt8] = []
    var start = 0
    while true {
      guard let end = bytes[start...].firstIndex(of: 10) else { return nil }
      let line = String(decoding: bytes[start..<end], as: UTF8.self)
      let digits = line.prefix { $0.isHexDigit }
      guard let size = Int(digits, radix: 16), (0...limit).contains(size) else {
        throw .malformed("a chunk size of '\(line)'")
      }
      if size == 0 { return body }
      let content = (end + 1)..<(end + 1 + size)
      guard bytes.count >= content.upperBound + 2 else { return nil }
      body += bytes[content]
      start = content.upperBound + 2
    }
  }
}
