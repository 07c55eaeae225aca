import ViewTree

/// What the reports of one turn have in common: what was read of the ring, and what was concluded.
///
/// Thousands of views can cross in one turn. Those of one cycle get one report with another view in
/// it, and the ring is not read again for each.
final class SharedEvidence {
  private var history: CausalHistory?
  /// The views of the history are numbered below it.
  private var viewCount = 0
  /// Finds parts of the history; made once there are many analyses.
  private var index: HistoryIndex?
  private var analyses = 0
  /// Where the ring was when it was read.
  private var position = -1
  /// How many words were read of it so far.
  private var wordsRead = 0

  private var reports: [LoopReport] = []
  /// The report that holds for a view, by the view's number.
  private var reportOfView: [Int: Int] = [:]
  /// The views for whose cycle call stacks were asked for.
  private var asked: Set<Int> = []

  // MARK: Evidence

  /// The evidence around a view: as new as reading costs no more than recording did.
  func evidence(around hunted: Int, of recorder: EvidenceRecorder) -> LoopEvidence {
    analyses += 1
    read(recorder, for: hunted)
    let history = history!
    guard analyses > SharedEvidence.fewAnalyses else { return LoopEvidence(recorder, history) }
    let index = index ?? HistoryIndex(history, viewCount: viewCount)
    self.index = index
    return LoopEvidence(recorder, index.part(for: hunted) ?? history)
  }

  private func read(_ recorder: EvidenceRecorder, for hunted: Int) {
    let present = recorder.ring.position
    // Making the index costs as much as reading the ring several times.
    let cost = min(present, recorder.ring.byteCount / 8) * (index == nil ? 1 : 4)
    let isAffordable = wordsRead + cost <= SharedEvidence.freeWords + 16 * present
    guard history == nil || hunted >= viewCount || position != present && isAffordable else {
      return
    }
    viewCount = recorder.register.notes.count
    let register = recorder.register
    history = CausalHistory(recorder.ring, viewCount: viewCount) {
      register.isDescendant($0, of: $1)
    }
    index = nil
    position = present
    wordsRead += cost
  }

  /// How many words may be read beyond what was recorded: some milliseconds.
  private static let freeWords = 1 << 19
  /// So many analyses look at the whole history, which is simpler.
  private static let fewAnalyses = 8

  // MARK: Conclusions

  /// The report of the view's cycle, if that was analysed in the same turn with as much evidence.
  func report(for hunted: Int, like detection: LoopHunter.Detection) -> LoopReport? {
    guard case .crossing = detection.kind, detection.depth == 1, let place = reportOfView[hunted]
    else { return nil }
    let report = reports[place]
    guard report.turn == detection.turn, detection.count <= 2 * report.count else { return nil }
    return report
  }

  /// Keeps a report for the other views of its cycle.
  func keep(_ report: LoopReport, for views: some Sequence<Int>) {
    for view in views { reportOfView[view] = reports.count }
    reports.append(report)
  }

  /// Whether stacks are still to be asked for the view's cycle.
  func mustAsk(for hunted: Int) -> Bool { !asked.contains(hunted) }

  /// Notes that stacks were asked for a cycle.
  func noteAsked(for views: some Sequence<Int>) { asked.formUnion(views) }
}
