import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

@Suite("The command tree")
struct TreeCommandTests {
  private let folder = TemporaryFolder()
  private let trace: String

  init() throws {
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

  @Test("the tree is shown as it is after a turn")
  func afterTurn() throws {
    let begin = try InProcess.loophunt("tree", trace, "--turn=0")
    #expect(begin.status == 0)
    #expect(
      begin.text == """
        Window (view 1): 0 0, 390 x 844
          Badge "badge" (view 2): 0 0, 44 x 44

        """)
    let middle = try InProcess.loophunt("tree", trace, "--turn=2")
    #expect(middle.text.contains("\n    Dot (view 3): 1.5 2, 3 x 4; dirty\n"))
    let end = try InProcess.loophunt("tree", trace)
    #expect(end.text.contains("\nBadge \"badge\" (view 2): "))
  }

  @Test("a subtree can be chosen, and drawn")
  func chosenTree() throws {
    let part = try InProcess.loophunt("tree", trace, "--turn=2", "--view=badge")
    #expect(part.text.hasPrefix("Badge \"badge\" (view 2): "))
    let drawing = try InProcess.loophunt("tree", trace, "--turn=1", "--format=svg")
    #expect(drawing.status == 0)
    #expect(drawing.text.hasPrefix("<?xml") && drawing.text.hasSuffix("</svg>\n"))
    let several = try InProcess.loophunt("tree", trace, "--format=svg")
    #expect(several.status == 2)
    #expect(several.errors.contains("2 trees at that moment"))
  }

  @Test("a missing turn or view is an error")
  func missing() throws {
    let turn = try InProcess.loophunt("tree", trace, "--turn=9")
    #expect(turn.status == 2)
    #expect(turn.errors == "loophunt: the trace has no turn 9; its last turn is 3\n")
    #expect(try InProcess.loophunt("tree", trace, "--view=dot").status == 2)
    #expect(try InProcess.loophunt("tree", folder.path("none")).status == 2)
  }
}
