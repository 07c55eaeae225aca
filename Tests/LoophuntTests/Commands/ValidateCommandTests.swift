import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

@Suite("The command validate")
struct ValidateCommandTests {
  private let folder = TemporaryFolder()
  private let good: String
  private let bad: String

  init() throws {
    good = try folder.write(SampleTrace.badge(layouts: [2]), to: "good.jsonl")
    bad = try folder.write(
      "{\"e\":\"trace\",\"version\":1}\n{\"e\":\"layout\",\"v\":7}\nxx\n{\"e\":\"end\",\"turns\":0}\n",
      to: "bad.jsonl")
  }

  @Test("a valid trace exits with 0")
  func validTrace() throws {
    let outcome = try InProcess.loophunt("validate", good)
    #expect(outcome.status == 0)
    #expect(outcome.text == "\(good): valid; 13 lines, 1 turn, 2 views\n")
  }

  @Test("every error has its place, and one line counts them")
  func errors() throws {
    let outcome = try InProcess.loophunt("validate", bad)
    #expect(outcome.status == 2)
    #expect(
      outcome.text == """
        \(bad):2:19: view 7 is not known yet; write its "view" line before
        \(bad):3:1: not JSON: a value is expected here
        \(bad): 2 errors

        """)
  }

  @Test("a limit shortens the list, not the count")
  func limit() throws {
    let outcome = try InProcess.loophunt("validate", "--limit=1", bad)
    #expect(outcome.text.split(separator: "\n").count == 2)
    #expect(outcome.text.hasSuffix(": 2 errors, 1 of them not listed\n"))
  }

  @Test("a file that cannot be read is an error of its own")
  func unreadable() throws {
    let missing = try InProcess.loophunt("validate", folder.path("none"))
    #expect(missing.status == 2)
    #expect(missing.text.hasPrefix("\(folder.path("none")): there is no such file"))
    let directory = try InProcess.loophunt("validate", folder.url.path)
    #expect(directory.status == 2)
    let empty = try folder.write("", to: "empty.jsonl")
    #expect(try InProcess.loophunt("validate", empty).status == 2)
  }

  @Test("quiet prints nothing and keeps the exit status")
  func quiet() throws {
    let outcome = try InProcess.loophunt("validate", "--quiet", good, bad)
    #expect(outcome.status == 2 && outcome.text == "")
  }

  @Test("every command uses the singular for one of anything")
  func singular() throws {
    let folder = TemporaryFolder()
    // One view, turn, layout, unknown event, unknown key and skipped line.
    let one = try folder.write(
      """
      {"e":"trace","version":1}
      {"e":"view","v":1,"class":"W","x":1}
      {"e":"strange"}
      {"e":"turn","n":1}
      {"e":"dirty"}
      {"e":"layout","v":1}
      {"e":"done","v":1}
      {"e":"end","turns":1}

      """, to: "one.jsonl")
    let header = try folder.write("{\"e\":\"trace\",\"version\":1}\n", to: "header.jsonl")
    for arguments in [
      ["validate", one], ["validate", header], ["scan", "--lenient", one],
      ["scan", "--allow-no-layouts", header], ["replay", "--lenient", one],
      ["replay", "--allow-no-layouts", header], ["tree", "--lenient", one],
      ["diff", "--lenient", "--allow-no-layouts", one, header],
      ["diff", "--lenient", "--allow-no-layouts", header, one],
      ["replay", "--lenient", "--threshold=1", one],
    ] {
      let outcome = try InProcess.loophunt(arguments)
      let text = outcome.text + outcome.errors
      #expect(text.matches(of: /\b1 (?:unknown )?(?![mn]s\b)[a-z]+s\b/).isEmpty, "\(text)")
      #expect(text.contains(/\b1 [a-z]+/), "\(text)")
    }
    let outcome = try InProcess.loophunt("replay", "--lenient", one)
    #expect(outcome.errors.contains("1 event with an unknown name ignored"))
    #expect(outcome.errors.contains("1 unknown key ignored"))
    #expect(outcome.errors.contains("1 line skipped"))
    #expect(outcome.text.contains("6 events, 1 turn, 1 view, 1 layout\n"))
    let still = try InProcess.loophunt("replay", "--allow-no-layouts", header)
    #expect(still.text.hasPrefix("no loop; 1 event, 0 turns"))
  }
}
