import Foundation
import HuntSupport
import LayoutTrace
import TestSupport
import Testing

/// The order of turns of several processes.
@Suite("The order of imported turns")
struct ForeignOrderTests {
  /// A task of a process with layouts at some times, in milliseconds.
  private static func task(
    _ process: Int, from start: Int, to end: Int, layoutsAt times: [Int]
  ) -> [String] {
    let layouts = times.map {
      #"{"name":"Layout","ph":"X","ts":\#($0 * 1000),"dur":10,"pid":\#(process),"tid":1,"#
        + #""args":{"beginData":{"frame":"F\#(process)"}}}"#
    }
    return [
      #"{"name":"RunTask","ph":"X","ts":\#(start * 1000),"dur":\#((end - start) * 1000),"pid":\#(process),"tid":1}"#
    ] + layouts
  }

  private static func name(_ name: String, of process: Int) -> String {
    #"{"name":"process_name","ph":"M","ts":0,"pid":\#(process),"tid":0,"args":{"name":"\#(name)"}}"#
  }

  private static func imported(_ events: [String], runLength: Int = 1 << 17) throws -> Imported {
    try Imported(
      Array("[\(events.joined(separator: ",\n"))]".utf8), options: .init(runLength: runLength))
  }

  @Test("turns of two processes come in the order of their start, whole, and name their process")
  func twoProcesses() throws {
    // The first process's task lasts while the second one has two.
    let first = Self.task(7, from: 10, to: 90, layoutsAt: [20, 50, 80])
    let second =
      Self.task(8, from: 15, to: 30, layoutsAt: [18, 25])
      + Self.task(8, from: 40, to: 60, layoutsAt: [45])
      + Self.task(8, from: 95, to: 99, layoutsAt: [96])
    let names = [Self.name("Renderer", of: 7)]
    let imported = try Self.imported(names + second + first)
    let turns = imported.lines.split { $0.hasPrefix("{\"e\":\"turn\"") }.dropFirst()
    let heads = imported.lines.filter { $0.hasPrefix("{\"e\":\"turn\"") }
    #expect(
      heads == [
        #"{"e":"turn","n":1,"t":0,"process":"Renderer 7"}"#,
        #"{"e":"turn","n":2,"t":5000000,"process":"process 8"}"#,
        #"{"e":"turn","n":3,"t":30000000,"process":"process 8"}"#,
        #"{"e":"turn","n":4,"t":85000000,"process":"process 8"}"#,
      ])
    // Document 1 is of the second process, whose events come first in the file.
    let layouts = turns.map { lines in
      lines.filter { $0.hasPrefix("{\"e\":\"layout\"") }.map { $0.contains("\"v\":1,") ? 8 : 7 }
    }
    #expect(layouts == [[7, 7, 7], [8, 8], [8], [8]])
    #expect(try TraceValidation(.bytes(imported.trace, name: "two")).errors.isEmpty)
    #expect(try TraceReplayer(.bytes(imported.trace, name: "two")).run().divergence == nil)
  }

  @Test("a document is named by its address, whichever event states it")
  func addresses() throws {
    let page = #""url":"https://a.example/shop/cart.html?x=1""#
    for arguments in [
      #"{"data":{"frame":"F7",\#(page)}}"#, #"{"frame":"F7",\#(page)}"#,
      #"{"data":{"frames":[{"frame":"F7",\#(page)}]}}"#,
      #"{"data":{"frame":"F7",\#(page.replacing("url", with: "documentLoaderURL"))}}"#,
    ] {
      for event in ["CommitLoad", "FrameCommittedInBrowser"] {
        let told = #"{"name":"\#(event)","ph":"I","ts":5,"pid":7,"tid":1,"args":\#(arguments)}"#
        let imported = try Self.imported(
          [told] + Self.task(7, from: 10, to: 20, layoutsAt: [12, 14]))
        let view = imported.lines.first { $0.contains(#""e":"view""#) } ?? ""
        #expect(view.contains("cart.html") && !view.contains("F7"), "\(told): \(view)")
      }
    }
  }

  @Test("any number of tasks that overlap become whole turns, in the order of their start")
  func manyProcesses() throws {
    let seed = firstSeed("overlapping tasks")
    var generator = SeededGenerator(seed: seed)
    var events: [String] = []
    var expected: [(start: Int, process: Int, layouts: Int)] = []
    for process in 1...5 {
      var time = Int.random(in: 0...40, using: &generator)
      for _ in 0..<40 {
        let length = Int.random(in: 2...60, using: &generator)
        let times = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          Int.random(in: time..<time + length, using: &generator)
        }
        events += Self.task(process, from: time, to: time + length, layoutsAt: times)
        if !times.isEmpty { expected.append((time, process, times.count)) }
        time += length + Int.random(in: 0...20, using: &generator)
      }
    }
    events.shuffle(using: &generator)
    for runLength in [2, 50, 1 << 17] {
      let imported = try Self.imported(events, runLength: runLength)
      var found: [(start: Int, process: Int, layouts: Int)] = []
      let first = expected.map(\.start).min() ?? 0
      for line in imported.lines {
        if line.hasPrefix("{\"e\":\"turn\""),
          let match = line.firstMatch(
            of: #/"e":"turn","n":\d+,"t":(\d+),"process":"process (\d)"/#)
        {
          found.append((Int(match.1)! / 1_000_000 + first, Int(match.2)!, 0))
        } else if line.hasPrefix("{\"e\":\"layout\"") {
          found[found.count - 1].layouts += 1
        }
      }
      let offset = (found.first?.start ?? 0) - (expected.map(\.start).min() ?? 0)
      #expect(found.map(\.start) == found.map(\.start).sorted(), "seed \(seed)")
      let order = { (one: (start: Int, process: Int, layouts: Int)) in [one.start, one.process] }
      #expect(
        found.map { [$0.start - offset, $0.process, $0.layouts] }
          .sorted { $0.lexicographicallyPrecedes($1) }
          == expected.sorted { order($0).lexicographicallyPrecedes(order($1)) }
          .map { [$0.start, $0.process, $0.layouts] }, "seed \(seed)")
    }
  }

  @Test(
    "events that do not fit into memory at once are sorted by way of a temporary file",
    arguments: sample([2, 7, 500], oneIn: 3, seed: firstSeed("ForeignOrderTests")))
  func runs(length: Int) throws {
    for (name, format) in [
      ("chromium-thrash", "chrome"), ("firefox-thrash", "firefox-raw"),
    ] {
      let bytes = try Recording.bytes(name)
      let whole = try Imported(bytes, format)
      #expect(try Imported(bytes, format, options: .init(runLength: length)).lines == whole.lines)
    }
  }
}
