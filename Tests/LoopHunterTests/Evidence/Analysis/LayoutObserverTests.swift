import HuntSupport
import LayoutTrace
import LoopCorpus
import LoopHunter
import Testing
import ViewTree

/// Dirt of an app's own observers is nobody's layout code, live and in a replay alike.
@Suite("Dirt of observers") struct LayoutObserverTests {
  /// The moments at which an observer acts.
  enum Moment: CaseIterable { case entry, exit }

  /// Dirties a view whenever it is laid out.
  private final class Onlooker: LayoutObserver {
    let moment: Moment
    weak var view: View?
    init(_ moment: Moment, of view: View) { (self.moment, self.view) = (moment, view) }

    func layoutEntered(_ view: View) { act(on: view, at: .entry) }
    func layoutLeft(_ view: View) { act(on: view, at: .exit) }
    private func act(on view: View, at moment: Moment) {
      if view === self.view, moment == self.moment { view.setNeedsLayout() }
    }
  }

  @Test(
    "a loop that an observer keeps going has one verdict and one culprit, recorded or not",
    arguments: Moment.allCases, [false, true])
  func same(_ moment: Moment, recordsFirst: Bool) throws {
    var reports: [LoopReport] = []
    for isRecorded in [false, true] {
      let tree = HuntedTree()
      let panel = tree.make("panel")
      let recorder = try isRecorded && recordsFirst ? TraceRecorder(tree.loop, to: .memory) : nil
      let observation = tree.loop.addLayoutObserver(Onlooker(moment, of: panel))
      let later = try isRecorded && !recordsFirst ? TraceRecorder(tree.loop, to: .memory) : nil
      reports.append(try tree.hunt(panel, threshold: 40).first)
      observation.cancel()
      guard let recorder = recorder ?? later else { continue }
      try recorder.finish()
      let replayer = try TraceReplayer(.bytes(recorder.bytes, name: "recording"))
      let hunter = LoopHunter(loop: replayer.loop, configuration: .init(stackLimit: 0))
      replayer.onView = { view, _ in
        guard view.identifier == "panel" else { return }
        _ = try? hunter.attach(to: view, threshold: 40) { reports.append($0) }
      }
      try replayer.run()
    }
    #expect(reports.count == 3)
    for report in reports {
      #expect(report.verdict == .feedback, "\(report)")
      #expect(report.culprit?.edge.writer == nil && report.culprit?.edge.target.name == "panel")
      #expect(report.fingerprint == reports[0].fingerprint)
    }
  }
}
