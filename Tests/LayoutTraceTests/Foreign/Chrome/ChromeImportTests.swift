import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing

@Suite("Importing traces of Chromium")
struct ChromeImportTests {
  private static let thrash = Result { try Recording.bytes("chromium-thrash") }
  private static let cascade = Result { try Recording.bytes("chromium-ro-pingpong") }

  // MARK: Counts

  @Test(
    "a document is laid out as often in its worst task as the browser's own events say",
    arguments: [("thrash", 149), ("ro-pingpong", 59), ("clean", 1)])
  func counts(page: String, layouts: Int) throws {
    let imported = try Imported(Recording.bytes("chromium-\(page)"))
    #expect(imported.layoutsPerTurn().max() == layouts)
    #expect(imported.lines[1].contains("\"class\":\"Document\",\"name\":\"\(page).html\""))
  }

  @Test("a document is laid out often, and each element that was written once")
  func elements() throws {
    let imported = try Imported(Self.thrash.get())
    let scan = try TraceScan(options: .init(threshold: 100)).run(
      .bytes(imported.trace, name: "thrash"))
    #expect(scan.loops.map(\.className) == ["Document"])
    #expect(scan.loops.map(\.maximum) == [149])
    let turn = try #require(scan.loops.first?.maximumTurn)
    for row in sample(Array(1..<150), oneIn: 10, seed: firstSeed("ChromeImportTests")) {
      let view = try #require(
        imported.lines.firstIndex { $0.contains("\"class\":\"DIV\",\"name\":\"#row\(row).row\"") })
      #expect(imported.layoutsPerTurn(ofView: view)[turn - 1] == 1)
    }
  }

  @Test("the writer stands at the dirty element, and the reader at the forced layout")
  func writerAndReader() throws {
    let imported = try Imported(Self.thrash.get())
    let forces = imported.lines.filter { $0.contains("\"e\":\"force\"") }
    #expect(forces.count == 149)
    #expect(forces.allSatisfy { $0.contains("\"from\":\"readRow (thrash.html:8:60)\"") })
    let rows = imported.lines.filter { $0.contains("\"e\":\"dirty\"") && $0.contains("growRow") }
    // The document and a row, before each layout.
    #expect(rows.count == 2 * 149)
    #expect(
      rows.allSatisfy {
        $0.hasSuffix("\"why\":\"style\",\"from\":\"growRow (thrash.html:7:65)\"}")
      })
  }

  @Test("the layouts of a cascade are not forced: they are batches of one commit")
  func unforced() throws {
    let imported = try Imported(Self.cascade.get())
    #expect(!imported.lines.contains { $0.contains("\"e\":\"force\"") })
    #expect(imported.lines.contains("{\"e\":\"committed\",\"batches\":59}"))
    let writes = imported.lines.filter {
      $0.contains("\"from\":\"cascade (ro-pingpong.html:9:159)\"")
    }
    #expect(writes.count == 2 * 59)
  }

  @Test(
    "a replay lays out the same views in the same order, with nothing unexplained",
    arguments: ["thrash", "ro-pingpong", "clean"])
  func replays(page: String) throws {
    let imported = try Imported(Recording.bytes("chromium-\(page)"))
    let replayer = try TraceReplayer(.bytes(imported.trace, name: page))
    let result = try replayer.run()
    #expect(result.divergence == nil)
    #expect(result.unexplainedLayouts == 0)
    #expect(result.replayedLayouts == result.summary.layouts)
    #expect(result.summary.warnings.isEmpty)
  }

  // MARK: Variants

  /// The events of the cascade, as values that a test changes.
  private static func events() throws -> [[String: Any]] {
    let object = try JSONSerialization.jsonObject(with: Data(cascade.get())) as? [String: Any]
    return try #require(object?["traceEvents"] as? [[String: Any]])
  }

  private static func trace(_ events: [[String: Any]]) throws -> [UInt8] {
    Array(try JSONSerialization.data(withJSONObject: ["traceEvents": events]))
  }

  /// Expects a trace to convert to the same layout trace as the whole one.
  private static func expectSame(_ bytes: [UInt8]) throws {
    #expect(try Imported(bytes).lines == Imported(cascade.get()).lines)
  }

  @Test("a document without written styles is laid out for its structure, from the beginning")
  func unwritten() throws {
    let writes = ["ScheduleStyleRecalculation", "StyleRecalcInvalidationTracking"]
    let events = try Self.events().filter { !writes.contains($0["name"] as? String ?? "") }
    let lines = try Imported(Self.trace(events)).lines
    #expect(
      lines.first { $0.contains("\"dirty\"") } == "{\"e\":\"dirty\",\"v\":1,\"why\":\"structure\"}")
  }

  @Test("a bare array of events is a trace, too")
  func bareArray() throws {
    try Self.expectSame(Array(JSONSerialization.data(withJSONObject: Self.events())))
  }

  @Test("blanks and line breaks between tokens change nothing")
  func prettyPrinted() throws {
    try Self.expectSame(
      Array(
        JSONSerialization.data(
          withJSONObject: ["other": ["a": [1, 2]], "traceEvents": Self.events()],
          options: .prettyPrinted)))
  }

  @Test("events may come in any order")
  func unsorted() throws {
    // A recorder writes a slice when it ends, or keeps the events of each thread together.
    let events = try Self.events()
    let slices = events.filter { $0["ph"] as? String == "X" }
    let moments = events.filter { $0["ph"] as? String != "X" }
    try Self.expectSame(Self.trace(moments + slices.reversed()))
    try Self.expectSame(Self.trace(slices + moments))
  }

  @Test("begins and ends are joined, with the arguments split over the pair")
  func pairs() throws {
    var events: [[String: Any]] = []
    // In the order of time, as they are recorded: what ends at a time does so before others begin.
    var timed: [(time: Double, isBegin: Bool, event: [String: Any])] = []
    for event in try Self.events() {
      guard event["ph"] as? String == "X", let start = event["ts"] as? Double,
        let duration = event["dur"] as? Double, duration > 0
      else {
        timed.append((event["ts"] as? Double ?? 0, true, event))
        continue
      }
      var begin = event
      begin["ph"] = "B"
      begin["dur"] = nil
      var end = begin
      end["ph"] = "E"
      end["ts"] = start + duration
      let arguments = event["args"] as? [String: Any] ?? [:]
      begin["args"] = arguments.filter { $0.key != "endData" }
      end["args"] = arguments.filter { $0.key == "endData" }
      timed.append((start, true, begin))
      timed.append((start + duration, false, end))
    }
    timed.sort { ($0.time, $0.isBegin ? 1 : 0) < ($1.time, $1.isBegin ? 1 : 0) }
    events = timed.map(\.event)
    try Self.expectSame(Self.trace(events))
  }

  @Test("old names of tasks and styles, `rootNode`, pointers as frames, no names of nodes")
  func oldFields() throws {
    let events = try Self.events().compactMap { event -> [String: Any]? in
      var event = event
      switch event["name"] as? String {
      case "RunTask": event["name"] = "TaskQueueManager::ProcessTaskFromWorkQueue"
      case "UpdateLayoutTree": event["name"] = "RecalculateStyles"
      case "ThreadControllerImpl::RunTask": event["name"] = "MessageLoop::RunTask"
      default: break
      }
      var arguments = event["args"] as? [String: Any] ?? [:]
      for key in ["data", "beginData"] {
        guard var data = arguments[key] as? [String: Any] else { continue }
        if data["frame"] is String { data["frame"] = "0x163736997740" }
        data["nodeName"] = nil
        arguments[key] = data
      }
      if arguments["endData"] != nil { arguments["endData"] = ["rootNode": 7, "root": [0, 0]] }
      event["args"] = arguments
      return event
    }
    let imported = try Imported(Self.trace(events))
    #expect(imported.layoutsPerTurn().max() == 59)
    #expect(imported.lines.contains { $0.contains("\"class\":\"Element\"") })
  }

  @Test("a layout without `endData` counts, and so does one that never ends")
  func withoutEnd() throws {
    var events = try Self.events()
    let layouts = events.indices.filter { events[$0]["name"] as? String == "Layout" }
    for index in layouts {
      events[index]["args"] = (events[index]["args"] as? [String: Any])?.filter {
        $0.key == "beginData"
      }
    }
    events[layouts.last!]["ph"] = "B"
    events[layouts.last!]["dur"] = nil
    #expect(try Imported(Self.trace(events)).layoutsPerTurn().max() == 59)
  }

  /// A complete event of a page's main thread, with a stack of one frame where a place is given.
  private static func event(
    _ name: String, _ phase: String, at time: Int, lasting duration: Int = 0,
    in place: (function: String, url: String)? = nil
  ) -> [String: Any] {
    var data: [String: Any] = ["frame": "F"]
    if let place {
      data["stackTrace"] = [
        ["functionName": place.function, "url": place.url, "lineNumber": 3, "columnNumber": 4]
      ]
    }
    return [
      "name": name, "ph": phase, "ts": time, "dur": duration, "pid": 1, "tid": 1,
      "args": [name == "Layout" ? "beginData" : "data": data],
    ]
  }

  @Test("the outermost of nested tasks is the turn")
  func nestedTasks() throws {
    let events = [
      Self.event("RunTask", "X", at: 0, lasting: 100),
      Self.event("ThreadControllerImpl::RunTask", "X", at: 1, lasting: 40),
      Self.event("Layout", "X", at: 10, lasting: 5),
      Self.event("ThreadControllerImpl::RunTask", "X", at: 50, lasting: 40),
      Self.event("Layout", "X", at: 60, lasting: 5),
      Self.event("RunTask", "X", at: 100, lasting: 50),
      Self.event("Layout", "X", at: 110, lasting: 5),
    ]
    #expect(try Imported(Self.trace(events)).layoutsPerTurn() == [2, 1])
  }

  @Test("a task that never ends holds everything up to the end of a cut recording")
  func openTask() throws {
    let events = [
      Self.event("RunTask", "B", at: 0), Self.event("Layout", "X", at: 10, lasting: 5),
      Self.event("Layout", "X", at: 60, lasting: 5),
    ]
    #expect(try Imported(Self.trace(events)).layoutsPerTurn() == [2])
  }

  @Test("files of the same name in different folders stay distinguishable")
  func sameNames() throws {
    let events = [
      Self.event("RunTask", "X", at: 0, lasting: 100),
      Self.event(
        "ScheduleStyleRecalculation", "I", at: 5, in: ("grow", "https://h.example/a/index.js?v=1")),
      Self.event(
        "Layout", "X", at: 10, lasting: 5, in: ("read", "https://h.example/b/index.js?v=1")),
    ]
    let lines = try Imported(Self.trace(events)).lines
    #expect(lines.contains { $0.contains("\"from\":\"grow (a/index.js:3:4)\"") }, "\(lines)")
    #expect(lines.contains { $0.contains("\"from\":\"read (b/index.js:3:4)\"") })
  }

  @Test("an animation, one layout in each frame, is not reported; its writer is a hint")
  func animation() throws {
    var events: [[String: Any]] = []
    for frame in 0..<281 {
      let time = frame * 16_667
      events += [
        Self.event("RunTask", "X", at: time, lasting: 900),
        Self.event(
          "ScheduleStyleRecalculation", "I", at: time + 5, in: ("step", "https://h.example/a.js")),
        Self.event("Layout", "X", at: time + 100, lasting: 50),
      ]
    }
    let imported = try Imported(Self.trace(events))
    var reports = 0
    let replayer = try TraceReplayer(.bytes(imported.trace, name: "animation"))
    let hunter = LoopHunter(loop: replayer.loop)
    replayer.onView = { view, _ in
      _ = try? hunter.attach(to: view, threshold: 2) { _ in reports += 1 }
    }
    _ = try replayer.run()
    #expect(reports == 0)
    #expect(hunter.recurringViews.map(\.turns) == [281])
    let scan = try TraceScan(options: .init(threshold: 2)).run(
      .bytes(imported.trace, name: "animation"))
    #expect(scan.loops.isEmpty)
    #expect(scan.recurring.map(\.writer) == ["step (a.js:3:4)"])
  }

  @Test("without tasks each outermost event is a turn, and notes say so, and that stacks lack")
  func withoutTasks() throws {
    let imported = try Imported(Recording.bytes("chromium-ro-pingpong-without-tasks"))
    #expect(imported.layoutsPerTurn() == Array(repeating: 1, count: 61))
    #expect(imported.notes.count == 2)
    #expect(imported.notes.first?.contains("without tasks") == true)
    #expect(imported.notes.last?.contains("without stacks") == true)
  }

  @Test("layouts of different documents, processes and threads are never added up")
  func separate() throws {
    // Equal layouts at the same time in another process, and with other frames in the same tasks.
    var events = try Self.events()
    let others = events.map { event in
      var event = event
      event["pid"] = (event["pid"] as? Int ?? 0) + 100_000
      return Self.inFrame("F2", event)
    }
    let inside = events.compactMap { event -> [String: Any]? in
      event["cat"] as? String == "toplevel" || event["name"] as? String == "RunTask"
        ? nil : Self.inFrame("F3", event)
    }
    events += others + inside
    let imported = try Imported(Self.trace(events))
    for window in 1...3 { #expect(imported.layoutsPerTurn(ofView: window).max() == 59) }
    #expect(
      !imported.lines.contains { $0.contains("\"class\":\"Document\"") && $0.contains("\"v\":4") })
    let replay = try TraceReplayer(.bytes(imported.trace, name: "three")).run()
    #expect(replay.divergence == nil)
  }

  @Test("documents whose frames' numbers begin alike are never taken for one another")
  func numberedFrames() throws {
    let events = try Self.events().flatMap { event in
      event["cat"] as? String == "toplevel" || event["name"] as? String == "RunTask"
        ? [event] : [1, 12, 1, 123].map { Self.inFrame($0, event) }
    }
    let imported = try Imported(Self.trace(events))
    let layouts = (1...3).map { imported.layoutsPerTurn(ofView: $0).max() }
    #expect(layouts == [118, 59, 59])
  }

  private static func inFrame(_ frame: Any, _ event: [String: Any]) -> [String: Any] {
    var event = event
    var arguments = event["args"] as? [String: Any] ?? [:]
    for key in ["data", "beginData"] {
      guard var data = arguments[key] as? [String: Any], data["frame"] != nil else { continue }
      data["frame"] = frame
      arguments[key] = data
    }
    event["args"] = arguments
    return event
  }

  @Test("pages of the browser itself are left out, unless an option keeps them")
  func browsersOwn() throws {
    let own = try String(decoding: Self.cascade.get(), as: UTF8.self)
      .replacing(#/http:\/\/127\.0\.0\.1:\d+\/ro-pingpong\.html/#, with: "chrome://newtab/ro.html")
    let kept = try Imported(Array(own.utf8), options: .init(showsBrowser: true))
    #expect(kept.layoutsPerTurn().max() == 59)
    let imported = try Imported(Array(own.utf8))
    #expect(imported.layoutsPerTurn() == [])
    #expect(
      imported.notes == [
        "61 layouts of the browser's own pages left out; --browser-ui keeps them"
      ])
  }

  // MARK: Damage

  @Test("a trace that is cut off anywhere is read up to there and reported as truncated")
  func cutOff() throws {
    let whole = try Self.cascade.get()
    let lines = try Imported(whole).lines
    for share in [0.3, 0.5, 0.77, 0.9] {
      let imported = try Imported(Array(whole.prefix(Int(Double(whole.count) * share))))
      #expect(!imported.lines.contains { $0.contains("\"e\":\"end\"") })
      #expect(imported.lines.count > 4 && imported.lines.count <= lines.count)
      _ = try TraceValidation(.bytes(imported.trace, name: "cut")).isValid
    }
    // Without the closing bracket and brace, nothing is missing.
    let open = try Imported(Array(whole.dropLast(2)))
    #expect(open.lines == lines.dropLast())
  }

  @Test("damage is an error with the byte and what was expected there")
  func damaged() throws {
    var bytes = Array("[{\"name\":\"Layout\",\"ph\":\"X\"} {}]".utf8)
    #expect(throws: TraceError.self) { try Imported(bytes) }
    do {
      _ = try Imported(bytes)
    } catch let error as TraceError {
      #expect(
        error.description
          == "recording: byte 29: not JSON of a trace: a comma or a closing bracket is expected "
          + "here; record it again, or cut the file before that byte")
    }
    bytes = Array("{\"traceEvents\":[17]}".utf8)
    do {
      _ = try Imported(bytes)
    } catch let error as TraceError {
      #expect(error.description.hasPrefix("recording: byte 17: not JSON of a trace: an event,"))
    }
  }

  @Test("a trace without a layout is an error that says what to record")
  func withoutLayouts() throws {
    do {
      _ = try Imported(Array("[{\"name\":\"RunTask\",\"ph\":\"X\",\"ts\":1,\"dur\":2}]".utf8))
      Issue.record("nothing was wrong")
    } catch let error as TraceError {
      #expect(error.problem == "it holds no event that is a layout")
      #expect(error.remedy.contains("devtools.timeline"))
    }
  }

  @Test("an event longer than the buffer is read like any other")
  func longEvent() throws {
    var events = try Self.events()
    events.insert(
      [
        "name": "RunTask", "ph": "M",
        "args": ["snapshot": String(repeating: "é\\\"x", count: 300_000)],
      ],
      at: events.count / 2)
    try Self.expectSame(Self.trace(events))
  }

  @Test("the format of a file is recognised by its content")
  func recognised() throws {
    #expect(try Recording.formats(Array(Self.cascade.get().prefix(4_096))) == ["chrome"])
    #expect(Recording.formats(Array("[ {\"ph\":\"X\",".utf8)) == ["chrome"])
    let own = Array("{\"e\":\"trace\",\"version\":1}\n{\"e\":\"end\",\"turns\":0}\n".utf8)
    #expect(Recording.formats(own) == ["loophunt"])
    #expect(Recording.formats(Array("{\"version\":1}".utf8)).isEmpty)
    #expect(Recording.formats(Array("once upon a time".utf8)).isEmpty)
    #expect(Recording.formats([]).isEmpty)
  }
}
