import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("Trace replayer") struct TraceReplayerTests {
  static func recordedLoop(rounds: Int = 200) throws -> [UInt8] {
    let (loop, window, badge) = Badge.inWindow(rounds: rounds)
    let recorder = try TraceRecorder(loop, to: .memory)
    badge.setNeedsLayout()
    loop.runTurn()
    try recorder.finish()
    withExtendedLifetime(window) {}
    return recorder.bytes
  }

  @Test("a hunted replay reports the recorded classes and names")
  func hunts() throws {
    let replayer = try TraceReplayer(TraceText.input(Self.recordedLoop()))
    let hunter = LoopHunter(loop: replayer.loop)
    var reports: [LoopReport] = []
    replayer.onView = { view, _ in
      do { try hunter.attach(to: view) { reports.append($0) } } catch { Issue.record(error) }
    }
    let result = try replayer.run()
    #expect(reports.count == 1)
    #expect(reports.first?.view.className == "Badge")
    #expect(reports.first?.view.path == "Window/badge")
    #expect(reports.first?.count == 101)
    #expect(reports.first?.turn == 2)
    #expect(reports.first?.verdict == .redundant)
    #expect(result.divergence == nil)
    #expect(result.unexplainedLayouts == 0)
    #expect(result.replayedLayouts == 201)
  }

  @Test("replayed views have no tag of their own, and keep the one that an app gives them")
  func tags() throws {
    let replayer = try TraceReplayer(TraceText.input(Self.recordedLoop()))
    var tagged: [View] = []
    replayer.onView = { view, number in
      #expect(view.tag == 0)
      #expect(replayer.number(of: view) == number)
      // The number of a view in the trace, for another view.
      view.tag = 3 - number
      tagged.append(view)
    }
    let result = try replayer.run()
    #expect(result.divergence == nil)
    #expect(result.replayedLayouts == 201)
    #expect(tagged.map(\.tag) == tagged.compactMap { replayer.number(of: $0) }.map { 3 - $0 })
    #expect(replayer.roots.first?.viewWithTag(1) === replayer.view(2))
    let stranger = View()
    stranger.tag = 1
    #expect(replayer.number(of: stranger) == nil)
  }

  @Test("views that come and go within one turn are distinct")
  func shortLives() throws {
    var lines = [
      TraceText.header, #"{"e":"view","v":1,"class":"Window","clean":true}"#,
      #"{"e":"turn","n":1}"#,
    ]
    for number in 2...40 {
      lines += [
        #"{"e":"view","v":\#(number),"class":"C\#(number)","in":1}"#,
        #"{"e":"force","v":1}"#, #"{"e":"layout","v":1}"#, #"{"e":"done","v":1}"#,
        #"{"e":"layout","v":\#(number)}"#, #"{"e":"done","v":\#(number)}"#,
        #"{"e":"move","v":\#(number),"in":null}"#, #"{"e":"gone","v":\#(number)}"#,
      ]
    }
    lines += [#"{"e":"end","turns":1}"#]
    let replayer = try TraceReplayer(TraceText.input(lines))
    var laidOut: [Int: String] = [:]
    replayer.onFirstLayout = { view, number in laidOut[number] = view.displayedClassName }
    let result = try replayer.run()
    #expect(result.divergence == nil)
    #expect(laidOut.count == 40)
    #expect(laidOut.allSatisfy { $0.key == 1 || $0.value == "C\($0.key)" })
  }

  @Test("an interrupt ends the running turn, and the omitted rest is not a divergence")
  func interruptedTurn() throws {
    let views = 2..<1_000
    var lines = [TraceText.header, #"{"e":"view","v":1,"class":"Window","clean":true}"#]
    lines += views.map { #"{"e":"view","v":\#($0),"class":"Cell","in":1,"clean":true}"# }
    lines.append(#"{"e":"turn","n":1}"#)
    lines += views.map { #"{"e":"dirty","v":\#($0),"why":"explicit"}"# } + [#"{"e":"commit"}"#]
    // The last sibling first.
    lines += views.reversed().flatMap {
      [#"{"e":"layout","v":\#($0)}"#, #"{"e":"done","v":\#($0)}"#]
    }
    lines += [#"{"e":"committed","batches":1}"#, #"{"e":"end","turns":1}"#]
    let interrupt = TraceInterrupt()
    let replayer = try TraceReplayer(TraceText.input(lines), interrupt: interrupt)
    replayer.onFirstLayout = { _, number in if number == 980 { interrupt.interrupt() } }
    let result = try replayer.run()
    #expect((10...30).contains(result.replayedLayouts))
    #expect(result.summary.isInterrupted)
    #expect(result.divergence == nil && result.divergentTurns == 0)
    #expect(result.leftRecordingInTurn == nil)
  }

  @Test("a report names the recorded places in the source")
  func sourceLocations() throws {
    var lines = TraceText.preamble + [#"{"e":"dirty","v":3,"why":"explicit"}"#, #"{"e":"commit"}"#]
    for _ in 0..<150 {
      lines += [
        #"{"e":"layout","v":3}"#,
        #"{"e":"dirty","v":3,"why":"explicit","by":3,"from":"Cell.swift:42"}"#,
        #"{"e":"done","v":3}"#,
      ]
    }
    lines += [#"{"e":"committed","batches":150}"#, #"{"e":"end","turns":1}"#]
    let replayer = try TraceReplayer(TraceText.input(lines))
    let hunter = LoopHunter(loop: replayer.loop)
    hunter.takeSourceLocations(from: replayer)
    var reports: [LoopReport] = []
    replayer.onView = { view, _ in
      _ = try? hunter.attach(to: view, threshold: 50) { reports.append($0) }
    }
    try replayer.run()
    #expect(reports.first?.culprit?.edge.location == "Cell.swift:42")
  }

  @Test("if the hunter breaks a loop, the replay differs from the recording and says so")
  func breaks() throws {
    let replayer = try TraceReplayer(TraceText.input(Self.recordedLoop()))
    let hunter = LoopHunter(loop: replayer.loop)
    replayer.onView = { view, _ in
      _ = try? hunter.attach(to: view, reaction: .breakLoop) { _ in }
    }
    let result = try replayer.run()
    #expect(result.leftRecordingInTurn == 2)
    #expect(result.divergence == nil)
  }

  @Test("the tree at a moment can be looked at")
  func trees() throws {
    let lines =
      TraceText.preamble + [
        #"{"e":"frame","v":2,"to":[0,0,50,50]}"#, #"{"e":"turn","n":4}"#,
        #"{"e":"move","v":3,"in":null}"#, #"{"e":"turn","n":5}"#, #"{"e":"gone","v":3}"#,
        #"{"e":"end","turns":3}"#,
      ]
    let replayer = try TraceReplayer(TraceText.input(lines))
    #expect(replayer.roots.count == 1)
    try replayer.run(through: 1)
    #expect(replayer.view(2)?.frame.size.width == 50)
    #expect(replayer.view(3)?.superview === replayer.view(2))
    try replayer.run(through: 4)
    #expect(replayer.view(3)?.superview == nil)
    #expect(replayer.roots.count == 2)
    try replayer.run()
    #expect(replayer.view(3) == nil)
    #expect(replayer.loop.turn == 6)
  }

  @Test("origins survive hops through the loop, so that patient loops are found")
  func acrossTurns() throws {
    final class Bouncer: View {
      override func layoutSubviews() {
        window?.loop.async { [weak self] in self?.setNeedsLayout() }
      }
    }
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    window.addSubview(Bouncer(frame: window.bounds))
    let recorder = try TraceRecorder(loop, to: .memory)
    for _ in 0..<100 { loop.runTurn() }
    try recorder.finish()
    let replayer = try TraceReplayer(TraceText.input(recorder.bytes))
    let hunter = LoopHunter(loop: replayer.loop)
    var verdicts: [String] = []
    replayer.onView = { view, _ in
      _ = try? hunter.attach(to: view) { verdicts.append($0.verdict.kind) }
    }
    let result = try replayer.run()
    #expect(verdicts.first == "acrossTurns")
    #expect(result.divergence == nil)
  }

  @Test("the time in which many views die at once grows linearly, in any order")
  func deaths() throws {
    let count = caseCount(20_000, inDebug: 4_000)
    for isTopFirst in [true, false] {
      var lines = [TraceText.header, #"{"e":"view","v":1,"class":"Window"}"#]
      lines += (2...count).map { #"{"e":"view","v":\#($0),"class":"X","in":1}"# }
      lines.append(#"{"e":"turn","n":1}"#)
      let gone = (1...count).map { #"{"e":"gone","v":\#($0)}"# }
      lines += isTopFirst ? gone : gone.reversed()
      lines.append(#"{"e":"end","turns":1}"#)
      let replayer = try TraceReplayer(TraceText.input(lines))
      let time = try processorTime { _ = try replayer.run() }
      #expect(replayer.roots.isEmpty)
      #expect(time < timeBound(.seconds(20)))
    }
  }

  @Test("deep nesting in a trace is bounded by the replay, whatever the header says")
  func nesting() throws {
    var lines = [
      #"{"e":"trace","version":1,"nestingLimit":1000000000}"#,
      #"{"e":"view","v":1,"class":"Window"}"#, #"{"e":"turn","n":1}"#,
      #"{"e":"commit"}"#,
    ]
    let depth = 20_000
    for _ in 0..<depth {
      lines += [
        #"{"e":"layout","v":1}"#, #"{"e":"dirty","v":1,"why":"explicit","by":1}"#,
        #"{"e":"force","v":1,"by":1}"#,
      ]
    }
    for _ in 0..<depth { lines.append(#"{"e":"done","v":1}"#) }
    lines += [#"{"e":"committed","batches":1}"#, #"{"e":"end","turns":1}"#]
    let result = try TraceReplayer(TraceText.input(lines)).run()
    #expect(result.replayedLayouts > 0)
  }

  @Test("a replay that is recorded again ends with its replayer", arguments: [true, false])
  func recordedReplayEnds(finishes: Bool) throws {
    weak var loop: TurnLoop?
    do {
      let replayer = try TraceReplayer(TraceText.input(Self.recordedLoop(rounds: 3)))
      loop = replayer.loop
      let recorder = try TraceRecorder(replaying: replayer, to: .memory)
      _ = try replayer.runTurn()
      if finishes { try recorder.finish() }
    }
    #expect(loop == nil)
  }

  @Test("no view outlives its replay")
  func lifetimes() throws {
    weak var view: View?
    weak var loop: TurnLoop?
    do {
      let replayer = try TraceReplayer(TraceText.input(Self.recordedLoop()))
      try replayer.run()
      view = replayer.view(2)
      loop = replayer.loop
      #expect(view != nil)
    }
    #expect(view == nil)
    #expect(loop == nil)
  }
}
