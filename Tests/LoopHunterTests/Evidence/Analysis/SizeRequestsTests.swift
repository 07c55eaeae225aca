import Foundation
import LoopHunter
import Testing
import ViewTree

@Suite("Requests for the sizes that constraints measure")
struct SizeRequestsTests {
  @Test("a view that its new size moves is dirtied by its request, however many others are asked")
  func requests() throws {
    let evidence = WrittenEvidence()
    let (recorder, cell, badge, side) = (
      evidence.recorder, evidence.views["cell"]!, evidence.views["badge"]!, evidence.views["side"]!
    )
    func measure(_ view: View, _ width: Double) {
      let sizes = [width, width + 1].map { CGSize(width: $0, height: 5) }
      recorder.geometryWritten(
        view,
        change: GeometryChange(
          property: .intrinsicContentSize, old: .size(sizes[0]), new: .size(sizes[1])), by: nil)
    }
    evidence.rounds { round in
      evidence.layOut("cell") {
        recorder.viewDirtied(
          evidence.views["feed"]!, reason: .constraints, through: badge, by: cell, again: false)
      }
      measure(badge, Double(round))
      for number in 0..<600 { measure(side, Double(number)) }
      recorder.viewDirtied(cell, reason: .solved, through: badge, by: nil, again: false)
    }
    let cycle = try #require(evidence.analyse().cycle)
    #expect(evidence.names(cycle.drivers.members) == ["cell"])
  }
}
