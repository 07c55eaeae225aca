/// One line of a layout trace.
///
/// A trace is JSON Lines: every line is an object whose key `e` names the event. Views are positive
/// numbers, unique in the trace and never reused.
public enum TraceEvent: Hashable, Sendable {
  /// `trace`: the first line, which describes the recording.
  case header(TraceEvent.Header)
  /// `view`: a view is seen for the first time.
  case view(TraceEvent.NewView)
  /// `move`: a view was added to another, removed, or moved.
  case move(TraceEvent.Move)
  /// `gone`: a view was deallocated.
  case gone(view: Int)
  /// `turn`: a turn of the loop begins, `time` nanoseconds after the start; `process` names its
  /// process if there are several.
  case turn(number: Int, time: Int64?, process: String? = nil)
  /// `commit`: the turn's commit begins.
  case commit
  /// `committed`: the commit ended after a number of batches, at the pass limit or settled.
  case committed(batches: Int, didHitLimit: Bool)
  /// `dirty`: a view was invalidated.
  case dirty(TraceEvent.Invalidation)
  /// `frame`, `bounds`, `center`, `transform`, `anchor`: the setter of that name changed something;
  /// `inset`: an inset changed.
  case geometry(TraceEvent.Geometry)
  /// `value`: another property that layout can depend on changed, or a state of the app.
  case value(TraceEvent.Change)
  /// `item`: constraints place a view, not its frame and its mask.
  case item(TraceEvent.Item)
  /// `constraint`: a constraint becomes known, or has other numbers than the trace has told.
  case constraint(TraceEvent.Constraint)
  /// `clean`: layout is no longer pending, because it ran while the view was outside any window.
  case clean(view: Int)
  /// `force`: `layoutIfNeeded` was called on a view and had something to do.
  case force(view: Int, by: Int?, from: String?)
  /// `forced`: a forced pass ended at its limit, after a number of batches; 0 if it was refused at the
  /// nesting limit.
  case forced(batches: Int)
  /// `layout`: a view's layout begins.
  case layout(view: Int, time: Int64?)
  /// `enter`: a view's layout is about to begin; observers are told of it, and act before it does.
  case enter(view: Int)
  /// `done`: a view's layout ends.
  case done(view: Int, time: Int64?)
  /// `update`: a view's part of the constraints phase begins, its `updateConstraints`.
  case update(view: Int)
  /// `updated`: it ends.
  case updated(view: Int)
  /// `async`: work was enqueued, a timer armed, or an observer of a phase added.
  case async(work: Int, by: Int?, via: TraceEvent.WorkKind?, owner: TraceEvent.Owner? = nil)
  /// `run`: work begins.
  case run(work: Int)
  /// `ran`: work ends.
  case ran(work: Int)
  /// `finding`: another program reported a loop, or something like one.
  case finding(TraceEvent.Finding)
  /// `end`: the trace is complete and holds this number of turns.
  case end(turns: Int)
  /// An event with a name that this version does not know; readers skip it.
  case unknown
}

extension TraceEvent {
  /// The event's name, or the reason why it has none.
  package enum Kind: UInt8, CaseIterable, Hashable, Sendable {
    /// Not JSON; `fault` is the reason.
    case malformed
    /// JSON, but not an object, or an object whose `e` is missing or not a string.
    case nameless
    /// An event with a name that this version does not know.
    case unknown
    case trace, view, move, gone, turn, commit, committed, dirty, frame, bounds, center, transform
    case anchor, inset, value
    case clean, force, forced, layout, done, update, updated, async, run, ran, end
    case finding, enter
    case item, constraint
  }

  /// The event's kind.
  @inline(__always)
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
    case .value: .value
    case .item: .item
    case .constraint: .constraint
    case .clean: .clean
    case .force: .force
    case .forced: .forced
    case .layout: .layout
    case .done: .done
    case .enter: .enter
    case .update: .update
    case .updated: .updated
    case .async: .async
    case .run: .run
    case .ran: .ran
    case .end: .end
    case .finding: .finding
    case .unknown: .unknown
    }
  }
}
