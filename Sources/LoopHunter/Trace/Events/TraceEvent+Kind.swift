extension TraceEvent {
  /// The event's name, or why it has none.
  package enum Kind: UInt8, CaseIterable, Hashable, Sendable {
    /// Not JSON; `fault` says why.
    case malformed
    /// JSON, but no object, or an object whose `e` is missing or no string.
    case nameless
    /// An event of a name this version does not know.
    case unknown
    case trace, view, move, gone, turn, commit, committed, dirty, frame, bounds, center, transform
    case anchor, inset
    case clean, force, layout, done, update, updated, async, run, ran, end
  }

  /// The event's kind.
  var kind: TraceEvent.Kind {
    switch self {
    case .header: .trace
    case .view: .view
    case .move: .move
    case .gone: .gone
    case .turn: .turn
    case .commit: .commit
    case .committed: .committed
    case .dirty: .dirty
    case .geometry(let geometry): geometry.new.kind
    case .clean: .clean
    case .force: .force
    case .layout: .layout
    case .done: .done
    case .update: .update
    case .updated: .updated
    case .async: .async
    case .run: .run
    case .ran: .ran
    case .end: .end
    case .unknown: .unknown
    }
  }
}
