import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("The tally of layouts")
struct LayoutTallyTests {
  /// The most looping views that a result lists.
  private static let loopLimit = 10_000

  @Test("the timeline has the layouts of every turn, and joins neighbours when there are many")
  func timeline() throws {
    let few = try TraceScanTests.scan(TraceScanTests.trace([[2: 101, 3: 7], [:], [4: 2]])).timeline
    #expect(few.map(\.layouts) == [108, 0, 2])
    #expect(few.map(\.crossings) == [1, 0, 0])
    #expect(few.map(\.firstTurn) == [1, 2, 3] && few.map(\.lastTurn) == [1, 2, 3])
    #expect(try TraceScanTests.scan(TraceScanTests.trace([])).timeline.isEmpty)
    let counts = (1...1000).map { $0 * 7 % 13 }
    let many = try TraceScanTests.scan(
      TraceScanTests.trace(counts.map { [2: $0, 3: 1] }), TraceScan.Options(threshold: 10)
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
    let result = try TraceScanTests.scan(
      TraceScanTests.trace([[2: 10, 3: 6, 4: 5, 5: 11, 6: 7]]), options)
    #expect(result.nearMisses.map(\.view) == [2, 6, 3])
    #expect(result.loops.map(\.view) == [5])
    // A threshold of 1 arms at the second layout, which is past it already.
    let low = try TraceScanTests.scan(
      TraceScanTests.trace([[2: 1, 3: 2]]), TraceScan.Options(threshold: 1))
    #expect(low.nearMisses.isEmpty)
    #expect(low.loops.map(\.view) == [3])
  }

  @Test("the histogram counts views and turns, large numbers too")
  func histogram() throws {
    let result = try TraceScanTests.scan(
      TraceScanTests.trace([[2: 1, 3: 1, 4: 3], [2: 1, 3: 700]]))
    #expect(
      result.histogram.map { [$0.layouts, $0.occurrences] } == [[1, 3], [3, 1], [700, 1]])
    #expect(result.busiest.map(\.view) == [3, 4, 2])
    #expect(result.classes.map(\.className) == ["Class1", "Class0", "Window"])
    #expect(result.classes.map(\.layouts) == [701, 5, 0])
    #expect(result.classes.map(\.views) == [2, 3, 1])
  }

  @Test("layouts are counted by path when asked for")
  func paths() throws {
    let lines =
      TraceText.preamble + [
        #"{"e":"layout","v":3}"#, #"{"e":"done","v":3}"#, #"{"e":"layout","v":2}"#,
        #"{"e":"done","v":2}"#, #"{"e":"gone","v":3}"#, #"{"e":"end","turns":1}"#,
      ]
    let options = TraceScan.Options(countsPaths: true)
    let result = try TraceScanTests.scan(TraceText.input(lines), options)
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
    let result = try TraceScanTests.scan(TraceText.input(lines))
    #expect(result.loops.map(\.view) == [3])
    #expect(result.loops[0].layouts == 101)
    #expect(result.nearMisses.map(\.view) == [4])
    #expect(result.histogram.map(\.layouts) == [60, 101])
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

  @Test(
    "passes at their limits, refusals and closed phases cost the same however many views there are")
  func hostileLimits() throws {
    func time(_ count: Int) throws -> Duration {
      var lines = [
        #"{"e":"trace","version":1,"nestingLimit":1}"#, #"{"e":"view","v":1,"class":"Window"}"#,
      ]
      lines += (2...count).map { #"{"e":"view","v":\#($0),"class":"Cell","in":1}"# }
      lines.append(#"{"e":"turn","n":1}"#)
      for view in 2...count {
        lines += [#"{"e":"layout","v":\#(view)}"#, #"{"e":"done","v":\#(view)}"#]
      }
      for view in 2...count {
        lines += [
          #"{"e":"commit"}"#, #"{"e":"layout","v":\#(view)}"#,
          #"{"e":"dirty","v":\#(view),"why":"explicit","by":\#(view)}"#,
          #"{"e":"done","v":\#(view)}"#, #"{"e":"committed","batches":1,"hit":true}"#,
        ]
      }
      lines += Array(repeating: #"{"e":"update","v":1}"#, count: count)
      lines += Array(repeating: #"{"e":"force","v":1}"#, count: count)
      lines += (2..<count).map { #"{"e":"gone","v":\#($0)}"# }
      let input = TraceText.input(lines)
      let options = TraceScan.Options(isLenient: true)
      return try processorTime { _ = try TraceScanTests.scan(input, options) }
    }
    let growth = try Growth(from: 1_000, to: 8_000, below: 30, time)
    #expect(growth.ratio < 30, "\(growth)")
  }
}
