import LayoutTrace
import LoopHunter

/// A file descriptor to which text is written, buffered unless it is a terminal.
///
/// The first failure ends all writing; a write waits for its reader until a signal asks to stop.
package final class TextStream {
  private static let capacity = 1 << 16
  private let descriptor: Int32
  private let isBuffered: Bool
  private var pending: [UInt8] = []
  /// The `errno` of the first failed write, if any.
  package private(set) var failure: Int32?
  /// The number of bytes that were not written because of it.
  package private(set) var lost = 0

  package init(descriptor: Int32, buffered: Bool) {
    self.descriptor = descriptor
    self.isBuffered = buffered
  }

  package func write(_ text: String) { write(text.utf8) }

  package func write(_ bytes: some Sequence<UInt8>) {
    pending.append(contentsOf: bytes)
    if !isBuffered || pending.count >= Self.capacity { flush() }
  }

  /// Hands everything written so far to the system.
  package func flush() {
    var written = 0
    if failure == nil {
      let outcome = SafeWrite.some(
        pending, to: descriptor, patience: SafeWrite.Patience(interrupt: Interruption.trace),
        holdsSignals: false)
      written = outcome.written
      if outcome.failure != 0 { failure = outcome.failure }
    }
    lost += pending.count - written
    pending.removeAll(keepingCapacity: true)
  }
}
