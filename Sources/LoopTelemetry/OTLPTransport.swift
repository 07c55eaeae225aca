import LayoutTrace
import LoopHunter

/// Posts a body to a collector and returns its answer.
///
/// LoopHunter has a transport for `http`. Write one for `https` in a few lines with `URLSession`;
/// LoopHunter has none, because every program that links it would load the library of `URLSession`.
public protocol OTLPTransport: Sendable {
  /// Posts a request and waits for the answer, on the sink's own thread and never on a loop's.
  ///
  /// - Parameters:
  ///   - body: The body of the request.
  ///   - endpoint: The address.
  ///   - headers: The headers. The transport sets `Content-Type`.
  ///   - timeout: The maximum time to wait.
  /// - Throws: Any error if there was no complete answer; the sink then tries again later.
  func post(
    _ body: [UInt8], to endpoint: String, headers: [String: String], timeout: Duration
  ) throws -> OTLPResponse
}

/// The answer of a collector.
public struct OTLPResponse: Sendable {
  /// The HTTP status.
  public var status: Int
  /// The headers; names are compared without regard to case.
  public private(set) var headers: [String: String]
  /// The body.
  public var body: [UInt8]

  /// Makes an answer from its parts.
  ///
  /// - Parameters:
  ///   - status: The HTTP status.
  ///   - headers: The headers; by default none.
  ///   - body: The body; by default empty.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = [:]
    self.body = body
    for (name, value) in headers { self.headers[name.lowercased()] = value }
  }
}
