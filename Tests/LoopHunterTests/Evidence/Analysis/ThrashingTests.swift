import LoopCorpus
import LoopHunter
import Testing
import ViewTree

@Suite("The number of times that layout was forced")
struct ThrashingTests {
  private let loop = TurnLoop()
  private let list = GeneratedView("list", CGRect(x: 0, y: 0, width: 300, height: 280))
  private let window: Window

  init() {
    loop.passLimit = 2_000
    window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    window.addSubview(list)
    loop.runTurn()
  }

  /// The first and the last report on a view while `body` runs.
  private func hunt(
    _ view: View, threshold: Int = 100, _ body: @escaping () -> Void
  ) throws -> (first: LoopReport, last: LoopReport) {
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
    defer { hunter.detachAll() }
    let attachment = try hunter.attach(to: view, threshold: threshold) { reports.append($0) }
    loop.event(body)
    loop.runUntilIdle(limit: 5)
    return (try #require(reports.first), try #require(attachment.lastReport))
  }

  @Test("two layouts for one force count as one force")
  func twoLayouts() throws {
    list.onLayout = { if $0.layouts % 2 == 0 { $0.setNeedsLayout() } }
    list.layouts = 1
    let list = list
    let report = try hunt(list) {
      for _ in 0..<80 {
        list.setNeedsLayout()
        list.layoutIfNeeded()
      }
    }.last
    #expect(report.verdict == .thrashing(times: 80), "\(report)")
  }

  @Test("a view that needs some layouts to settle in each pass is forced like all others")
  func settling() throws {
    let busy = GeneratedView("busy")
    list.addSubview(busy)
    loop.runTurn()
    busy.onLayout = { if $0.layouts % 5 != 0 { $0.setNeedsLayout() } }
    let list = list
    let reports = try [list, busy].map { view in
      busy.layouts = 0
      return try hunt(view, threshold: 60) {
        for _ in 0..<80 {
          list.setNeedsLayout()
          busy.setNeedsLayout()
          list.layoutIfNeeded()
        }
      }
    }
    for report in reports {
      #expect(report.last.verdict == .thrashing(times: 80), "\(report.last)")
      #expect(report.first.fingerprint == reports[0].first.fingerprint)
      #expect(report.first.culprit?.edge.target.name == "list")
    }
  }
}
