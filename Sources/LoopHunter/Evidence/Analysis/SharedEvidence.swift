import ViewTree

/// The evidence and conclusions that the reports of one turn share.
///
/// Thousands of views can cross in one turn. Those of one cycle get one report, each with its own
/// view in it. The ring is read once: each report continues where the previous one had stopped.
final class SharedEvidence {
  /// All evidence read so far; the only owner of its history, whose lists grow in place.
  private var evidence: LoopEvidence?
  /// The cast of the evidence before anything more was read.
  private var formerCast: LoopEvidence.Cast?
  private var reader = CausalHistory.Reader()
  private var formerLayouts = FormerLayouts()
  /// The turn's passes that code outside layout forced.
  private(set) var outside = OutsidePasses()
  /// Finds parts of the history; grows once there are many analyses.
  private var index = HistoryIndex()
  private var analyses = 0
  /// The position of the ring at the last read, and the position at which the history begins.
  private var (position, start) = (0, 0)
  /// True if nothing is read any more.
  private var isClosed = false
  /// The number of records, layouts and actions that reports examined, without the passes.
  private var analysed = 0

  /// A report for all views of its cycle.
  struct Kept {
    let report: LoopReport
    /// The ways back of layouts without those of the views that drive the cycle.
    let ways: WaysBack
    /// The position of the ring at that time.
    let position: Int
    /// The fingerprints for each view if no driver is known: they contain the name of the hunted view.
    let ownFingerprints: [Int: OwnFingerprint]

    /// The report with the fingerprint of a view.
    func report(of view: Int) -> LoopReport {
      var report = report
      if let own = ownFingerprints[view] {
        (report.fingerprint, report.formerFingerprints) = (own.present, [own.former])
      }
      return report
    }
  }

  /// The fingerprint of a loop whose drivers are unknown, and the one that older versions gave to it.
  struct OwnFingerprint {
    var present: String
    var former: String
  }

  private var reports: [Kept] = []
  /// The index of the report that holds for a view, by the view's number.
  private var reportOfView: [Int: Int] = [:]
  /// The second looks that gave a verdict to a report without one, with their views.
  private var secondLooks: [Kept] = []
  private var secondLookOfView: [Int: Int] = [:]
  /// The ways back without the drivers of the cycle for which call stacks were requested, for each of its views.
  private var asked: [Int: WaysBack] = [:]

  /// All evidence of a recorder.
  init() {}

  /// The evidence from a position of the ring on, in a turn.
  init(since position: Int, turn: Int) {
    (self.position, start) = (position, position)
    reader = CausalHistory.Reader(firstTurn: turn)
  }

  /// The number of records, layouts and actions that were examined: the cost of the reports.
  var work: Int { analysed + outside.work }

  // MARK: Evidence

  /// Reads all evidence up to now, and no later one.
  func close(_ recorder: EvidenceRecorder) {
    _ = evidence(of: recorder)
    isClosed = true
  }

  /// Reads all evidence up to now.
  func evidence(of recorder: EvidenceRecorder) -> LoopEvidence {
    let viewCount = recorder.register.notes.count
    if let evidence, isClosed || position == recorder.ring.position,
      viewCount == evidence.actors.count
    {
      return evidence
    }
    readOn(recorder)
    let former = formerCast
    let register = recorder.register
    let history = reader.history
    let cast = LoopEvidence.Cast(history, register.notes, former: former)
    let new = LoopEvidence(recorder, history, cast)
    evidence = new
    // If views come and go, other views may represent the actors now.
    if new.hasNewViews || former?.hasNewViews == true { forgetPasses() }
    outside.extend(by: new)
    return new
  }

  /// Reads all evidence up to now, of which no evidence is made yet.
  private func readOn(_ recorder: EvidenceRecorder) {
    if let evidence { formerCast = evidence.cast }
    evidence = nil
    if !isClosed { read(recorder) }
  }

  private func read(_ recorder: EvidenceRecorder) {
    // The history may hold a quarter more than the ring; then it is read anew.
    let limit = recorder.ring.chunkLimit * EvidenceRing.chunkCapacity * 5 / 4
    if position < recorder.ring.oldestPosition || recorder.ring.position - start > limit {
      (reader, index) = (CausalHistory.Reader(), HistoryIndex())
      formerLayouts = FormerLayouts()
      for report in reports { report.ways.removeAll() }
      for ways in asked.values { ways.removeAll() }
      forgetPasses()
      start = recorder.ring.oldestPosition
      position = start
    }
    let register = recorder.register
    reader.read(
      recorder.ring, since: position, viewCount: register.notes.count, reasons: recorder.reasons
    ) {
      register.isDescendant($0, of: $1)
    }
    analysed += recorder.ring.position - position
    position = recorder.ring.position
  }

  private func forgetPasses() {
    analysed += outside.work
    outside = OutsidePasses()
  }

  /// The part of the evidence that concerns the loop of a view.
  func part(of evidence: LoopEvidence, around hunted: Int) -> LoopEvidence {
    analyses += 1
    var found = evidence
    if hasMany {
      index.extend(by: evidence.history)
      if let part = index.part(of: evidence, for: hunted) {
        found = LoopEvidence(evidence, part: part)
      }
    }
    analysed += found.history.layouts.count + found.history.actions.count
    return found
  }

  /// The number of analyses up to which each uses the whole history, which is simpler.
  private static let fewAnalyses = 8
  /// The number of views up to which each is searched for a verdict of its own.
  private static let manyAnalyses = 64

  // MARK: Conclusions

  /// The report of the view's cycle, if that was analysed in the same turn with as much evidence.
  ///
  /// A view that goes on without the drivers of that cycle has a loop of its own.
  func report(
    for hunted: Int, like detection: Detection, of recorder: EvidenceRecorder
  ) -> Kept? {
    guard case .crossing = detection.kind, detection.depth == 1, let place = reportOfView[hunted]
    else { return nil }
    let known = reports[place]
    let report = known.report
    guard report.turn == detection.turn, detection.count <= 2 * report.count else { return nil }
    // With a third more evidence there may be a verdict.
    if report.verdict == .undetermined,
      recorder.ring.position > known.position + known.position / 3
    {
      return nil
    }
    return goesOn(hunted, without: known.ways, recorder) ? nil : known
  }

  private func goesOn(
    _ hunted: Int, without ways: WaysBack, _ recorder: EvidenceRecorder
  ) -> Bool {
    guard !ways.others.isEmpty, !ways.others.contains(hunted) else { return false }
    readOn(recorder)
    return formerLayouts.goesOn(hunted, in: reader.history, without: ways)
  }

  /// Keeps a report for the other views of its cycle.
  ///
  /// One without a verdict is kept only among many, which would all search the same evidence.
  func keep(_ report: LoopReport, _ analysis: LoopAnalysis) {
    guard report.verdict != .undetermined || hasVeryMany else { return }
    for view in analysis.carried { reportOfView[view] = reports.count }
    reports.append(kept(report, analysis))
  }

  private func kept(_ report: LoopReport, _ analysis: LoopAnalysis) -> Kept {
    Kept(
      report: report, ways: WaysBack(without: Set(analysis.driving)), position: position,
      ownFingerprints: analysis.ownFingerprints(report.verdict))
  }

  /// The second look at a report on a view of the same cycle, if there was one with this evidence.
  func secondLook(for hunted: Int) -> LoopReport? {
    guard let place = secondLookOfView[hunted], secondLooks[place].position == position else {
      return nil
    }
    return secondLooks[place].report(of: hunted)
  }

  /// Keeps a second look for the other views of the cycle.
  func keepSecondLook(_ report: LoopReport, _ analysis: LoopAnalysis) {
    guard hasVeryMany else { return }
    for view in analysis.carried { secondLookOfView[view] = secondLooks.count }
    secondLooks.append(kept(report, analysis))
  }

  private var hasMany: Bool { analyses > SharedEvidence.fewAnalyses }

  /// True if so many views were analysed that those without a verdict share one report.
  ///
  /// A view with a report of its own could still find one in later evidence.
  private var hasVeryMany: Bool { analyses > SharedEvidence.manyAnalyses }

  /// True if call stacks must still be requested for the view's cycle.
  func mustAsk(for hunted: Int, _ recorder: EvidenceRecorder) -> Bool {
    guard let ways = asked[hunted] else { return true }
    return goesOn(hunted, without: ways, recorder)
  }

  /// Notes that call stacks were requested for a cycle.
  func noteAsked(for analysis: LoopAnalysis) {
    let ways = WaysBack(without: Set(analysis.driving))
    for view in analysis.carried { asked[view] = ways }
  }
}
