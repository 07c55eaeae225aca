import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("A replay beside its recording")
struct ReplayEngineTests {
  @Test("a layout without a cause is forced and counted")
  func unexplained() throws {
    let lines =
      [
        TraceText.header, #"{"e":"view","v":1,"class":"UIWindow","clean":true}"#,
        #"{"e":"view","v":2,"class":"UILabel","in":1,"clean":true}"#, #"{"e":"turn","n":7}"#,
        #"{"e":"layout","v":2}"#, #"{"e":"done","v":2}"#, #"{"e":"commit"}"#,
        #"{"e":"layout","v":1}"#, #"{"e":"frame","v":2,"to":[1,2,3,4],"by":1}"#,
        #"{"e":"done","v":1}"#, #"{"e":"layout","v":2}"#, #"{"e":"done","v":2}"#,
        #"{"e":"committed","batches":1}"#, #"{"e":"end","turns":1}"#,
      ]
    let replayer = try TraceReplayer(TraceText.input(lines))
    let result = try replayer.run()
    // The second layout of the label follows from its new size.
    #expect(result.unexplainedLayouts == 2)
    #expect(result.replayedLayouts == 3)
    #expect(result.divergence == nil)
    #expect(replayer.view(2)?.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
  }

  @Test("another order of layouts is a divergence with the line of the trace")
  func diverges() throws {
    let lines =
      [
        TraceText.header, #"{"e":"view","v":1,"class":"Window","clean":true}"#,
        #"{"e":"view","v":2,"class":"A","in":1,"clean":true}"#,
        #"{"e":"view","v":3,"class":"B","in":1,"clean":true}"#, #"{"e":"turn","n":1}"#,
        #"{"e":"dirty","v":2,"why":"explicit"}"#, #"{"e":"dirty","v":3,"why":"explicit"}"#,
        #"{"e":"commit"}"#, #"{"e":"layout","v":2}"#, #"{"e":"done","v":2}"#,
        #"{"e":"layout","v":3}"#, #"{"e":"done","v":3}"#, #"{"e":"committed","batches":1}"#,
        #"{"e":"turn","n":2}"#, #"{"e":"end","turns":2}"#,
      ]
    let options = TraceReplayer.Options(stopsAtDivergence: true)
    let replayer = try TraceReplayer(TraceText.input(lines), options: options)
    let result = try replayer.run()
    #expect(
      result.divergence
        == TraceDivergence(
          line: 9, turn: 1, recorded: "layout of view 2 (A)", replayed: "layout of view 3 (B)"))
    #expect(result.divergentTurns == 1)
    #expect(result.summary.turns == 2)
  }

  @Test("a layout that never runs is a divergence of its own turn, not of the next")
  func missingLayout() throws {
    // Deeper than a replay nests.
    let depth = 1_025
    let lines =
      TraceText.preamble + [#"{"e":"turn","n":41}"#]
      + Array(repeating: #"{"e":"layout","v":3}"#, count: depth)
      + Array(repeating: #"{"e":"done","v":3}"#, count: depth) + [#"{"e":"end","turns":2}"#]
    let result = try TraceReplayer(TraceText.input(lines)).run()
    #expect(
      result.divergence
        == TraceDivergence(
          line: 6 + depth, turn: 41, recorded: "layout of view 3 (Cell)",
          replayed: "the end of the turn"))
  }

  @Test("a consequence that the engine does not produce is a divergence")
  func missingConsequence() throws {
    let lines =
      TraceText.preamble + [#"{"e":"dirty","v":3,"why":"size"}"#, #"{"e":"end","turns":1}"#]
    let result = try TraceReplayer(TraceText.input(lines)).run()
    #expect(result.divergence?.line == 6)
    #expect(result.divergence?.recorded == "dirty of view 3 (Cell)")
    #expect(result.divergence?.replayed == "nothing")
  }
}
