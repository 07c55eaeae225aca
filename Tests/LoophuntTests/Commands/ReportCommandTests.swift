import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("The command report")
struct ReportCommandTests {
  private let folder = TemporaryFolder()

  @Test("a page is written to a file, but never over a trace")
  func output() throws {
    let path = try folder.write(SampleTrace.badge(layouts: [150]), to: "a.jsonl")
    let target = folder.path("page.html")
    let written = try InProcess.loophunt("report", path, "-o", target)
    #expect(written.status == 0 && written.text.isEmpty && written.errors.isEmpty)
    #expect(try String(contentsOfFile: target, encoding: .utf8).hasSuffix("</html>\n"))
    #expect(try InProcess.loophunt("report", path, "-o", path).status == 2)
    #expect(try InProcess.loophunt("report", path, "-o", folder.path("no/page.html")).status == 3)
    let input = try Data(contentsOf: URL(fileURLWithPath: path))
    let piped = try Child.run(Child.binary, ["report", "-", "-o", "-"], input: input)
    #expect(piped.status == 0 && piped.text.contains("1 layout loop"))
  }

  @Test("several traces are one page with a list, and a bad one is named on it")
  func several() throws {
    let good = try folder.write(SampleTrace.badge(layouts: [150]), to: "good.jsonl")
    let calm = try folder.write(SampleTrace.badge(layouts: [2]), to: "calm.jsonl")
    let bad = try folder.write("{}\n", to: "bad.jsonl")
    let page = try InProcess.loophunt("report", good, calm)
    #expect(page.status == 0)
    #expect(page.text.ranges(of: "<section class=\"trace\"").count == 2)
    #expect(page.text.contains("<a href=\"#trace-2\">"))
    let mixed = try InProcess.loophunt("report", good, bad)
    #expect(mixed.status == 2 && mixed.errors.contains("bad.jsonl:1"))
    #expect(mixed.text.contains("Not read to its end"))
    let none = try InProcess.loophunt("report", bad, folder.path("none"))
    #expect(none.status == 2 && none.text.isEmpty)
  }

  @Test(
    "options choose the hunted views, a misspelt name is an error, and the page lists the rules")
  func choice() throws {
    let path = try folder.write(SampleTrace.badge(layouts: [150]), to: "trace.jsonl")
    let missing = try InProcess.loophunt("report", "--class=Bagde", path)
    #expect(missing.status == 2 && missing.errors.contains("no view has the class 'Bagde'"))
    let chosen = try InProcess.loophunt("report", "--class=Badge", path)
    #expect(chosen.status == 0 && chosen.text.contains("hunted: class Badge"))
    let ignored = try InProcess.loophunt(
      "report", "--allow-no-layouts", "--ignore-class=Badge=a clock", path)
    #expect(ignored.status == 0 && ignored.text.contains("No layout loop in 1 trace"))
    #expect(ignored.text.contains("1 view ignored (class Badge): a clock"))
  }
}
