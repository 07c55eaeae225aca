import Foundation

/// Collects the return addresses of the calling thread, and nothing else, by the C unwinder.
///
/// It takes microseconds, on any number of threads; the recorder of evidence receives one, so that
/// a test can pass another.
package struct StackWalker: Sendable {
  /// Writes addresses, the innermost first, and returns their number; 0 if frames cannot be walked.
  private let walk: @Sendable (UnsafeMutableBufferPointer<UInt>) -> Int

  package init(_ walk: @escaping @Sendable (UnsafeMutableBufferPointer<UInt>) -> Int) {
    self.walk = walk
  }

  /// The return addresses of at most `limit` frames, the innermost first.
  @inline(never)
  package func addresses(limit: Int) -> [UInt] {
    // This uses no closure of the standard library: its frames would lie among ours.
    let buffer = UnsafeMutableBufferPointer<UInt>.allocate(capacity: limit)
    defer { buffer.deallocate() }
    buffer.initialize(repeating: 0)
    let count = max(0, min(limit, walk(buffer)))
    return Array(buffer[..<count])
  }

  /// Walks nothing, for processes whose frames cannot be walked.
  package static let none = StackWalker { _ in 0 }

  /// The walker of this process.
  package static let system = make()

  private typealias Unwinder = @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32

  /// Looks up the unwinder by name: the C library's module hides it, and musl does not have it.
  private static func make() -> StackWalker {
    #if os(Linux)
    guard let symbol = dlsym(nil, "backtrace") else { return .none }
    let unwinder = unsafeBitCast(symbol, to: Unwinder.self)
    return StackWalker { buffer in
      Int(unwinder(buffer.baseAddress, Int32(clamping: buffer.count)))
    }
    #else
    return .none
    #endif
  }
}
