import LayoutTrace
import LoopHunter

/// The findings of a replay about one file in addition to its loops, in their documented JSON form.
struct ReplayDetail: Codable, Sendable {
  var threshold: Int
  /// The rules for single classes and views; absent if there are none.
  var rules: [AppliedRule]?
  /// The names of options and strict rules that no view has; absent if there are none.
  var unknownNames: [UnknownName]?
  var loopsLeftOut: Int
  /// The findings of other programs that are no loops; absent for a trace without findings.
  var hints: [ReportedHint]?
  var nearMisses: [LoopHunter.NearMiss]
  /// The views that were laid out in many consecutive turns without a known cause: no finding.
  var recurring: [LoopHunter.RecurringView]
  /// Layouts that the replay ran.
  var replayedLayouts: Int
  /// Forced layouts that nothing in the trace explains.
  var unexplainedLayouts: Int
  /// The first difference between the recording and the replay.
  var divergence: TraceDivergence?
  /// The number of turns that differ.
  var divergentTurns: Int
  /// The turn in which a broken loop made the replay depart from the recording.
  var leftRecordingInTurn: Int?

  /// The rules by which views were ignored.
  var ignored: [AppliedRule] { rules.ignoring }

  /// The remarks for a reader of the results, a sentence each.
  func remarks(strict: Bool) -> [String] {
    var remarks: [String] = []
    if let turn = leftRecordingInTurn {
      remarks.append(
        "from turn \(turn) on, the replay differs from the recording, because a loop was broken")
    }
    if let divergence, !strict { remarks.append(divergence.sentence) }
    if unexplainedLayouts > 0 {
      let layouts = Figures.count(unexplainedLayouts, "layout")
      remarks.append("\(layouts) without a cause in the trace: forced to match the recording")
    }
    return remarks
  }
}

extension TraceDivergence {
  /// The difference of the replay, in one sentence.
  var sentence: String {
    "the replay differs from the recording at line \(line), in turn \(turn): recorded \(recorded), "
      + "replayed \(replayed)"
  }
}
