/// The counts of neighbouring turns, which can be joined with those of the next turns.
package protocol TurnSpan: Sendable {
  var turns: Int { get }
  /// Joins the next turns to these.
  mutating func take(_ next: Self)
}

/// The counts of all turns of a trace, in a limited number of spans of neighbouring turns.
package struct TurnSpans<Span: TurnSpan>: Sendable {
  package private(set) var spans: [Span] = []
  /// The number of turns in a full span.
  package private(set) var width = 1
  private let most: Int

  /// - Parameter most: The maximum number of spans; an even number.
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

  /// Joins groups of `count` neighbours; the last group may be smaller.
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
