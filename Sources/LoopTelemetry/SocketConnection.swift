import Foundation
import LayoutTrace
import LoopHunter
import ViewTree

/// One connection to one host; every operation ends at a deadline.
final class SocketConnection {
  private let socket: Int32
  private let deadline: ContinuousClock.Instant
  private let peer: String

  /// Connects to the first address of the host that answers.
  init(_ address: HTTPAddress, until deadline: ContinuousClock.Instant) throws {
    self.deadline = deadline
    peer = "\(address.host) port \(address.port)"
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Self.stream
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(address.host, String(address.port), &hints, &list)
    guard code == 0 else { throw HTTPError.unknownHost(address.host) }
    defer { freeaddrinfo(list) }
    var failure: any Error = HTTPError.unknownHost(address.host)
    var next = list
    while let candidate = next {
      next = candidate.pointee.ai_next
      do {
        socket = try Self.connect(candidate.pointee, peer: peer, until: deadline)
        return
      } catch {
        failure = error
      }
    }
    throw failure
  }

  deinit { close(socket) }

  /// Sends everything.
  func send(_ bytes: [UInt8]) throws {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes {
        #if os(Linux)
        Foundation.send(socket, $0.baseAddress! + offset, $0.count - offset, Int32(MSG_NOSIGNAL))
        #else
        Foundation.send(socket, $0.baseAddress! + offset, $0.count - offset, 0)
        #endif
      }
      if count >= 0 {
        offset += count
      } else if errno == EAGAIN {
        try Self.wait(for: Int16(POLLOUT), on: socket, peer: peer, until: deadline)
      } else if errno != EINTR {
        throw HTTPError.broken(peer, code: errno)
      }
    }
  }

  /// Receives one complete response.
  func receive() throws -> OTLPResponse {
    var reader = HTTPResponseReader()
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count > 0 {
        if let response = try reader.add(buffer[..<count]) { return response }
      } else if count == 0 {
        if let response = reader.finish() { return response }
        throw HTTPError.cut(peer)
      } else if errno == EAGAIN {
        try Self.wait(for: Int16(POLLIN), on: socket, peer: peer, until: deadline)
      } else if errno != EINTR {
        throw HTTPError.broken(peer, code: errno)
      }
    }
  }

  #if os(Linux)
  private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
  private static let stream = SOCK_STREAM
  #endif

  private static func connect(
    _ address: addrinfo, peer: String, until deadline: ContinuousClock.Instant
  ) throws -> Int32 {
    let socket = Descriptors.moved(
      Foundation.socket(address.ai_family, stream, address.ai_protocol))
    guard socket >= 0 else { throw HTTPError.broken(peer, code: errno) }
    do {
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      _ = fcntl(socket, F_SETFL, O_NONBLOCK)
      #if !os(Linux)
      var isOn: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &isOn, 4)
      #endif
      if Foundation.connect(socket, address.ai_addr, address.ai_addrlen) != 0 {
        guard errno == EINPROGRESS else { throw HTTPError.broken(peer, code: errno) }
        try wait(for: Int16(POLLOUT), on: socket, peer: peer, until: deadline)
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &length)
        guard code == 0 else { throw HTTPError.broken(peer, code: code) }
      }
      return socket
    } catch {
      close(socket)
      throw error
    }
  }

  private static func wait(
    for events: Int16, on socket: Int32, peer: String, until deadline: ContinuousClock.Instant
  ) throws {
    while true {
      let left = ContinuousClock.now.duration(to: deadline).seconds
      guard left > 0 else { throw HTTPError.timeout(peer) }
      var entry = pollfd(fd: socket, events: events, revents: 0)
      let count = poll(&entry, 1, Int32(min(left * 1000 + 1, 60_000)))
      if count > 0 { return }
      if count < 0, errno != EINTR { throw HTTPError.broken(peer, code: errno) }
    }
  }
}

/// A reason why there was no answer.
enum HTTPError: Error, Hashable, CustomStringConvertible {
  case unknownHost(String)
  case timeout(String)
  case cut(String)
  case broken(String, code: Int32)
  case malformed(String)

  var description: String {
    let text =
      switch self {
      case .unknownHost(let host): "there is no host '\(host)'; check the endpoint's host name"
      case .timeout(let peer): "\(peer) did not answer in time; check it, or raise the timeout"
      case .cut(let peer): "\(peer) hung up before its answer was complete"
      case .broken(let peer, let code):
        "no connection to \(peer): \(String(cString: strerror(code))); check that a collector listens"
      case .malformed(let what): "the answer is not HTTP (\(what)); check the endpoint's port"
      }
    return PlainText.line(text)
  }
}
