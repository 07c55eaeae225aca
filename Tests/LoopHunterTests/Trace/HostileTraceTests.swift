import Foundation
import LoopHunter
import TestSupport
import Testing

/// Long traces that try to lose lines, to pass a number off as new, or to keep the reader busy.
@Suite("Hostile traces") struct HostileTraceTests {
  /// What a validation finds: line and problem of every error.
  static func errors(
    of input: TraceInput
  ) throws -> (found: [Int: String], summary: TraceSummary) {
    let validation = try TraceValidation(input, errorLimit: .max)
    let pairs = validation.errors.map { ($0.line, $0.problem) }
    return (Dictionary(pairs) { first, _ in first }, validation.summary)
  }

  /// Compares what is refused with what the model refuses.
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
    arguments: [1, 900_000, (1 << 20) - 20, 1 << 20, (1 << 20) + 77, 2 << 20, (3 << 20) + 1])
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
    for seed in Seeds.range(200, inDebug: 12) {
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
}
