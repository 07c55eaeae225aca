import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

/// The exit status and every form agree on failures other than listed loops.
@Suite("Failures beside the listed loops")
struct FailureFormsTests {
  private let folder = TemporaryFolder()

  /// A trace with so many classes, each of which dirties itself in a turn of its own.
  ///
  /// - Parameter layouts: The layouts of each: eight are enough for a verdict, two for a loop.
  private func writeLoops(_ count: Int, layouts: Int) throws -> String {
    var lines = [
      #"{"e":"trace","version":1}"#,
      #"{"e":"view","v":1,"class":"Window","frame":[0,0,100,100],"clean":true}"#,
    ]
    for view in 2..<2 + count {
      lines.append(
        #"{"e":"view","v":\#(view),"class":"C\#(view)","in":1,"frame":[0,0,9,9],"clean":true}"#)
    }
    for (turn, view) in (2..<2 + count).enumerated() {
      let layout = #"{"e":"layout","v":\#(view)}"#
      let again = #"{"e":"dirty","v":\#(view),"why":"explicit","by":\#(view)}"#
      let done = #"{"e":"done","v":\#(view)}"#
      lines += [#"{"e":"turn","n":\#(turn + 1)}"#, #"{"e":"dirty","v":\#(view),"why":"explicit"}"#]
      lines.append(#"{"e":"commit"}"#)
      for _ in 1..<layouts { lines += [layout, again, done] }
      lines += [layout, done, #"{"e":"committed","batches":\#(layouts)}"#]
    }
    lines.append(#"{"e":"end","turns":\#(count)}"#)
    return try folder.write(lines.joined(separator: "\n") + "\n", to: "\(count).jsonl")
  }

  /// True if a reader of the form fails.
  private func fails(_ text: String, _ form: String) throws -> Bool {
    switch form {
    case "junit": return try #require(text.firstMatch(of: #/failures="(\d+)"/#)).1 != "0"
    case "github": return text.split(separator: "\n").contains { $0.hasPrefix("::error ") }
    case "markdown": return !text.hasPrefix("### Layout loops: none") && text.contains("\n**")
    default:
      let log = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let run = try #require((log?["runs"] as? [[String: Any]])?.first)
      let results = try #require(run["results"] as? [[String: Any]])
      return results.contains { $0["suppressions"] == nil && $0["level"] as? String == "error" }
    }
  }

  private static let forms = ["sarif", "junit", "github", "markdown"]

  /// Runs a replay once with all forms, and returns its status and the text of each form.
  private func run(_ arguments: [String]) throws -> (status: Int32, texts: [String: String]) {
    let files = Self.forms.map { (form: $0, path: folder.path("result.\($0)")) }
    let options = files.map { "--format=\($0.form)=\($0.path)" }
    let outcome = try InProcess.loophunt(arguments + options)
    let texts = try files.map { ($0.form, try String(contentsOfFile: $0.path, encoding: .utf8)) }
    return (try #require(outcome.status), Dictionary(uniqueKeysWithValues: texts))
  }

  @Test("loops that are not listed fail in every form, although the baseline knows all listed ones")
  func unlisted() throws {
    let kept = try writeLoops(1_000, layouts: 8)
    let more = try writeLoops(1_002, layouts: 8)
    let baseline = "--baseline=\(folder.path("known.json"))"
    let part = folder.path("part")
    let replay = ["replay", "--no-proof", "--threshold=2", baseline, "--format=partial=\(part)"]
    #expect(try InProcess.loophunt(replay + ["--update-baseline", "-q", kept]).status == 0)
    for (passes, result) in [
      (true, try run(["merge", baseline, part])),
      (false, try run(replay + [more])),
      (false, try run(["merge", baseline, part])),
    ] {
      #expect(result.status == (passes ? 0 : 1))
      for (form, text) in result.texts {
        #expect(try fails(text, form) == !passes, "\(form): \(text.suffix(400))")
        let isSaid = text.contains("2 loops are not listed, because only 1,000 are kept")
        #expect(isSaid == !passes, "\(form)")
      }
    }
  }

  @Test("diff refuses a trace with more than 1,000 loops, on either side")
  func unlistedInDiff() throws {
    let kept = try writeLoops(1_000, layouts: 2)
    let more = try writeLoops(1_001, layouts: 2)
    #expect(try InProcess.loophunt("diff", "-q", "--threshold=1", kept, kept).status == 0)
    // In debug one side has more, which is enough to refuse both.
    let sides = [(kept, more), (more, kept), (more, more)]
    for (before, after) in sides.prefix(caseCount(3, inDebug: 2)) {
      let outcome = try InProcess.loophunt("diff", "--threshold=1", before, after)
      #expect(outcome.status == 2 && outcome.text == "")
      #expect(outcome.errors.contains("\(more): 1 loop is not listed, because only 1,000 are kept"))
    }
  }

  @Test("a loop that is gone from a strict baseline fails in every form")
  func gone() throws {
    let badge = try folder.write(SampleTrace.badge(layouts: [150]), to: "badge.jsonl")
    let other = try folder.write(SampleTrace.thrashing(150), to: "forced.jsonl")
    let known = "--baseline=\(folder.path("known.json"))"
    let update = try InProcess.loophunt("replay", known, "--update-baseline", "-q", badge, other)
    #expect(update.status == 0)
    for (isStrict, traces) in [(true, [badge]), (false, [badge]), (true, [badge, other])] {
      let strict = isStrict ? "--strict-baseline" : "--no-proof"
      let result = try run(["replay", known, strict, traces[0], traces.last ?? badge])
      let isWrong = isStrict && traces.count == 1
      #expect(result.status == (isWrong ? 1 : 0))
      for (form, text) in result.texts {
        #expect(try fails(text, form) == isWrong, "\(form): \(text)")
        let mentions = text.matches(of: #/the baseline's loop [0-9a-f]+ was not seen/#).count
        if form != "junit" { #expect(mentions == (traces.count == 1 ? 1 : 0), "\(form): \(text)") }
      }
    }
  }
}
