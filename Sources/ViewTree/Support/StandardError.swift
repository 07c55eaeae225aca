import Foundation

/// Writes to standard error without ending the process, whoever reads it.
package enum StandardError {
  /// Writes text there, or to another descriptor; what cannot be written is left out.
  package static func write(_ text: String, to descriptor: Int32 = 2) {
    let bytes = Array(text.utf8)
    _ = HeldSignals.during { bytes.withUnsafeBytes { write($0, to: descriptor) } }
  }

  /// Writes all bytes; returns the number of the error that ended the writing, or 0.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, rest.withUnsafeBytes { $0.baseAddress }, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&entry, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
