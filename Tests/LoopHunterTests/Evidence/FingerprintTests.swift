import Foundation
import LoopHunter
import LoopScenarios
import Testing
import ViewTree

/// A list whose badge resizes its cell, with any number of cells before and behind it.
private final class Feed: View {
  let cells: [Cell]

  init(cellsBefore: Int, cellsBehind: Int, size: CGFloat) {
    cells = (0...cellsBefore + cellsBehind).map { _ in Cell(size: size) }
    super.init(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
    for cell in cells { addSubview(cell) }
    cells[cellsBefore].addSubview(Badge())
  }

  override func layoutSubviews() {
    for cell in cells { cell.frame.size.height = cell.size }
  }

  class Cell: View {
    let size: CGFloat

    init(size: CGFloat) {
      self.size = size
      super.init(frame: .zero)
    }

    override func layoutSubviews() {
      for subview in subviews { subview.setNeedsLayout() }
    }
  }

  class Badge: View {
    override func layoutSubviews() {
      superview?.frame.size.height += 1
    }
  }
}

@Suite struct FingerprintTests {
  private func fingerprint(
    cellsBefore: Int, cellsBehind: Int, size: CGFloat, threshold: Int, huntBadge: Bool
  ) throws -> LoopReport {
    let feed = Feed(cellsBefore: cellsBefore, cellsBehind: cellsBehind, size: size)
    let loop = TurnLoop()
    loop.passLimit = 500
    let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    window.addSubview(feed)
    let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
    var reports: [LoopReport] = []
    let hunted = huntBadge ? feed.cells[cellsBefore].subviews[0] : feed
    try hunter.attach(to: hunted, threshold: threshold) { reports.append($0) }
    loop.runTurn()
    return try #require(reports.first)
  }

  @Test("one bug has one fingerprint, whatever its siblings, sizes, thresholds and the hunted view")
  func sameBug() throws {
    let first = try fingerprint(
      cellsBefore: 0, cellsBehind: 0, size: 44, threshold: 100, huntBadge: true)
    let second = try fingerprint(
      cellsBefore: 7, cellsBehind: 3, size: 60.5, threshold: 33, huntBadge: false)
    #expect(first.culprit?.edge.action == "frame.size.height")
    #expect(first.fingerprint == second.fingerprint)
    #expect(first.fingerprint.count == 16)
  }

  @Test("different bugs of the corpus have different fingerprints, and each the same in two runs")
  func differentBugs() throws {
    var owners: [String: String] = [:]
    for scenario in Scenario.all where scenario.finding != nil {
      let fingerprints = try (0..<2).map { run in
        try #require(
          try hunt(in: scenario.build(), threshold: scenario.threshold - 40 * run).reports.first
        ).fingerprint
      }
      #expect(fingerprints[0] == fingerprints[1], "\(scenario.name)")
      #expect(owners[fingerprints[0]] == nil, "\(scenario.name)")
      owners[fingerprints[0]] = scenario.name
    }
  }
}
