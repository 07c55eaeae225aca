import LayoutTrace
import LoopHunter

/// The limits of the numbers in a partial result; larger ones do not come from a run.
private enum Limits {
  /// The limit of a sum over many traces.
  static let count = 0...(1 << 40)
  /// The limit of a number that identifies something: a turn, a view.
  static let number = 0...(1 << 53)
}

extension ResultDocument.File where Loop: Finding, Detail: FileDetail {
  /// Describes the flaw of values that have the right types; nil for values that a run wrote.
  var flaw: String? {
    if let trace = result.trace, !trace.isPlausible { return "'trace' has a wrong number" }
    if let detail = result.detail, !detail.isPlausible { return "'detail' has a wrong number" }
    if let index = loops.firstIndex(where: { !$0.isPlausible }) {
      return "'loops[\(index)]' has a wrong number"
    }
    return nil
  }
}

extension TraceSummary {
  fileprivate var isPlausible: Bool {
    Limits.number.contains(Int(clamping: bytes))
      && [lines, events, turns, views, layouts, unknownEvents, unknownKeys, skippedLines]
        .allSatisfy(Limits.count.contains)
  }
}

extension [ClosedRange<Int>] {
  /// True if these are turns in ascending order, at most as many as were counted.
  fileprivate func areTurns(_ count: Int) -> Bool {
    guard Limits.number.contains(count) else { return false }
    var sum = 0
    var last = -1
    for range in self {
      guard range.lowerBound > last, Limits.number.contains(range.upperBound) else { return false }
      last = range.upperBound
      sum += range.count
    }
    return sum <= count
  }
}

extension FoundLoop {
  var isPlausible: Bool {
    turns.ranges.areTurns(turns.count) && report.isPlausible && (isReported || !views.isEmpty)
      && [reports, maximum, viewsLeftOut].allSatisfy(Limits.count.contains)
      && views.allSatisfy {
        Limits.number.contains($0.view) && $0.turns.ranges.areTurns($0.turns.count)
      }
  }
}

extension LoopReport {
  fileprivate var isPlausible: Bool {
    let numbers =
      switch verdict {
      case .oscillating(let period): [period]
      case .reentrant(let depth): [depth]
      case .thrashing(let times): [times]
      case .acrossTurns(let streak): [streak]
      case .drifting, .redundant, .feedback, .undetermined: [Int]()
      }
    return Limits.number.contains(turn)
      && (numbers + [threshold, count, consecutiveTurns, depth, cycleLength, layouts ?? 0])
        .allSatisfy(Limits.count.contains)
  }
}

extension [AppliedRule]? {
  fileprivate var arePlausible: Bool {
    (self ?? []).allSatisfy {
      Limits.count.contains($0.views) && Limits.number.contains($0.threshold ?? 1)
        && Limits.count.contains($0.suspects ?? 0)
    }
  }
}

extension [LoopHunter.NearMiss] {
  fileprivate var arePlausible: Bool {
    allSatisfy {
      Limits.count.contains($0.count) && Limits.number.contains($0.turn)
        && Limits.count.contains($0.tasks ?? 0)
    }
  }
}

extension ReplayDetail {
  var isPlausible: Bool {
    [loopsLeftOut, replayedLayouts, unexplainedLayouts, divergentTurns]
      .allSatisfy(Limits.count.contains)
      && Limits.number.contains(threshold) && rules.arePlausible
      && nearMisses.arePlausible
      && recurring.allSatisfy {
        Limits.count.contains($0.turns) && Limits.number.contains($0.firstTurn)
          && Limits.number.contains($0.lastTurn)
      }
      && Limits.number.contains(leftRecordingInTurn ?? 0)
  }
}

extension TraceScan.ViewCount {
  var isPlausible: Bool {
    [layouts, maximum, crossings].allSatisfy(Limits.count.contains)
      && [view, maximumTurn].allSatisfy(Limits.number.contains)
      // Views without a crossing have no turns, and the list of others may be cut.
      && turns.areTurns(crossings)
      && limit.map { Limits.number.contains($0.number) && $0.turns.areTurns($0.times) } ?? true
  }
}

extension [TraceScan.TurnCount] {
  /// True if these are turns in ascending order.
  fileprivate var arePlausible: Bool {
    allSatisfy {
      Limits.count.contains($0.turns) && Limits.count.contains($0.layouts)
        && Limits.count.contains($0.crossings) && Limits.number.contains($0.firstTurn)
        && $0.firstTurn <= $0.layoutsTurn && $0.layoutsTurn <= $0.lastTurn
        && Limits.number.contains($0.lastTurn)
    } && zip(self, dropFirst()).allSatisfy { $0.lastTurn < $1.firstTurn }
  }
}

extension ScanDetail {
  var isPlausible: Bool {
    [loopsLeftOut, nearMissesLeftOut, recurringLeftOut].allSatisfy(Limits.count.contains)
      && [threshold, suggestion.threshold].allSatisfy(Limits.number.contains)
      && rules.arePlausible
      && (nearMisses + busiest).allSatisfy(\.isPlausible) && (nearTasks ?? []).arePlausible
      && recurring.allSatisfy {
        Limits.count.contains($0.turns) && Limits.count.contains($0.maximum)
          && [$0.view, $0.firstTurn, $0.lastTurn].allSatisfy(Limits.number.contains)
      }
      && histogram.allSatisfy {
        Limits.count.contains($0.layouts) && Limits.count.contains($0.occurrences)
      }
      && zip(histogram, histogram.dropFirst()).allSatisfy { $0.layouts < $1.layouts }
      && timeline.arePlausible
      && classes.allSatisfy { Limits.count.contains($0.views) && Limits.count.contains($0.layouts) }
  }
}
