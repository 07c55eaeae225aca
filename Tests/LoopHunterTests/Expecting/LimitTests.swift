import Foundation
import LayoutTrace
import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// A pass that ended at a limit did not settle, however the layouts are spread over the views.
@Suite("Passes that end at a limit, in tests")
struct LimitTests {
  private let loop = TurnLoop()
  private let window: Window

  init() {
    window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
  }

  /// Adds views, each of which dirties the next one in its layout, around and around.
  private func addWave(_ count: Int, until last: Int = .max) {
    var layouts = 0
    var isMoving = false
    let views = (0..<count).map { GeneratedView("cell\($0)") }
    for (index, view) in views.enumerated() {
      unowned let next = views[(index + 1) % count]
      view.onLayout = { _ in
        guard isMoving else { return }
        layouts += 1
        if layouts < last { next.setNeedsLayout() }
      }
      window.addSubview(view)
    }
    // One wave moves on, not one for each view.
    window.layoutIfNeeded()
    isMoving = true
    views[0].setNeedsLayout()
  }

  private func reports(_ threshold: Int = 100, _ body: () -> Void) throws -> [LoopReport] {
    do {
      try loop.expectNoLayoutLoops(threshold: threshold, body)
      return []
    } catch let error as LoopDetected {
      return error.reports
    }
  }

  /// A view that lays out a new one of its class in its layout, outside any window.
  private final class Matryoshka: View {
    override func layoutSubviews() { Matryoshka().layoutIfNeeded() }
  }

  @Test("passes that nest up to the limit fail, although their views are dead at the end")
  func nestedAndGone() throws {
    window.addSubview(Matryoshka())
    let report = try #require(try reports { loop.runTurn() }.first)
    #expect("\(report)".contains("nest"))
  }

  @Test(
    "a wave in a tree that dies with its pass fails, be the tree a window or none",
    arguments: [true, false])
  func goneTree(isWindow: Bool) throws {
    let outer = GeneratedView("outer")
    unowned let loop = loop
    outer.onLayout = { _ in
      let sizing = isWindow ? Window(frame: .zero, loop: loop) : View()
      let views = (0..<200).map { GeneratedView("cell\($0)") }
      for view in views { sizing.addSubview(view) }
      sizing.layoutIfNeeded()
      for (index, view) in views.enumerated() {
        unowned let next = views[(index + 1) % views.count]
        view.onLayout = { _ in next.setNeedsLayout() }
      }
      views[0].setNeedsLayout()
      sizing.layoutIfNeeded()
    }
    window.addSubview(outer)
    #expect(try reports { loop.runTurn() }.count == 1)
  }

  @Test("a wave over 200 views fails, with its cycle and the limit, although none crosses")
  func wave() throws {
    loop.passLimit = 2_000
    addWave(200)
    let found = try reports { loop.runTurn() }
    let report = try #require(found.first)
    #expect(found.count == 1)
    #expect(report.verdict == .redundant)
    #expect(report.cycleLength == 200 && report.culprit != nil)
    #expect(report.count <= 100 && report.isSettled == false)
    #expect(report.remarks.contains(.limit(.batches(2_000), layouts: 2_000, views: 200)))
    let text = "\(report)".split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      text.contains("the pass ended at its limit of 2,000 batches: 2,000 layouts of 200 views"))
    #expect(loop.passLimit == 2_000)
  }

  @Test("a test within a layout fails if the pass around it comes to its limit meanwhile")
  func withinLayout() throws {
    loop.passLimit = 50
    let views = (0..<40).map { GeneratedView("cell\($0)") }
    let list = GeneratedView("list")
    for (index, view) in views.enumerated() {
      unowned let next = views[(index + 1) % views.count]
      view.onLayout = { _ in next.setNeedsLayout() }
      list.addSubview(view)
    }
    var reports: [LoopReport] = []
    unowned let loop = loop
    list.onLayout = { _ in
      do {
        try loop.expectNoLayoutLoops {
          views[0].setNeedsLayout()
          for view in views + views { view.layoutIfNeeded() }
        }
      } catch {
        reports += (error as? LoopDetected)?.reports ?? []
      }
    }
    window.addSubview(list)
    loop.runTurn()
    #expect(reports.count == 1, "\(reports)")
    #expect(loop.lastCommit.didHitLimit)
  }

  @Test("a loop that the limit ends before it crosses fails without a verdict")
  func undetermined() throws {
    loop.passLimit = 3
    addWave(2)
    let report = try #require(try reports { loop.runTurn() }.first)
    #expect(report.verdict == .undetermined)
    #expect("\(report)".contains("undetermined: the pass ended at its limit of 3 batches"))
    let dirtied = report.remarks.contains {
      if case .dirtied(let writer?, .call(.setNeedsLayout), _) = $0 {
        writer.className == "GeneratedView"
      } else {
        false
      }
    }
    #expect(dirtied, "\(report)")
    #expect(!report.fingerprint.isEmpty)
    #expect(!"\(report)".contains("raise the threshold"))
  }

  @Test("the fingerprint of a loop without a verdict depends on class and deed, not on numbers")
  func fingerprint() throws {
    loop.passLimit = 3
    addWave(2)
    let first = try #require(try reports { loop.runTurn() }.first)
    let other = LimitTests()
    other.loop.passLimit = 4
    other.addWave(3)
    let second = try #require(try other.reports { other.loop.runTurn() }.first)
    #expect(second.verdict == .undetermined && second.fingerprint == first.fingerprint)
  }

  @Test("a body that lowers the limit hides no loop")
  func lowered() throws {
    addWave(3)
    loop.passLimit = 10_000
    let found = try reports {
      loop.passLimit = 5
      loop.runTurn()
    }
    #expect(found.count == 1)
    #expect(loop.passLimit == 10_000)
    window.setNeedsLayout()
    let view = GeneratedView("self")
    view.onLayout = { $0.setNeedsLayout() }
    window.addSubview(view)
    let again = try reports {
      loop.passLimit = 1
      loop.runTurn()
      loop.passLimit = 10_000
    }
    #expect(again.count == 1)
  }

  @Test("a forced pass that ends at the limit fails, too")
  func forced() throws {
    loop.passLimit = 40
    addWave(8)
    let found = try reports { window.layoutIfNeeded() }
    #expect(found.first?.remarks.contains(.limit(.batches(40), layouts: 40, views: 8)) == true)
  }

  @Test("a pass that settles in its last batch passes")
  func settles() throws {
    loop.passLimit = 45
    addWave(5, until: 45)
    #expect(try reports { loop.runUntilIdle() } == [])
  }

  @Test("a loop that crosses explains the limit, also one that the baseline knows")
  func explained() throws {
    let file = URL.temporaryDirectory.appending(path: "known-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    loop.passLimit = 500
    addWave(2)
    let found = try reports { loop.runTurn() }
    #expect(found.count == 1 && found.first?.count == 101)
    var baseline = Baseline()
    let added = baseline.add(found[0])
    #expect(added)
    try Data(baseline.text).write(to: file)
    try loop.expectNoLayoutLoops(baseline: file)
    #expect(loop.lastCommit.didHitLimit)
    // A known loop that the limit ends early is the same loop.
    loop.passLimit = 100
    window.subviews.last?.setNeedsLayout()
    try loop.expectNoLayoutLoops(baseline: file)
    // A loop without a verdict is never a known one.
    loop.passLimit = 3
    #expect(throws: LoopDetected.self) { try loop.expectNoLayoutLoops(baseline: file) }
  }

  /// A view that dirties itself, and a baseline that knows its loop.
  private func knownSelf(
    _ onLayout: @escaping (GeneratedView) -> Void = { _ in }
  ) throws -> (view: GeneratedView, file: URL) {
    let file = URL.temporaryDirectory.appending(path: "known-\(UUID()).json")
    let view = GeneratedView("self")
    view.onLayout = {
      $0.setNeedsLayout()
      onLayout($0)
    }
    window.addSubview(view)
    let report = try #require(try reports { loop.runTurn() }.first)
    var baseline = Baseline()
    let added = baseline.add(report)
    #expect(added)
    try Data(baseline.text).write(to: file)
    return (view, file)
  }

  @Test(
    "a known loop explains no other one in its pass",
    arguments: [1_500, caseCount(10_000, inDebug: 3_000)])
  func besideKnown(limit: Int) throws {
    let (_, file) = try knownSelf()
    defer { try? FileManager.default.removeItem(at: file) }
    loop.passLimit = limit
    addWave(60)
    let error = try #require(throws: LoopDetected.self) {
      try loop.expectNoLayoutLoops(threshold: 400, baseline: file)
    }
    let report = try #require(error.reports.first)
    #expect(error.reports.count == 1 && report.view.path.hasPrefix("Window/cell"), "\(report)")
  }

  @Test("a known loop explains the layouts that it brings about, directly and further away")
  func victimsOfKnown() throws {
    let victims = (0..<3).map { GeneratedView("victim\($0)") }
    for victim in victims { window.addSubview(victim) }
    for index in 0..<2 {
      unowned let next = victims[index + 1]
      victims[index].onLayout = { _ in next.setNeedsLayout() }
    }
    window.layoutIfNeeded()
    let (view, file) = try knownSelf { view in
      guard view.layouts % 30 == 0 else { return }
      victims[0].setNeedsLayout()
      let new = GeneratedView("new")
      new.addSubview(GeneratedView("inside"))
      view.subviews.last?.removeFromSuperview()
      view.addSubview(new)
    }
    defer { try? FileManager.default.removeItem(at: file) }
    view.layouts = 0
    view.setNeedsLayout()
    loop.passLimit = 1_000
    try loop.expectNoLayoutLoops(baseline: file)
    #expect(loop.lastCommit.didHitLimit && victims[2].layouts > 10)
  }

  @Test("a view that settled early does not stand for the loop behind it")
  func bystander() throws {
    loop.passLimit = 100
    let busy = GeneratedView("busy")
    busy.onLayout = { if $0.layouts < 40 { $0.setNeedsLayout() } }
    window.addSubview(busy)
    addWave(20)
    let report = try #require(try reports { loop.runTurn() }.first)
    #expect(report.view.path != "Window/busy", "\(report)")
  }

  @Test("a forced layout that is refused at the nesting limit fails")
  func nesting() throws {
    var superview: View = window
    for index in 0..<20 {
      let view = GeneratedView("level\(index)")
      view.onLayout = { view in
        for subview in view.subviews {
          subview.setNeedsLayout()
          subview.layoutIfNeeded()
        }
      }
      superview.addSubview(view)
      superview = view
    }
    loop.runUntilIdle()
    window.subviews.first?.setNeedsLayout()
    #expect(try reports { loop.runTurn() } == [])
    loop.nestingLimit = 10
    window.subviews.first?.setNeedsLayout()
    let found = try reports { loop.runTurn() }
    let limits = found.flatMap(\.remarks).compactMap { remark -> LayoutLimit? in
      if case .limit(let limit, _, _) = remark { limit } else { nil }
    }
    #expect(limits == [.nesting(10)], "\(found)")
  }

  @Test("the kept trace of a pass that ended at its limit shows the same loop, and proves it")
  func recorded() throws {
    let file = URL.temporaryDirectory.appending(path: "limit-\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    loop.passLimit = 200
    addWave(10)
    let error = try #require(throws: LoopDetected.self) {
      try loop.expectNoLayoutLoops(recordFailures: file)
    }
    let report = try #require(error.reports.first)
    #expect(report.culprit?.edge.proof?.kind == "proved", "\(report)")
    #expect(FileManager.default.fileExists(atPath: file.path))
  }
}
