import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// Random views whose layouts dirty others, at once or in later turns: what goes round fails.
@Suite("Random loops within and across turns, in tests")
struct UnrestTests {
  private enum Way: CaseIterable { case atOnce, block, timer, event, post }

  private struct Edge {
    var target: Int
    var way: Way
  }

  /// Views that dirty each other along the edges of a graph.
  private final class App {
    let loop = TurnLoop()
    /// True if a circle can be reached from the views that are dirty at first.
    let hasLoop: Bool
    /// The edges, for a failure's message.
    let graph: String
    private let window: Window
    private let views: [GeneratedView]

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      window = Window(frame: CGRect(x: 0, y: 0, width: 99, height: 99), loop: loop)
      let count = Int.random(in: 1...12, using: &random)
      views = (0..<count).map { GeneratedView("view\($0)") }
      let isAcyclic = Bool.random(using: &random)
      let edges = (0..<count).map { index in
        (0..<Int.random(in: 0...2, using: &random)).compactMap { _ -> Edge? in
          let targets = isAcyclic ? (index + 1)..<count : 0..<count
          return targets.randomElement(using: &random).map {
            Edge(target: $0, way: Way.allCases.randomElement(using: &random) ?? .block)
          }
        }
      }
      let first = Int.random(in: 0..<count, using: &random)
      hasLoop = App.reachesCircle(edges, from: first)
      graph =
        "from \(first): "
        + edges.enumerated().map { index, edges in
          "\(index) → " + edges.map { "\($0.target) \($0.way)" }.joined(separator: ", ")
        }.joined(separator: "; ")
      for view in views {
        let superview = ([window] + view.superviewCandidates(of: views)).randomElement(
          using: &random)
        (superview ?? window).addSubview(view)
      }
      window.layoutIfNeeded()
      for (view, edges) in zip(views, edges) {
        view.onLayout = { [unowned self] _ in for edge in edges { follow(edge) } }
      }
      views[first].setNeedsLayout()
    }

    private func follow(_ edge: Edge) {
      let target = views[edge.target]
      let work = { [unowned target] in target.setNeedsLayout() }
      switch edge.way {
      case .atOnce: work()
      case .block: loop.async(work)
      case .timer: loop.after(.milliseconds(1), work)
      case .event: loop.event(work)
      case .post:
        nonisolated(unsafe) let work = work
        loop.poster.post { _ in work() }
      }
    }

    private static func reachesCircle(_ edges: [[Edge]], from first: Int) -> Bool {
      var open: Set<Int> = []
      var done: Set<Int> = []
      func visit(_ index: Int) -> Bool {
        if open.contains(index) { return true }
        guard done.insert(index).inserted else { return false }
        open.insert(index)
        defer { open.remove(index) }
        return edges[index].contains { visit($0.target) }
      }
      return visit(first)
    }
  }

  @Test("a circle of layouts fails, whatever leads from one to the next, and nothing else does")
  func circles() throws {
    let first = firstSeed("UnrestTests")
    let count = caseCount(1_000, inDebug: 25)
    for seed in first..<first + UInt64(count) {
      let app = App(seed: seed)
      var found: [LoopReport] = []
      do {
        try app.loop.expectNoLayoutLoops(allowsNoLayouts: true) {
          // A loop by way of timers comes back in every fourth turn, or less often.
          app.loop.runUntilIdle(limit: 800)
        }
      } catch let error as LoopDetected {
        found = error.reports
      }
      #expect(found.isEmpty != app.hasLoop, "seed \(seed), \(app.graph): \(found)")
    }
    // Few apps may all loop by chance.
    let loops = (first..<first + 400).count { App(seed: $0).hasLoop }
    #expect((51..<350).contains(loops), "\(loops) of 400")
  }
}

extension GeneratedView {
  /// The views of a list before this one, below which it may be.
  fileprivate func superviewCandidates(of views: [GeneratedView]) -> [View] {
    Array(views.prefix { $0 !== self })
  }
}
