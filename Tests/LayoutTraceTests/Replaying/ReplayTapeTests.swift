import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("The tape of a replay")
struct ReplayTapeTests {
  /// A snapshot with windows, names, transforms, anchors and trees that span its pieces.
  private static func snapshot(_ count: Int) -> [String] {
    var lines = [
      #"{"e":"trace","version":2}"#,
      #"{"e":"view","v":1,"class":"Window","frame":[0,0,100,100],"clean":true}"#,
    ]
    for view in 2...count {
      let name = view % 3 == 0 ? #","name":"cell \#(view)""# : ""
      let place = view % 5_000 == 0 ? "null" : "\(max(1, view / 7))"
      let shape = [
        "", #","bounds":[0,5,10,10]"#, #","transform":[0.5,0,0,0.5,0,0]"#, #","anchor":[0,0]"#,
      ][view % 4]
      let clean = view % 11 == 0 ? "" : #","clean":true"#
      let index = view % 5_000 == 0 ? "" : #","at":0"#
      lines.append(
        #"{"e":"view","v":\#(view),"class":"C\#(view % 90)"\#(name),"in":\#(place)\#(index),"#
          + #""frame":[1,2,10,10]\#(shape)\#(clean)}"#)
    }
    return lines
  }

  /// Sizes around the limit of a piece, and of several pieces.
  private static let sizes =
    caseCount(1, inDebug: 0) == 0 ? [5, 16_385] : [5, 16_383, 16_384, 16_385, 40_000]

  @Test("a snapshot of any size is built as it was recorded, and every view is told of once")
  func snapshots() throws {
    for count in Self.sizes {
      let lines = Self.snapshot(count) + [#"{"e":"turn","n":1}"#, #"{"e":"end","turns":1}"#]
      let replayer = try TraceReplayer(TraceText.input(lines))
      var told: [Int] = []
      replayer.onView = { view, number in
        told.append(number)
        if replayer.number(of: view) != number { Issue.record("view \(number) is another") }
      }
      let roots = replayer.roots
      #expect(told == Array(1...count))
      #expect(roots.count == 1 + (1...count).count { $0 % 5_000 == 0 })
      for root in roots {
        for view in root.subtree {
          let number = try #require(replayer.number(of: view))
          let expected = number % 11 != 0
          if view.needsLayout == expected { Issue.record("view \(number): clean \(expected)") }
          if view.displayedClassName != (number == 1 ? "Window" : "C\(number % 90)") {
            Issue.record("view \(number) is a \(view.displayedClassName)")
          }
        }
      }
      try replayer.run()
    }
  }

  @Test("recording a replay with a large snapshot gives the same trace, byte for byte")
  func recorded() throws {
    // A recorder walks the tree from the windows down; a second recording has that order.
    func again(_ trace: [UInt8]) throws -> [UInt8] {
      let replayer = try TraceReplayer(TraceText.input(trace))
      let recorder = try TraceRecorder(replaying: replayer, to: .memory)
      try replayer.run()
      try recorder.finish()
      return recorder.bytes
    }
    let lines =
      Self.snapshot(17_000) + [
        #"{"e":"turn","n":1}"#, #"{"e":"dirty","v":7,"why":"explicit"}"#, #"{"e":"commit"}"#,
      ]
    let first = try again(Array(lines.map { $0 + "\n" }.joined().utf8))
    #expect(first.count { $0 == UInt8(ascii: "\n") } > 17_000)
    #expect(try again(first) == first)
  }

  @Test("a lenient replay takes events that come before the first turn of a large snapshot")
  func lenient() throws {
    let lines =
      Self.snapshot(17_000) + [
        #"{"e":"gone","v":16999}"#, #"{"e":"layout","v":2}"#, #"{"e":"done","v":2}"#,
        #"{"e":"turn","n":1}"#, #"{"e":"end","turns":1}"#,
      ]
    let options = TraceReplayer.Options(isLenient: true)
    let replayer = try TraceReplayer(TraceText.input(lines), options: options)
    var told = 0
    replayer.onView = { _, _ in told += 1 }
    let result = try replayer.run()
    #expect(told == 17_000)
    #expect(result.summary.skippedLines == 3)
    #expect(replayer.view(16_998) != nil && replayer.view(2) != nil)
  }
}
