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

  @Test("a view whose death comes before its recorded layouts lives until these have run")
  func deathBeforeLayouts() throws {
    let lines =
      [
        TraceText.header, #"{"e":"view","v":1,"class":"Window","clean":true}"#,
        #"{"e":"view","v":2,"class":"Feed","in":1,"clean":true}"#,
        #"{"e":"view","v":3,"class":"Cell","in":2,"clean":true}"#, #"{"e":"turn","n":1}"#,
        #"{"e":"dirty","v":3,"why":"explicit"}"#, #"{"e":"dirty","v":2,"why":"explicit"}"#,
        #"{"e":"commit"}"#, #"{"e":"layout","v":3}"#, #"{"e":"done","v":3}"#,
        #"{"e":"layout","v":3}"#, #"{"e":"done","v":3}"#, #"{"e":"layout","v":2}"#,
        #"{"e":"gone","v":3}"#, #"{"e":"done","v":2}"#, #"{"e":"committed","batches":2}"#,
        #"{"e":"turn","n":2}"#, #"{"e":"end","turns":2}"#,
      ]
    let replayer = try TraceReplayer(TraceText.input(lines))
    let result = try replayer.run()
    #expect(result.replayedLayouts == 3)
    #expect(replayer.view(3) == nil)
  }

  @Test("layouts that are forced outside any window run once each")
  func forcedOutside() throws {
    let lines =
      [
        TraceText.header, #"{"e":"view","v":1,"class":"Window","clean":true}"#,
        #"{"e":"view","v":2,"class":"Row","in":null,"clean":true}"#,
        #"{"e":"view","v":3,"class":"Text","in":2,"clean":true}"#, #"{"e":"turn","n":1}"#,
      ]
      + (0..<60).flatMap { _ in
        [
          #"{"e":"dirty","v":2,"why":"explicit"}"#, #"{"e":"force","v":2}"#,
          #"{"e":"layout","v":2}"#, #"{"e":"dirty","v":3,"why":"explicit","by":2}"#,
          #"{"e":"done","v":2}"#, #"{"e":"layout","v":3}"#, #"{"e":"done","v":3}"#,
        ]
      } + [#"{"e":"end","turns":1}"#]
    let replayer = try TraceReplayer(TraceText.input(lines))
    let hunter = LoopHunter(loop: replayer.loop)
    var attachments: [LoopHunter.Attachment] = []
    replayer.onView = { view, _ in
      if let attachment = try? hunter.attach(to: view, threshold: 1_000, onLoop: { _ in }) {
        attachments.append(attachment)
      }
    }
    let result = try replayer.run()
    #expect(attachments.map { $0.layouts(in: 1) } == [0, 60, 60])
    #expect(result.unexplainedLayouts == 0 && result.replayedLayouts == 120)
  }

  @Test("a word with escapes is the word that it spells")
  func escapes() throws {
    let lines = [
      TraceText.header, #"{"e":"view","v":1,"class":"Window","frame":[0,0,9,9],"clean":true}"#,
      #"{"e":"view","v":2,"class":"Feed","in":1,"at":0,"frame":[0,0,9,9],"clean":true}"#,
      #"{"e":"view","v":3,"class":"Cell","in":2,"at":0,"frame":[0,0,9,9],"clean":true}"#,
      #"{"e":"turn","n":1,"t":0}"#, #"{"e":"async","k":1,"via":"timer"}"#,
      #"{"e":"dirty","v":2,"why":"explicit"}"#, #"{"e":"commit"}"#, #"{"e":"layout","v":2}"#,
      #"{"e":"frame","v":3,"to":[0,0,9,8],"was":[0,0,9,9],"by":2}"#,
      #"{"e":"dirty","v":3,"why":"size","by":2}"#, #"{"e":"done","v":2}"#,
      #"{"e":"layout","v":3}"#, #"{"e":"done","v":3}"#, #"{"e":"committed","batches":2}"#,
      #"{"e":"end","turns":1}"#, "",
    ]
    let plain = lines.joined(separator: "\n")
    let recorded = try TraceText.replay(Array(plain.utf8)).bytes
    #expect(String(decoding: recorded, as: UTF8.self) == plain)
    for (word, written) in [
      ("size", #"s\u0069ze"#), ("explicit", #"\u0065xplicit"#), ("commit", #"comm\u0069t"#),
      ("\"by\"", #""\u0062y""#), ("timer", #"tim\u0065r"#), ("Cell", #"\u0043ell"#),
    ] {
      let escaped = plain.replacing(word, with: written)
      #expect(try TraceText.replay(Array(escaped.utf8)).bytes == recorded, "\(written)")
    }
  }

  @Test("a limit that the recording did not reach ends no pass of its replay")
  func limitOfReplay() throws {
    func layouts(_ count: Int) -> [String] {
      (1...count).flatMap { index in
        [#"{"e":"layout","v":3}"#]
          + (index < count ? [#"{"e":"dirty","v":3,"why":"explicit","by":3}"#] : [])
          + [#"{"e":"done","v":3}"#]
      }
    }
    let lines =
      [#"{"e":"trace","version":1,"passLimit":5}"#]
      + TraceText.preamble.dropFirst().map { $0.replacing("}", with: #","clean":true}"#) }
      .map { $0.contains("turn") ? $0.replacing(#","clean":true"#, with: "") : $0 }
      + [#"{"e":"dirty","v":3,"why":"explicit"}"#, #"{"e":"force","v":3}"#] + layouts(20)
      + [#"{"e":"dirty","v":3,"why":"explicit"}"#, #"{"e":"commit"}"#] + layouts(20)
      + [#"{"e":"committed","batches":20}"#, #"{"e":"end","turns":1}"#]
    let replayer = try TraceReplayer(TraceText.input(lines))
    var limits = 0
    replayer.onLimit = { _ in limits += 1 }
    let result = try replayer.run()
    #expect(result.divergence == nil && result.unexplainedLayouts == 0)
    #expect(result.replayedLayouts == 40 && limits == 0)
    #expect(!replayer.loop.lastCommit.didHitLimit)
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
