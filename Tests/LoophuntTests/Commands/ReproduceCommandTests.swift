import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

@Suite("The command reproduce")
struct ReproduceCommandTests {
  private let folder = TemporaryFolder()

  private func reproduce(_ arguments: String...) throws -> InProcess.Outcome {
    try InProcess.loophunt(["reproduce"] + arguments)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("a loop becomes a program that expects the fingerprint that a replay shows")
  func program() throws {
    let trace = try folder.write(SampleTrace.badge(layouts: [1, 9]), to: "trace.jsonl")
    let code = folder.path("feed-loop.swift")
    let made = try reproduce("--threshold=5", trace, "-o", code)
    #expect(made.status == 0 && made.text.isEmpty && made.errors.isEmpty, "\(made.errors)")
    let text = try text(code)
    #expect(text.contains("@main\nenum FeedLoop {"))
    #expect(text.contains("final class Badge: View {\n"))
    // The tree of the trace was laid out before.
    #expect(
      text.contains(
        "      guard layouts > Values.badgeLayoutsBeforeRepetition else { return }\n"
          + "      setNeedsLayout()\n    }\n"))
    #expect(text.contains("badge.identifier = \"badge\""))
    let replay = try InProcess.loophunt(["replay", "--threshold=5", trace])
    let fingerprint = try #require(text.firstMatch(of: /fingerprint = "([0-9a-f]{16})"/)).1
    #expect(replay.text.contains(fingerprint))
    // Without shrinking the result is the same.
    #expect(try reproduce("--threshold=5", "--as-is", trace).text.contains(fingerprint))
  }

  @Test("with --test it is a suite, named after the file")
  func suite() throws {
    let trace = try folder.write(SampleTrace.badge(layouts: [9]), to: "trace.jsonl")
    let code = folder.path("BadgeTests.swift")
    #expect(try reproduce("--test", "--threshold=5", trace, "-o", code).status == 0)
    let text = try text(code)
    #expect(text.contains("\nstruct BadgeTests {") && text.contains("import Testing\n"))
    #expect(text.contains("#expect(report.fingerprint == Expected.fingerprint)"))
    #expect(!text.contains("@main"))
  }

  @Test("with -o, a program can read the result as JSON on standard output")
  func json() throws {
    let trace = try folder.write(SampleTrace.badge(layouts: [9]), to: "trace.jsonl")
    let code = folder.path("Loop.swift")
    let made = try reproduce("--threshold=5", "--format=json", trace, "-o", code)
    #expect(made.status == 0, "\(made.errors)")
    let fingerprint = try #require(made.text.firstMatch(of: /"fingerprint" : "([0-9a-f]{16})"/)).1
    #expect(made.text.contains("\"writtenFingerprint\" : \"\(fingerprint)\""))
    let schema = try JSONSchema(Repository.text(of: "docs/json-output.schema.json"))
    #expect(try schema.problems(of: made.text) == [])
    let lost = try reproduce("--threshold=5", "--format=json", trace)
    #expect(lost.status == 2 && lost.errors.contains("--format needs -o FILE"))
  }

  @Test("a trace without a loop, or an unknown fingerprint, is an error, and no file is written")
  func nothing() throws {
    let trace = try folder.write(SampleTrace.badge(layouts: [9]), to: "trace.jsonl")
    let code = folder.path("Loop.swift")
    let none = try reproduce(trace, "-o", code)
    #expect(none.status == 2 && none.errors.contains("nothing to reproduce: no hunted view"))
    let unknown = try reproduce("--threshold=5", "--keep=beef", trace, "-o", code)
    #expect(unknown.status == 2 && unknown.errors.contains("choose one of these: "))
    #expect(!FileManager.default.fileExists(atPath: code))
  }

  @Test("a trace as its own output, a wrong trace and a full disk are errors that change no file")
  func refusals() throws {
    let text = SampleTrace.badge(layouts: [9])
    let trace = try folder.write(text, to: "trace.jsonl")
    let itself = try reproduce("--threshold=5", trace, "-o", trace)
    #expect(itself.status == 2 && itself.errors.contains("which is an input"))
    #expect(try self.text(trace) == text)
    let broken = try folder.write(text + "nonsense\n", to: "broken.jsonl")
    let old = try folder.write("old", to: "Old.swift")
    #expect(try reproduce("--threshold=5", broken, "-o", old).status == 2)
    #expect(try self.text(old) == "old")
    #expect(try reproduce("--threshold=5", "-q", trace, "-o", "/dev/full").status == 3)
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

  @Test("a trace without geometry is refused in one sentence")
  func geometry() throws {
    let bare = SampleTrace.badge(layouts: [9])
      .replacing(/,"frame":\[[^\]]*\]/, with: "").replacing(/\n\{"e":"frame"[^\n]*/, with: "")
    let trace = try folder.write(bare, to: "bare.jsonl")
    let refused = try reproduce("--threshold=5", trace)
    #expect(refused.status == 2 && refused.text.isEmpty)
    #expect(refused.errors.contains("the trace has no frames, so the frames of its views and"))
    #expect(refused.errors.split(separator: "\n").count == 1)
  }
}
