public import ViewTree

extension TraceScan {
  /// The findings of a scan, ready to be printed or encoded.
  public struct Result: Hashable, Sendable, Codable {
    /// The summary of the pass.
    public var summary: TraceSummary
    /// The number of layouts that a view may have in one turn.
    public var threshold: Int
    /// The views past the threshold, in the order in which they first crossed it.
    public var loops: [ViewCount]
    /// The number of further looping views beyond those in `loops`.
    public var loopsLeftOut: Int
    /// The views past half the threshold that never crossed it, highest first.
    public var nearMisses: [ViewCount]
    /// The number of further near misses beyond those in `nearMisses`.
    public var nearMissesLeftOut: Int
    /// The views that were laid out in many consecutive turns and never crossed the threshold, most
    /// turns first.
    public var recurring: [Recurrence]
    /// The number of further recurring views beyond those in `recurring`.
    public var recurringLeftOut: Int
    /// The views with the most layouts over the whole trace, busiest first.
    public var busiest: [ViewCount]
    /// The number of times that a view had a number of layouts in a turn, by rising number of
    /// layouts.
    public var histogram: [HistogramRow]
    /// The layouts of all turns in their order.
    ///
    /// In long traces, neighbouring turns are joined, so that there are at most 128 entries.
    public var timeline: [TurnCount]
    /// Layouts by class, most first.
    public var classes: [ClassCount]
    /// Layouts by path, in the order of the paths' first views; empty unless requested.
    public var paths: [PathCount]
    /// The number of laid-out views for each rule of the options.
    package var viewsByRule: [Int] = []
    /// The names of strict rules that no view had.
    package var sought = SoughtNames()
    /// The layouts of views that a rule ignores, and, where there are rules, of others below a view.
    package var (ignoredLayouts, innerLayouts) = (0, 0)
    /// The format of the recording that the trace was imported from.
    package var source: String?
    /// The findings of other programs.
    package var findings: [TraceEvent.Finding]?
    /// A threshold that this trace supports.
    public var suggestion: Suggestion

    /// True if any view crossed the threshold.
    public var foundLoops: Bool { !loops.isEmpty }

    /// True if a view was laid out that no rule ignores, or another program states a finding.
    ///
    /// - Parameter ofDocuments: True if views are judged with the one that holds them.
    package func hasJudged(ofDocuments: Bool) -> Bool {
      summary.layouts > ignoredLayouts + (ofDocuments ? innerLayouts : 0)
        || foundLoops || findings?.isEmpty == false
    }
  }

  /// The layouts of one view.
  public struct ViewCount: Hashable, Sendable, Codable {
    /// The view's number in the trace.
    public var view: Int
    /// The class of the view.
    public var className: String
    /// The identifier of the view, if it has one.
    public var name: String?
    /// The names of its superviews and its own when it first crossed the threshold.
    ///
    /// Each is the identifier or the class; nil for a view that did not cross it.
    public var path: String?
    /// All its layouts in the trace; in `loops` and `nearMisses`, up to the end or its death.
    public var layouts: Int
    /// The maximum number of layouts in one turn.
    public var maximum: Int
    /// The turn with that maximum.
    public var maximumTurn: Int
    /// The number of turns in which it crossed the threshold.
    public var crossings: Int
    /// The turns in which it crossed the threshold, neighbours joined, rising.
    ///
    /// The list is limited, and empty for a looping view that `loops` left out.
    public var turns: [ClosedRange<Int>]
    /// The passes that ended at a limit while no view crossed its threshold and this one was the
    /// busiest; nil if there were none.
    public var limit: LimitCount?

    private enum CodingKeys: String, CodingKey {
      case view, name, path, layouts, maximum, maximumTurn, crossings, turns, limit
      case className = "class"
    }
  }

  /// The passes that ended at a limit.
  public struct LimitCount: Hashable, Sendable, Codable {
    /// The limit of the first of these passes.
    public var kind: TurnLoop.LimitKind
    /// The number of that limit.
    public var number: Int
    /// The number of such passes.
    public var times: Int
    /// Their turns, neighbours joined, rising; the list is limited.
    public var turns: [ClosedRange<Int>]
    /// The identifier or class of the view whose layout dirtied the busiest one last; nil for code
    /// outside layout.
    public var dirtier: String?
  }

  /// A view that was laid out in each of many consecutive turns: a hint, not a finding.
  ///
  /// A scan follows no causes, so this may be a loop across turns, which a replay finds, or an
  /// animation.
  public struct Recurrence: Hashable, Sendable, Codable {
    /// The view's number in the trace.
    public var view: Int
    /// The class of the view.
    public var className: String
    /// The identifier of the view, if it has one.
    public var name: String?
    /// The number of successive turns in which it was laid out; the longest run, if there are
    /// several.
    public var turns: Int
    /// The first of these turns.
    public var firstTurn: Int
    /// The last of them.
    public var lastTurn: Int
    /// The maximum number of layouts in one of them.
    public var maximum: Int
    /// The place that dirtied it again, if the trace says so.
    public var writer: String?

    private enum CodingKeys: String, CodingKey {
      case view, name, turns, firstTurn, lastTurn, maximum, writer
      case className = "class"
    }
  }

  /// One row of the histogram: the number of times that a view had `layouts` layouts in a turn.
  public struct HistogramRow: Hashable, Sendable, Codable {
    /// The number of layouts.
    public var layouts: Int
    /// The number of times that a view had it in a turn.
    public var occurrences: Int

    package init(layouts: Int, occurrences: Int) {
      (self.layouts, self.occurrences) = (layouts, occurrences)
    }
  }

  /// The layouts of a turn, or of neighbouring turns.
  public struct TurnCount: Hashable, Sendable, Codable {
    /// The number of the first turn.
    public var firstTurn: Int
    /// The number of the last one.
    public var lastTurn: Int
    /// The number of turns.
    public var turns: Int
    /// The maximum number of layouts, of all views together, in one of them.
    public var layouts: Int
    /// The turn with that maximum.
    public var layoutsTurn: Int
    /// The number of times that a view crossed the threshold.
    public var crossings: Int
  }

  /// The layouts of all views of one class.
  public struct ClassCount: Hashable, Sendable, Codable {
    /// The class of the view.
    public var className: String
    /// The number of views.
    public var views: Int
    /// The number of layouts.
    public var layouts: Int

    private enum CodingKeys: String, CodingKey {
      case views, layouts
      case className = "class"
    }
  }

  /// The layouts of all views at one path, which consists of names or classes, root first.
  public struct PathCount: Hashable, Sendable, Codable {
    /// The path from the root of the tree.
    public var path: String
    /// The class of the view.
    public var className: String
    /// The number of views.
    public var views: Int
    /// The number of layouts.
    public var layouts: Int

    private enum CodingKeys: String, CodingKey {
      case path, views, layouts
      case className = "class"
    }
  }

  /// A threshold, with a reason.
  public struct Suggestion: Hashable, Sendable, Codable {
    /// The suggested threshold.
    public var threshold: Int
    /// The reason, in one sentence.
    public var reason: String
  }
}
