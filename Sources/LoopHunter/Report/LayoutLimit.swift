import LayoutTrace
import ViewTree

/// A limit at which the engine ends layout that does not settle.
public enum LayoutLimit: Hashable, Sendable {
  /// A pass ended after this many batches, with views still dirty: `TurnLoop.passLimit`.
  case batches(Int)
  /// A pass nested this deep was refused: `TurnLoop.nestingLimit`.
  case nesting(Int)

  /// The kind, whose word stands in fingerprints and in the coded form.
  var kind: TurnLoop.LimitKind {
    switch self {
    case .batches: .pass
    case .nesting: .nesting
    }
  }

  /// True if it ended a whole pass, whose views stay dirty.
  var endsPass: Bool {
    if case .batches = self { true } else { false }
  }

  /// The number of the limit.
  var number: Int {
    switch self {
    case .batches(let number), .nesting(let number): number
    }
  }

  /// The limits that a pass reached, its end before what was refused in it.
  static func all(
    reachedBy summary: TurnLoop.CommitSummary, nestingLimit: Int
  ) -> [LayoutLimit] {
    (summary.didHitLimit ? [.batches(summary.batches)] : [])
      + (summary.didHitNestingLimit ? [.nesting(nestingLimit)] : [])
  }
}

extension LayoutLimit {
  /// The event in a few words.
  var event: String {
    switch self {
    case .batches(let number):
      "the pass ended at its limit of \(number.grouped) batch\(number == 1 ? "" : "es")"
    case .nesting(let number):
      "a forced layout was refused, \(number.grouped) deep, at the nesting limit"
    }
  }
}

extension LoopReport {
  /// The limit at which the pass ended, if no view had crossed its threshold by then.
  package var limit: LayoutLimit? {
    for case .limit(let limit, _, _) in remarkList.list { return limit }
    return nil
  }

  /// The number of layouts of one view in a turn by which a replay recognises the loop.
  var provingThreshold: Int { limit == nil ? threshold : max(1, min(threshold, count - 1)) }
}
