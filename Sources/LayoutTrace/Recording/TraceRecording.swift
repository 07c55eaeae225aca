import ViewTree

/// The current recording of a view, for code that tests its statements about the view with it.
///
/// It keeps no recording alive.
package struct TraceRecording {
  private weak var core: RecorderCore?

  /// Finds the view's recording that began last; nil if there is none.
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

  /// The number of a view in the trace; nil before the trace mentions it.
  package func number(of view: View) -> Int? { core?.knownNumber(of: view) }

  /// The recording so far; nil if it cannot be read again, or is longer than `byteLimit`.
  package func input(upTo byteLimit: Int) -> TraceInput? {
    guard let core, core.writer.failure == nil, core.writer.byteCount <= byteLimit else {
      return nil
    }
    core.writer.flush()
    return core.writer.input
  }
}

extension TraceRecorder {
  /// The recording, for code that tests its statements with it.
  package var recording: TraceRecording { TraceRecording(core) }
}
