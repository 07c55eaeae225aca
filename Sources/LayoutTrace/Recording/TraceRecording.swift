import ViewTree

/// What is recorded of a view at this moment, for those who test by it what they say of the view.
///
/// It keeps no recording alive.
package struct TraceRecording {
  private weak var core: RecorderCore?

  /// Finds the recording of a view that began last; nil where nobody records it.
  package init?(of view: View) {
    var next = view.companion
    while let companion = next as? RecorderCore.Companion {
      if companion.core.isRecording {
        core = companion.core
        return
      }
      next = companion.next
    }
    return nil
  }

  fileprivate init(_ core: RecorderCore) { self.core = core }

  /// The number of a view in the trace; nil before it is mentioned.
  package func number(of view: View) -> Int? { core?.knownNumber(of: view) }

  /// What was recorded so far; nil where it cannot be read again, or is longer than some bytes.
  package func input(upTo byteLimit: Int) -> TraceInput? {
    guard let core, core.writer.failure == nil, core.writer.byteCount <= byteLimit else {
      return nil
    }
    core.writer.flush()
    return core.writer.input
  }
}

extension TraceRecorder {
  /// What it records, for those who test by it what they say.
  package var recording: TraceRecording { TraceRecording(core) }
}
