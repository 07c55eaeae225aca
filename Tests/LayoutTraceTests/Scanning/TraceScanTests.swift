import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("Trace scan") struct TraceScanTests {
  /// The most looping views that a result lists.
  static let loopLimit = 10_000

  /// A trace in which views have given numbers of layouts in given turns.
  static func trace(_ turns: [[Int: Int]]) -> TraceInput {
    var lines = [TraceText.header, #"{"e":"view","v":1,"class":"Window"}"#]
    for number in 2...6 {
      lines.append(#"{"e":"view","v":\#(number),"class":"Class\#(number % 2)","in":1}"#)
    }
    for (index, counts) in turns.enumerated() {
      lines.append(#"{"e":"turn","n":\#(index + 1)}"#)
      for (view, count) in counts.sorted(by: { $0.key < $1.key }) {
        for _ in 0..<count {
          lines.append(#"{"e":"layout","v":\#(view)}"#)
          lines.append(#"{"e":"done","v":\#(view)}"#)
        }
      }
    }
    lines.append(#"{"e":"end","turns":\#(turns.count)}"#)
    return TraceText.input(lines)
  }

  static func scan(
    _ input: TraceInput, _ options: TraceScan.Options = TraceScan.Options()
  ) throws -> TraceScan.Result {
    try TraceScan(options: options).run(input)
  }

  @Test("views past the threshold are named with their turns and maximum")
  func loops() throws {
    let result = try Self.scan(
      Self.trace([[2: 101, 3: 100], [3: 102, 2: 1], [3: 103], [3: 1], [3: 150, 2: 101]]))
    #expect(result.loops.map(\.view) == [2, 3])
    #expect(result.loops[0].turns == [1...1, 5...5])
    #expect(result.loops[0].maximum == 101)
    #expect(result.loops[0].maximumTurn == 1)
    #expect(result.loops[1].turns == [2...3, 5...5])
    #expect(result.loops[1].crossings == 3)
    #expect(result.loops[1].maximum == 150)
    #expect(result.loops[1].layouts == 456)
    #expect(result.loops[1].className == "Class1")
    #expect(result.foundLoops)
    #expect(result.nearMisses.isEmpty)
  }

  @Test("the timeline has the layouts of every turn, and joins neighbours when there are many")
  func timeline() throws {
    let few = try Self.scan(Self.trace([[2: 101, 3: 7], [:], [4: 2]])).timeline
    #expect(few.map(\.layouts) == [108, 0, 2])
    #expect(few.map(\.crossings) == [1, 0, 0])
    #expect(few.map(\.firstTurn) == [1, 2, 3] && few.map(\.lastTurn) == [1, 2, 3])
    #expect(try Self.scan(Self.trace([])).timeline.isEmpty)
    let counts = (1...1000).map { $0 * 7 % 13 }
    let many = try Self.scan(
      Self.trace(counts.map { [2: $0, 3: 1] }), TraceScan.Options(threshold: 10)
    ).timeline
    #expect(many.count == 125)
    for span in many {
      let turns = counts[(span.firstTurn - 1)..<span.lastTurn]
      #expect(span.turns == turns.count && span.layouts == turns.max()! + 1)
      #expect(counts[span.layoutsTurn - 1] + 1 == span.layouts)
      #expect(span.crossings == turns.count { $0 > 10 })
    }
    #expect(zip(many, many.dropFirst()).allSatisfy { $0.lastTurn + 1 == $1.firstTurn })
  }

  @Test("near misses are past half the threshold, and never crossed it")
  func nearMisses() throws {
    let options = TraceScan.Options(threshold: 10)
    let result = try Self.scan(Self.trace([[2: 10, 3: 6, 4: 5, 5: 11, 6: 7]]), options)
    #expect(result.nearMisses.map(\.view) == [2, 6, 3])
    #expect(result.loops.map(\.view) == [5])
    // A threshold of 1 arms at the second layout, which is past it already.
    let low = try Self.scan(Self.trace([[2: 1, 3: 2]]), TraceScan.Options(threshold: 1))
    #expect(low.nearMisses.isEmpty)
    #expect(low.loops.map(\.view) == [3])
  }

  @Test("the histogram counts views and turns, large numbers too")
  func histogram() throws {
    let result = try Self.scan(Self.trace([[2: 1, 3: 1, 4: 3], [2: 1, 3: 700]]))
    #expect(
      result.histogram.map { [$0.layouts, $0.occurrences] } == [[1, 3], [3, 1], [700, 1]])
    #expect(result.busiest.map(\.view) == [3, 4, 2])
    #expect(result.classes.map(\.className) == ["Class1", "Class0", "Window"])
    #expect(result.classes.map(\.layouts) == [701, 5, 0])
    #expect(result.classes.map(\.views) == [2, 3, 1])
  }

  @Test("a threshold is suggested with its reason")
  func suggestion() throws {
    let quiet = try Self.scan(Self.trace([[2: 3]])).suggestion
    #expect(quiet.threshold == 20)
    #expect(quiet.reason.contains("no view was laid out more than 3 times"))
    #expect(try Self.scan(Self.trace([[2: 30]])).suggestion.threshold == 150)
    let between = try Self.scan(Self.trace([[2: 60, 3: 110]])).suggestion
    #expect(between.threshold == 85)
    #expect(between.reason.contains("at most 60") && between.reason.contains("at least 110"))
    #expect(try Self.scan(Self.trace([[:]])).suggestion.threshold == 100)
  }

  @Test("layouts are counted by path when asked for")
  func paths() throws {
    let lines =
      TraceText.preamble + [
        #"{"e":"layout","v":3}"#, #"{"e":"done","v":3}"#, #"{"e":"layout","v":2}"#,
        #"{"e":"done","v":2}"#, #"{"e":"gone","v":3}"#, #"{"e":"end","turns":1}"#,
      ]
    let options = TraceScan.Options(countsPaths: true)
    let result = try Self.scan(TraceText.input(lines), options)
    #expect(result.paths.map(\.path) == ["Window/Feed/first", "Window/Feed"])
    #expect(result.paths.map(\.layouts) == [1, 1])
  }

  @Test("a view that dies in its turn is counted, and its place is free for another")
  func death() throws {
    var lines = TraceText.preamble
    for _ in 0..<101 { lines += [#"{"e":"layout","v":3}"#, #"{"e":"done","v":3}"#] }
    lines += [#"{"e":"gone","v":3}"#, #"{"e":"view","v":4,"class":"Other","in":2}"#]
    for _ in 0..<60 { lines += [#"{"e":"layout","v":4}"#, #"{"e":"done","v":4}"#] }
    lines.append(#"{"e":"end","turns":1}"#)
    let result = try Self.scan(TraceText.input(lines))
    #expect(result.loops.map(\.view) == [3])
    #expect(result.loops[0].layouts == 101)
    #expect(result.nearMisses.map(\.view) == [4])
    #expect(result.histogram.map(\.layouts) == [60, 101])
  }

  @Test("any number of workers finds the same")
  func workers() throws {
    var generator = SeededGenerator(seed: 3)
    var turns: [[Int: Int]] = []
    for _ in 0..<3_000 {
      turns.append(
        Dictionary(
          uniqueKeysWithValues: (2...6).map {
            ($0, Int.random(in: 0...20, using: &generator))
          }))
    }
    let input = Self.trace(turns)
    let results = try [1, 2, 3, 7].map {
      try Self.scan(input, TraceScan.Options(threshold: 15, workers: $0))
    }
    #expect(results[0].loops.count == 5)
    for result in results { #expect(result == results[0]) }
  }

  @Test("any number of workers finds the same first error")
  func workersErrors() throws {
    guard case .bytes(var bytes, _) = Self.trace(Array(repeating: [2: 50, 3: 50], count: 1_000))
    else { return }
    // Two errors, far apart: the first one counts.
    for place in [bytes.count / 3, bytes.count * 2 / 3] { bytes[place] = 0 }
    let errors = [1, 2, 4].map { workers in
      #expect(throws: TraceError.self) {
        try Self.scan(TraceText.input(bytes), TraceScan.Options(workers: workers))
      }
    }
    #expect(errors[0] != nil && errors[0] == errors[1] && errors[0] == errors[2])
  }

  @Test("an interrupt ends a scan with what was found so far")
  func interrupt() throws {
    let interrupt = TraceInterrupt()
    interrupt.interrupt()
    let result = try TraceScan(interrupt: interrupt).run(Self.trace([[2: 200]]))
    #expect(result.summary.isInterrupted)
    #expect(result.loops.isEmpty)
  }

  /// The views that crossed a threshold and their turns, by a scan and by a hunted replay.
  static func loops(
    of input: TraceInput, threshold: Int
  ) throws -> (scanned: [Int: Set<Int>], replayed: [Int: Set<Int>]) {
    let result = try scan(input, TraceScan.Options(threshold: threshold))
    let replayer = try TraceReplayer(input)
    let hunter = LoopHunter(loop: replayer.loop)
    var replayed: [Int: Set<Int>] = [:]
    replayer.onView = { view, number in
      _ = try? hunter.attach(to: view, threshold: threshold) { report in
        guard report.verdict.kind != "acrossTurns" else { return }
        replayed[number, default: []].insert(report.turn)
      }
    }
    try replayer.run()
    let scanned = Dictionary(
      uniqueKeysWithValues: result.loops.map { ($0.view, Set($0.turns.flatMap { Array($0) })) })
    return (scanned, replayed)
  }

  @Test("scan and replay agree on which views loop in which turns, on random runs")
  func agreement() throws {
    var found = 0
    for seed in Seeds.range(1_000, inDebug: 30) {
      let input = TraceText.input(try ReplayFidelityTests.record(seed: seed))
      let (scanned, replayed) = try Self.loops(of: input, threshold: 2)
      #expect(scanned == replayed, "seed \(seed)")
      found += scanned.count
    }
    #expect(found > 50)
  }

  @Test("a looping view that is not listed is counted once, and is no near miss")
  func leftOut() throws {
    let views = Self.loopLimit + 50
    var lines = [TraceText.header, #"{"e":"view","v":1,"class":"Window"}"#]
    for number in 2..<views + 2 {
      lines.append(#"{"e":"view","v":\#(number),"class":"X","in":1}"#)
    }
    let layout = (2..<views + 2).flatMap {
      [#"{"e":"layout","v":\#($0)}"#, #"{"e":"done","v":\#($0)}"#]
    }
    for turn in 1...3 {
      lines.append(#"{"e":"turn","n":\#(turn)}"#)
      lines += layout
      lines += layout
    }
    let options = TraceScan.Options(threshold: 1)
    let result = try TraceScan(options: options).run(TraceText.input(lines))
    #expect(result.loops.count == Self.loopLimit)
    #expect(result.loopsLeftOut == 50)
    #expect(result.nearMisses.isEmpty && result.nearMissesLeftOut == 0)
    #expect(result.loops.allSatisfy { $0.crossings == 3 && $0.turns == [1...3] })
    // All are as busy as each other, listed or not.
    #expect(result.busiest.allSatisfy { $0.crossings == 3 && $0.layouts == 6 })
    // One more layout allowed, and all of them are near misses.
    let near = try TraceScan(options: TraceScan.Options(threshold: 2)).run(TraceText.input(lines))
    #expect(near.loops.isEmpty)
    #expect(near.nearMisses.count == 100)
    #expect(near.nearMissesLeftOut == views - 100)
  }
}
