import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing

/// Long traces that try to lose lines, to pass a number off as new, or to keep the reader busy.
@Suite("Hostile traces") struct HostileTraceTests {
  /// The findings of a validation: line and problem of every error.
  static func errors(
    of input: TraceInput
  ) throws -> (found: [Int: String], summary: TraceSummary) {
    let validation = try TraceValidation(input, errorLimit: .max)
    let pairs = validation.errors.map { ($0.line, $0.problem) }
    return (Dictionary(pairs) { first, _ in first }, validation.summary)
  }

  /// Compares the refused lines with those that the model refuses.
  static func expectAgreement(_ trace: HostileTrace, seed: UInt64) throws {
    let (found, _) = try errors(of: trace.input)
    #expect(found.count == trace.refused.count, "seed \(seed)")
    for (line, reason) in trace.refused where found[line]?.contains(reason) != true {
      Issue.record("seed \(seed), line \(line): '\(found[line] ?? "accepted")', not '\(reason)'")
      return
    }
  }

  // MARK: Long lines

  @Test(
    "every line after one that is too long is read",
    arguments: sample(
      [1, 900_000, (1 << 20) - 20, 1 << 20, (1 << 20) + 77, 2 << 20, (3 << 20) + 1], oneIn: 2,
      seed: firstSeed("HostileTraceTests.afterLongLine")))
  func afterLongLine(_ extra: Int) throws {
    let limit = TraceOptions().maximumLineLength
    var lines = TraceText.preamble
    lines.append(#"{"e":"x","y":"\#(String(repeating: "a", count: limit + extra - 16))"}"#)
    for _ in 0..<150 { lines += [#"{"e":"layout","v":3}"#, #"{"e":"done","v":3}"#] }
    lines.append(#"{"e":"end","turns":1}"#)
    let (found, summary) = try Self.errors(of: TraceText.input(lines))
    #expect(found == [6: "the line is longer than \(limit) bytes"])
    #expect(summary.lines == lines.count)
    #expect(!summary.hasTornTail && !summary.isTruncated)
    for workers in [1, 2] {
      let options = TraceScan.Options(isLenient: true, workers: workers)
      let result = try TraceScan(options: options).run(TraceText.input(lines))
      #expect(result.loops.map(\.view) == [3] && result.loops.first?.layouts == 150)
      #expect(result.summary.warnings.count == 1)
    }
  }

  @Test("lines of any lengths are all read, whatever the limit, from memory and through a pipe")
  func anyLengths() throws {
    for seed in Seeds.range(200, inDebug: 6) {
      var trace = HostileTrace(seed: seed)
      trace.beginTurn()
      let limit = trace.random(40...[100, 5_000, 200_000][trace.random(0...2)])
      for _ in 0..<trace.random(2...40) {
        switch trace.random(0...5) {
        case 0: trace.longLine(of: limit + trace.random(-2...2), limit: limit)
        case 1: trace.longLine(of: limit * trace.random(1...3), limit: limit)
        default: trace.longLine(of: trace.random(16...limit), limit: limit)
        }
      }
      var bytes = trace.bytes
      // The last line may lack its newline.
      if seed % 3 == 0 { bytes.removeLast() }
      let options = TraceOptions(isLenient: true, maximumLineLength: limit)
      try expect(trace, TraceText.input(bytes), options, "seed \(seed)")
      try throughPipe(bytes, pieces: trace.random(1...70_000)) {
        try expect(trace, $0, options, "seed \(seed), through a pipe")
      }
    }
  }

  private func expect(
    _ trace: HostileTrace, _ input: TraceInput, _ options: TraceOptions, _ name: Comment
  ) throws {
    let reader = try TraceReader(input, options: options)
    while try reader.next() != nil {}
    #expect(reader.summary.lines == trace.lines.count, name)
    #expect(reader.summary.skippedLines == trace.refused.count, name)
    #expect(!reader.summary.hasTornTail, name)
    #expect(
      reader.summary.unknownEvents == trace.lines.count - trace.refused.count - 3, name)
  }

  /// Hands bytes to `body` through a pipe, in pieces.
  private func throughPipe(
    _ bytes: [UInt8], pieces: Int, _ body: (TraceInput) throws -> Void
  ) throws {
    var ends: [Int32] = [0, 0]
    try #require(Foundation.pipe(&ends) == 0)
    let writing = ends[1]
    let thread = Thread {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(writing, $0.baseAddress, min(pieces, $0.count)) }
        if count <= 0 { break }
        rest = rest.dropFirst(count)
      }
      close(writing)
    }
    thread.start()
    defer { close(ends[0]) }
    try body(.descriptor(ends[0], name: "pipe"))
  }

  // MARK: Numbers

  /// Orders of numbers: in runs, with gaps, far apart, backwards, at random.
  static let orders: [@Sendable (Int) -> Int] = [
    { $0 + 2 }, { $0 * 2 + 2 }, { $0 * 64 + 5 }, { 1_000_000 - $0 }, { 900_000 - 3 * $0 },
    { ($0 * 7_919) % 65_537 + 2 }, { ($0 * 7_919) % 65_537 << 36 | 9 },
    { ($0 % 700) << 20 | ($0 / 700) + 2 }, { $0 % 2 == 0 ? 2 + $0 : 1 << 50 | $0 },
  ]

  @Test("any order of numbers is valid, and every reuse is found", arguments: orders.indices)
  func reuse(_ order: Int) throws {
    let count = caseCount(40_000, inDebug: 1_500)
    var trace = HostileTrace(seed: UInt64(order))
    let numbers = (0..<count).map(Self.orders[order])
    for number in numbers { trace.async(number) }
    trace.beginTurn()
    for number in numbers {
      trace.view(number, in: nil)
      trace.gone(number)
    }
    var random = SeededGenerator(seed: firstSeed("HostileTraceTests.orders"))
    for number in numbers.shuffled(using: &random) {
      trace.view(number, in: nil)
      trace.async(number)
    }
    #expect(trace.refused.count == 2 * count)
    try Self.expectAgreement(trace, seed: UInt64(order))
  }

  @Test("a number that is used again after thousands of gaps makes no cycle of views")
  func cycle() throws {
    var trace = HostileTrace(seed: 1)
    trace.beginTurn()
    trace.view(2, in: 1)
    trace.view(4, in: 2)
    trace.gone(2)
    for number in 0..<6_000 {
      trace.view(10 + 2 * number, in: nil)
      trace.gone(10 + 2 * number)
    }
    trace.view(2, in: 4)
    trace.move(4, to: 2)
    trace.view(7, in: 4)
    try Self.expectAgreement(trace, seed: 1)
    let replayer = try TraceReplayer(
      trace.input, options: TraceReplayer.Options(isLenient: true))
    #expect(try replayer.run().summary.skippedLines == 2)
  }

  // MARK: Trees

  @Test("moves of deep trees are judged as if each ancestor were visited, in any order")
  func deepMoves() throws {
    for seed in Seeds.range(60, inDebug: 6) {
      var trace = HostileTrace(seed: seed)
      trace.beginTurn()
      var views = [1]
      // Chains of some hundred views, and bushes.
      for number in 2...900 {
        let parent =
          trace.random(0...9) == 0 ? views[trace.random(0...views.count - 1)] : views.last!
        trace.view(number, in: trace.random(0...150) == 0 ? nil : parent)
        views.append(number)
      }
      for number in 0..<150 {
        let view = views[trace.random(1...views.count - 1)]
        switch trace.random(0...9) {
        case 0: trace.gone(view)
        case 1: trace.move(view, to: nil)
        case 2: trace.view(1_000 + number, in: view)
        default: trace.move(view, to: views[trace.random(0...views.count - 1)])
        }
        // Long pieces, so that the limit is met.
        if number % 10 == 0 {
          var last: Int? = trace.random(0...1) == 0 ? nil : view
          for piece in 0..<60 {
            let new = 10_000 + number * 100 + piece
            trace.view(new, in: last)
            (last, views) = (new, views + [new])
          }
        }
      }
      try Self.expectAgreement(trace, seed: seed)
    }
  }

  @Test("updates of constraints may nest without end: a replay needs no stack for them")
  func nestedUpdates() throws {
    /// The processor time of a replay of so many updates, each of which holds the next.
    func time(_ depth: Int, _ inner: String) throws -> Duration {
      var lines = TraceText.preamble + [#"{"e":"commit"}"#]
      for _ in 0..<depth {
        lines.append(#"{"e":"update","v":2}"#)
        if !inner.isEmpty { lines.append(inner) }
      }
      lines += Array(repeating: #"{"e":"updated","v":2}"#, count: depth)
      lines += [#"{"e":"committed","batches":0}"#, #"{"e":"end","turns":1}"#]
      #expect(try TraceValidation(TraceText.input(lines)).isValid)
      let replayer = try TraceReplayer(TraceText.input(lines))
      let time = try processorTime { try replayer.run() }
      #expect(replayer.result.summary.events == lines.count)
      return time
    }
    let depth = caseCount(100_000, inDebug: 16_000)
    for inner in ["", #"{"e":"dirty","v":2,"why":"explicit"}"#, #"{"e":"force","v":2}"#] {
      // Eight times as many: 8 in a straight line, 64 by the square.
      let growth = try Growth(from: depth / 8, to: depth, below: 24) { try time($0, inner) }
      #expect(growth.ratio < 24, "\(growth) with \(inner)")
    }
  }

  @Test("views that are moved in and out of a deep tree cost time in proportion")
  func manyMoves() throws {
    var lines = [TraceText.header, #"{"e":"view","v":1,"class":"Window"}"#]
    // A chain that leaves room for one more piece, the piece, and many others.
    for number in 2...900 {
      lines.append(#"{"e":"view","v":\#(number),"class":"X","in":\#(number - 1)}"#)
    }
    lines.append(#"{"e":"view","v":1000,"class":"X","in":null}"#)
    for number in 1_001...1_200 {
      lines.append(#"{"e":"view","v":\#(number),"class":"X","in":\#(number - 1)}"#)
    }
    for number in 2_000..<2_000 + caseCount(20_000, inDebug: 6_000) {
      lines.append(#"{"e":"view","v":\#(number),"class":"X","in":1}"#)
    }
    lines.append(#"{"e":"turn","n":1}"#)
    for _ in 0..<caseCount(20_000, inDebug: 300) {
      // Below the chain's lower end there is room only once the chain was cut.
      lines.append(#"{"e":"move","v":500,"in":null}"#)
      lines.append(#"{"e":"move","v":1000,"in":900}"#)
      lines.append(#"{"e":"move","v":1000,"in":null}"#)
      lines.append(#"{"e":"move","v":500,"in":499}"#)
    }
    lines.append(#"{"e":"end","turns":1}"#)
    let input = TraceText.input(lines)
    var summary = TraceSummary()
    let time = try processorTime {
      summary = try TraceScan(options: TraceScan.Options(workers: 1)).run(input).summary
    }
    #expect(summary.events == lines.count)
    #expect(time < timeBound(.seconds(8)), "\(time)")
  }

  // MARK: Numbers beyond the limit

  @Test("whole numbers go up to 2^53 - 1, and larger ones are an error with the reason")
  func largestNumber() throws {
    let largest = 9_007_199_254_740_991
    let lines = [
      #"{"e":"view","v":N,"class":"X"}"#, #"{"e":"async","k":N}"#, #"{"e":"turn","n":N}"#,
      #"{"e":"turn","n":2,"t":N}"#, #"{"e":"committed","batches":N}"#, #"{"e":"end","turns":N}"#,
      #"{"e":"dirty","v":3,"why":"x","by":N}"#, #"{"e":"view","v":9,"class":"X","in":N}"#,
      #"{"e":"view","v":9,"class":"X","in":2,"at":N}"#, #"{ "e":"layout","v":N}"#,
    ]
    for line in lines {
      let most = TraceText.preamble + [line.replacing("N", with: "\(largest)")]
      let accepted = TraceText.error(TraceText.input(most))?.problem ?? ""
      #expect(!accepted.contains("larger than"), "\(line): \(accepted)")
      for number in [
        "9007199254740992", "9223372036854775807", "9223372036854775808", "99999999999999999999",
        "9007199254740992.0", "1e300", "1e999",
      ] {
        let error = TraceText.error(
          TraceText.input(TraceText.preamble + [line.replacing("N", with: number)]))
        #expect(
          error?.problem.hasSuffix("is larger than 9007199254740991, 2^53 - 1") == true,
          "\(line) with \(number): \(error?.description ?? "accepted")")
        #expect(error?.remedy.contains("JSON readers") == true)
      }
    }
    let fraction = TraceText.errorAfterPreamble(#"{"e":"layout","v":1.5e0}"#)
    #expect(fraction?.problem.contains("must be a view's number") == true)
  }

  @Test("the largest turn is replayed, scanned and recorded again")
  func largestTurn() throws {
    let lines =
      TraceText.preamble + [
        #"{"e":"turn","n":9007199254740991,"t":9007199254740991}"#,
        #"{"e":"dirty","v":3,"why":"explicit"}"#, #"{"e":"commit"}"#, #"{"e":"layout","v":1}"#,
        #"{"e":"done","v":1}"#, #"{"e":"layout","v":2}"#, #"{"e":"done","v":2}"#,
        #"{"e":"layout","v":3}"#, #"{"e":"done","v":3}"#, #"{"e":"committed","batches":1}"#,
        #"{"e":"end","turns":2}"#,
      ]
    #expect(try TraceValidation(TraceText.input(lines)).isValid)
    let replayer = try TraceReplayer(TraceText.input(lines))
    let result = try replayer.run()
    #expect(result.replayedLayouts == 3)
    #expect(result.summary.turns == 2)
    let scan = try TraceScan(options: TraceScan.Options(threshold: 1)).run(TraceText.input(lines))
    #expect(scan.summary == result.summary)
  }
}
