import LayoutTrace

/// A report of a replayed trace, and the place of its loop in the trace.
package struct FoundClaim {
  package var report: LoopReport
  /// The number of its view in the trace.
  package var view: Int
  /// The index of its turn among all, from 0; nil for the time before the first turn.
  package var turn: Int?

  package init(_ report: LoopReport, view: Int, turn: Int?) {
    (self.report, self.view, self.turn) = (report, view, turn)
  }

  /// The turns that contain the loop.
  fileprivate var turns: ClosedRange<Int>? {
    guard let turn else { return nil }
    guard case .acrossTurns(let streak) = report.verdict else { return turn...turn }
    return max(0, turn - streak)...turn
  }
}

extension LoopProver {
  /// The reports of a trace with proofs; the trace is replayed a second time, up to the last loop.
  ///
  /// - Parameters:
  ///   - found: The reports of the trace.
  ///   - input: The trace, to be read from its beginning; nil if it cannot be read again.
  ///   - options: The options of the first replay.
  package mutating func proving(
    _ found: [FoundClaim], of input: TraceInput?, options: TraceReplayer.Options
  ) -> [LoopReport] {
    zip(found, verdicts(on: found, of: input, options: options)).map { claim, verdicts in
      verdicts.map(claim.report.judged) ?? claim.report
    }
  }

  /// The verdicts on each report; nil if it claims nothing.
  mutating func verdicts(
    on found: [FoundClaim], of input: TraceInput?, options: TraceReplayer.Options
  ) -> [LoopVerdicts?] {
    var verdicts = [LoopVerdicts?](repeating: nil, count: found.count)
    var waiting: [ClosedRange<Int>: [Int]] = [:]
    for (place, claim) in found.enumerated() where claim.report.hasClaims {
      guard let turns = claim.turns, input != nil else {
        verdicts[place] = .untested(.dependentTurn)
        continue
      }
      waiting[turns, default: []].append(place)
    }
    guard let input, let last = waiting.keys.map(\.upperBound).max() else { return verdicts }
    let limits = found.compactMap { claim in
      claim.turns?.upperBound == last && claim.report.hasClaims
        ? (claim.view, LoopProver.layoutsNeeded(threshold: claim.report.provingThreshold)) : nil
    }
    var prover = self
    var untried = waiting
    try? TraceExcerpt.forEach(
      Set(waiting.keys), of: input, options: options, limits: limits, interrupt: interrupt
    ) { turns, events in
      for place in untried.removeValue(forKey: turns) ?? [] {
        verdicts[place] = prover.verdicts(
          on: found[place].report, of: found[place].view, in: events, otherwise: .largeTurn)
      }
    }
    self = prover
    for place in untried.values.joined() { verdicts[place] = .untested(.unrepeatableTrace) }
    return verdicts
  }

  /// The verdicts on the report of a live hunt, by the recording of its turn.
  ///
  /// - Parameters:
  ///   - report: The report, whose turn is over.
  ///   - view: The number of its view in the recording.
  ///   - recording: The recording.
  mutating func verdicts(
    on report: LoopReport, of view: Int, in recording: TraceRecording
  ) -> LoopVerdicts? {
    guard let input = recording.input(upTo: LoopProver.mostBytesLive) else {
      return .untested(.lostRecording)
    }
    let options = TraceReplayer.Options()
    let turns = (try? TraceExcerpt.turnNumbers(of: input, options: options)) ?? []
    let claim = FoundClaim(report, view: view, turn: turns.firstIndex(of: report.turn))
    return verdicts(on: [claim], of: input, options: options)[0]
  }

  /// The longest recording, in bytes, with which a live hunt is tested.
  private static let mostBytesLive = 32 << 20
}

extension LoopReport {
  /// True if any claim can be tested.
  fileprivate var hasClaims: Bool { !claims.edges.isEmpty }
}
