import Foundation

/// Asks the kernel whether memory can be read, without reading it here.
///
/// A damaged count or offset leads anywhere; a check that follows it must refuse, not crash.
package enum ReadableMemory {
  /// The kernel's answer.
  package enum Answer: Hashable, Sendable {
    case readable
    case unreadable
    /// It could not be asked, for a reason that may pass.
    case unknown(reason: String)
  }

  /// Asks whether all of `count` bytes at an address can be read; at most a pipe's worth is asked.
  ///
  /// Writing from unreadable memory into a pipe fails with `EFAULT` and touches nothing.
  package static func ask(_ address: UnsafeRawPointer, count: Int) -> Answer {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      return .unknown(reason: "pipe(2) failed: \(String(cString: strerror(errno)))")
    }
    defer { for end in ends { close(end) } }
    return write(ends[1], address, count) == count ? .readable : .unreadable
  }
}
