import Foundation
import LoopCorpus
import LoopHunter
import Testing
import ViewTree

@Suite("Geometry from round to round")
struct GeometryTrackTests {
  private let tree = HuntedTree()

  @Test("an invisibly small creep is still a drift", arguments: [2e-5, 1e-6, 1e-9])
  func creeping(_ step: Double) throws {
    let column = tree.make("column")
    let text = tree.make("text", in: column)
    column.onLayout = { _ in text.setNeedsLayout() }
    text.onLayout = { $0.frame.size.height += step }
    let report = try tree.hunt(text).first
    guard case .drifting("frame.size.height", let perRound) = report.verdict else {
      Issue.record("\(report)")
      return
    }
    #expect((perRound - step).magnitude < step / 1000)
  }

  @Test("a value that goes three up and one down drifts by one per round")
  func steps() throws {
    let column = tree.make("column")
    let text = tree.make("text", in: column)
    column.onLayout = { _ in text.setNeedsLayout() }
    text.onLayout = { $0.frame.size.height += $0.layouts % 2 == 0 ? 3 : -1 }
    let report = try tree.hunt(text).first
    #expect(report.verdict == .drifting(property: "frame.size.height", perRound: 1), "\(report)")
    #expect(report.culprit?.edge.writer?.name == "text")
  }
}
