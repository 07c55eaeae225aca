import LayoutTrace

/// The layouts of all turns of a trace, in a bounded number of bins of neighbouring turns.
struct TurnBins: Encodable {
  /// Neighbouring turns.
  struct Bin: Encodable, TurnSpan {
    var first: Int
    var last: Int
    var turns = 1
    /// The most layouts of a turn.
    var layouts: Int
    /// The turn that had them.
    var layoutsTurn: Int
    /// The most layouts of one view in a turn, which the threshold limits.
    var peak: Int
    /// The total time of the layouts, in nanoseconds.
    var busy: Int64
    /// True if a loop was reported.
    var hasLoop: Bool

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for number in [first, last, turns, layouts, layoutsTurn, peak, Int(busy), hasLoop ? 1 : 0] {
        try container.encode(number)
      }
    }

    mutating func take(_ next: Bin) {
      last = next.last
      turns += next.turns
      if next.layouts > layouts { (layouts, layoutsTurn) = (next.layouts, next.layoutsTurn) }
      peak = max(peak, next.peak)
      busy += next.busy
      hasLoop = hasLoop || next.hasLoop
    }
  }

  private var spans: TurnSpans<Bin>

  /// - Parameter most: the most bins; an even number.
  init(most: Int = 2000) { spans = TurnSpans(most: most) }

  var bins: [Bin] { spans.spans }

  /// The number of turns in a full bin.
  var width: Int { spans.width }

  /// Adds the next turn.
  mutating func add(turn: Int, layouts: Int, peak: Int, busy: Int64, hasLoop: Bool) {
    spans.add(
      Bin(
        first: turn, last: turn, layouts: layouts, layoutsTurn: turn, peak: peak, busy: busy,
        hasLoop: hasLoop))
  }

  func encode(to encoder: any Encoder) throws { try bins.encode(to: encoder) }
}
