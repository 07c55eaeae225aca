import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

/// The recording has the cause of each layout, even where a replay would do it in another order.
@Suite("Chains of causes that only the recording has")
struct RecordedChainTests {
  private let folder = TemporaryFolder()

  /// Sixty-two turns with these lines around a layout of a badge.
  private func write(
    _ turn: @escaping (Int) -> [String], first: [String] = [], to name: String
  ) throws -> String {
    var lines = [
      #"{"e":"trace","version":1}"#,
      #"{"e":"view","v":1,"class":"Window","clean":true}"#,
      #"{"e":"view","v":2,"class":"Badge","in":1,"clean":true}"#,
      #"{"e":"view","v":3,"class":"Feed","in":1,"clean":true}"#,
    ]
    for number in 1...62 {
      lines.append(#"{"e":"turn","n":\#(number)}"#)
      if number == 1 { lines += first }
      lines += turn(number)
    }
    lines += [#"{"e":"end","turns":62}"#, ""]
    return try folder.write(lines.joined(separator: "\n"), to: name)
  }

  private static let again = #"{"e":"dirty","v":2,"why":"explicit","by":2}"#
  private static let layout = [#"{"e":"layout","v":2}"#, again, #"{"e":"done","v":2}"#]

  @Test("a mark that stays until the next turn is the cause of its layout there")
  func pending() throws {
    let first = [#"{"e":"dirty","v":2,"why":"explicit"}"#]
    let commit = [#"{"e":"commit"}"#] + Self.layout + [#"{"e":"committed","batches":1}"#]
    let force = [#"{"e":"force","v":2}"#] + Self.layout
    for (number, turn) in [commit, force].enumerated() {
      let trace = try write({ _ in turn }, first: first, to: "\(number).jsonl")
      let outcome = try InProcess.loophunt("replay", "--no-proof", trace)
      #expect(outcome.status == 1, "\(outcome.text)")
      #expect(outcome.text.contains("across turns: one chain of causes came back in 60 turns"))
      #expect(!outcome.errors.contains("without a cause"), "\(outcome.errors)")
    }
  }

  @Test(
    "a layout that a pass left for the next turn is a link of a chain, also the first of its view")
  func leftOnce() throws {
    let turn = { (number: Int) -> [String] in
      let begin = [
        #"{"e":"run","k":\#(number - 1)}"#, #"{"e":"dirty","v":2,"why":"explicit"}"#,
        #"{"e":"ran","k":\#(number - 1)}"#,
      ]
      let left = [#"{"e":"layout","v":3}"#, #"{"e":"dirty","v":2,"why":"explicit","by":3}"#]
      let end =
        number == 30
        ? #"{"e":"dirty","v":3,"why":"explicit","by":2}"#
        : #"{"e":"async","k":\#(number),"by":2,"via":"block"}"#
      return (number == 1 || number == 31 ? [] : begin) + [#"{"e":"commit"}"#]
        + (number == 31 ? left + [#"{"e":"done","v":3}"#] : [])
        + [#"{"e":"layout","v":2}"#, end, #"{"e":"done","v":2}"#]
        + [#"{"e":"committed","batches":1}"#]
    }
    let first = [#"{"e":"dirty","v":2,"why":"explicit"}"#]
    let trace = try write(turn, first: first, to: "left.jsonl")
    let outcome = try Child.loophunt("replay", "--no-proof", trace)
    #expect(outcome.status == 1, "\(outcome.text)")
    #expect(!outcome.errors.contains("without a cause"), "\(outcome.errors)")
  }

  @Test("a known loop that settles in each turn hides no chain across the turns")
  func besideKnown() throws {
    let turn = { (number: Int) -> [String] in
      let begin = [
        #"{"e":"run","k":\#(number - 1)}"#, #"{"e":"dirty","v":2,"why":"explicit"}"#,
        #"{"e":"ran","k":\#(number - 1)}"#,
      ]
      let end = [
        #"{"e":"layout","v":2}"#, #"{"e":"async","k":\#(number),"by":2,"via":"block"}"#,
        #"{"e":"done","v":2}"#, #"{"e":"committed","batches":21}"#,
      ]
      return (number == 1 ? [] : begin) + [#"{"e":"commit"}"#]
        + (1...20).flatMap { _ in Self.layout } + end
    }
    let first = [#"{"e":"dirty","v":2,"why":"explicit"}"#]
    let trace = try write(turn, first: first, to: "both.jsonl")
    let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
    let end = try #require(lines.firstIndex { $0.hasPrefix(#"{"e":"turn","n":2"#) })
    let once = try folder.write(lines[..<end].joined(separator: "\n") + "\n", to: "once.jsonl")
    let options = ["--no-proof", "--threshold=20", "--baseline=\(folder.path("known.json"))"]
    let update = try InProcess.loophunt(
      ["replay", "--quiet", "--update-baseline"] + options + [once])
    #expect(update.status == 0)
    let outcome = try InProcess.loophunt(["replay"] + options + [trace])
    #expect(outcome.status == 1 && outcome.text.contains("1 known"), "\(outcome.text)")
    #expect(outcome.text.contains("across turns"), "\(outcome.text)")
  }

  @Test("a mark is a cause although what set it is not recorded")
  func consequences() throws {
    for why in ["size", "bounds", "subviews", "explicit"] {
      let turn = { (number: Int) -> [String] in
        [
          #"{"e":"run","k":\#(number)}"#, #"{"e":"dirty","v":2,"why":"\#(why)"}"#,
          #"{"e":"ran","k":\#(number)}"#, #"{"e":"commit"}"#, #"{"e":"layout","v":2}"#,
          #"{"e":"async","k":\#(number + 1),"by":2,"via":"block"}"#, #"{"e":"done","v":2}"#,
          #"{"e":"committed","batches":1}"#,
        ]
      }
      let first = #"{"e":"async","k":1,"via":"block"}"#
      let trace = try write(turn, first: [first], to: "\(why).jsonl")
      let outcome = try InProcess.loophunt("replay", "--no-proof", trace)
      #expect(outcome.status == 1, "\(why): \(outcome.text), \(outcome.errors)")
    }
  }

  @Test("layouts that nothing in the recording causes make no chain")
  func unexplained() throws {
    let turn = [
      #"{"e":"commit"}"#, #"{"e":"layout","v":2}"#, #"{"e":"done","v":2}"#,
      #"{"e":"committed","batches":1}"#,
    ]
    let outcome = try InProcess.loophunt(
      "replay", "--no-proof", try write({ _ in turn }, to: "calm.jsonl"))
    #expect(outcome.status == 0 && outcome.text.contains("without a cause in the trace"))
  }
}
