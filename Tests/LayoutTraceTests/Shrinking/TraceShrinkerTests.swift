import HuntSupport
import LayoutTrace
import LoopHunter
import LoopScenarios
import TestSupport
import Testing
import ViewTree

@Suite("Shrinking a trace")
struct TraceShrinkerTests {
  private static let threshold = 4

  /// All scenarios that loop; in debug builds one of each kind that is short.
  private static let scenarios: [String] = {
    #if DEBUG
    ["didset-dirty", "layout-if-needed", "pixel-snap"]
    #else
    Scenario.all.filter { $0.finding != nil }.map(\.name)
    #endif
  }()

  /// The fingerprints that a hunt reports in a replay; none where the replay is not exact.
  static func fingerprints(_ trace: [UInt8]) -> Set<String> {
    guard let replayer = try? TraceReplayer(.bytes(trace, name: "trace")) else { return [] }
    let hunter = LoopHunter(loop: replayer.loop)
    var found: Set<String> = []
    replayer.onView = { view, _ in
      _ = try? hunter.attach(to: view, threshold: threshold) { found.insert($0.fingerprint) }
    }
    guard let result = try? replayer.run(), result.divergence == nil,
      result.unexplainedLayouts == 0
    else { return [] }
    return found
  }

  private func events(_ text: String) throws -> [TraceEvent] {
    try TraceExcerpt.events(of: .bytes(Array(text.utf8), name: "trace"), options: .init())
  }

  private func text(_ outline: TraceOutline) -> [Substring] {
    String(decoding: outline.bytes, as: UTF8.self).split(separator: "\n")
  }

  // MARK: Constraints

  @Test(
    "constraints that a change can reach stay, those of others and of views that are left out go")
  func constraints() throws {
    func constraint(_ number: Int, _ view: Int, _ side: String, _ rest: String = "") -> String {
      #"{"e":"constraint","c":\#(number),"v":\#(view),"first":"\#(side)","relation":"==","#
        + #""numbers":[1,4,1000],"constraint":"\#(view).\#(side)"\#(rest)}"#
    }
    func view(_ number: Int, at index: Int) -> String {
      #"{"e":"view","v":\#(number),"class":"A","in":1,"at":\#(index),"frame":[0,0,1,1],"clean":true}"#
    }
    func change(_ now: Int, _ before: Int, _ number: Int) -> String {
      #"{"e":"value","v":2,"name":"constant","now":"\#(now)","before":"\#(before)","constraint":"2.width","#
        + #""c":\#(number),"by":2}"#
    }
    let round = [#"{"e":"layout","v":2}"#, change(5, 4, 17), #"{"e":"done","v":2}"#]
    let lines =
      [
        #"{"e":"trace","version":1}"#,
        #"{"e":"view","v":1,"class":"Window","frame":[0,0,9,9],"clean":true}"#, view(2, at: 0),
        view(3, at: 1), view(4, at: 2), view(5, at: 3), #"{"e":"item","v":2}"#,
        #"{"e":"item","v":3}"#,
        #"{"e":"item","v":4}"#, #"{"e":"item","v":5}"#, constraint(11, 3, "height"),
        constraint(12, 3, "width", #","of":2,"second":"width""#),
        constraint(13, 4, "width", #","of":3,"second":"height""#),
        constraint(14, 5, "left", #","of":1,"second":"left""#),
        constraint(15, 2, "left", #","of":1,"second":"left""#), #"{"e":"turn","n":3}"#,
        constraint(17, 2, "width"),
      ] + round + round + [#"{"e":"turn","n":4}"#, #"{"e":"layout","v":3}"#]
      + [#"{"e":"done","v":3}"#, #"{"e":"end","turns":2}"#]
    var shrinker = TraceShrinker(try events(lines.joined(separator: "\n") + "\n")) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      return (try? TraceValidation(.bytes(bytes, name: "trace")).errors.isEmpty) == true
        && text.contains(#""now":"5""#) && text.contains(#""constraint":"3.height""#)
    }
    shrinker.run()
    #expect(
      text(TraceOutline(shrinker.events)).map(String.init) == [
        #"{"e":"trace","version":1}"#,
        #"{"e":"view","v":1,"class":"Window","frame":[0,0,2,2],"clean":true}"#, view(2, at: 0),
        view(3, at: 1), #"{"e":"item","v":2}"#, #"{"e":"item","v":3}"#, constraint(1, 3, "height"),
        constraint(2, 3, "width", #","of":2,"second":"width""#),
        constraint(3, 2, "left", #","of":1,"second":"left""#), #"{"e":"turn","n":1}"#,
        constraint(4, 2, "width"), #"{"e":"layout","v":2}"#, change(5, 4, 4),
        #"{"e":"done","v":2}"#, #"{"e":"end","turns":1}"#,
      ])
  }

  @Test("a guide on which a changed view hangs keeps its constraints, and the other guides go")
  func guides() throws {
    func constraint(_ number: Int, _ view: Int, _ side: String, _ rest: String = "") -> String {
      #"{"e":"constraint","c":\#(number),"v":\#(view),"first":"\#(side)","relation":"==","#
        + #""numbers":[1,4,1000],"constraint":"\#(number)"\#(rest)}"#
    }
    let lines = [
      #"{"e":"trace","version":1}"#,
      #"{"e":"view","v":1,"class":"Window","frame":[0,0,9,9],"clean":true}"#,
      #"{"e":"view","v":2,"class":"A","in":1,"at":0,"frame":[0,0,1,1],"clean":true}"#,
      #"{"e":"item","v":2}"#, constraint(1, 1, "guide1.width"), constraint(2, 1, "guide2.height"),
      constraint(3, 2, "height", #","of":1,"second":"guide1.width""#),
      constraint(4, 2, "width"), #"{"e":"turn","n":1}"#, #"{"e":"layout","v":2}"#,
      #"{"e":"value","v":2,"name":"constant","now":"5","before":"4","constraint":"4","c":4,"by":2}"#,
      #"{"e":"done","v":2}"#, #"{"e":"end","turns":1}"#,
    ]
    var shrinker = TraceShrinker(try events(lines.joined(separator: "\n") + "\n")) { bytes in
      String(decoding: bytes, as: UTF8.self).contains(#""now":"5""#)
    }
    shrinker.run()
    let left = text(TraceOutline(shrinker.events)).filter { $0.contains(#""e":"constraint""#) }
    #expect(left.count == 3)
    #expect(left.contains { $0.contains("guide1.width\",\"relation") })
    #expect(!left.contains { $0.contains("guide2") })
  }

  // MARK: Elements

  private static let family = """
    {"e":"trace","version":1}
    {"e":"view","v":1,"class":"Window","frame":[0,0,9,9],"clean":true}
    {"e":"view","v":2,"class":"A","in":1,"at":0,"frame":[0,0,1,1],"clean":true}
    {"e":"view","v":3,"class":"B","in":1,"at":1,"frame":[0,0,1,1],"clean":true}
    {"e":"view","v":4,"class":"C","in":3,"at":0,"frame":[0,0,1,1],"clean":true}
    {"e":"view","v":5,"class":"D","in":1,"at":2,"frame":[0,0,1,1],"clean":true}
    {"e":"turn","n":3}
    {"e":"frame","v":2,"to":[0,0,2,2],"was":[0,0,1,1]}
    {"e":"dirty","v":2,"why":"size"}
    {"e":"dirty","v":1,"why":"size"}
    {"e":"dirty","v":4,"why":"explicit"}
    {"e":"async","k":7}
    {"e":"commit"}
    {"e":"layout","v":1}
    {"e":"done","v":1}
    {"e":"layout","v":2}
    {"e":"force","v":4,"by":2}
    {"e":"layout","v":4}
    {"e":"done","v":4}
    {"e":"done","v":2}
    {"e":"committed","batches":1}
    {"e":"turn","n":4}
    {"e":"run","k":7}
    {"e":"async","k":8}
    {"e":"ran","k":7}
    {"e":"turn","n":9}
    {"e":"run","k":8}
    {"e":"dirty","v":5,"why":"explicit"}
    {"e":"ran","k":8}
    {"e":"move","v":5,"in":1,"at":0}
    {"e":"dirty","v":1,"why":"subviews"}
    {"e":"end","turns":3}

    """

  @Test("an element is a layout with its content, a setter with what it dirtied, or one event")
  func elements() throws {
    let outline = TraceOutline(try events(Self.family))
    #expect(outline.turns == [6, 21, 25])
    #expect(outline.turn(0) == 6..<21 && outline.turn(2) == 25..<31)
    #expect(outline.elements(inside: 6) == [7..<10, 10..<11, 11..<12, 12..<21])
    #expect(outline.elements(inside: 12) == [13..<15, 15..<20])
    #expect(outline.elements(inside: 15) == [16..<17, 17..<19])
    #expect(outline.elements(inside: 17).isEmpty && outline.elements(inside: 16).isEmpty)
    #expect(outline.subtree(of: 3) == [3, 4])
    #expect(outline.elements(of: [4]) == [4..<5, 10..<11, 16..<17, 17..<19])
    #expect(outline.elements(ofWork: 8) == [23..<24, 26..<29])
  }

  @Test("without a view, its siblings close up")
  func siblings() throws {
    let outline = TraceOutline(try events(Self.family))
    let left = text(outline.removing(outline.elements(of: [2])))
    #expect(
      left[2] == #"{"e":"view","v":3,"class":"B","in":1,"at":0,"frame":[0,0,1,1],"clean":true}"#)
    #expect(
      left[4] == #"{"e":"view","v":5,"class":"D","in":1,"at":1,"frame":[0,0,1,1],"clean":true}"#)
    #expect(left.contains(#"{"e":"move","v":5,"in":1,"at":0}"#))
    #expect(!left.contains { $0.contains(#""v":2"#) })
    // The dirtying by the setter went with it.
    #expect(!left.contains(#"{"e":"dirty","v":1,"why":"size"}"#))
  }

  @Test("without a turn, the work of the turn before runs in the next, and fewer turns are counted")
  func joinedWork() throws {
    let outline = TraceOutline(try events(Self.family))
    let left = text(outline.removing([outline.turn(1)]))
    #expect(left.contains(#"{"e":"async","k":7}"#) && left.contains(#"{"e":"run","k":7}"#))
    #expect(left.contains(#"{"e":"ran","k":7}"#) && !left.contains { $0.contains(#""k":8"#) })
    #expect(left.last == #"{"e":"end","turns":2}"#)
  }

  @Test("without a turn, each of two chains of work stays whole")
  func joinedChains() throws {
    let outline = TraceOutline(
      try events(
        """
        {"e":"trace","version":1}
        {"e":"view","v":1,"class":"Window","frame":[0,0,9,9],"clean":true}
        {"e":"turn","n":1}
        {"e":"async","k":1}
        {"e":"async","k":2}
        {"e":"turn","n":2}
        {"e":"run","k":1}
        {"e":"async","k":3}
        {"e":"ran","k":1}
        {"e":"run","k":2}
        {"e":"async","k":4}
        {"e":"ran","k":2}
        {"e":"turn","n":3}
        {"e":"run","k":3}
        {"e":"ran","k":3}
        {"e":"run","k":4}
        {"e":"ran","k":4}
        {"e":"end","turns":3}

        """))
    let left = text(outline.removing([outline.turn(1)]))
    #expect(
      left.dropFirst(2).joined(separator: "\n") == """
        {"e":"turn","n":1}
        {"e":"async","k":1}
        {"e":"async","k":2}
        {"e":"turn","n":3}
        {"e":"run","k":1}
        {"e":"ran","k":1}
        {"e":"run","k":2}
        {"e":"ran","k":2}
        {"e":"end","turns":2}
        """)
  }

  @Test("work that runs again and again stays one piece of work")
  func joinedTimer() throws {
    let outline = TraceOutline(
      try events(
        """
        {"e":"trace","version":1}
        {"e":"view","v":1,"class":"Window","frame":[0,0,9,9],"clean":true}
        {"e":"turn","n":1}
        {"e":"async","k":1}
        {"e":"async","k":2}
        {"e":"turn","n":2}
        {"e":"run","k":1}
        {"e":"async","k":3,"via":"timer"}
        {"e":"ran","k":1}
        {"e":"turn","n":3}
        {"e":"run","k":3}
        {"e":"ran","k":3}
        {"e":"turn","n":4}
        {"e":"run","k":3}
        {"e":"ran","k":3}
        {"e":"end","turns":4}

        """))
    let runs = text(outline.removing([outline.turn(1)])).filter { $0.contains(#""e":"r"#) }
    #expect(
      runs == [
        #"{"e":"run","k":1}"#, #"{"e":"ran","k":1}"#, #"{"e":"run","k":1}"#, #"{"e":"ran","k":1}"#,
      ])
  }

  @Test("a truncated trace ends with its last event")
  func truncated() throws {
    let whole = Self.family.split(separator: "\n").prefix(18).joined(separator: "\n") + "\n"
    let outline = TraceOutline(try events(whole))
    #expect(outline.events.last == .end(turns: 1))
    #expect(outline.elements(inside: 6).last == 12..<18)
  }

  // MARK: The search

  @Test("elements that a caller does not need are left out, and no other can be")
  func minimal() throws {
    func shows(_ trace: [UInt8]) -> Bool {
      let lines = String(decoding: trace, as: UTF8.self).split(separator: "\n")
      return lines.contains { $0.contains(#""layout""#) && $0.contains(#""v":4"#) }
        && lines.count { $0.contains(#""e":"view""#) } >= 3
    }
    var shrinker = TraceShrinker(try events(Self.family), stillShows: shows)
    shrinker.run()
    #expect(shrinker.isMinimal)
    let left = text(TraceOutline(shrinker.events))
    // View 4 is laid out inside the layout of view 2, which stays for that.
    #expect(left.count { $0.contains(#""e":"view""#) } == 4)
    #expect(left.count { $0.contains(#""e":"turn""#) } == 1)
    #expect(left.count == 13, "\(left.joined(separator: "\n"))")
  }

  /// A trace of one turn in which these of the views 2 to 5 are dirtied one after the other.
  private func dirtying(_ views: [Int]) throws -> [TraceEvent] {
    let lines =
      [
        #"{"e":"trace","version":1}"#,
        #"{"e":"view","v":1,"class":"Window","frame":[0,0,9,9],"clean":true}"#,
      ]
      + (2...5).map {
        #"{"e":"view","v":\#($0),"class":"A","in":1,"at":\#($0 - 2),"frame":[0,0,1,1],"#
          + #""clean":true}"#
      } + [#"{"e":"turn","n":1}"#] + views.map { #"{"e":"dirty","v":\#($0),"why":"explicit"}"# }
    return try TraceText.events(TraceText.input(lines))
  }

  /// The views that a candidate dirties, in this order.
  private static func dirtied(_ trace: [UInt8]) -> [Int] {
    String(decoding: trace, as: UTF8.self).split(separator: "\n")
      .filter { $0.contains(#""dirty""#) }
      .compactMap { $0.firstMatch(of: /"v":(\d+)/).flatMap { Int($0.1) } }
  }

  @Test("one round of a repetition is left", arguments: [2, 11, 12])
  func rounds(count: Int) throws {
    let round = [2, 3, 4]
    let whole = Array(repeatElement(round, count: count).joined())
    // Neither a view nor what is done to it can be left out of a round.
    func isWhole(_ views: [Int]) -> Bool {
      !views.isEmpty
        && views == Array(repeatElement(round, count: views.count / 3).joined())
    }
    var shrinker = TraceShrinker(try dirtying(whole), isForCode: true) { trace in
      String(decoding: trace, as: UTF8.self).contains(#""v":4"#) && isWhole(Self.dirtied(trace))
    }
    shrinker.run()
    #expect(Self.dirtied(TraceOutline(shrinker.events).bytes) == round)
    // Between two of the rounds stands something that is needed.
    let disturbed = Array(whole.prefix(whole.count / 6 * 3)) + [5] + whole.suffix(whole.count / 2)
    guard count > 2 else { return }
    shrinker = TraceShrinker(try dirtying(disturbed), isForCode: true) { trace in
      let views = Self.dirtied(trace)
      return views.count { $0 == 5 } == 1 && isWhole(views.filter { $0 != 5 })
    }
    shrinker.run()
    #expect(Self.dirtied(TraceOutline(shrinker.events).bytes).count == 4)
  }

  @Test("one turn of many is found by halves, not one by one")
  func halves() throws {
    let turns = 512
    var lines = [
      #"{"e":"trace","version":1}"#,
      #"{"e":"view","v":1,"class":"Window","frame":[0,0,1,1],"clean":true}"#,
    ]
    for turn in 1...turns {
      lines.append(#"{"e":"turn","n":\#(turn)}"#)
      if turn == 300 { lines.append(#"{"e":"dirty","v":1,"why":"explicit"}"#) }
    }
    var tries = 0
    var shrinker = TraceShrinker(try TraceText.events(TraceText.input(lines))) { trace in
      tries += 1
      return !Self.dirtied(trace).isEmpty
    }
    shrinker.run()
    #expect(shrinker.isMinimal && TraceOutline(shrinker.events).turns.count == 1)
    #expect(tries < turns / 8, "\(tries) candidates")
  }

  @Test("views that are laid out once are removed first, together, except those that hold others")
  func stillViews() throws {
    let views = (3...60).map { view in
      // Views 4, 8 and 12 hold what loops; the others stand beside them.
      let parent = [8: 4, 12: 8, 13: 12][view] ?? 1
      return #"{"e":"view","v":\#(view),"class":"A","in":\#(parent),"frame":[0,0,1,1],"#
        + #""clean":true}"#
    }
    let lines =
      [
        #"{"e":"trace","version":1}"#,
        #"{"e":"view","v":1,"class":"Window","frame":[0,0,9,9],"clean":true}"#,
      ] + views + [#"{"e":"turn","n":1}"#, #"{"e":"commit"}"#]
      + (3...60).map { #"{"e":"layout","v":\#($0)}"# + "\n" + #"{"e":"done","v":\#($0)}"# }
      + [
        #"{"e":"layout","v":13}"#, #"{"e":"done","v":13}"#, #"{"e":"committed","batches":2}"#,
        #"{"e":"end","turns":1}"#,
      ]
    var first: [TraceEvent]?
    var shrinker = TraceShrinker(
      try TraceText.events(TraceText.input(lines)), mayGoOn: { first == nil },
      stillShows: { trace in
        let text = String(decoding: trace, as: UTF8.self)
        return text.matches(of: /"layout","v":13/).count == 2
      })
    shrinker.onStep = { first = first ?? $0 }
    shrinker.run()
    #expect(TraceOutline(try #require(first)).views == [1, 4, 8, 12, 13])
  }

  @Test("times, numbers and lengths are made smaller, if that keeps the bug")
  func simple() throws {
    let trace = try events(
      """
      {"e":"trace","version":1}
      {"e":"view","v":1,"class":"Window","frame":[0,0,0,0],"clean":true}
      {"e":"view","v":7,"class":"A","in":1,"at":0,"frame":[-7.5,-2.25,30,8.75],"clean":true}
      {"e":"turn","n":3,"t":5000}
      {"e":"dirty","v":7,"why":"explicit"}
      {"e":"end","turns":1}

      """)
    func shrunk(isForCode: Bool = false, _ needed: String...) -> String {
      var shrinker = TraceShrinker(trace, isForCode: isForCode) { trace in
        let text = String(decoding: trace, as: UTF8.self)
        return text.contains(#""dirty""#) && needed.allSatisfy { text.contains($0) }
      }
      shrinker.run()
      return text(TraceOutline(shrinker.events)).dropFirst(2).joined(separator: "\n")
    }
    func expected(_ view: Int, _ frame: String, _ turn: String) -> String {
      """
      {"e":"view","v":\(view),"class":"A","in":1,"at":0,"frame":[\(frame)],"clean":true}
      {"e":"turn",\(turn)}
      {"e":"dirty","v":\(view),"why":"explicit"}
      {"e":"end","turns":1}
      """
    }
    #expect(shrunk() == expected(2, "-2,-1,2,1", #""n":1"#))
    #expect(shrunk(isForCode: true) == expected(2, "-7.5,-2.25,30,8.75", #""n":1"#))
    #expect(
      shrunk(isForCode: true, #""n":3"#) == expected(7, "-7.5,-2.25,30,8.75", #""n":3"#))
    #expect(shrunk(#""t":"#) == expected(2, "-2,-1,2,1", #""n":1,"t":5000"#))
    // Values that cannot be replaced by their rank are rounded, if possible.
    #expect(shrunk(",30,") == expected(2, "-8,-2,30,9", #""n":1"#))
    #expect(shrunk("-7.5,") == expected(2, "-7.5,-2,30,9", #""n":1"#))
  }

  @Test("a search that is stopped keeps its result so far")
  func stopped() throws {
    var left = 5
    var shrinker = TraceShrinker(
      try events(Self.family),
      mayGoOn: {
        left -= 1
        return left > 0
      }, stillShows: { _ in true })
    shrinker.run()
    #expect(!shrinker.isMinimal)
    #expect(shrinker.events.count < 32)
  }

  @Test("a search that is out of time ends at once, however long the trace is")
  func outOfTime() throws {
    let rounds = Array(
      repeating: #"{"e":"layout","v":1}"# + "\n" + #"{"e":"done","v":1}"#, count: 4_000)
    let lines =
      [
        #"{"e":"trace","version":1}"#,
        #"{"e":"view","v":1,"class":"Window","frame":[0,0,1,1],"clean":true}"#,
        #"{"e":"turn","n":1}"#, #"{"e":"dirty","v":1,"why":"explicit"}"#, #"{"e":"commit"}"#,
      ] + rounds + [#"{"e":"committed","batches":4000}"#]
    // The time is over in the middle of a list of thousands.
    var left = 30
    var shrinker = TraceShrinker(
      try TraceText.events(TraceText.input(lines)),
      mayGoOn: {
        left -= 1
        return left > 0
      }, stillShows: { _ in false })
    let time = processorTime { shrinker.run() }
    #expect(shrinker.events.count > 8_000)
    #expect(time < timeBound(.seconds(20)), "\(time)")
  }

  @Test(
    "the trace of a scenario keeps its loop, and without any one element it loses it",
    arguments: scenarios)
  func scenario(name: String) throws {
    let scenario = try #require(Scenario.named(name))
    let stage = scenario.build()
    // Enough rounds for the threshold of these tests.
    stage.loop.passLimit = 12
    let recorder = try TraceRecorder(stage.loop, to: .memory)
    stage.run()
    try recorder.finish()
    let wanted = try #require(Self.fingerprints(recorder.bytes).min())
    let whole = try TraceExcerpt.events(
      of: .bytes(recorder.bytes, name: name), options: .init())
    var shrinker = TraceShrinker(whole) { Self.fingerprints($0).contains(wanted) }
    shrinker.run()
    let outline = TraceOutline(shrinker.events)
    #expect(shrinker.isMinimal && Self.fingerprints(outline.bytes).contains(wanted))

    // Each element alone, and each round: found again here, not asked of the search.
    func isNeeded(_ elements: [Range<Int>], _ what: String) {
      #expect(
        !Self.fingerprints(outline.removing(elements).bytes).contains(wanted),
        "\(name): \(what) can be left out")
    }
    for turn in outline.turns.indices { isNeeded([outline.turn(turn)], "turn \(turn)") }
    for view in outline.views {
      isNeeded(outline.elements(of: outline.subtree(of: view)), "view \(view)")
    }
    for work in outline.work { isNeeded(outline.elements(ofWork: work), "work \(work)") }
    for place in outline.events.indices {
      for element in outline.elements(inside: place) {
        isNeeded([element], "\(outline.events[element.lowerBound])")
      }
    }
  }
}
