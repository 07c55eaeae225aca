import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// Turns in which more views loop than can be looked into one by one.
@Suite("Many reports in one turn") struct SharedEvidenceTests {
  /// A view whose layout dirties others.
  private final class Passer: View {
    var targets: [View] = []

    override func layoutSubviews() {
      for target in targets { target.setNeedsLayout() }
    }
  }

  /// Lays out some views in a turn that loops, and returns the reports of their hunters.
  private func reports(
    count: Int, threshold: Int, _ connect: ([Passer]) -> Void
  ) throws -> [LoopReport] {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let views = (0..<count).map { _ in Passer(frame: .zero) }
    for view in views { window.addSubview(view) }
    loop.runTurn()
    connect(views)
    loop.passLimit = count * (threshold + 3)
    let hunter = LoopHunter(loop: loop)
    var reports: [LoopReport] = []
    for view in views {
      try hunter.attach(to: view, threshold: threshold) { reports.append($0) }
    }
    loop.runTurn()
    return reports
  }

  @Test("the views of one long loop all get its explanation")
  func oneLoop() throws {
    let reports = try reports(count: 160, threshold: 20) { views in
      for (index, view) in views.enumerated() {
        view.targets = [views[(index + 1) % views.count]]
      }
      views[0].setNeedsLayout()
    }
    #expect(reports.count == 160)
    #expect(Set(reports.map(\.fingerprint)).count == 1)
    #expect(Set(reports.map(\.view.path)).count == 160)
    #expect(reports.allSatisfy { $0.verdict != .undetermined && $0.cycleLength == 160 })
    #expect(reports.allSatisfy { $0.count == 21 && $0.threshold == 20 && $0.culprit != nil })
  }

  @Test("hundreds of separate loops are all explained in time")
  func separateLoops() throws {
    var reports: [LoopReport] = []
    let count = caseCount(1_000, inDebug: 20)
    let time = try processorTime {
      reports = try self.reports(count: count, threshold: 20) { views in
        for view in views {
          view.targets = [view]
          view.setNeedsLayout()
        }
      }
    }
    #expect(reports.count == count)
    #expect(reports.allSatisfy { $0.verdict == .redundant && $0.cycleLength == 1 })
    #expect(reports.allSatisfy { $0.culprit?.edge.writer == $0.view })
    #expect(time < timeBound(.seconds(60)), "\(time)")
  }
}
