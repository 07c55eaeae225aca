import Foundation
import HuntSupport
import LayoutTrace
import LoopCorpus
import LoopHunter
import Testing
import ViewTree

/// Two views that do the same to each other: nothing tells them apart but their order.
@Suite("Ties")
struct EdgeRankingTests {
  /// Two views that make each other higher, and the report on the one with an index.
  private func report(
    inTwoWindows: Bool, hunting index: Int, swapped: Bool = false, recorded: Bool = false
  ) throws -> LoopReport {
    let loop = TurnLoop()
    loop.passLimit = 150
    let frame = CGRect(x: 0, y: 0, width: 300, height: 300)
    let first = Window(frame: frame, loop: loop)
    let second = inTwoWindows ? Window(frame: frame, loop: loop) : first
    let (left, right) = (GeneratedView("Left"), GeneratedView("Right"))
    first.addSubview(left)
    second.addSubview(right)
    left.onLayout = { [unowned right] _ in right.frame.size.height += 1 }
    right.onLayout = { [unowned left] _ in left.frame.size.height += 1 }
    if swapped { left.setNeedsLayout() }
    let recorder = recorded ? try TraceRecorder(loop, to: .memory) : nil
    let hunter = LoopHunter(loop: loop)
    var report: LoopReport?
    try hunter.attach(to: [left, right][index], threshold: 40) { report = report ?? $0 }
    loop.runTurn()
    try recorder?.finish()
    (left.onLayout, right.onLayout) = (nil, nil)
    return try withExtendedLifetime((first, second, hunter)) { try #require(report) }
  }

  @Test(
    "siblings or windows that write each other are both named, in their order, from each side",
    arguments: [false, true])
  func bothNamed(inTwoWindows: Bool) throws {
    let reports = try [0, 1].flatMap { index in
      try [false, true].map {
        try report(inTwoWindows: inTwoWindows, hunting: index, recorded: $0)
      }
    }
    for report in reports {
      let culprit = try #require(report.culprit)
      #expect(culprit.edge.writer?.name == "Left" && culprit.rival?.writer?.name == "Right")
      #expect(culprit.sentence.hasPrefix("`Left` or `Right`: `Left` ("), "\(culprit.sentence)")
      #expect(report.fingerprint == reports[0].fingerprint)
      #expect(report.accomplices.isEmpty)
      #expect(!report.otherEdges.contains { $0.writer?.name == "Right" })
    }
  }

  @Test("both sides of a tie come back from the coded form, and are redacted")
  func coded() throws {
    let report = try report(inTwoWindows: false, hunting: 0)
    let again = try JSONDecoder().decode(LoopReport.self, from: JSONEncoder().encode(report))
    #expect(again == report && again.culprit?.rival == report.culprit?.rival)
    #expect(again.culprit?.sentence == report.culprit?.sentence)
    let hub = AnalyticsHub.unlimited()
    let sink = RecordingSink()
    hub.add(sink)
    hub.redaction = .texts { _ in "x" }
    hub.raise(.layoutLoop, report: report)
    let event = sink.events[0]
    #expect(event.report?.culprit?.rival?.writer?.path == "x")
  }

  /// A view of a stack that makes its sibling another height, and says so.
  private final class Answering: View {
    weak var other: Answering?
    var height = 10.0
    override var intrinsicContentSize: CGSize { CGSize(width: 100, height: height) }
    override func layoutSubviews() {
      guard let other else { return }
      other.height = other.height == 10 ? 20 : 10
      other.invalidateIntrinsicContentSize()
    }
  }

  @Test("a tie whose views a stack places lists each edge once")
  func placed() throws {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    let (left, right) = (Answering(), Answering())
    (left.other, right.other) = (right, left)
    let stack = StackView(arrangedSubviews: [left, right])
    stack.alignment = .leading
    stack.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
    window.addSubview(stack)
    let hunter = LoopHunter(loop: loop)
    var found: LoopReport?
    try hunter.attach(to: left, threshold: 40) { found = found ?? $0 }
    loop.runTurn()
    let report = try #require(found)
    let culprit = try #require(report.culprit)
    let rival = try #require(culprit.rival)
    let edges = [culprit.edge, rival] + report.otherEdges
    for (index, edge) in edges.enumerated() {
      #expect(
        !edges.dropFirst(index + 1).contains {
          ($0.writer, $0.target, $0.action) == (edge.writer, edge.target, edge.action)
            && $0.location == edge.location
        }, "\(edge.writer?.name ?? "-") \(edge.action) \(edge.target.name)")
    }
  }
}
