import Foundation
import HuntSupport
import LoopCorpus
import LoopHunter
import LoopScenarios
import TestSupport
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

@Suite("Fingerprints")
struct FingerprintTests {
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
    #expect(first.culprit?.edge.action.name == "frame.size.height")
    #expect(first.fingerprint == second.fingerprint)
    #expect(first.fingerprint.count == 16)
  }

  @Test("equal cells that all drive a loop have one fingerprint, however many they are")
  func equalCells() throws {
    var fingerprints: [String] = []
    for count in [1, 2, 5] {
      let loop = TurnLoop()
      loop.passLimit = 300
      let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
      let list = GeneratedView("list")
      window.addSubview(list)
      for _ in 0..<count {
        let cell = GeneratedView("cell")
        cell.onLayout = { $0.superview?.setNeedsLayout() }
        list.addSubview(cell)
      }
      list.onLayout = { for cell in $0.subviews { cell.setNeedsLayout() } }
      for hunted in [list, list.subviews[count - 1]] {
        let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
        var reports: [LoopReport] = []
        try hunter.attach(to: hunted, threshold: 60) { reports.append($0) }
        list.setNeedsLayout()
        loop.runTurn()
        let report = try #require(reports.first)
        #expect(report.culprit?.edge.writer?.name == "cell", "\(report)")
        fingerprints.append(report.fingerprint)
        hunter.detachAll()
      }
      list.onLayout = nil
    }
    #expect(Set(fingerprints).count == 1, "\(fingerprints)")
  }

  /// The fingerprint of a scenario; `beside` gives its views other numbers and more siblings.
  private func fingerprint(
    of scenario: Scenario, beside count: Int, threshold: Int, streak: Int
  ) throws -> String {
    let stage = scenario.build()
    for _ in 0..<count {
      for superview in [stage.window, stage.suspect.superview] {
        superview?.insertSubview(View(frame: CGRect(x: 0, y: 0, width: 1, height: 1)), at: 0)
      }
    }
    let reports = try hunt(
      in: stage, threshold: threshold,
      configuration: .init(acrossTurnsStreak: streak, stackLimit: 0)
    ).reports
    return try #require(reports.first).fingerprint
  }

  @Test("a bug of the corpus has one fingerprint in any run, and no two of them have the same")
  func corpus() throws {
    var owners: [String: String] = [:]
    let seed = firstSeed("FingerprintTests")
    for scenario in Scenario.all where scenario.finding != nil {
      let first = try fingerprint(
        of: scenario, beside: 0, threshold: scenario.threshold, streak: 60)
      // In debug one other run of each.
      let runs = [(0, scenario.threshold), (1, 60), (7, 137)]
      for (count, threshold) in sample(runs, oneIn: 3, seed: seed + UInt64(owners.count)) {
        let again = try fingerprint(
          of: scenario, beside: count, threshold: threshold, streak: 20 + count)
        #expect(again == first, "\(scenario.name), \(count) siblings, threshold \(threshold)")
      }
      #expect(owners[first] == nil, "\(scenario.name) and \(owners[first] ?? "")")
      owners[first] = scenario.name
    }
    #expect(owners.count >= 10)
  }
}
