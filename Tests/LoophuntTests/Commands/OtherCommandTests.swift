import Foundation
import LoopScenarios
import Testing
import loophunt

@Suite struct RecordCommandTests {
  @Test func `scenarios are listed with one line each`() throws {
    let outcome = try Child.loophunt("scenarios")
    #expect(outcome.status == 0)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == Scenario.all.count)
    for (line, scenario) in zip(lines, Scenario.all) {
      #expect(line.hasPrefix(scenario.name + " "))
      #expect(line.hasSuffix(scenario.summary))
    }
  }

  @Test func `a scenario is written to a file or to standard output, and is a valid trace`() throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path("trace.jsonl")
    let written = try Child.loophunt("record", "didset-dirty", "-o", path)
    #expect(written.status == 0 && written.text == "")
    #expect(
      try Child.loophunt("record", "didset-dirty").output
        == FileManager.default.contents(atPath: path))
    #expect(try Child.loophunt("validate", path).status == 0)
    #expect(try Child.loophunt("replay", "--strict", path).status == 1)
  }

  @Test func `a misspelt scenario gets the nearest, a bad place the reason`() throws {
    let outcome = try Child.loophunt("record", "didset-drity")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "loophunt: no scenario is named 'didset-drity'; did you mean 'didset-dirty'?\n")
    let nowhere = try Child.loophunt("record", "didset-dirty", "-o", "/none/x.jsonl")
    #expect(nowhere.status == 3)
    #expect(nowhere.errors.hasPrefix("/none/x.jsonl: "))
  }
}

@Suite struct TreeCommandTests {
  private let folder: TemporaryFolder
  private let trace: String

  init() throws {
    folder = try TemporaryFolder()
    let text = SampleTrace.badge(layouts: [1], ended: false)
    trace = try folder.write(
      text + """
        {"e":"turn","n":2}
        {"e":"view","v":3,"class":"Dot","in":2,"at":0,"frame":[1.5,2,3,4]}
        {"e":"turn","n":3}
        {"e":"move","v":2,"in":null}
        {"e":"end","turns":3}

        """, to: "trace.jsonl")
  }

  @Test func `the tree is shown as it is after a turn`() throws {
    let begin = try Child.loophunt("tree", trace, "--turn=0")
    #expect(begin.status == 0)
    #expect(
      begin.text == """
        Window (view 1): 0 0, 390 x 844
          Badge "badge" (view 2): 0 0, 44 x 44

        """)
    let middle = try Child.loophunt("tree", trace, "--turn=2")
    #expect(middle.text.contains("\n    Dot (view 3): 1.5 2, 3 x 4; dirty\n"))
    let end = try Child.loophunt("tree", trace)
    #expect(end.text.contains("\nBadge \"badge\" (view 2): "))
  }

  @Test func `one view's tree can be chosen, and a tree be drawn`() throws {
    let part = try Child.loophunt("tree", trace, "--turn=2", "--view=badge")
    #expect(part.text.hasPrefix("Badge \"badge\" (view 2): "))
    let drawing = try Child.loophunt("tree", trace, "--turn=1", "--format=svg")
    #expect(drawing.status == 0)
    #expect(drawing.text.hasPrefix("<?xml") && drawing.text.hasSuffix("</svg>\n"))
    let several = try Child.loophunt("tree", trace, "--format=svg")
    #expect(several.status == 2)
    #expect(several.errors.contains("2 trees at that moment"))
  }

  @Test func `a turn or a view that is not there is an error`() throws {
    let turn = try Child.loophunt("tree", trace, "--turn=9")
    #expect(turn.status == 2)
    #expect(turn.errors == "loophunt: the trace has no turn 9; its last turn is 3\n")
    #expect(try Child.loophunt("tree", trace, "--view=dot").status == 2)
    #expect(try Child.loophunt("tree", folder.path("none")).status == 2)
  }
}

@Suite struct DiffCommandTests {
  private let folder: TemporaryFolder
  private let calm: String
  private let loop: String

  init() throws {
    folder = try TemporaryFolder()
    calm = try folder.write(SampleTrace.badge(layouts: [10]), to: "calm.jsonl")
    loop = try folder.write(SampleTrace.badge(layouts: [150, 150]), to: "loop.jsonl")
  }

  @Test func `a loop that appeared is worse`() throws {
    let outcome = try Child.loophunt("diff", calm, loop)
    #expect(outcome.status == 1)
    #expect(outcome.text.hasPrefix("1 loop appeared:\n  `badge` (Window/badge) called "))
    #expect(outcome.text.contains("  10  300  +2900%  Window/badge\n"))
    #expect(outcome.text.hasSuffix("3 things got worse; 10 layouts before, 300 after\n"))
    #expect(try Child.loophunt("diff", "--exit-zero", calm, loop).status == 0)
    #expect(try Child.loophunt("diff", "-q", calm, loop).text == "")
  }

  @Test func `a loop that vanished or stayed is not`() throws {
    let vanished = try Child.loophunt("diff", loop, calm)
    #expect(vanished.status == 0)
    #expect(vanished.text.hasPrefix("1 loop vanished:\n"))
    let stayed = try Child.loophunt("diff", loop, loop)
    #expect(stayed.status == 0)
    #expect(stayed.text.hasPrefix("1 loop stayed:\n"))
    #expect(stayed.text.contains("in 2 turns before, 2 after"))
    let once = try folder.write(SampleTrace.badge(layouts: [150]), to: "once.jsonl")
    #expect(try Child.loophunt("diff", once, loop).status == 1)
    #expect(try Child.loophunt("diff", loop, once).status == 0)
  }

  @Test func `more layouts are worse, beyond the tolerance`() throws {
    let more = try folder.write(SampleTrace.badge(layouts: [11]), to: "more.jsonl")
    #expect(try Child.loophunt("diff", calm, more).status == 1)
    #expect(try Child.loophunt("diff", "--tolerance=9", calm, more).status == 1)
    #expect(try Child.loophunt("diff", "--tolerance=10", calm, more).status == 0)
    let renamed = try folder.write(
      SampleTrace.badge(layouts: [90], className: "Medal"), to: "renamed.jsonl")
    let outcome = try Child.loophunt("diff", calm, renamed)
    #expect(outcome.text.contains("new  Medal") && outcome.text.contains("gone  Badge"))
  }

  @Test func `what can be read only once is refused`() throws {
    let outcome = try Child.loophunt("diff", calm, "-")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "loophunt: 'diff' reads each trace twice, which '-' does not allow; "
        + "write it to a file first\n")
  }
}
