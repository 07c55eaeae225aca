import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("Trace scan") struct TraceScanTests {
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

  @Test("any number of workers finds the same")
  func workers() throws {
    var generator = SeededGenerator(seed: 3)
    var turns: [[Int: Int]] = []
    for _ in 0..<caseCount(3_000, inDebug: 1_000) {
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
    for seed in Seeds.range(1_000, inDebug: 15) {
      let input = TraceText.input(try ReplayFidelityTests.record(seed: seed))
      let (scanned, replayed) = try Self.loops(of: input, threshold: 2)
      #expect(scanned == replayed, "seed \(seed)")
      found += scanned.count
    }
    #expect(found > 50)
  }
}
