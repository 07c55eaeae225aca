extension TraceScan {
  /// What a scan found, ready to be printed or encoded.
  public struct Result: Hashable, Sendable, Codable {
    /// What the pass met.
    public var summary: TraceSummary
    /// The number of layouts a view may have in one turn.
    public var threshold: Int
    /// The views past the threshold, in the order they first crossed it.
    public var loops: [ViewCount]
    /// How many more looping views there were than `loops` holds.
    public var loopsLeftOut: Int
    /// The views past half the threshold that never crossed it, highest first.
    public var nearMisses: [ViewCount]
    /// How many more near misses there were than `nearMisses` holds.
    public var nearMissesLeftOut: Int
    /// The views that were laid out in many consecutive turns and never crossed the threshold, most
    /// turns first.
    public var recurring: [Recurrence]
    /// How many more recurring views there were than `recurring` holds.
    public var recurringLeftOut: Int
    /// The views with the most layouts over the whole trace, busiest first.
    public var busiest: [ViewCount]
    /// How often a view had how many layouts in a turn, in ascending order of layouts.
    public var histogram: [HistogramRow]
    /// The layouts of all turns in their order; of long traces, neighbouring turns are joined, so that
    /// there are at most 128 entries.
    public var timeline: [TurnCount]
    /// Layouts by class, most first.
    public var classes: [ClassCount]
    /// Layouts by path, in order of the paths' first views; empty unless asked for.
    public var paths: [PathCount]
    /// How many views that were laid out each rule of the options was for.
    package var viewsByRule: [Int] = []
    /// A threshold that this trace supports.
    public var suggestion: Suggestion

    /// Whether any view crossed the threshold.
    public var foundLoops: Bool { !loops.isEmpty }
  }

  /// The layouts of one view.
  public struct ViewCount: Hashable, Sendable, Codable {
    /// The view's number in the trace.
    public var view: Int
    /// The class of the view.
    public var className: String
    /// The identifier of the view, if it has one.
    public var name: String?
    /// The names of its superviews and its own when it first crossed the threshold, each the
    /// identifier or the class; nil for a view that did not.
    public var path: String?
    /// All its layouts in the trace; in `loops` and `nearMisses`, up to the end or its death.
    public var layouts: Int
    /// The maximum number of layouts in one turn.
    public var maximum: Int
    /// The turn that had them.
    public var maximumTurn: Int
    /// In how many turns it crossed the threshold.
    public var crossings: Int
    /// The turns it crossed the threshold in, neighbours joined, rising; bounded, and empty for a
    /// looping view that `loops` left out.
    public var turns: [ClosedRange<Int>]

    private enum CodingKeys: String, CodingKey {
      case view, name, path, layouts, maximum, maximumTurn, crossings, turns
      case className = "class"
    }
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
    /// In how many turns in a row it was laid out; the longest run, if there was more than one.
    public var turns: Int
    /// The first of these turns.
    public var firstTurn: Int
    /// The last of them.
    public var lastTurn: Int
    /// The maximum number of layouts in one of them.
    public var maximum: Int
    /// The place that dirtied it again, if the trace tells it.
    public var writer: String?

    private enum CodingKeys: String, CodingKey {
      case view, name, turns, firstTurn, lastTurn, maximum, writer
      case className = "class"
    }
  }

  /// One row of the histogram: how often a view had `layouts` layouts in a turn.
  public struct HistogramRow: Hashable, Sendable, Codable {
    /// How many layouts there were.
    public var layouts: Int
    /// How many views and turns had that number.
    public var occurrences: Int
  }

  /// The layouts of a turn, or of neighbouring turns.
  public struct TurnCount: Hashable, Sendable, Codable {
    /// The number of the first turn.
    public var firstTurn: Int
    /// The number of the last one.
    public var lastTurn: Int
    /// How many turns there are.
    public var turns: Int
    /// The maximum number of layouts, of all views together, in one of them.
    public var layouts: Int
    /// The turn that had them.
    public var layoutsTurn: Int
    /// How often a view crossed the threshold.
    public var crossings: Int
  }

  /// The layouts of all views of one class.
  public struct ClassCount: Hashable, Sendable, Codable {
    /// The class of the view.
    public var className: String
    /// How many views there were.
    public var views: Int
    /// How many layouts there were.
    public var layouts: Int

    private enum CodingKeys: String, CodingKey {
      case views, layouts
      case className = "class"
    }
  }

  /// The layouts of all views at one path, where a path is names or classes, root first.
  public struct PathCount: Hashable, Sendable, Codable {
    /// The path from the root of the tree.
    public var path: String
    /// The class of the view.
    public var className: String
    /// How many views there were.
    public var views: Int
    /// How many layouts there were.
    public var layouts: Int

    private enum CodingKeys: String, CodingKey {
      case path, views, layouts
      case className = "class"
    }
  }

  /// A threshold, and why.
  public struct Suggestion: Hashable, Sendable, Codable {
    /// The suggested threshold.
    public var threshold: Int
    /// Why, in one sentence.
    public var reason: String
  }
}
