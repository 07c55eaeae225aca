import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("Paths of views")
struct PathTests {
  @Test("are whole up to 256 steps; of longer ones the middle is left out")
  func longPaths() throws {
    let loop = TurnLoop()
    let hunter = LoopHunter(loop: loop, configuration: .init(nearMissLimit: 2_000))
    let window = loop.makeSettledWindow()
    var last: View = window
    var names: [String] = []
    var hunted: [JournalView] = []
    for depth in 1...1_000 {
      let view = JournalView("v\(depth)")
      names.append("v\(depth)")
      last.addSubview(view)
      last = view
      hunted.append(view)
    }
    for view in hunted { try hunter.attach(to: view, threshold: 4) { _ in } }
    // From the middle, the end and the beginning, as paths are remembered.
    for view in hunted.shuffled() { layOut(view, times: 3) }
    loop.event {}
    loop.runTurn()
    let paths = hunter.nearMisses.map(\.view.path)
    #expect(paths.count == 1_000)
    for path in paths {
      let steps = path.split(separator: "/").map(String.init)
      let depth = names.firstIndex(of: steps.last!)! + 1
      let whole = ["Window"] + names.prefix(depth)
      if whole.count <= 256 {
        #expect(steps == whole)
      } else {
        #expect(steps == whole.prefix(128) + ["…"] + whole.suffix(128))
      }
    }
  }
}
