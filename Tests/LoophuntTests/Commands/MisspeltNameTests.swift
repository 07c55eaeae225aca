import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

/// A misspelt name judges nobody, so that it must not pass beside one that is right.
@Suite("Misspelt names of views and classes")
struct MisspeltNameTests {
  private let folder = TemporaryFolder()
  private let badge: String
  private let chip: String

  init() throws {
    badge = try folder.write(SampleTrace.badge(layouts: [3]), to: "badge.jsonl")
    chip = try folder.write(
      SampleTrace.badge(layouts: [3], className: "Chip").replacing("\"badge\"", with: "\"chip\""),
      to: "chip.jsonl")
  }

  private func run(_ arguments: String...) throws -> CommandOutcome {
    try InProcess.loophunt(arguments + ["--no-config"])
  }

  @Test(
    "a misspelt name fails beside one that matches, with the similar name",
    arguments: ["replay", "report"])
  func choices(command: String) throws {
    for (right, wrong, similar) in [
      ("--class=Badge", "--class=Bagde", "Badge"), ("--view=badge", "--view=bagde", "badge"),
      ("--view=2", "--view=Window/bagde", "badge"), ("--class=Badge", "--view=badgee", "badge"),
    ] {
      #expect(try run(command, right, badge).status == 0, "\(right)")
      let outcome = try run(command, right, wrong, badge)
      #expect(outcome.status == 2, "\(command) \(wrong)")
      let name = wrong.split(separator: "=")[1]
      #expect(outcome.errors.contains("'\(name)'; did you mean"), "\(outcome.errors)")
      #expect(outcome.errors.contains("did you mean '\(similar)'?"), "\(outcome.errors)")
    }
    let both = try run(command, "--view=badge", "--view=Window/badge", "--view=2", badge)
    #expect(both.status == 0, "one view may have all names: \(both.errors)")
  }

  @Test("of several traces one must have the view", arguments: ["replay", "report"])
  func several(command: String) throws {
    #expect(try run(command, "--class=Badge", "--view=chip", badge, chip).status == 0)
    let one = try run(command, "--class=Badge", badge, chip)
    #expect(one.status == 0 && one.errors.contains("chip.jsonl: warning: nothing was judged"))
    let wrong = try run(command, "--class=Badge", "--class=Chpi", badge, chip)
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("no view has the class 'Chpi'; did you mean 'Chip'?"))
    #expect(try run(command, "--class=Chpi", badge, chip).status == 2)
  }

  @Test("a rule with a lower threshold needs a view; one that allows more cannot hide anything")
  func rules() throws {
    for (rule, status) in [
      ("--class-threshold=Badge=20", Int32(0)), ("--class-threshold=Bagde=20", 2),
      ("--class-threshold=Bagde=200", 0), ("--ignore-class=Bagde=why", 0),
      ("--view-threshold=Window/badge=20", 0), ("--view-threshold=bagde=20", 2),
      ("--view-threshold=badge=20", 0),
    ] {
      for command in [
        ["scan", badge], ["replay", badge], ["report", badge], ["diff", badge, badge],
      ] {
        let outcome = try InProcess.loophunt(command + [rule, "--no-config"])
        #expect(outcome.status == status, "\(command[0]) \(rule): \(outcome.errors)")
        if status == 2 { #expect(outcome.errors.lowercased().contains("did you mean 'badge'?")) }
      }
    }
    let file = try folder.write(
      #"{"thresholds": {"classes": {"Bagde": 20, "Chip": 30}}}"#, to: "loophunt.json")
    for command in ["scan", "replay"] {
      let outcome = try InProcess.loophunt([command, "--config=\(file)", badge, chip])
      #expect(outcome.status == 2)
      #expect(
        outcome.errors.contains(
          "no view has the class 'Bagde', for which a threshold is set; did you mean 'Badge'?"))
      #expect(!outcome.errors.contains("'Chip'"), "\(outcome.errors)")
      let json = try InProcess.loophunt([command, "--config=\(file)", "--format=json", badge, chip])
      let schema = try JSONSchema(Repository.text(of: "docs/json-output.schema.json"))
      #expect(json.status == 2 && json.text.contains("\"unknownNames\""))
      #expect(try schema.problems(of: json.text) == [])
    }
    #expect(try InProcess.loophunt(["diff", "--config=\(file)", badge, chip]).status == 2)
  }

  @Test("merged parts judge names as one run does")
  func merged() throws {
    for options in [
      ["--class=Badge"], ["--class=Badge", "--class=Chpi"], ["--class-threshold=Chpi=5"],
      ["--class-threshold=Chip=5"],
    ] {
      let parts = try [badge, chip].enumerated().map { index, trace in
        let part = folder.path("part\(index)")
        _ = try InProcess.loophunt(
          ["replay", "-q", "--no-config", "--format=partial=\(part)", trace] + options)
        return part
      }
      let whole = try InProcess.loophunt(["replay", "--no-config"] + options + [badge, chip])
      let merged = try InProcess.loophunt(["merge"] + parts)
      #expect(merged.status == whole.status, "\(options): \(merged.errors)\n\(whole.errors)")
    }
  }
}
