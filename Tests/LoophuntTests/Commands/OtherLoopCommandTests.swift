import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

/// A loop that a gate knows hides no other loop of the same view in the same turn.
@Suite("Other loops of a view, in commands")
struct OtherLoopCommandTests {
  private let folder = TemporaryFolder()

  /// A turn of a view that may dirty itself, and that may get wider with each layout.
  private func trace(_ name: String, _ passes: [String]...) throws -> String {
    var lines = [
      #"{"e":"trace","version":1}"#, #"{"e":"view","v":1,"class":"Window","clean":true}"#,
      #"{"e":"view","v":2,"class":"Ticker","in":1,"frame":[0,0,0,9],"clean":true}"#,
      #"{"e":"view","v":3,"class":"Row","in":1,"clean":true}"#, #"{"e":"turn","n":1}"#,
    ]
    for (index, pass) in passes.enumerated() {
      lines.append(#"{"e":"dirty","v":2,"why":"explicit"}"#)
      let isLast = index == passes.count - 1
      lines.append(isLast ? #"{"e":"commit"}"# : #"{"e":"force","v":2}"#)
      lines += pass + [#"{"e":"layout","v":2}"#, #"{"e":"done","v":2}"#]
      if isLast { lines.append(#"{"e":"committed","batches":9}"#) }
    }
    lines += [#"{"e":"end","turns":1}"#, ""]
    return try folder.write(lines.joined(separator: "\n"), to: "\(name).jsonl")
  }

  /// Layouts in which the view dirties itself, and sometimes another.
  private static func ticking(_ layouts: Int) -> [String] {
    var lines: [String] = []
    for layout in 0..<layouts {
      lines += [#"{"e":"layout","v":2}"#, #"{"e":"dirty","v":2,"why":"explicit","by":2}"#]
      let isBusy = layout % 40 == 0
      if isBusy { lines.append(#"{"e":"dirty","v":3,"why":"explicit","by":2}"#) }
      lines.append(#"{"e":"done","v":2}"#)
      if isBusy { lines += [#"{"e":"layout","v":3}"#, #"{"e":"done","v":3}"#] }
    }
    return lines
  }

  private static func growing(_ layouts: Int) -> [String] {
    var lines: [String] = []
    for width in 0..<layouts {
      lines += [
        #"{"e":"layout","v":2}"#,
        #"{"e":"frame","v":2,"to":[0,0,\#(width + 1),9],"was":[0,0,\#(width),9],"by":2}"#,
        #"{"e":"dirty","v":2,"why":"size","by":2}"#, #"{"e":"done","v":2}"#,
      ]
    }
    return lines
  }

  @Test("replay, merge and diff find it, in the pass of the known one and in the next")
  func another() throws {
    let known = try trace("known", Self.ticking(150))
    let long = try trace("long", Self.ticking(800), Self.ticking(300))
    let others = [
      try trace("pass", Self.ticking(150) + Self.growing(150)),
      try trace("turn", Self.ticking(150), Self.growing(150)),
      try trace("back", Self.ticking(400) + Self.growing(150) + Self.ticking(150)),
    ]
    let baseline = "--baseline=\(folder.path("known.json"))"
    let options = ["--no-config", "--quiet"]
    let replay = ["replay", "--no-proof"] + options
    #expect(try InProcess.loophunt(replay + [baseline, "--update-baseline", known]).status == 0)
    let part = folder.path("part.json")
    for (traces, status) in [([known, long], Int32(0)), (others, 1)] {
      for trace in traces {
        #expect(try InProcess.loophunt(replay + [baseline, trace]).status == status, "\(trace)")
        _ = try InProcess.loophunt(replay + ["--format=partial=\(part)", trace])
        let merged = try InProcess.loophunt(["merge"] + options + [baseline, part])
        #expect(merged.status == status, "merge \(trace)")
        let compared = try InProcess.loophunt(
          ["diff", "--tolerance=9999999"] + options + [known, trace])
        #expect(compared.status == status, "diff \(trace): \(compared.text)\(compared.errors)")
      }
    }
  }

  @Test("each loop is reported once, and counts its own layouts")
  func once() throws {
    let both = try trace("both", Self.ticking(300) + Self.growing(300))
    let text = try InProcess.loophunt("replay", "--no-config", "--no-proof", both).text
    #expect(text.components(separatedBy: "Fingerprint").count == 3, "\(text)")
    #expect(text.contains("drifting") && text.contains("redundant"), "\(text)")
  }
}
