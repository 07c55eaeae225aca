import CommandSupport
import Foundation
import LayoutTrace
import TestSupport
import Testing
import ViewTree
import loophunt

@Suite("The code of a written loop")
struct SwiftWriterTests {
  private let folder = TemporaryFolder()

  private func reproduce(_ arguments: String...) throws -> CommandOutcome {
    try InProcess.loophunt(["reproduce"] + arguments)
  }

  /// The fingerprint that a program of a trace expects, if it is the one that a replay shows.
  private func sameFingerprint(_ lines: [String], threshold: Int) throws -> (String, code: String) {
    let text = lines.joined(separator: "\n") + "\n"
    let trace = try folder.write(text, to: "trace.jsonl")
    let made = try reproduce("--threshold=\(threshold)", "-q", trace)
    let fingerprint = try #require(
      made.text.firstMatch(of: /fingerprint = "([0-9a-f]{16})"/)?.1, "\(made.text)\(made.errors)")
    let replay = try InProcess.loophunt(["replay", "--threshold=\(threshold)", trace])
    #expect(replay.text.contains("Fingerprint  \(fingerprint)"), "\(replay.text)")
    return (String(fingerprint), made.text)
  }

  @Test("rows that are written and laid out by forcing their list are still forced by it")
  func forcedList() throws {
    var lines = [
      #"{"e":"trace","version":1,"passLimit":420}"#,
      #"{"e":"view","v":1,"class":"Window","name":"window","frame":[0,0,390,844],"clean":true}"#,
      #"{"e":"view","v":2,"class":"List","name":"list","in":1,"at":0,"frame":[0,0,90,90],"clean":true}"#,
    ]
    for row in 3...4 {
      lines.append(
        #"{"e":"view","v":\#(row),"class":"Row","name":"row\#(row)","in":2,"at":\#(row - 3),"#
          + #""frame":[0,0,90,90],"clean":true}"#)
    }
    lines.append(#"{"e":"turn","n":1}"#)
    for round in 1...17 {
      for row in 3...4 {
        lines += [
          #"{"e":"bounds","v":\#(row),"to":[0,\#(round),90,90],"was":[0,\#(round - 1),90,90]}"#,
          #"{"e":"dirty","v":\#(row),"why":"bounds"}"#, #"{"e":"force","v":2}"#,
          #"{"e":"layout","v":\#(row)}"#, #"{"e":"done","v":\#(row)}"#,
        ]
      }
    }
    let made = try sameFingerprint(lines + [#"{"e":"end","turns":1}"#], threshold: 13)
    #expect(made.code.contains("list.layoutIfNeeded()"), "\(made.code)")
  }

  @Test("safe areas that a controller changes again and again loop in the code as in the trace")
  func safeAreas() throws {
    var lines = [
      #"{"e":"trace","version":1,"passLimit":316}"#,
      #"{"e":"view","v":1,"class":"Window","name":"window","frame":[0,0,390,844],"clean":true}"#,
      #"{"e":"view","v":2,"class":"Page","name":"page","in":1,"at":0,"frame":[0,0,200,500]}"#,
      #"{"e":"view","v":3,"class":"Bar","name":"bar","in":2,"at":0,"frame":[0,0,9,9],"clean":true}"#,
      #"{"e":"turn","n":1}"#, #"{"e":"commit"}"#,
    ]
    var old = 0
    for round in 0..<34 {
      let new = [7, 1, 3, 5, 9][round % 5]
      lines.append(#"{"e":"layout","v":2}"#)
      if round < 33 {
        lines.append(#"{"e":"dirty","v":3,"why":"explicit","by":2}"#)
        for name in ["additionalSafeAreaInsets", "safeAreaInsets"] {
          lines.append(
            #"{"e":"inset","v":2,"name":"\#(name)","to":[0,0,\#(new),0],"was":[0,0,\#(old),0],"by":2}"#
          )
        }
        lines.append(#"{"e":"dirty","v":2,"why":"safeArea","by":2}"#)
      }
      lines.append(#"{"e":"done","v":2}"#)
      if round < 33 { lines += [#"{"e":"layout","v":3}"#, #"{"e":"done","v":3}"#] }
      old = new
    }
    lines += [#"{"e":"committed","batches":34}"#, #"{"e":"end","turns":1}"#]
    let made = try sameFingerprint(lines, threshold: 30)
    #expect(made.code.contains("additionalSafeAreaInsets.bottom"), "\(made.code)")
  }

  @Test("a view that is named Window but isn't one gets a class of its own")
  func windowInside() throws {
    let text = SampleTrace.badge(layouts: [9], className: "Window")
    let trace = try folder.write(text, to: "trace.jsonl")
    let made = try reproduce("--threshold=5", trace)
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.text.contains(/final class \w+: View \{/))
  }

  @Test("views that code makes in a turn know those that their layouts name, whichever comes first")
  func madeInTurn() throws {
    final class Panel: View {
      override func layoutSubviews() { subviews.first?.frame.size.height += 1 }
    }
    final class Box: View {
      override func layoutSubviews() {
        setNeedsLayout(because: "rows")
        superview?.setNeedsLayout()
      }
    }
    for isPanelFirst in [true, false] {
      let loop = TurnLoop()
      loop.passLimit = 300
      let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 400), loop: loop)
      loop.runTurn()
      let recorder = try TraceRecorder(loop, to: .memory)
      let panel = Panel(frame: window.bounds)
      let box = Box(frame: CGRect(x: 0, y: 0, width: 300, height: 100))
      if isPanelFirst { window.addSubview(panel) }
      panel.addSubview(box)
      if !isPanelFirst { window.addSubview(panel) }
      loop.runTurn()
      try recorder.finish()
      let lines = String(decoding: recorder.bytes, as: UTF8.self).split(separator: "\n")
      let made = try sameFingerprint(lines.map(String.init), threshold: 100)
      #expect(made.code.contains("panel.box = box"), "\(made.code)")
    }
  }

  @Test("code outside that acts after layouts of a new view is not left out silently")
  func echoesOfNewViews() throws {
    var lines = [
      #"{"e":"trace","version":1,"passLimit":100}"#,
      #"{"e":"view","v":1,"class":"Window","frame":[0,0,300,400],"clean":true}"#,
      #"{"e":"view","v":2,"class":"List","in":1,"at":0,"frame":[0,0,300,400]}"#,
      #"{"e":"turn","n":1}"#, #"{"e":"commit"}"#,
    ]
    for round in 3...32 {
      lines += [
        #"{"e":"layout","v":2}"#,
        #"{"e":"view","v":\#(round),"class":"Row","in":null,"frame":[0,0,300,44]}"#,
        #"{"e":"move","v":\#(round),"in":2,"at":0,"by":2}"#,
        #"{"e":"dirty","v":2,"why":"subviews","by":2}"#, #"{"e":"done","v":2}"#,
        #"{"e":"layout","v":2}"#, #"{"e":"done","v":2}"#,
        #"{"e":"layout","v":\#(round)}"#, #"{"e":"done","v":\#(round)}"#,
        #"{"e":"move","v":\#(round),"in":null}"#, #"{"e":"dirty","v":2,"why":"subviews"}"#,
      ]
    }
    lines += [#"{"e":"committed","batches":90}"#, #"{"e":"end","turns":1}"#]
    let trace = try folder.write(lines.joined(separator: "\n") + "\n", to: "trace.jsonl")
    let made = try reproduce("--threshold=10", "-q", trace)
    #expect(made.status == 2, "\(made.text)")
    #expect(made.errors.contains("no program was found that loops like the trace"))
  }
}
