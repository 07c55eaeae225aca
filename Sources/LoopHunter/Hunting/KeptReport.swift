import LayoutTrace

/// The latest report of a hunt, and where it can be tested.
struct KeptReport {
  var report: LoopReport
  /// The recording of its turn; nil where there is none, or where it was tested.
  var recording: TraceRecording?
  /// The number of its view in the recording.
  var viewNumber: Int?
}

/// What was found out about the reports of one turn, once for all views of a loop.
struct KeptProofs {
  /// What makes two reports say the same.
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

  /// What is known: nothing, or that a report claims nothing, or what it was found to be worth.
  func verdicts(_ key: Key) -> LoopVerdicts?? { kept[key] }

  /// Keeps what was found out, and forgets that of other turns.
  mutating func keep(_ verdicts: LoopVerdicts?, for key: Key) {
    if key.turn != turn { kept.removeAll() }
    turn = key.turn
    kept[key] = .some(verdicts)
  }
}
