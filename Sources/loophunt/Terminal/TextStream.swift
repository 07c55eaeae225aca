#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file descriptor to which text is written, through a buffer where nobody watches.
///
/// The first write that fails is remembered in `failure` and ends all further writing.
package final class TextStream {
  private static let capacity = 1 << 16
  private let descriptor: Int32
  private let isBuffered: Bool
  private var pending: [UInt8] = []
  /// The system's number of the first error, if a write failed.
  package private(set) var failure: Int32?

  package init(descriptor: Int32, buffered: Bool) {
    self.descriptor = descriptor
    self.isBuffered = buffered
  }

  package func write(_ text: String) {
    pending.append(contentsOf: text.utf8)
    if !isBuffered || pending.count >= Self.capacity { flush() }
  }

  /// Hands everything written so far to the system.
  package func flush() {
    if failure == nil { failure = Self.writeAll(pending, to: descriptor) }
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes all bytes, also when the system takes them in pieces; returns the number of an error.
  package static func writeAll(_ text: some Sequence<UInt8>, to descriptor: Int32) -> Int32? {
    let bytes = Array(text)
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes { bytes in
        systemWrite(descriptor, bytes.baseAddress! + start, bytes.count - start)
      }
      if written >= 0 {
        start += written
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}

/// `write(2)`, under a name that does not collide with the stream's own.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
