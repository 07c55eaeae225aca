import LayoutTrace
import LoopHunter
import Testing
import UIKit

/// Finds the loop that a test shows, and again in the replay of its recording, which must say the same.
///
/// - Parameters:
///   - loop: The loop that runs it.
///   - show: Shows it.
/// - Returns: The verdict, and the view that does something, what it does, and the view that it does it to; nil
///   if everything settles.
func foundLoop(in loop: TurnLoop, _ show: () -> Void) throws -> String? {
  let recorder = try TraceRecorder(loop, to: .memory)
  var found: String?
  do {
    try loop.expectNoLayoutLoops(threshold: 50) {
      show()
      loop.runUntilIdle()
    }
  } catch let error as LoopDetected {
    found = error.reports.first.map(summary)
  }
  try recorder.finish()
  let replayed = try replayedLoop(of: recorder)
  #expect(replayed == found)
  return found
}

private func replayedLoop(of recorder: TraceRecorder) throws -> String? {
  let replayer = try TraceReplayer(.bytes(recorder.bytes, name: "recording"))
  let hunter = LoopHunter(loop: replayer.loop)
  var reports: [LoopReport] = []
  replayer.onView = { view, _ in
    _ = try? hunter.attach(to: view, threshold: 50) { reports.append($0) }
  }
  while reports.isEmpty, try replayer.runTurn() != nil {}
  return reports.first.map(summary)
}

private func summary(_ report: LoopReport) -> String {
  let edge = report.culprit?.edge
  return [
    report.verdict.kind, edge?.writer?.className, edge?.action.name, edge?.target.className,
  ].compactMap { $0 }.joined(separator: " ")
}
