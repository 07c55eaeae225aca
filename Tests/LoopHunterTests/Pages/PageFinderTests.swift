import LayoutTrace
import LoopHunter
import Testing

/// Layouts of a page, told as a scan tells them.
@Suite("Layouts of pages, by the code behind them")
struct PageFinderTests {
  private static let texts = ["grow (a.js:1:1)", "read (a.js:2:1)", "paint (b.js:3:1)", "style"]

  private static func scan(_ limits: PageLimits?) -> PageScan {
    let scan = PageScan(isBrowser: { $0 == "chromium" }, limits: { _, _ in limits })
    for text in texts { scan.learned(text) }
    scan.appeared(root: 1, className: "Document", name: "page.html")
    return scan
  }

  /// A task in which layout is forced a number of times, each for a millisecond.
  private static func force(
    _ scan: PageScan, _ count: Int, turn: Int, at start: Int64 = 0
  ) {
    scan.turnBegan(turn)
    for index in 0..<count {
      let begin = start + Int64(index) * 2_000_000
      scan.dirtied(2, in: 1, why: 3, from: 0)
      scan.forced(1, from: 1)
      scan.entered(root: 1, time: begin)
      scan.left(root: 1, time: begin + 1_000_000)
    }
  }

  private static func findings(_ scan: PageScan) -> [PageFinding] {
    scan.ended()
    return PageFinder(scan.study).findings()
  }

  @Test("a pair past the limit is one finding of all its tasks, with both places")
  func pair() throws {
    let scan = Self.scan(PageLimits(layouts: 5))
    Self.force(scan, 6, turn: 1)
    Self.force(scan, 5, turn: 2)
    Self.force(scan, 8, turn: 3)
    let finding = try #require(Self.findings(scan).first)
    #expect(finding.turns == [1, 3] && finding.document == 1)
    #expect(finding.report.verdict == .thrashing(times: 8))
    let culprit = try #require(finding.report.culprit)
    #expect(culprit.edge.function == "grow" && culprit.edge.location == "a.js:1:1")
    #expect(culprit.force?.function == "read" && culprit.force?.location == "a.js:2:1")
  }

  @Test("two slow layouts are a finding by their time, unless time does not count")
  func time() {
    for (milliseconds, count) in [(2.0, 1), (2.1, 0), (nil, 0)] as [(Double?, Int)] {
      let scan = Self.scan(PageLimits(layouts: 19, milliseconds: milliseconds))
      Self.force(scan, 2, turn: 1)
      #expect(Self.findings(scan).count == count, "\(String(describing: milliseconds))")
    }
  }

  @Test("two layouts in each of a row of tasks are a finding, and a pause ends the row")
  func row() {
    for (pause, count) in [(0, 1), (200_000_000, 0)] as [(Int64, Int)] {
      let scan = Self.scan(PageLimits(layouts: 19, milliseconds: nil, tasks: 4))
      for turn in 1...4 {
        let start = Int64(turn) * 16_000_000 + (turn > 2 ? pause : 0)
        Self.force(scan, 2, turn: turn, at: start)
      }
      #expect(Self.findings(scan).count == count, "\(pause)")
    }
  }

  @Test("a layout after several writers belongs to the one with a part in most of them")
  func writers() throws {
    let scan = Self.scan(PageLimits(layouts: 5))
    scan.turnBegan(1)
    for index in 0..<8 {
      // Each third time another function writes first.
      for writer in index % 3 == 0 ? [2, 0] : [0] { scan.dirtied(2, in: 1, why: 3, from: writer) }
      scan.forced(1, from: 1)
      scan.entered(root: 1, time: nil)
      scan.left(root: 1, time: nil)
    }
    let found = Self.findings(scan)
    #expect(found.count == 1)
    #expect(found.first?.report.culprit?.edge.function == "grow")
    #expect(found.first?.report.verdict == .thrashing(times: 8))
    #expect(found.first?.report.otherEdges.map(\.function) == ["paint"])
  }

  @Test("a document that is ignored has no finding, and other recordings are not followed")
  func ignored() {
    let scan = Self.scan(nil)
    #expect(scan.follows("chromium") && !scan.follows("loophunt"))
    Self.force(scan, 60, turn: 1)
    #expect(Self.findings(scan).isEmpty)
  }
}
