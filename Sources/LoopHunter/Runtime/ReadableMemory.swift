import Foundation

/// Asks the kernel whether memory can be read, without reading it here.
///
/// A damaged count or offset leads anywhere; a check that follows it must refuse and not crash.
enum ReadableMemory {
  /// Whether all of `count` bytes at an address can be read; at most a pipe's worth is asked.
  ///
  /// Writing from unreadable memory into a pipe fails with `EFAULT` and touches nothing.
  static func holds(_ address: UnsafeRawPointer, count: Int) -> Bool {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    defer { for end in ends { close(end) } }
    return write(ends[1], address, count) == count
  }
}
