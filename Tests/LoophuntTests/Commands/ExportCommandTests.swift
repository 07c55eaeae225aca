import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

@Suite("The command export")
struct ExportCommandTests {
  private let folder = TemporaryFolder()

  private static let timed = """
    {"e":"trace","version":1,"title":"timed"}
    {"e":"view","v":1,"class":"Window","frame":[0,0,390,844],"clean":true}
    {"e":"view","v":2,"class":"Badge","name":"\\"a\\\\","in":1,"at":0,"frame":[0,0,44,44],"clean":true}
    {"e":"turn","n":1,"t":1000}
    {"e":"dirty","v":2,"why":"explicit","from":"Badge.swift:7"}
    {"e":"async","k":1,"via":"block"}
    {"e":"commit"}
    {"e":"layout","v":2,"t":2000}
    {"e":"done","v":2,"t":5500}
    {"e":"committed","batches":1}
    {"e":"turn","n":2,"t":9000}
    {"e":"run","k":1}
    {"e":"dirty","v":2,"why":"explicit"}
    {"e":"force","v":2}
    {"e":"layout","v":2,"t":10000}
    {"e":"done","v":2,"t":11000}
    {"e":"ran","k":1}
    {"e":"end","turns":2}

    """

  private func export(_ trace: String, _ options: String...) throws -> CommandOutcome {
    let path = try folder.write(trace, to: "trace.jsonl")
    return try InProcess.loophunt(["export", path] + options)
  }

  private func json(_ outcome: CommandOutcome) throws -> [String: Any] {
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
  }

  @Test("Perfetto's form has turns, layouts, forces, arrows, work and a counter, with their times")
  func perfetto() throws {
    let outcome = try export(Self.timed)
    #expect(outcome.errors.isEmpty)
    let whole = try json(outcome)
    let other = whole["otherData"] as? [String: String]
    #expect(other?["writer"] == "loophunt export" && other?["time"] == "recorded")
    // Readers recognise the writer by what comes first.
    #expect(
      outcome.text.ranges(of: "otherData")[0].lowerBound
        < outcome.text.ranges(of: "traceEvents")[0].lowerBound)
    let events = try #require(whole["traceEvents"] as? [[String: Any]])
    func all(_ phase: String) -> [[String: Any]] { events.filter { $0["ph"] as? String == phase } }
    let layouts = all("B").filter { $0["cat"] as? String == "layout" }
    #expect(layouts.map { $0["ts"] as? Double } == [2, 10])
    #expect(layouts.allSatisfy { $0["name"] as? String == "Badge \"\"a\\\" #2" })
    #expect(all("B").count == 5 && all("E").count == 5)
    #expect(all("E").contains { $0["ts"] as? Double == 5.5 })
    #expect(all("i").map { $0["cat"] as? String } == ["dirty", "dirty", "force"])
    #expect(all("s").compactMap { $0["id"] as? Int } == [1, 2])
    #expect(all("f").compactMap { $0["id"] as? Int } == [1, 2])
    #expect(all("b").count == 1 && all("n").count == 1 && all("e").count == 1)
    // Perfetto pairs the ends of a slice by their names.
    #expect(["b", "n", "e"].flatMap(all).allSatisfy { $0["name"] as? String == "block 1" })
    #expect(all("C").map { ($0["args"] as? [String: Int])?["layouts"] } == [1, 1])
  }

  @Test("without times each event takes a microsecond, and a warning states it")
  func untimed() throws {
    let outcome = try export(SampleTrace.badge(layouts: [2]))
    #expect(outcome.errors.contains("each event takes a microsecond"))
    let whole = try json(outcome)
    #expect((whole["otherData"] as? [String: String])?["time"] == "one microsecond per event")
    let events = whole["traceEvents"] as? [[String: Any]] ?? []
    let times = events.compactMap { $0["ts"] as? Double }
    #expect(times == times.sorted())
    #expect(events.filter { $0["ph"] as? String == "B" }.count == 4)
  }

  @Test("a profile of speedscope opens and closes each frame")
  func speedscope() throws {
    let whole = try json(try export(Self.timed, "--to=speedscope"))
    let profile = try #require((whole["profiles"] as? [[String: Any]])?.first)
    let events = try #require(profile["events"] as? [[String: Any]])
    #expect(events.map { $0["type"] as? String } == ["O", "O", "C", "C", "O", "O", "C", "C"])
    #expect(events.map { $0["at"] as? Double } == [1, 2, 5.5, 9, 9, 10, 11, 11])
    #expect(profile["endValue"] as? Double == 11)
    let frames = (whole["shared"] as? [String: [[String: String]]])?["frames"]
    #expect(frames?.count == 3)
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

  @Test("an export goes to a file, comes from standard input, and leaves names out on demand")
  func ways() throws {
    let target = folder.path("out.json")
    #expect(try export(Self.timed, "-o", target).status == 0)
    let written = try String(contentsOfFile: target, encoding: .utf8)
    let piped = try Child.run(Child.binary, ["export", "-"], input: Data(Self.timed.utf8))
    #expect(piped.status == 0)
    // The process is named after the file, in the first of the lines.
    func lines(_ text: String) -> [Substring] { Array(text.split(separator: "\n").dropFirst(2)) }
    #expect(lines(piped.text) == lines(written))
    let anonymous = try export(Self.timed, "--anonymous")
    #expect(anonymous.status == 0)
    #expect(!anonymous.text.contains("Badge") && !anonymous.text.contains("trace.jsonl"))
    #expect(try export("{}\n").status == 2)
    #expect(try export(Self.timed, "-o", folder.path("no/x")).status == 3)
    #expect(try export(Self.timed, "-o", folder.path("trace.jsonl")).status == 2)
  }
}
