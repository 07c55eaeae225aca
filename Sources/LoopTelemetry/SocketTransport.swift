import Foundation
import LayoutTrace
import LoopHunter

/// A small HTTP/1.1 client on a blocking thread: one connection, one request, one answer.
///
/// Headers of the caller replace its own, except for those about destination and end. It speaks
/// `http` only, and knows neither proxies nor redirections.
struct SocketTransport: OTLPTransport {
  func post(
    _ body: [UInt8], to endpoint: String, headers: [String: String], timeout: Duration
  ) throws -> OTLPResponse {
    let address = try HTTPAddress(endpoint)
    let connection = try SocketConnection(address, until: .now + timeout)
    var fields = [
      "content-type": "application/json", "user-agent": "LoopHunter/\(Product.version)",
    ]
    for (name, value) in headers { fields[name.lowercased()] = value }
    fields["host"] = address.authority
    fields["content-length"] = String(body.count)
    fields["connection"] = "close"
    var head = "POST \(address.target) HTTP/1.1\r\n"
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
    head += "\r\n"
    do {
      try connection.send(Array(head.utf8) + body)
    } catch {
      // A collector may refuse early: it answers and hangs up while the body is still on its way.
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
  /// The value of the `Host` header.
  let authority: String
  /// The target in the request line.
  let target: String
  /// True if the address begins with `https`.
  let isEncrypted: Bool

  /// Reads an address; throws with an example if it is not valid.
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
