import LoopHunter
import Testing
import ViewTree

@Suite("Lasting changes of a layout")
struct NetChangesTests {
  private let evidence = WrittenEvidence()

  @Test("a layout that sets a value and sets it back is not blamed for the value")
  func measuring() throws {
    evidence.rounds { _ in
      evidence.layOut("cell") {
        evidence.write("cell", 44, 60)
        evidence.write("cell", 60, 44)
      }
    }
    let analysis = evidence.analyse()
    #expect(analysis.edges.allSatisfy { $0.lastingParts == 0 && $0.guilt != .change })
    #expect(analysis.verdict == .redundant)
  }

  @Test("views of one kind that are written once each, anew in each round, are not fought over")
  func replaced() {
    evidence.rounds { round in
      var made: [View] = []
      evidence.layOut("feed") {
        for place in 0..<2 {
          let view = View()
          made.append(view)
          evidence.add(view, to: "feed")
          // Both have the same superview, class and identifier, and so are one actor.
          view.frame.origin.y = CGFloat(place)
        }
      }
      for view in made {
        evidence.layOut(view) {
          evidence.recorder.geometryWritten(
            view,
            change: GeometryChange(
              property: .frame, old: .rect(.zero),
              new: .rect(CGRect(x: 0, y: 0, width: 10, height: 10))), by: view)
          evidence.dirty("feed")
        }
      }
      evidence.layOut("feed") {
        for view in made {
          view.removeFromSuperview()
          evidence.recorder.treeChanged(
            .removed(view, from: evidence.views["feed"]!), by: evidence.running.last)
        }
        evidence.dirty("feed")
      }
    }
    #expect(evidence.analyse("feed").verdict != .oscillating(period: 1))
  }
}
