import Foundation
import LoopHunter
import Testing
import ViewTree

/// Loops with a constraint in their cycle, and their innocent twins.
@Suite("Loops through constraints")
struct ConstraintLoopTests {
  /// A panel that sets the height of its card in each layout, after the constraints were applied.
  private final class Panel: View {
    let card = View()
    let height: LayoutConstraint
    let nextHeight: (CGFloat) -> CGFloat

    init(next: @escaping (CGFloat) -> CGFloat) {
      height = card.heightAnchor.constraint(equalToConstant: 40)
      nextHeight = next
      super.init(frame: CGRect(x: 0, y: 0, width: 100, height: 200))
      card.translatesAutoresizingMaskIntoConstraints = false
      addSubview(card)
      height.isActive = true
    }

    override func layoutSubviews() {
      super.layoutSubviews()
      height.constant = nextHeight(card.frame.height)
    }
  }

  private func reports(_ next: @escaping (CGFloat) -> CGFloat) throws -> [LoopReport] {
    let loop = TurnLoop()
    loop.passLimit = 700
    let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    window.addSubview(Panel(next: next))
    do {
      try loop.expectNoLayoutLoops()
      return []
    } catch let error as LoopDetected {
      return error.reports
    }
  }

  @Test("a constant that flips in every layout is a loop, whose culprit is the view that sets it")
  func flipping() throws {
    let reports = try reports { $0 == 40 ? 41 : 40 }
    let report = try #require(reports.first)
    #expect(report.culprit?.edge.writer?.className == "Panel")
  }

  @Test("a constant that grows in every layout is a loop")
  func growing() throws {
    #expect(try reports { $0 + 1 }.first?.culprit?.edge.writer?.className == "Panel")
  }

  @Test("a constant that is set to the same value in every layout is no loop")
  func steady() throws {
    #expect(try reports { _ in 60 }.isEmpty)
  }
}
