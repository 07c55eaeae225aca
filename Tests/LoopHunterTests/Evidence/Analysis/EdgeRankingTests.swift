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
      #expect(culprit.edge.writer?.name == "Left")
      #expect(culprit.rivals.map(\.writer?.name) == ["Right"])
      #expect(culprit.sentence.hasPrefix("`Left` or `Right`: `Left` ("), "\(culprit.sentence)")
      #expect(report.fingerprint == reports[0].fingerprint)
      #expect(report.accomplices.isEmpty)
      #expect(!report.otherEdges.contains { $0.writer?.name == "Right" })
    }
  }

  /// Views that dirty others by writing their heights, by index; and the report on one of them.
  private func report(
    of names: [String], inWindows windows: Int = 1, hunting index: Int, recorded: Bool,
    writing targets: @escaping (Int) -> [Int]
  ) throws -> LoopReport {
    let loop = TurnLoop()
    loop.passLimit = 150
    let frame = CGRect(x: 0, y: 0, width: 300, height: 300)
    let windows = (0..<windows).map { _ in Window(frame: frame, loop: loop) }
    let views = names.map { GeneratedView($0) }
    for (index, view) in views.enumerated() {
      windows[index % windows.count].addSubview(view)
      view.onLayout = { [unowned view] _ in
        for target in targets(index) {
          views[target].frame.size.height = view.layouts % 2 == 0 ? 90 : 80 - CGFloat(index)
        }
      }
    }
    defer { for view in views { view.onLayout = nil } }
    let recorder = recorded ? try TraceRecorder(loop, to: .memory) : nil
    let hunter = LoopHunter(loop: loop)
    var report: LoopReport?
    try hunter.attach(to: views[index], threshold: 40) { report = report ?? $0 }
    loop.runTurn()
    try recorder?.finish()
    return try withExtendedLifetime((windows, hunter)) { try #require(report) }
  }

  @Test("all views of a ring of three are named, in the order of the tree, from each")
  func threeNamed() throws {
    let reports = try [0, 1, 2].flatMap { index in
      try [false, true].map { isRecorded in
        try report(
          of: ["Left", "Middle", "Right"], hunting: index, recorded: isRecorded
        ) { [($0 + 1) % 3] }
      }
    }
    for report in reports {
      let culprit = try #require(report.culprit)
      #expect(culprit.edge.writer?.name == "Left", "\(report)")
      #expect(culprit.rivals.map(\.writer?.name) == ["Middle", "Right"], "\(report)")
      #expect(culprit.sentence.hasPrefix("`Left`, `Middle` or `Right`: "), "\(culprit.sentence)")
      #expect(report.accomplices.isEmpty)
      #expect(report.fingerprint == reports[0].fingerprint)
    }
  }

  @Test(
    "all of three or four views are named that each write all others, even where one acts now and then",
    arguments: [3, 4], [false, true])
  func allNamed(count: Int, isRecorded: Bool) throws {
    let names = Array(["Left", "Middle", "Right", "Last"].prefix(count))
    let reports = try names.indices.map { index in
      try report(of: names, hunting: index, recorded: isRecorded) { writer in
        names.indices.filter { $0 != writer }
      }
    }
    for report in reports {
      let culprit = try #require(report.culprit)
      let named = ([culprit.edge] + culprit.rivals).compactMap(\.writer?.name)
      #expect(named == names, "\(report)")
      #expect(report.fingerprint == reports[0].fingerprint)
    }
  }

  @Test("a flag of a view that its writer announces by a call is named before the call")
  func announcedFlag() throws {
    let loop = TurnLoop()
    loop.passLimit = 150
    let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    let view = GeneratedView("View")
    window.addSubview(view)
    view.onLayout = {
      $0.isHidden.toggle()
      $0.setNeedsLayout()
    }
    let hunter = LoopHunter(loop: loop)
    var found: LoopReport?
    try hunter.attach(to: view, threshold: 40) { found = found ?? $0 }
    loop.runTurn()
    view.onLayout = nil
    let report = try #require(found)
    #expect(report.verdict == .oscillating(period: 2))
    let sentence = try #require(report.culprit?.sentence)
    #expect(sentence.contains("wrote its own `isHidden`"), "\(report)")
    #expect(sentence.contains("and called `setNeedsLayout` on itself"), "\(report)")
    withExtendedLifetime((window, hunter)) {}
  }

  @Test("at most eight views of a ring are named, and the others drive it, too")
  func largeRing() throws {
    let names = (0..<11).map { "V\($0)" }
    let report = try report(of: names, hunting: 3, recorded: false) { [($0 + 1) % 11] }
    let culprit = try #require(report.culprit)
    let named = ([culprit.edge] + culprit.rivals).compactMap(\.writer?.name)
    #expect(named == Array(names.prefix(8)), "\(report)")
    #expect(Set(report.accomplices.map(\.name)) == Set(names.dropFirst(8)))
  }

  @Test("namesakes in two windows, or among siblings, can be told apart", arguments: [1, 2])
  func namesakes(windows: Int) throws {
    let report = try report(
      of: ["Row", "Row"], inWindows: windows, hunting: 0, recorded: false
    ) { [1 - $0] }
    let sentence = try #require(report.culprit).sentence
    let (first, second) =
      windows == 1 ? ("Row[0]", "Row[1]") : ("Window[0]/Row", "Window[1]/Row")
    #expect(sentence.hasPrefix("`\(first)` or `\(second)`: "), "\(sentence)")
    #expect(sentence.contains("that dirtied `\(second)`"), "\(sentence)")
  }

  @Test("both sides of a tie come back from the coded form, and are redacted")
  func coded() throws {
    let report = try report(inTwoWindows: false, hunting: 0)
    let again = try JSONDecoder().decode(LoopReport.self, from: JSONEncoder().encode(report))
    #expect(again == report && again.culprit?.rivals == report.culprit?.rivals)
    #expect(again.culprit?.sentence == report.culprit?.sentence)
    let hub = AnalyticsHub.unlimited()
    let sink = RecordingSink()
    hub.add(sink)
    hub.redaction = .texts { _ in "x" }
    hub.raise(.layoutLoop, report: report)
    let event = sink.events[0]
    #expect(event.report?.culprit?.rivals.first?.writer?.path == "x")
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
    loop.passLimit = 200
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
    let rival = try #require(culprit.rivals.first)
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
