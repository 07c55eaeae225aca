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
    guard case .drifting("frame.size.height", let perRound?) = report.verdict else {
      Issue.record("\(report)")
      return
    }
    #expect((perRound - step).magnitude < step / 1000)
  }

  @Test("a growth that accelerates has no amount per round")
  func acceleration() throws {
    let column = tree.make("column")
    let text = tree.make("text", in: column)
    column.onLayout = { _ in text.setNeedsLayout() }
    text.onLayout = { $0.frame.size.height *= 1.05 }
    let report = try tree.hunt(text).first
    #expect(report.verdict == .drifting(property: "frame.size.height", perRound: nil), "\(report)")
    let said =
      "drifting: frame.size.height goes one way, by a step that changes from round to round"
    #expect(report.verdict.description == said)
    let coded = try JSONDecoder().decode(LoopReport.self, from: JSONEncoder().encode(report))
    #expect(coded.verdict == report.verdict)
  }

  @Test("a first jump does not count as a step", arguments: [100, 1_000])
  func firstJump(_ jump: CGFloat) throws {
    let column = tree.make("column")
    let text = tree.make("text", in: column)
    column.onLayout = { _ in text.setNeedsLayout() }
    text.onLayout = { $0.frame.size.height += $0.layouts == 12 ? jump : 16 }
    let report = try tree.hunt(text).first
    #expect(report.verdict == .drifting(property: "frame.size.height", perRound: 16), "\(report)")
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
