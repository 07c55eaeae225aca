import Foundation

/// A small real HTTP server on this machine, which answers as a test tells it to.
public final class LoopbackServer: Sendable {
  /// Its reaction to one request.
  public enum Behaviour: Sendable {
    /// Answers with a status, headers and a body.
    case answer(Int, [String: String] = [:], body: String = "{}")
    /// Sends these very bytes and hangs up.
    case raw(String)
    /// Sends these very bytes and keeps the connection until it is told to hang up.
    case hold(String)
    /// Reads the request and says nothing until it is told to hang up.
    case stall
    /// Hangs up before it has read the request.
    case refuse
  }

  /// One request as it arrived.
  public struct Request: Sendable {
    public var line: String
    public var headers: [String: String]
    public var body: [UInt8]
    public var time: ContinuousClock.Instant

    /// The records in it, as plain JSON.
    public var records: [[String: Any]] {
      let root = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
      let logs = root?["resourceLogs"] as? [[String: Any]]
      let scopes = logs?.first?["scopeLogs"] as? [[String: Any]]
      return scopes?.first?["logRecords"] as? [[String: Any]] ?? []
    }

    /// The texts of an attribute, for all records that have it.
    public func texts(_ key: String) -> [String] {
      records.compactMap { record in
        let attributes = record["attributes"] as? [[String: Any]]
        let entry = attributes?.first { $0["key"] as? String == key }
        return (entry?["value"] as? [String: Any])?["stringValue"] as? String
      }
    }

    /// The fingerprints of the records.
    public var fingerprints: [String] { texts("loophunter.fingerprint") }
  }

  private struct State {
    var behaviours: [Behaviour]
    /// Its reaction to all later requests.
    var last: Behaviour
    var requests: [Request] = []
    var hangUps = 0
    var isStopped = false
  }

  /// The port on which it listens, on this machine only.
  public let port: Int
  private let listener: Int32
  private let lock = NSLock()
  private nonisolated(unsafe) var state: State

  /// Starts a server that does these things one after another, and then the last, by default to
  /// answer 200, for ever.
  ///
  /// Throws what the system says when there is no port.
  public init(_ behaviours: Behaviour..., otherwise last: Behaviour = .answer(200)) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    state = State(behaviours: behaviours, last: last)
    guard result else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    Thread { [self] in serve() }.start()
  }

  deinit { close(listener) }

  /// The address of the collector that it plays.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// The requests so far.
  public var requests: [Request] { withState { $0.requests } }

  /// The fingerprints of all records that arrived with requests answered 200.
  public var fingerprints: [String] { requests.flatMap(\.fingerprints) }

  /// Hangs up on all whom it lets wait at this moment.
  public func hangUp() { withState { $0.hangUps += 1 } }

  /// Answers all further requests with 200.
  public func recover() {
    withState { state in
      state.behaviours = []
      state.last = .answer(200)
    }
  }

  /// Ends the server; its port stays taken as long as the server is used, without a listener.
  public func stop() {
    guard
      withState({ state in
        defer { state.isStopped = true }
        return !state.isStopped
      })
    else { return }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { body(&state) }
  }

  private func serve() {
    while true {
      let connection = accept(listener, nil, nil)
      if connection < 0 {
        if withState({ $0.isStopped }) { break }
        continue
      }
      Thread { [self] in handle(connection) }.start()
    }
  }

  private func handle(_ connection: Int32) {
    defer { close(connection) }
    let (behaviour, hangUps) = withState { state in
      (state.behaviours.isEmpty ? state.last : state.behaviours.removeFirst(), state.hangUps)
    }
    if case .refuse = behaviour { return }
    guard let request = readRequest(connection) else { return }
    withState { $0.requests.append(request) }
    switch behaviour {
    case .answer(let status, let headers, let body):
      var text = "HTTP/1.1 \(status) X\r\nConnection: close\r\nContent-Length: "
      text += "\(body.utf8.count)\r\n"
      for (name, value) in headers { text += "\(name): \(value)\r\n" }
      write(text + "\r\n" + body, to: connection)
    case .raw(let text): write(text, to: connection)
    case .hold(let text):
      write(text, to: connection)
      wait(after: hangUps)
    case .stall: wait(after: hangUps)
    case .refuse: break
    }
  }

  /// Waits until it is told to hang up, or stopped.
  private func wait(after hangUps: Int) {
    while withState({ !$0.isStopped && $0.hangUps == hangUps }) { usleep(1000) }
  }

  private func write(_ text: String, to connection: Int32) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { send(connection, $0.baseAddress!, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  private func readRequest(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var head: (line: String, headers: [String: String], end: Int)?
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      if count <= 0 { return nil }
      bytes += buffer[..<count]
      if head == nil, let end = Data(bytes).range(of: Data("\r\n\r\n".utf8)) {
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
          .components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
          let parts = line.components(separatedBy: ": ")
          headers[parts[0].lowercased()] = parts.dropFirst().joined(separator: ": ")
        }
        head = (lines[0], headers, end.upperBound)
      }
      guard let head, let length = Int(head.headers["content-length"] ?? ""),
        bytes.count >= head.end + length
      else { continue }
      return Request(
        line: head.line, headers: head.headers, body: Array(bytes[head.end...]), time: .now)
    }
  }
}
