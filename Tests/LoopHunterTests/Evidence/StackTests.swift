import Foundation
import LoopCorpus
import LoopHunter
import LoopScenarios
import TestSupport
import Testing
import ViewTree

private final class Guilty: View {
  static let line = #line + 3

  override func layoutSubviews() {
    setNeedsLayout()
  }
}

/// Dirties itself at one line in odd turns and at another in even ones.
private final class TwoFaced: View {
  static let lines = (odd: #line + 5, even: #line + 7)

  override func layoutSubviews() {
    guard let turn = window?.loop.turn else { return }
    if turn.isMultiple(of: 2) == false {
      setNeedsLayout()
    } else {
      setNeedsLayout()
    }
  }
}

@Suite struct StackTests {
  private func report(_ configuration: Configuration) throws -> LoopReport {
    let loop = TurnLoop()
    loop.passLimit = 300
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let view = Guilty(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    window.addSubview(view)
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: loop, configuration: configuration)
    try hunter.attach(to: view) { reports.append($0) }
    loop.runTurn()
    return try #require(reports.first)
  }

  @Test("the culprit names function, file and line of the code that dirtied")
  func symbols() throws {
    let report = try report(.default)
    let edge = try #require(report.culprit?.edge)
    #if DEBUG
    #expect(edge.function == "Guilty.layoutSubviews()")
    #expect(edge.location == "StackTests.swift:\(Guilty.line)")
    #expect(report.stacks.count == 1)
    #expect(
      report.stacks[0].frames == ["Guilty.layoutSubviews() at StackTests.swift:\(Guilty.line)"])
    #expect(report.culprit?.sentence.contains("at StackTests.swift:\(Guilty.line))") == true)
    #else
    #expect(edge.function == nil || edge.function!.contains("layoutSubviews"))
    #endif
  }

  #if DEBUG
  @Test("a loop in every turn names the line of each turn, also one that was named before")
  func knownStacks() throws {
    let loop = TurnLoop()
    loop.passLimit = 200
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let view = TwoFaced(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    window.addSubview(view)
    var locations: [String?] = []
    let hunter = LoopHunter(loop: loop)
    try hunter.attach(to: view) { locations.append($0.culprit?.edge.location) }
    for _ in 0..<4 { loop.runTurn() }
    let (odd, even) = TwoFaced.lines
    #expect(locations == [odd, even, odd, even].map { "StackTests.swift:\($0)" })
  }
  #endif

  @Test("without stacks the report is complete otherwise")
  func withoutStacks() throws {
    let bare = try report(.init(stackLimit: 0))
    let full = try report(.default)
    #expect(bare.stacks.isEmpty)
    #expect(bare.culprit?.edge.location == nil)
    #expect(bare.verdict == full.verdict)
    #expect(bare.fingerprint == full.fingerprint)
    #expect(bare.cycle == full.cycle)
    #expect(
      bare.culprit?.sentence
        == "`Guilty` (Window/Guilty) called `setNeedsLayout` on itself in its layout; that dirtied "
        + "`Guilty` again.")
  }

  @Test("no more stacks are captured than the limit says, and no edge has two")
  func bounded() throws {
    let loop = TurnLoop()
    loop.passLimit = 300
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let root = GeneratedView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    window.addSubview(root)
    // Twenty views that each keep the loop going.
    for _ in 0..<20 {
      let view = GeneratedView(frame: CGRect(x: 0, y: 0, width: 5, height: 5))
      view.onLayout = { view in view.superview?.setNeedsLayout() }
      root.addSubview(view)
    }
    root.onLayout = { root in for view in root.subviews { view.setNeedsLayout() } }
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 3))
    try hunter.attach(to: root, threshold: 40) { reports.append($0) }
    loop.runTurn()
    let report = try #require(reports.first)
    #expect(report.stacks.count <= 3)
    #expect(report.otherEdges.count >= 1)
    #expect(report.remarks.contains { $0.hasPrefix("Several edges keep this loop going") })
    for view in root.subviews { (view as? GeneratedView)?.onLayout = nil }
  }
}
