import Foundation

/// A small HTTP/1.1 client on a blocking thread: one connection, one request, one answer.
///
/// Batches are seconds apart, so connections are not kept. It speaks `http` only, uses no proxy and
/// follows no redirection.
struct SocketTransport: OTLPTransport {
  func post(
    _ body: [UInt8], to endpoint: String, headers: [String: String], timeout: Duration
  ) throws -> OTLPResponse {
    let address = try HTTPAddress(endpoint)
    let connection = try SocketConnection(address, until: .now + timeout)
    var head = "POST \(address.target) HTTP/1.1\r\nHost: \(address.authority)\r\n"
    head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n"
    head += "User-Agent: LoopHunter/\(OTLPConfiguration.version)\r\nConnection: close\r\n"
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      guard !(name + value).utf8.contains(where: { $0 == 0x0D || $0 == 0x0A }) else { continue }
      head += "\(name): \(value)\r\n"
    }
    head += "\r\n"
    do {
      try connection.send(Array(head.utf8) + body)
    } catch {
      // A collector that refuses early answers and hangs up while the body is still on its way.
      if let answer = try? connection.receive() { return answer }
      throw error
    }
    return try connection.receive()
  }
}

/// The parts of an `http` address.
struct HTTPAddress {
  let host: String
  let port: Int
  /// What stands in the `Host` header.
  let authority: String
  /// What stands in the request line.
  let target: String
  /// Whether the address begins with `https`.
  let isEncrypted: Bool

  /// Reads an address; throws with an example when it is none.
  init(_ text: String) throws(OTLPConfigurationError) {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty,
      parts.user == nil, (1...65_535).contains(parts.port ?? 80)
    else { throw .endpoint(text) }
    self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    isEncrypted = scheme == "https"
    port = parts.port ?? (isEncrypted ? 443 : 80)
    authority = parts.port.map { "\(host):\($0)" } ?? host
    let path = parts.percentEncodedPath
    target = (path.isEmpty ? "/" : path) + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
  }
}
