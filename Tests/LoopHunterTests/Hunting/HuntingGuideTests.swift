import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("The guide to hunting")
struct HuntingGuideTests {
  final class Badge: View {
    override func layoutSubviews() {
      frame.size.height = 45
    }
  }

  final class Cell: View {
    override func layoutSubviews() {
      subviews[0].frame.size.height = 44
    }
  }

  @Test("the first program prints what docs/hunting.md says")
  func firstProgram() throws {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
    let cell = Cell(frame: CGRect(x: 0, y: 0, width: 390, height: 60))
    let badge = Badge(frame: CGRect(x: 10, y: 8, width: 44, height: 44))
    window.addSubview(cell)
    cell.addSubview(badge)

    var output = ""
    let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
    try hunter.attach(to: badge, threshold: 50, reaction: .breakLoop) { report in
      print(report, to: &output)
    }
    loop.runTurn()

    let guide = try Repository.text(of: "docs/hunting.md")
    let blocks = guide.components(separatedBy: "```\n")
    let printed = try #require(blocks.first { $0.contains("wrote its own `frame") })
    #expect(printed == output)
  }
}
