import ViewTree

/// The one progress line of a command that reads traces, any number of them at once.
///
/// For one trace it says how far it was read; for several, how many were, and how many bytes.
package final class TraceProgress: Sendable {
  private struct State {
    var finished = 0
    /// The bytes of the traces that are finished.
    var bytes: Int64 = 0
    /// The bytes so far of each of those that are being read.
    var running: [Int: Int64] = [:]
  }

  private let line: Progress
  private let count: Int
  private let state = Locked(State())

  package init(_ line: Progress, count: Int) {
    self.line = line
    self.count = count
  }

  /// One trace, which reports on itself.
  package struct Part: Sendable {
    fileprivate let whole: TraceProgress
    fileprivate let index: Int
    /// The name of the trace.
    fileprivate let name: String

    /// Reports how many bytes were read so far, and of how many if that is known.
    package func update(done: Int64, total: Int64?, isImport: Bool = false) {
      whole.update(self, done: done, total: total, isImport: isImport)
    }

    /// The trace was read.
    package func finish() { whole.finish(self) }
  }

  /// The part of one trace.
  package func part(_ index: Int, name: String) -> Part {
    Part(whole: self, index: index, name: name)
  }

  private func update(_ part: Part, done: Int64, total: Int64?, isImport: Bool) {
    guard line.isShown else { return }
    guard count > 1 else {
      return line.update(
        done: done, total: total, label: isImport ? "importing \(part.name)" : part.name)
    }
    let (finished, bytes) = state.withLock { state in
      state.running[part.index] = done
      return (state.finished, state.bytes + state.running.values.reduce(0, +))
    }
    line.update(done: bytes, total: nil, label: label(finished))
  }

  private func finish(_ part: Part) {
    guard line.isShown, count > 1 else { return }
    let (finished, bytes) = state.withLock { state in
      state.finished += 1
      state.bytes += state.running.removeValue(forKey: part.index) ?? 0
      return (state.finished, state.bytes)
    }
    line.update(done: bytes, total: nil, label: label(finished))
  }

  private func label(_ finished: Int) -> String {
    "\(Figures.count(finished)) of \(Figures.count(count, "trace")) read"
  }
}
