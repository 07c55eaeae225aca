/// What was counted in neighbouring turns, and can be joined with those that follow.
package protocol TurnSpan: Sendable {
  /// How many turns there are.
  var turns: Int { get }
  /// Joins the turns that come next.
  mutating func take(_ next: Self)
}

/// What was counted in all turns of a trace, in a bounded number of spans of neighbouring turns.
package struct TurnSpans<Span: TurnSpan>: Sendable {
  package private(set) var spans: [Span] = []
  /// How many turns a full span has.
  package private(set) var width = 1
  private let most: Int

  /// - Parameter most: How many spans there are at most; an even number.
  package init(most: Int) { self.most = most }

  /// Adds the next turn.
  package mutating func add(_ turn: Span) {
    if let last = spans.last, last.turns < width {
      spans[spans.count - 1].take(turn)
      return
    }
    if spans.count == most {
      spans = Self.joined(spans, by: 2)
      width *= 2
    }
    spans.append(turn)
  }

  /// Joins so many neighbours each; the last one may have fewer.
  package static func joined(_ spans: [Span], by count: Int) -> [Span] {
    stride(from: 0, to: spans.count, by: max(1, count)).map { start in
      var span = spans[start]
      for next in spans[(start + 1)..<min(spans.count, start + max(1, count))] { span.take(next) }
      return span
    }
  }
}

extension TraceScan.TurnCount: TurnSpan {
  package mutating func take(_ next: TraceScan.TurnCount) {
    lastTurn = next.lastTurn
    turns += next.turns
    crossings += next.crossings
    if next.layouts > layouts { (layouts, layoutsTurn) = (next.layouts, next.layoutsTurn) }
  }
}
