import Foundation
import HuntSupport
import LayoutTrace
import LoopCorpus
import LoopHunter
import LoopScenarios
import TestSupport
import Testing
import ViewTree

/// Places for code outside any layout.
enum OutsideWay: CaseIterable {
  case event, block, timer, betweenTurns, beforeWaiting, afterCommit, posted
}

/// Code outside any layout that dirties and forces, again and again.
@Suite("Thrashing")
struct ThrashingFinderTests {
  private let loop = TurnLoop()
  private let window: Window
  private let panel = GeneratedView("panel", CGRect(x: 0, y: 0, width: 300, height: 300))
  private let list = GeneratedView("list", CGRect(x: 0, y: 0, width: 300, height: 280))

  init() {
    loop.passLimit = 2_000
    window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    window.addSubview(panel)
    panel.addSubview(list)
  }

  @discardableResult
  private func addRows(_ count: Int) -> [View] {
    let rows = (0..<count).map { _ in View(frame: CGRect(x: 0, y: 0, width: 300, height: 20)) }
    for row in rows { list.addSubview(row) }
    loop.runTurn()
    return rows
  }

  /// Runs `body` where code outside layout can stand, and the turn to its end.
  private func run(_ way: OutsideWay, _ body: @escaping () -> Void) {
    var observation: ObservationToken?
    switch way {
    case .event: loop.event(body)
    case .block: loop.async(body)
    case .timer: loop.after(.milliseconds(4), body)
    case .betweenTurns: body()
    case .beforeWaiting, .afterCommit:
      loop.event {}
      observation = loop.addObserver(at: way == .afterCommit ? .afterCommit : .beforeWaiting) {
        observation?.cancel()
        body()
      }
    case .posted:
      nonisolated(unsafe) let body = body
      loop.poster.post { _ in body() }
    }
    loop.runUntilIdle(limit: 5)
    observation?.cancel()
  }

  private struct Found {
    let first: LoopReport
    let last: LoopReport
  }

  /// Hunts a view while `body` runs.
  private func hunt(
    _ view: View, threshold: Int = 100, stacks: Int = 0, way: OutsideWay = .event,
    _ body: @escaping () -> Void
  ) throws -> Found {
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: stacks))
    defer { hunter.detachAll() }
    let attachment = try hunter.attach(to: view, threshold: threshold) { reports.append($0) }
    run(way, body)
    return Found(first: try #require(reports.first), last: try #require(attachment.lastReport))
  }

  /// The reports on `body` of hunts of all views, of a tree hunt, and of an expectation.
  private func reports(threshold: Int = 100, _ body: @escaping () -> Void) throws -> [LoopReport] {
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
    try hunter.attach(toTree: window, threshold: threshold, where: { _ in true }) {
      reports.append($0)
    }
    body()
    hunter.detachAll()
    do {
      try loop.expectNoLayoutLoops(threshold: threshold) { body() }
    } catch let error as LoopDetected {
      reports += error.reports
    }
    return reports
  }

  // MARK: Names and counts

  @Test(
    "the report names the writer, the forcing code and the number of times, wherever the code is",
    arguments: OutsideWay.allCases)
  func ways(_ way: OutsideWay) throws {
    let rows = addRows(150)
    let list = list
    let found = try hunt(list, stacks: 8, way: way) {
      for row in rows {
        row.frame.size.height += 1
        list.layoutIfNeeded()
      }
    }
    let line = #line - 4
    #expect(found.first.verdict == .thrashing(times: 101), "\(found.first)")
    #expect(found.last.verdict == .thrashing(times: 150), "\(found.last)")
    #expect(found.first.fingerprint == found.last.fingerprint)
    let culprit = try #require(found.first.culprit)
    #expect(culprit.edge.writer == nil)
    #expect(culprit.edge.action.name == "frame.size.height")
    #expect(culprit.edge.target.path == "Window/panel/list/View")
    #expect(culprit.edge.dirtied.name == "list")
    #expect([culprit.edge.old, culprit.edge.new] == [.numbers([20]), .numbers([21])])
    let force = try #require(culprit.force)
    #expect(force.action.name == "layoutIfNeeded")
    #expect(force.target.path == "Window/panel/list")
    #if DEBUG
    let place = "ThrashingFinderTests.swift:\(line)"
    #expect(
      [place, "near \(place)"].contains(culprit.edge.location?.description), "\(found.first)")
    #expect(force.location == "ThrashingFinderTests.swift:\(line + 1)")
    #expect(culprit.sentence.contains(" \(place))"))
    #expect(culprit.sentence.contains("at ThrashingFinderTests.swift:\(line + 1))"))
    #endif
  }

  @Test("the report reads as a person would say it")
  func words() throws {
    let row = addRows(1)[0]
    let list = list
    let report = try hunt(list, threshold: 20) {
      for height in 1...30 {
        row.frame.size.height = CGFloat(20 + height)
        list.layoutIfNeeded()
      }
    }.last
    let text = report.description.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      text.prefix(3) == [
        "Code outside any layout wrote `frame.size.height` of `View`",
        "(Window/panel/list/View) 40 → 41 and forced `list` (Window/panel/list) by",
        "`layoutIfNeeded`, again and again in one turn.",
      ], "\(report)")
    #expect(
      report.description.contains(
        """
        Verdict      thrashing: forced 30 times in one turn from outside any layout,
                     each time after a change
        """), "\(report)")
    #expect(report.description.contains("forced, hunted"))
    #expect(report.geometry.first?.values.count == 8)
    let coded = try JSONDecoder().decode(
      LoopReport.self, from: try JSONEncoder().encode(report))
    #expect(coded == report)
  }

  // MARK: Actions

  @Test(
    "each kind of change that makes layout necessary is named",
    arguments: [
      "setNeedsLayout", "addSubview", "text", "bounds.origin.y", "isHidden", "removeFromSuperview",
    ])
  func deeds(_ action: String) throws {
    let label = Label(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
    let stack = StackView(arrangedSubviews: [View(), View()])
    let scroll = ScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    for view in [label, stack, scroll] { list.addSubview(view) }
    loop.runTurn()
    let (list, panel) = (list, panel)
    let hunted: View =
      switch action {
      case "text": label
      case "isHidden": stack
      case "bounds.origin.y": scroll
      default: list
      }
    var spare = (0..<60).map { _ in View() }
    if action == "removeFromSuperview" { for view in spare { list.addSubview(view) } }
    loop.runTurn()
    let report = try hunt(hunted, threshold: 40) {
      for step in 1...60 {
        switch action {
        case "setNeedsLayout": list.setNeedsLayout()
        case "addSubview": list.addSubview(spare.removeLast())
        case "removeFromSuperview": spare.removeLast().removeFromSuperview()
        case "text": label.text = String(repeating: "a", count: step)
        case "isHidden": stack.arrangedSubviews[0].isHidden.toggle()
        default: scroll.contentOffset.y = CGFloat(step)
        }
        panel.layoutIfNeeded()
      }
    }.last
    #expect(report.verdict == .thrashing(times: 60), "\(report)")
    #expect(report.culprit?.edge.action.name == action, "\(report)")
    // A stack is laid out because a view in it was hidden.
    let changed = action == "isHidden" ? stack.arrangedSubviews[0] : hunted
    #expect(report.culprit?.edge.target.path == ViewReference(changed).path)
    #expect(report.culprit?.force?.target.name == "panel")
  }

  @Test("a write outranks the call that announces it")
  func announced() throws {
    let row = addRows(1)[0]
    let list = list
    let report = try hunt(list) {
      for step in 0..<120 {
        list.setNeedsLayout()
        row.frame.size.height = CGFloat(30 + step % 2)
        list.layoutIfNeeded()
      }
    }.first
    #expect(report.culprit?.edge.action.name == "frame.size.height", "\(report)")
    #expect(report.otherEdges.map(\.action) == [.call(.setNeedsLayout)])
  }

  @Test("rows that are forced one by one are one forced kind of view")
  func manyForced() throws {
    let rows = addRows(150)
    let report = try hunt(list) {
      for row in rows {
        row.frame.size.height += 1
        row.layoutIfNeeded()
      }
    }.first
    #expect(report.verdict == .thrashing(times: 101), "\(report)")
    #expect(report.culprit?.force?.target.path == "Window/panel/list/View")
  }

  @Test("a block that a layout enqueued is code outside any layout")
  func ofALayout() throws {
    let row = addRows(1)[0]
    let (loop, list) = (loop, list)
    panel.onLayout = { panel in
      panel.onLayout = nil
      loop.async {
        for step in 0..<120 {
          row.frame.size.height = CGFloat(30 + step)
          list.layoutIfNeeded()
        }
      }
    }
    panel.setNeedsLayout()
    let report = try hunt(list) {}.first
    #expect(report.verdict == .thrashing(times: 101), "\(report)")
    #expect(report.culprit?.edge.writer == nil)
  }

  @Test("the thrashing loops of public issues get their true reports")
  func publicLoops() throws {
    let loops = PublicLoop.all.filter { $0.truth.kind == .thrashing }
    #expect(loops.count >= 3)
    for loop in loops {
      let stage = loop.build()
      var reports: [LoopReport] = []
      let hunter = LoopHunter(loop: stage.loop, configuration: .init(stackLimit: 0))
      try hunter.attach(to: stage.suspect, threshold: PublicLoop.threshold) { reports.append($0) }
      stage.run()
      let judgement = Judgement(reports.first, loop.truth)
      #expect(judgement.isRight, "\(loop.name): \(judgement.complaints)")
    }
  }

  // MARK: The same bug

  private struct Essence: Hashable {
    let kind: String
    let fingerprint: String
    let edge: [String]
    let cycle: Set<String>

    init(_ report: LoopReport) {
      kind = report.verdict.kind
      fingerprint = report.fingerprint
      edge =
        [report.culprit?.edge.action.name ?? ""]
        + [
          report.culprit?.edge.target, report.culprit?.edge.dirtied, report.culprit?.force?.target,
        ]
        .map { $0?.path ?? "" }
      cycle = Set(report.cycle.map(\.path))
    }
  }

  @Test("the bug is the same whichever view is hunted, in the tree hunt, an expectation, a replay")
  func sameBug() throws {
    let rows = addRows(3)
    let (loop, panel, list) = (loop, panel, list)
    let body = {
      for step in 0..<240 {
        rows[step % 3].frame.size.height += 1
        panel.layoutIfNeeded()
      }
    }
    var found: Set<Essence> = []
    for view in [list] + rows {
      found.insert(Essence(try hunt(view, threshold: 40, body).first))
    }
    let reports = try reports(threshold: 40) {
      loop.event(body)
      loop.runTurn()
    }
    #expect(reports.count >= 5)
    found.formUnion(reports.map(Essence.init))
    let recorder = try TraceRecorder(loop, to: .memory)
    loop.event(body)
    loop.runTurn()
    try recorder.finish()
    let replayer = try TraceReplayer(TraceText.input(recorder.bytes))
    let hunter = LoopHunter(loop: replayer.loop, configuration: .init(stackLimit: 0))
    replayer.onView = { view, _ in
      _ = try? hunter.attach(to: view, threshold: 40) { found.insert(Essence($0)) }
    }
    try replayer.run()
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.kind == "thrashing")
    #expect(
      found.first?.cycle == Set(["Window/panel/list"] + rows.map { ViewReference($0).path }))
    withExtendedLifetime(list) {}
  }

  @Test("a trace with places names the writer and the forcing code")
  func replayedPlaces() throws {
    var lines = TraceText.preamble
    for height in 1...120 {
      lines += [
        #"{"e":"frame","v":3,"to":[0,0,10,\#(height)],"was":[0,0,10,\#(height - 1)],"from":"Feed.swift:7"}"#,
        #"{"e":"dirty","v":3,"why":"size"}"#, #"{"e":"dirty","v":2,"why":"size"}"#,
        #"{"e":"force","v":2,"from":"Feed.swift:8"}"#, #"{"e":"layout","v":2}"#,
        #"{"e":"done","v":2}"#, #"{"e":"layout","v":3}"#, #"{"e":"done","v":3}"#,
      ]
    }
    lines += [#"{"e":"end","turns":1}"#]
    lines[3] = #"{"e":"view","v":3,"class":"Cell","in":2,"at":0,"frame":[0,0,10,0],"clean":true}"#
    lines[2] = #"{"e":"view","v":2,"class":"Feed","in":1,"at":0,"clean":true}"#
    lines[1] = #"{"e":"view","v":1,"class":"Window","frame":[0,0,100,100],"clean":true}"#
    let replayer = try TraceReplayer(TraceText.input(lines))
    let hunter = LoopHunter(loop: replayer.loop)
    hunter.takeSourceLocations(from: replayer)
    var reports: [LoopReport] = []
    replayer.onView = { view, _ in _ = try? hunter.attach(to: view) { reports.append($0) } }
    let result = try replayer.run()
    #expect(result.divergence == nil)
    #expect(reports.count == 2)
    for report in reports {
      #expect(report.verdict.kind == "thrashing", "\(report)")
      #expect(report.culprit?.edge.location == "Feed.swift:7")
      #expect(report.culprit?.force?.location == "Feed.swift:8")
    }
  }

  @Test(
    "thrashing has one fingerprint at all thresholds, and a verdict from three forced layouts on")
  func thresholds() throws {
    let rows = addRows(300)
    for (index, row) in rows.enumerated() { row.identifier = "row \(index)" }
    let list = list
    var fingerprints: Set<String> = []
    for threshold in [3, 4, 5, 6, 7, 8, 10, 12, 20, 50, 99, 200] {
      let report = try hunt(list, threshold: threshold) {
        for row in rows {
          row.frame.size.height += 1
          list.layoutIfNeeded()
        }
      }
      #expect(report.last.verdict == .thrashing(times: 300), "\(report.last)")
      guard threshold >= 5 else { continue }
      #expect(report.first.verdict == .thrashing(times: threshold + 1), "\(report.first)")
      fingerprints.insert(report.first.fingerprint)
    }
    #expect(fingerprints.count == 1)
  }

  #if DEBUG
  @Test("lines are known at low thresholds, too", arguments: [5, 6, 8])
  func earlyLines(_ threshold: Int) throws {
    let list = list
    let report = try hunt(list, threshold: threshold, stacks: 8) {
      for _ in 0..<20 {
        list.setNeedsLayout()
        list.layoutIfNeeded()
      }
    }.first
    let line = #line - 4
    #expect(report.culprit?.edge.location == "ThrashingFinderTests.swift:\(line)", "\(report)")
    #expect(report.culprit?.force?.location == "ThrashingFinderTests.swift:\(line + 1)")
  }
  #endif

  // MARK: Other loops

  @Test("layouts of a commit are not forced ones, whatever was forced before it")
  func committed() throws {
    addRows(1)
    let list = list
    // Each force finds something to do beside the view, and the commit loops.
    list.onLayout = { if $0.layouts < 300 { $0.setNeedsLayout() } }
    let other = GeneratedView("other")
    panel.addSubview(other)
    loop.runTurn()
    let report = try hunt(list, threshold: 40) {
      list.layouts = 0
      list.setNeedsLayout()
      for _ in 0..<10 {
        other.setNeedsLayout()
        other.layoutIfNeeded()
      }
    }.first
    #expect(report.verdict == .redundant, "\(report)")
  }

  @Test("a layout that forces another view is in a loop of its own")
  func forcedInALayout() throws {
    let row = addRows(1)[0]
    list.onLayout = { list in
      list.onLayout = nil
      for step in 0..<120 {
        row.setNeedsLayout()
        row.frame.size.height = CGFloat(30 + step)
        row.layoutIfNeeded()
      }
    }
    let list = list
    let report = try hunt(row) { list.setNeedsLayout() }.first
    #expect(report.verdict.kind != "thrashing", "\(report)")
  }

  @Test("a view that dirties itself in a forced pass is in a loop")
  func loopInAPass() throws {
    addRows(1)
    list.onLayout = { if $0.layouts < 400 { $0.setNeedsLayout() } }
    let list = list
    let report = try hunt(list) {
      list.setNeedsLayout()
      list.layoutIfNeeded()
    }.first
    #expect(report.verdict == .redundant, "\(report)")
    #expect(report.culprit?.edge.writer?.name == "list")
    #expect(report.culprit?.force == nil)
  }

  @Test("loops that are forced to begin four times are loops")
  func loopInEachPass() throws {
    addRows(1)
    list.onLayout = { if $0.layouts % 40 != 0 { $0.setNeedsLayout() } }
    list.layouts = 0
    let list = list
    let report = try hunt(list) {
      for _ in 0..<4 {
        list.setNeedsLayout()
        list.layoutIfNeeded()
      }
    }.first
    #expect(report.verdict == .redundant, "\(report)")
  }

  @Test("no view is accused of layouts that a detector's own callback forces")
  func callbacks() throws {
    let rows = addRows(2)
    let list = list
    list.onLayout = { if $0.layouts < 300 { $0.setNeedsLayout() } }
    let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
    var reports: [LoopReport] = []
    try hunter.attach(to: rows[0]) { reports.append($0) }
    try hunter.attach(to: list, threshold: 10) { _ in
      for _ in 0..<200 {
        rows[0].setNeedsLayout()
        rows[0].layoutIfNeeded()
      }
    }
    list.setNeedsLayout()
    loop.runTurn()
    #expect(reports.isEmpty, "\(reports)")
  }

  // MARK: Near-twins

  @Test("all is written, and layout is forced once")
  func writeAll() throws {
    let rows = addRows(150)
    let (loop, list) = (loop, list)
    #expect(
      try reports {
        loop.event {
          for row in rows { row.frame.size.height += 1 }
          list.layoutIfNeeded()
        }
        loop.runTurn()
      }.isEmpty)
  }

  @Test("clean trees are forced, a few layouts, or one in each turn")
  func harmless() throws {
    let rows = addRows(150)
    let (loop, list) = (loop, list)
    let found = try reports {
      loop.event { for _ in 0..<500 { list.layoutIfNeeded() } }
      loop.runTurn()
      loop.event {
        for row in rows.prefix(90) {
          row.frame.size.height += 1
          list.layoutIfNeeded()
        }
      }
      loop.runTurn()
      for row in rows + rows {
        loop.event {
          row.frame.size.height += 1
          list.layoutIfNeeded()
        }
        loop.runTurn()
      }
      let timer = loop.every(.milliseconds(16), target: list) { list in
        list.frame.size.height += 1
        list.layoutIfNeeded()
      }
      loop.advance(by: .milliseconds(16 * 150))
      timer.invalidate()
    }
    #expect(found.isEmpty, "\(found)")
  }

  @Test("each of many views is dirtied and forced once")
  func eachOnce() throws {
    let rows = addRows(150)
    let loop = loop
    #expect(
      try reports {
        loop.event {
          for row in rows {
            row.setNeedsLayout()
            row.layoutIfNeeded()
          }
        }
        loop.runTurn()
      }.isEmpty)
  }
}
