import ViewTree

/// The one progress line of a command that reads traces, any number of them at once.
///
/// For one trace it shows the progress in it; for several, the number of traces read, and of bytes.
package final class TraceProgress: Sendable {
  private struct State {
    var finished = 0
    /// The bytes of the traces that are finished.
    var bytes: Int64 = 0
    /// The bytes so far of each trace that is being read.
    var running: [Int: Int64] = [:]
  }

  private let line: Progress
  private let count: Int
  private let state = Locked(State())

  package init(_ line: Progress, count: Int) { (self.line, self.count) = (line, count) }

  /// One trace, which reports on itself.
  package struct Part: Sendable {
    fileprivate let whole: TraceProgress
    fileprivate let index: Int
    /// The name of the trace.
    fileprivate let name: String

    /// Reports the number of bytes read so far, and their total if that is known.
    package func update(done: Int64, total: Int64?, isImport: Bool = false) {
      guard whole.line.isShown else { return }
      guard whole.count > 1 else {
        return whole.line.update(
          done: done, total: total, label: isImport ? "importing \(name)" : name)
      }
      whole.show(read(done))
    }

    /// Notes that the trace was read.
    package func finish() {
      guard whole.line.isShown, whole.count > 1 else { return }
      whole.show(end())
    }

    /// Notes the number of bytes of it that were read, and returns the progress of all.
    package func read(_ bytes: Int64) -> Sum { whole.note { $0.running[index] = bytes } }

    /// Notes that it was read, and returns the progress of all.
    package func end() -> Sum {
      whole.note { state in
        state.finished += 1
        state.bytes += state.running.removeValue(forKey: index) ?? 0
      }
    }
  }

  /// The progress of several traces.
  package struct Sum {
    package var bytes: Int64
    package var label: String
  }

  /// The part of one trace.
  package func part(_ index: Int, name: String) -> Part {
    Part(whole: self, index: index, name: name)
  }

  private func note(_ change: (inout State) -> Void) -> Sum {
    let (finished, bytes) = state.withLock { state in
      change(&state)
      return (state.finished, state.bytes + state.running.values.reduce(0, +))
    }
    return Sum(
      bytes: bytes, label: "\(Figures.count(finished)) of \(Figures.count(count, "trace")) read")
  }

  private func show(_ sum: Sum) { line.update(done: sum.bytes, total: nil, label: sum.label) }
}
