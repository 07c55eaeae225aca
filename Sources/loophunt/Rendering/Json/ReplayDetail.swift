import LayoutTrace
import LoopHunter

/// What a replay reports about one file in addition to its loops, in its documented JSON form.
struct ReplayDetail: Codable, Sendable {
  var threshold: Int
  /// What was said of some classes and views only; absent if nothing was.
  var rules: [AppliedRule]?
  var loopsLeftOut: Int
  var nearMisses: [LoopHunter.NearMiss]
  /// The views that were laid out in many consecutive turns without a known cause: a hint,
  /// not a finding.
  var recurring: [LoopHunter.RecurringView]
  /// Layouts that the replay ran.
  var replayedLayouts: Int
  /// Layouts that nothing in the trace explains, and that were forced.
  var unexplainedLayouts: Int
  /// The first difference between the recording and the replay.
  var divergence: TraceDivergence?
  /// How many turns differ.
  var divergentTurns: Int
  /// The turn in which a broken loop made the replay depart from the recording.
  var leftRecordingInTurn: Int?

  /// The rules by which views were ignored.
  var ignored: [AppliedRule] { rules.ignoring }

  /// What a reader of the results should know, a sentence each.
  func remarks(strict: Bool) -> [String] {
    var remarks: [String] = []
    if let turn = leftRecordingInTurn {
      remarks.append(
        "the replay departs from the recording in turn \(turn), where a loop was broken")
    }
    if let divergence, !strict { remarks.append(divergence.sentence) }
    if unexplainedLayouts > 0 {
      let layouts = Figures.count(unexplainedLayouts, "layout")
      remarks.append("\(layouts) that nothing in the trace explains: forced to match the recording")
    }
    return remarks
  }
}

extension TraceDivergence {
  /// Where the replay differs, in one sentence.
  var sentence: String {
    "the replay differs from line \(line) on, in turn \(turn): recorded \(recorded), "
      + "replayed \(replayed)"
  }
}
