import LayoutTrace

/// The latest report of a hunt, and the recording with which it can be tested.
struct KeptReport {
  var report: LoopReport
  /// The recording of its turn; nil if there is none, or if the report was tested.
  var recording: TraceRecording?
  /// The number of its view in the recording.
  var viewNumber: Int?
}

/// The proofs of the reports of one turn, found once for all views of a loop.
struct KeptProofs {
  /// The identity of a report's claims: equal keys mean equal claims.
  struct Key: Hashable {
    fileprivate let turn: Int
    private let fingerprint: String
    private let threshold: Int

    init(_ report: LoopReport) {
      (turn, fingerprint, threshold) = (report.turn, report.fingerprint, report.threshold)
    }
  }

  private var turn = 0
  private var kept: [Key: LoopVerdicts?] = [:]

  /// The known result: nothing yet, or that a report claims nothing, or the verdicts on its claims.
  func verdicts(_ key: Key) -> LoopVerdicts?? { kept[key] }

  /// Keeps a result, and forgets those of other turns.
  mutating func keep(_ verdicts: LoopVerdicts?, for key: Key) {
    if key.turn != turn { kept.removeAll() }
    turn = key.turn
    kept[key] = .some(verdicts)
  }
}
