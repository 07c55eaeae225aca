import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// A window whose layout asks for its own constraints phase, which asks for its layout.
private final class AskingWindow: Window {
  override func layoutSubviews() {
    setNeedsUpdateConstraints()
  }

  override func updateConstraints() {
    setNeedsLayout()
    super.updateConstraints()
  }
}

@Suite("Window phases") struct WindowPhaseTests {
  @Test("a window that asks for its own constraints phase, unseen by observers, is not accused")
  func ownPhase() throws {
    let loop = TurnLoop()
    let window = AskingWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let hunter = LoopHunter(loop: loop)
    var reports: [LoopReport] = []
    try hunter.attach(to: window, threshold: 20) { reports.append($0) }
    loop.runTurn()
    let report = try #require(reports.first)
    #expect(report.verdict == .undetermined)
    #expect(report.culprit == nil)
    #expect(report.view.className == "AskingWindow")
  }
}
