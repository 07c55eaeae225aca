import LoopHunter
import LoopScenarios
import ViewTree

/// Counts one view's layouts and asks a recorder for a report, as a hunter does.
final class CountingHunt: LayoutObserver {
  let recorder: EvidenceRecorder
  let view: View
  let threshold: Int
  private(set) var reports: [LoopReport] = []
  private(set) var layouts = 0
  private var observation: Observation?

  init(_ view: View, in loop: TurnLoop, threshold: Int, scale: Double = 2) {
    recorder = EvidenceRecorder(loop: loop)
    recorder.scale = scale
    self.view = view
    self.threshold = threshold
    observation = loop.addLayoutObserver(self)
  }

  func turnBegan(_ turn: Int, now: Duration) { layouts = 0 }

  func layoutEntered(_ entered: View) {
    guard entered === view else { return }
    layouts += 1
    if layouts == max(2, threshold / 2 + 1) {
      recorder.arm(on: view, reportAfter: threshold + 1 - layouts)
    }
    if layouts == threshold + 1 {
      reports.append(
        recorder.makeReport(
          on: Detection(crossingOf: view, threshold: threshold, turn: 1)))
    }
  }
}
