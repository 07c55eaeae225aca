import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("Trace reader") struct TraceReaderTests {
  @Test("every event of the format is read")
  func allEvents() throws {
    let reader = try TraceReader(TraceText.input(TraceText.small))
    var events: [TraceEvent] = []
    while let event = try reader.next() { events.append(event) }
    #expect(events.count == TraceText.small.count)
    #expect(
      events[2]
        == .view(
          TraceEvent.NewView(
            view: 2, className: "Badge", name: "badge", place: .inside(1), index: 0,
            frame: CGRect(x: 0, y: -1.5, width: 44, height: 44))))
    #expect(
      events[7]
        == .geometry(
          TraceEvent.Geometry(
            view: 2, new: .frame(CGRect(x: 0, y: 0, width: 45, height: 44)),
            old: .frame(CGRect(x: 0, y: 0, width: 44, height: 44)), by: 2, from: "Badge.swift:42")))
    #expect(
      events[9]
        == .dirty(
          TraceEvent.Invalidation(view: 1, why: "constraints", receiver: 2, by: 2, isAgain: true)))
    #expect(events[10] == .async(work: 1, by: 2, via: .timer))
    #expect(events[12] == .committed(batches: 1, didHitLimit: true))
    #expect(events[14] == .move(TraceEvent.Move(view: 2, parent: nil)))
    #expect(events[16] == .update(view: 1) && events[17] == .updated(view: 1))
    #expect(
      events[18]
        == .geometry(
          TraceEvent.Geometry(
            view: 2,
            new: .inset(.contentInset, EdgeInsets(top: 1, left: 2, bottom: 3, right: 4.5)),
            old: .inset(.contentInset, .zero))))
    #expect(reader.header?.scale == 3)
    #expect(reader.summary.events == 21)
    #expect(reader.summary.turns == 1)
    #expect(reader.summary.layouts == 1)
    #expect(reader.summary.warnings.isEmpty)
  }

  @Test("blanks, key order, escapes and CRLF change nothing")
  func spelling() throws {
    let odd = [
      "\u{feff} { \"version\" : 1.0 , \"e\" : \"trace\" } \r",
      #"{"class":"\u0057indow","\u0076":1e0,"e":"vi\u0065w"}"# + "\r",
      "{\"e\":\"turn\",\"x\":[{},[]],\"t\":0,\"n\":1}\t",
    ]
    let events = try TraceText.events(TraceText.input(odd))
    #expect(
      events == [
        .header(TraceEvent.Header()), .view(TraceEvent.NewView(view: 1, className: "Window")),
        .turn(number: 1, time: 0),
      ])
  }

  @Test(
    "names keep escapes, pairs of surrogates and all of Unicode; a single surrogate cannot be kept")
  func names() throws {
    let line =
      #"{"e":"view","v":1,"class":"a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é😀","name":"\ud800x"}"#
    let events = try TraceText.events(TraceText.input([TraceText.header, line]))
    guard case .view(let view) = try #require(events.last) else { return }
    #expect(view.className == "a\"\\/\u{8}\u{c}\n\r\té😀é😀")
    #expect(view.name == "\u{fffd}x")
  }

  @Test("unknown events and keys are ignored and counted")
  func unknown() throws {
    let reader = try TraceReader(
      TraceText.input(
        TraceText.preamble + [
          #"{"e":"mystery","v":"text","x":1}"#, #"{"e":"layout","v":3,"color":"red","why":7}"#,
          #"{"e":"done","v":3}"#, #"{"e":"end","turns":1}"#,
        ]))
    while try reader.next() != nil {}
    #expect(reader.summary.unknownEvents == 1)
    #expect(reader.summary.unknownKeys == 2)
    #expect(reader.summary.warnings.count == 2)
  }

  @Test("a forced layout carries its place in the source, however its line is spelled")
  func forcedFrom() throws {
    let lines = [
      #"{"e":"force","v":3,"from":"Feed.swift:71"}"#,
      #"{ "from" : "Feed.swift:7\u0031", "v" : 3, "e" : "force" }"#, #"{"e":"force","v":3}"#,
    ]
    let events = try TraceText.events(TraceText.input(TraceText.preamble + lines))
    #expect(
      Array(events.suffix(3)) == [
        .force(view: 3, by: nil, from: "Feed.swift:71"),
        .force(view: 3, by: nil, from: "Feed.swift:71"), .force(view: 3, by: nil, from: nil),
      ])
    #expect(TraceWriter.line(events[events.count - 2]) == lines[0])
  }

  @Test("a kind of work is one word, however it is spelled")
  func workKinds() throws {
    let lines = [
      #"{"e":"async","k":1,"via":"block"}"#, #"{"e":"async","k":2,"via":"timer"}"#,
      #"{ "via" : "\u0062loc\u006b", "k" : 3, "e" : "async" }"#,
    ]
    let events = try TraceText.events(TraceText.input(TraceText.preamble + lines))
    #expect(
      events.suffix(3).map(TraceWriter.line) == [
        lines[0], lines[1], #"{"e":"async","k":3,"via":"block"}"#,
      ])
  }

  @Test("a header's limits count from 1, and its scale is a finite number above 0")
  func headerLimits() throws {
    for (key, value) in [
      ("passLimit", "0"), ("nestingLimit", "0"), ("scale", "0"), ("scale", "-0.0"),
      ("scale", "1e-999"), ("scale", "1e999"), ("scale", "-1"), ("scale", "[1]"),
    ] {
      let line = #"{"e":"trace","version":1,"\#(key)":\#(value)}"#
      let errors = try TraceValidation(TraceText.input([line])).errors
      #expect(errors.first?.problem.contains("\"\(key)\" must be a") == true, "accepted: \(line)")
      #expect(errors.first?.column == 29 + key.count, "\(line)")
    }
    // Names that cannot be read again are not written.
    for scale in [0, -1, .nan, .infinity] {
      #expect(
        TraceWriter.line(.header(TraceEvent.Header(scale: scale))) == #"{"e":"trace","version":1}"#)
    }
  }

  /// Lines after the preamble, and what the last of them leads to.
  static let mistakes: [(lines: [String], place: String, problem: String)] = [
    ([#"{"e":"layout","v":9}"#], "6:19", "view 9 is not known yet"),
    ([#"{"e":"gone","v":3}"#, #"{"e":"layout","v":3}"#], "7:19", "view 3 is gone"),
    ([#"{"e":"done","v":3}"#], "6:17", "\"done\" of view 3 without its \"layout\""),
    (
      [#"{"e":"layout","v":2}"#, #"{"e":"layout","v":3}"#, #"{"e":"done","v":2}"#], "8:17",
      "\"done\" of view 2, but view 3 is still in layout"
    ),
    ([#"{"e":"turn","n":1}"#], "6:17", "turn 1 follows turn 1"),
    ([#"{"e":"turn","n":0}"#], "6:17", "turns count from 1"),
    ([#"{"e":"layout","v":3}"#, #"{"e":"turn","n":2}"#], "7:1", "while view 3 is in layout"),
    ([#"{"e":"dirty","v":3}"#], "6:1", "needs the key \"why\""),
    ([#"{"e":"force","v":3,"from":71}"#], "6:27", "\"from\" must be a string"),
    ([#"{"e":"dirty","v":3,"why":7}"#], "6:26", "\"why\" must be a string"),
    ([#"{"e":"dirty","v":3,"why":"x","by":2}"#], "6:35", "no view is the innermost in layout"),
    ([#"{"e":"dirty","v":3,"why":"x","by":77}"#], "6:35", "view 77 is not known yet"),
    (
      [#"{"e":"updated","v":3}"#], "6:20", #""updated" of view 3 without its "update""#
    ),
    (
      [#"{"e":"update","v":3}"#, #"{"e":"gone","v":3}"#], "7:17",
      "view 3 is gone while it updates its constraints"
    ),
    (
      [#"{"e":"update","v":3}"#, #"{"e":"turn","n":9}"#], "7:1",
      "a turn begins while view 3 updates its constraints"
    ),
    (
      [#"{"e":"layout","v":3}"#, #"{"e":"update","v":3}"#, #"{"e":"done","v":3}"#], "8:17",
      #""done" of view 3, but view 3 still updates its constraints"#
    ),
    (
      [#"{"e":"update","v":3}"#, #"{"e":"layout","v":3}"#, #"{"e":"updated","v":3}"#], "8:20",
      #""updated" of view 3, but view 3 is still in layout"#
    ),
    ([#"{"e":"inset","v":3,"to":[1,2,3,4]}"#], "6:1", #""inset" needs the key "name""#),
    (
      [#"{"e":"inset","v":3,"name":"contentInset","to":[1,2,3]}"#], "6:47",
      #""to" of "inset" must hold 4 numbers"#
    ),
    ([#"{"e":"dirty","v":3,"why":"x","of":77}"#], "6:35", "view 77 is not known yet"),
    (
      [#"{"e":"dirty","v":3,"why":"x","of":"2"}"#], "6:35",
      #""of" must be a view's number, a whole number from 1"#
    ),
    ([#"{"e":"layout","v":"3"}"#], "6:19", "\"v\" must be a view's number"),
    ([#"{"e":"layout","v":-3}"#], "6:19", "\"v\" must be a view's number"),
    ([#"{"e":"layout","v":3.5}"#], "6:19", "\"v\" must be a view's number"),
    ([#"{"e":"layout","v":99999999999999999999}"#], "6:19", "is larger than 9007199254740991"),
    ([#"{"e":"layout","v":3,"v":3}"#], "6:25", "the key \"v\" is there twice"),
    ([#"{"e":"layout","e":"done","v":3}"#], "6:19", "the key \"e\" is there twice"),
    ([#"{"v":3}"#], "6:1", "not an event"),
    ([#"{"e":7,"v":3}"#], "6:6", "\"e\" must be a string"),
    (["[1,2]"], "6:1", "not an event"),
    ([#"{"e":"frame","v":3,"to":[1,2,3]}"#], "6:25", "must hold 4 numbers"),
    ([#"{"e":"frame","v":3,"to":[1,2,3,1e999]}"#], "6:25", "finite numbers"),
    ([#"{"e":"frame","v":3,"to":[1,2,3,"4"]}"#], "6:25", "finite numbers"),
    ([#"{"e":"center","v":3,"to":[1,2],"was":[1]}"#], "6:38", "must hold 2 numbers"),
    ([#"{"e":"view","v":3,"class":"X"}"#], "6:17", "view 3 is known already"),
    ([#"{"e":"view","v":0,"class":"X"}"#], "6:17", "views count from 1"),
    ([#"{"e":"gone","v":3}"#, #"{"e":"view","v":3,"class":"X"}"#], "7:17", "that is gone"),
    ([#"{"e":"view","v":4,"class":"X","in":9}"#], "6:36", "view 9 is not known yet"),
    ([#"{"e":"view","v":4,"class":"X","in":2,"at":5}"#], "6:43", "behind the last subview"),
    ([#"{"e":"move","v":2,"in":3}"#], "6:24", "its own ancestor"),
    ([#"{"e":"move","v":2,"in":2}"#], "6:24", "its own ancestor"),
    ([#"{"e":"move","v":1,"in":2}"#], "6:24", "is a window"),
    ([#"{"e":"run","k":5}"#], "6:16", "runs before its \"async\""),
    ([#"{"e":"async","k":5}"#, #"{"e":"async","k":5}"#], "7:18", "was enqueued before"),
    ([#"{"e":"async","k":5}"#, #"{"e":"ran","k":5}"#], "7:16", "without its \"run\""),
    ([#"{"e":"async","k":5,"via":"queue"}"#], "6:26", #""via" must be "block" or "timer""#),
    ([#"{"e":"async","k":5,"via":"blocks"}"#], "6:26", #""via" must be "block" or "timer""#),
    ([#"{"e":"commit"}"#, #"{"e":"commit"}"#], "7:1", "a commit begins inside a commit"),
    ([#"{"e":"committed","batches":1}"#], "6:1", "without its \"commit\""),
    ([#"{"e":"end","turns":7}"#], "6:20", "counts 7 turns, but the trace has 1"),
    ([#"{"e":"end","turns":1}"#, #"{"e":"turn","n":2}"#], "7:1", "follows the \"end\" line"),
    ([TraceText.header], "6:1", "a second header"),
    ([#"{"e":"layout","v":3}"#, #"{"e":"gone","v":3}"#], "7:17", "while it is in layout"),
    ([#"{"e":"layout","v":}"#], "6:19", "a value is expected"),
    ([#"{"e":"layout" "v":3}"#], "6:15", "a comma or a closing brace"),
    ([#"{"e":"layout","v":3"#], "6:20", "ends inside a value"),
    ([#"{"e":"layout","v":03}"#], "6:20", "superfluous zero"),
    ([#"{"e":"layout","v":3}}"#], "6:21", "follows the value"),
    ([#"{"e":"layout"# + "\u{0}" + #"","v":3}"#], "6:13", "control character"),
    ([""], "6:1", "the line is empty"),
  ]

  @Test("an error has its place", arguments: mistakes.indices)
  func tellsMistake(_ index: Int) throws {
    let (lines, place, problem) = Self.mistakes[index]
    let error = try #require(TraceText.error(TraceText.input(TraceText.preamble + lines)))
    #expect(error.description.hasPrefix("test.jsonl:\(place): "), "\(error)")
    #expect(error.description.contains(problem), "\(error)")
    // A lenient reader and a validation tell the same, and go on.
    let validation = try TraceValidation(TraceText.input(TraceText.preamble + lines))
    #expect(validation.errors.first == error)
    let lenient = try TraceReader(
      TraceText.input(TraceText.preamble + lines), options: TraceOptions(isLenient: true))
    while try lenient.next() != nil {}
    #expect(lenient.summary.skippedLines > 0)
    #expect(lenient.summary.skipped.first == error.description)
  }

  @Test("exactly one header of this version is required")
  func headers() {
    let turn = #"{"e":"turn","n":1}"#
    #expect(
      TraceText.error(TraceText.input([turn]))?.problem == "the first line must be the header")
    let error = TraceText.error(TraceText.input([#"{"e":"trace","version":3}"#]))
    #expect(error?.problem == "version 3 of the format is not known here")
    #expect(error?.column == 24)
  }

  @Test("validation finds all errors, and a bounded number of them")
  func validation() throws {
    let lines = TraceText.preamble + (0..<50).map { #"{"e":"layout","v":\#(100 + $0)}"# }
    let validation = try TraceValidation(TraceText.input(lines), errorLimit: 20)
    #expect(validation.errors.count == 20)
    #expect(validation.errorsLeftOut == 30)
    #expect(validation.errors.map(\.line) == Array(6..<26))
    #expect(try TraceValidation(TraceText.input(TraceText.small)).isValid)
  }

  @Test("a lenient reading keeps the loop of layouts intact if it can")
  func leniency() throws {
    let lines =
      TraceText.preamble + [
        #"{"e":"layout","v":3}"#, "garbage", #"{"e":"layout","v":9}"#, #"{"e":"turn","n":2}"#,
        #"{"e":"dirty","v":3,"why":"x","by":2}"#,
      ]
    let options = TraceOptions(isLenient: true)
    let events = try TraceText.events(TraceText.input(lines), options: options)
    #expect(events.count == 8)
    #expect(events.last == .dirty(TraceEvent.Invalidation(view: 3, why: "x")))
  }

  @Test("numbers in any pattern are found at once, and no pattern makes the reader slow")
  func patternsOfNumbers() throws {
    var lines = [TraceText.header]
    for index in 1...20_000 { lines.append(#"{"e":"view","v":\#(index << 20),"class":"X"}"#) }
    for index in stride(from: 20_000, to: 0, by: -2) {
      lines.append(#"{"e":"gone","v":\#(index << 20)}"#)
    }
    for index in stride(from: 19_999, to: 0, by: -2) {
      lines.append(#"{"e":"clean","v":\#(index << 20)}"#)
    }
    var options = TraceOptions(isLenient: true)
    options.maximumLineLength = 1_000
    var summary = TraceSummary()
    let time = try processorTime {
      let reader = try TraceReader(TraceText.input(lines), options: options)
      while try reader.next() != nil {}
      summary = reader.summary
    }
    // `gone` and `clean` before a turn are mended, not skipped.
    #expect(summary.events == 40_001)
    #expect(time < timeBound(.seconds(20)))
  }
}
