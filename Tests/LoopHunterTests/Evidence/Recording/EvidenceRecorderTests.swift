import Foundation
import LoopCorpus
import LayoutTrace
import LoopHunter
import Testing
import ViewTree

/// Notes the most bytes that a recorder takes.
private final class Sizes: LayoutObserver {
  let recorder: EvidenceRecorder
  private(set) var most = 0
  private(set) var mostNames = 0

  init(_ recorder: EvidenceRecorder) { self.recorder = recorder }

  func layoutEntered(_ view: View) {
    most = max(most, recorder.byteCount)
    mostNames = max(mostNames, recorder.nameByteCount)
  }
}

@Suite("The parts of the evidence")
struct EvidenceRecorderTests {
  @Test("the ring takes at most 4 MiB and forgets the oldest, whatever happens in a turn")
  func bounded() throws {
    let loop = TurnLoop()
    loop.passLimit = 40
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let root = GeneratedView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    window.addSubview(root)
    var height: CGFloat = 1
    for _ in 0..<3000 { root.addSubview(View()) }
    root.onLayout = { root in
      height += 1
      for view in root.subviews { view.frame.size.height = height }
      root.setNeedsLayout()
    }
    let recorder = EvidenceRecorder(loop: loop)
    #expect(recorder.byteCount < 1024)
    recorder.arm()
    var most = 0
    let observer = loop.addObserver(at: .afterCommit) { most = recorder.byteCount }
    loop.runTurn()
    observer.cancel()
    // The ring is full; its other half is for names.
    #expect(most >= 2 << 20)
    #expect(most <= 3 << 20)
    // The turn is over: nothing is kept.
    #expect(!recorder.isArmed)
    #expect(recorder.byteCount < 1024)
    root.onLayout = nil
  }

  @Test("more new views in a turn than can be numbered restart the evidence")
  func tooManyViews() throws {
    let loop = TurnLoop()
    loop.passLimit = 40
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let host = GeneratedView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    window.addSubview(host)
    host.onLayout = { host in
      for _ in 0..<1000 { host.addSubview(View()) }
    }
    let recorder = EvidenceRecorder(loop: loop)
    recorder.arm()
    let sizes = Sizes(recorder)
    let observation = loop.addLayoutObserver(sizes)
    loop.runTurn()
    observation.cancel()
    #expect(host.subviews.count > 20_000)
    // All the names that there is room for, beside a ring that is far from full.
    #expect(sizes.most > 1 << 20)
    #expect(sizes.mostNames <= 2 << 20)
    host.onLayout = nil
  }

  /// A loop in which a parent gives all its subviews another size in each of two rounds.
  private func wave(views: Int, _ configuration: LoopHunter.Configuration) throws -> LoopReport {
    let loop = TurnLoop()
    loop.passLimit = 24
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let root = GeneratedView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    window.addSubview(root)
    for _ in 0..<views { root.addSubview(View(frame: CGRect(x: 0, y: 0, width: 5, height: 5))) }
    root.onLayout = { root in
      for view in root.subviews { view.frame.size.height = CGFloat(root.layouts % 2) }
      root.setNeedsLayout()
    }
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: loop, configuration: configuration)
    try hunter.attach(to: root, threshold: 20) { reports.append($0) }
    loop.runTurn()
    root.onLayout = nil
    return try #require(reports.first)
  }

  @Test("a ring that is too small for a verdict says so, and a larger one has it")
  func evidenceBytes() throws {
    let small = try wave(views: 1000, .init(stackLimit: 0, evidenceBytes: 1))
    #expect(small.verdict == .undetermined)
    #expect(small.culprit == nil && small.victims.isEmpty)
    let remark = try #require(small.remarks.first)
    #expect(
      remark.description.hasSuffix(
        "the ring was full; raise LoopHunter.Configuration.evidenceBytes from 131,072."))
    let middling = try wave(views: 1000, .init(stackLimit: 0, evidenceBytes: 400 << 10))
    #expect(middling.verdict == .undetermined)
    #expect(middling.remarks.contains { $0.description.contains("the ring was full") })
    let whole = try wave(views: 1000, .init(stackLimit: 0))
    #expect(whole.verdict == .oscillating(period: 2))
    #expect(whole.cycleLength == 1001)
    #expect(!whole.remarks.contains { $0.description.contains("ring") })
  }

  @Test("a loop at the end of a very deep tree is described in a few lines")
  func deep() throws {
    let loop = TurnLoop()
    loop.passLimit = 60
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    var last: View = window
    for index in 0..<600 {
      let view = GeneratedView(frame: CGRect(x: 0, y: 0, width: 9, height: 9))
      view.identifier = "step\(index)"
      view.onLayout = { $0.subviews.first?.setNeedsLayout() }
      last.addSubview(view)
      last = view
    }
    (last as? GeneratedView)?.onLayout = { _ in window.subviews[0].setNeedsLayout() }
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
    try hunter.attach(to: last, threshold: 20) { reports.append($0) }
    loop.runTurn()
    let report = try #require(reports.first)
    #expect(report.verdict == .redundant)
    #expect(report.cycleLength == 600)
    #expect(report.view.path.count > 1000)
    let lines = report.description.split(separator: "\n")
    #expect(lines.count < 60)
    for line in lines { #expect(line.count <= 80) }
    #expect(lines.contains { $0.hasSuffix("more accomplices") })
    #expect(lines.contains("  and 100 more layouts"))
    let text = lines.joined(separator: " ")
    #expect(text.hasPrefix("`step599` (Window/step0/…/step590/step591/"), "\(report)")
  }
}
