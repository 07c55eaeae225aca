import Foundation
import LayoutTrace
import ViewTree

/// Records a test's run, and keeps the turns that loop.
final class FailureRecording {
  private let recorder: TraceRecorder
  private let place: URL

  /// Begins to record.
  ///
  /// - Throws: `TraceError` if nothing can be recorded.
  init(of loop: TurnLoop, to place: URL) throws(TraceError) {
    self.place = place
    recorder = try TraceRecorder(loop, to: .memory)
  }

  /// The recording with which the reports are tested.
  var recording: TraceRecording { recorder.recording }

  /// Writes the turns of the reports, and uses them to prove the reports' claims.
  ///
  /// A trace that cannot be written is no reason to hide a loop: the reports mention it.
  func finish(_ found: [LoopFound]) -> [LoopReport] {
    do {
      try recorder.finish()
      let input = TraceInput.bytes(recorder.bytes, name: "the test")
      let options = TraceReplayer.Options()
      let turns = try TraceExcerpt.turnNumbers(of: input, options: options)
      let claims = found.map {
        FoundClaim($0.report, view: $0.view, turn: turns.firstIndex(of: $0.report.turn))
      }
      let places = found.map { Self.place(of: $0.report, in: turns) }
      if let first = places.compactMap({ $0?.lowerBound }).min(),
        let last = places.compactMap({ $0?.upperBound }).max()
      {
        let events = try TraceExcerpt.events(of: input, turns: first...last, options: options)
        let writer = try TraceWriter(to: .path(place.path))
        for event in events { writer.write(event) }
        try writer.close()
      }
      var prover = LoopProver()
      return zip(prover.proving(claims, of: input, options: options), places)
        .map { report, turns in turns == nil ? report : report.noting(.trace(path: place.path)) }
    } catch {
      return found.map {
        $0.report.answered(.untested(.unwritableTrace))
          .noting(.unwrittenTrace("\(error)"))
      }
    }
  }

  /// The turns that show a loop; nil if none of the recorded ones does.
  ///
  /// A loop across turns is shown by all of its turns, of which the test saw the first one; its last
  /// one may never have begun.
  private static func place(of report: LoopReport, in turns: [Int]) -> ClosedRange<Int>? {
    if report.remarkList.hold(.outsideWindow) { return nil }
    let place = turns.firstIndex(of: report.turn)
    guard case .acrossTurns = report.verdict else { return place.map { $0...$0 } }
    return (place ?? turns.indices.last).map { 0...$0 }
  }
}

extension LoopReport {
  fileprivate func noting(_ remark: Remark) -> LoopReport {
    var report = self
    report.remarkList.append(remark)
    return report
  }
}
