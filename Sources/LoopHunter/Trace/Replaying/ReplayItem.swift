import Foundation
import ViewTree

/// One event of the turn that is being replayed.
///
/// A flat value; strings stand in a table of the turn.
struct ReplayItem {
  var kind: TraceEvent.Kind
  /// Whether the layout has run in the replay.
  var hasRun = false
  /// Whether the layout was forced because nothing explained it.
  var isForced = false
  var isTimer = false
  var isClean = false
  /// Whether the view of a `view` line is a window.
  var isWindow = false
  /// The consequence a `dirty` is; nil for one that is applied.
  var consequence: Consequence?

  /// The view, and the superview it goes to, or of a `dirty` the subview that led to it; -1 for none.
  var node: Int32 = -1
  var parent: Int32 = -1
  /// The place among the subviews; -1 means last.
  var index: Int32 = -1
  /// Where the `done`, `updated`, `ran` or `committed` stands that belongs to it, or would stand; for a `gone`,
  /// where what follows without a break is no `gone` any more.
  var partner: Int32 = -1
  /// The next layout of the same view in this turn, and the next of any view; -1 for none.
  var nextOfView: Int32 = -1
  var nextLayout: Int32 = -1
  /// Places in the turn's table of strings; -1 for none.
  ///
  /// The reason of a `dirty`, or the name of an `inset`, and where it came from; the class and the
  /// identifier of a `view`.
  var text: Int32 = -1
  var origin: Int32 = -1

  var line = 0
  var work = 0
  /// `t`; -1 for none.
  var time = -1
  /// The numbers of a setter; of a `view`, the frame and the origin of the bounds.
  var numbers = TraceNumbers()

  /// The reasons that the engine must produce by itself.
  enum Consequence: UInt8 {
    case size, bounds, subviews
  }

  init(kind: TraceEvent.Kind, line: Int) {
    self.kind = kind
    self.line = line
  }
}

/// A view of the replay, from its `view` line to its `gone`.
struct ReplayNode {
  /// The view's number in the trace.
  var number = 0
  /// The replay keeps its views alive until the recording says that they are gone.
  var view: View?
  /// The turn whose layouts the two places mean.
  var stamp = 0
  /// Where the view's `gone` stands in this turn; -1 for none.
  var death: Int32 = -1
  /// The view's next layout in this turn, and the last one read; -1 for none.
  var nextLayout: Int32 = -1
  var lastLayout: Int32 = -1
  /// Whether no layout is pending for the view of the snapshot, once all of it is built.
  var isClean = false
  /// Whether the replay has laid the view out.
  var wasLaidOut = false
}
