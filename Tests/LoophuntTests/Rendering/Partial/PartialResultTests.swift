import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("Reading partial results")
struct PartialResultTests {
  private let folder = TemporaryFolder()

  @Test("a damaged part is an error with its place, and nothing is printed")
  func damaged() throws {
    let loop = try folder.write(SampleTrace.badge(layouts: [150]), to: "loop.jsonl")
    let part = folder.path("part")
    #expect(try InProcess.loophunt("replay", "--format=partial=\(part)", loop).status == 1)
    let text = try String(contentsOfFile: part, encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    let joined = { (lines: [String]) in lines.joined(separator: "\n") + "\n" }
    let huge = "9007199254740993"
    let cases: [(String, String)] = [
      ("", ": the file is empty; write it with '--format=partial'"),
      ("\n", ":1:1: this is not a partial result"),
      (try String(contentsOfFile: loop, encoding: .utf8), ":1:1: this is not a partial result"),
      ("[]", ":1:1: this is not a partial result"),
      (joined([lines[0]]), ":1:1: the partial result is cut off"),
      (joined([lines[0], lines[1]]), ":2:1: the partial result is cut off"),
      (String(text.dropLast()), ":3:1: the partial result is cut off"),
      (String(text.prefix(900)), ":2:1: the partial result is cut off"),
      (joined([lines[0], lines[2]]), ":2:1: the partial result should have 1 trace, but has 0"),
      (joined([lines[0], lines[1], lines[1], lines[2]]), ":4:1: the partial result should have"),
      (joined([lines[0], lines[0], lines[2]]), ":2:1: this line does not describe a trace"),
      (joined([lines[0], "{", lines[2]]), ":2:1: this is not JSON"),
      (joined([lines[0], "", lines[2]]), ":2:1: this is not JSON"),
      (
        joined([lines[0], lines[1], lines[2].replacing("false", with: "true")]),
        ":3:1: the run that wrote this was interrupted"
      ),
      (text.replacing(#""schema":1,"tool""#, with: #""schema":7,"tool""#), "has schema 7"),
      (text.replacing("\"tool\":\"loophunt ", with: "\"tool\":\"loophunt 9"), "was written by"),
      (
        text.replacing("\"forced-tasks\":[\"60\"]", with: "\"forced-tasks\":60"),
        "'options.forced-tasks"
      ),
      (
        text.replacing("\"kind\":\"redundant\"", with: "\"kind\":\"x\""),
        "verdict.kind' has a wrong"
      ),
      (text.replacing("\"crossings\":1", with: "\"crossings\":\(huge)"), "'loops[0]' has a wrong"),
      (text.replacing("\"turns\":[[1,1]]", with: "\"turns\":[[2,1]]"), "loops[0].turns"),
      (text.replacing("\"turns\":[[1,1]]", with: "\"turns\":[[1,1],[1,1]]"), "'loops[0]' has"),
      (
        text.replacing("\"turns\":[[1,1]]", with: "\"turns\":[[0,9223372036854775807]]"),
        "'loops[0]' has a wrong number"
      ),
      (text.replacing("\"lines\":", with: "\"lines\":-"), "'trace' has a wrong number"),
      (text.replacing("\"loopsLeftOut\":0", with: "\"loopsLeftOut\":-1"), "'detail' has a wrong"),
      (text.replacing("\"report\":", with: "\"reports\":0,\"x\":"), "'loops[0].report' is missing"),
    ]
    for (damage, said) in cases {
      #expect(damage != text, "\(said)")
      let path = try folder.write(damage, to: "damaged")
      let outcome = try InProcess.loophunt("merge", part, path)
      #expect(outcome.status == 2 && outcome.text == "", "\(said)")
      #expect(outcome.errors.hasPrefix(path), "\(outcome.errors)")
      #expect(outcome.errors.contains(said), "\(outcome.errors) instead of \(said)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    let gone = try InProcess.loophunt("merge", part, folder.path("gone"))
    #expect(gone.status == 2 && gone.text == "" && gone.errors.contains("gone: "))
    try #expect(InProcess.loophunt("merge", "--format=json=\(part)", part).status == 2)
  }
}
