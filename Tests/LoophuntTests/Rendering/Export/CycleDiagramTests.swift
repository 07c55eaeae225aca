import CommandSupport
import TestSupport
import Testing

@Suite("The cycle as a diagram")
struct CycleDiagramTests {
  private let folder = TemporaryFolder()

  private func export(_ trace: String, _ options: String...) throws -> CommandOutcome {
    let path = try folder.write(trace, to: "trace.jsonl")
    return try InProcess.loophunt(["export", path] + options)
  }

  @Test(
    "graphs hold the cycle with its culprit, and names are never syntax",
    arguments: ["dot", "mermaid"])
  func graphs(form: String) throws {
    let recorded = try InProcess.loophunt("record", "scrollbar-flip")
    let text = try export(recorded.text, "--to=\(form)").text
    #expect(text.contains("frame.size.height 300 → 288.75"))
    #expect(text.contains("Window/ScrollArea/Photo"))
    #expect(text.contains("445949d380d838b2"))
    let hostile = SampleTrace.badge(layouts: [150], className: "\\\"]; x -> y; [\\\"`<b>&#34;")
      .replacing("\"name\":\"badge\",", with: "")
    let graph = try export(hostile, "--to=\(form)").text
    let strings = graph.replacing(#/\\./#, with: "").split(separator: "\n").map { line in
      line.count { $0 == "\"" }
    }
    #expect(strings.allSatisfy { $0.isMultiple(of: 2) }, "\(graph)")
    if form == "dot" { #expect(graph.contains("<b>&amp;#34;")) }
    if form == "mermaid" { #expect(!graph.contains("<b>") && !graph.contains("`")) }
    #expect(try export(SampleTrace.badge(layouts: [1]), "--to=\(form)").text.contains("no loop"))
  }

  @Test("Mermaid, which draws one arrow from a node to itself, gets all its labels on one")
  func turnedBack() throws {
    let recorded = try InProcess.loophunt("record", "layout-if-needed")
    let dot = try export(recorded.text, "--to=dot").text
    #expect(dot.ranges(of: "l1v0 -> l1v0").count == 2)
    let mermaid = try export(recorded.text, "--to=mermaid").text
    #expect(mermaid.contains("l1v0 ==>|\"layoutIfNeeded<br/>setNeedsLayout\"| l1v0\n"))
    #expect(mermaid.ranges(of: "| l1v0").count == 1)
  }

  @Test("Mermaid reads no name as mathematics")
  func dollars() throws {
    let trace = SampleTrace.badge(layouts: [150], className: "$$x$$")
      .replacing("\"name\":\"badge\",", with: "")
    let text = try export(trace, "--to=mermaid").text
    #expect(text.contains("Window/#36;#8288;#36;x#36;#8288;#36;<br/>"))
  }

  @Test("a name with line ends is one line of a graph", arguments: ["dot", "mermaid"])
  func lineEnds(form: String) throws {
    let trace = SampleTrace.badge(layouts: [150]).replacing(
      "\"name\":\"badge\"", with: #""name":"a\nb""#)
    let lines = try export(trace, "--to=\(form)").text.split(separator: "\n")
    let node = try #require(lines.first { $0.contains("culprit") })
    #expect(!node.contains("\"Window/a\\nb") && !node.contains("Window/a<br/>b"))
  }
}
