import CommandSupport
import Foundation
import TestSupport
import Testing

/// Every format states the same facts.
@Suite("The facts in each format")
struct FormFactsTests {
  private let folder: TemporaryFolder
  private let loop: String

  init() throws {
    folder = TemporaryFolder()
    let trace = SampleTrace.badge(layouts: [150])
      .replacing(
        #""why":"explicit","by":2"#, with: #""why":"explicit","by":2,"from":"Badge.swift:42""#)
    loop = try folder.write(trace, to: "loop.jsonl")
  }

  /// The words of a text, whatever markup or line ends stand between them.
  private func words(_ text: String) -> String {
    let plain = text.replacing("&#39;", with: "'").replacing("&quot;", with: "\"")
      .replacing(#/<[^>]*>/#, with: " ").replacing(#"\n"#, with: " ")
    return plain.split { !($0.isLetter || $0.isNumber || $0 == ".") }.joined(separator: " ")
  }

  private static let forms = [
    "text", "json", "jsonl", "partial", "sarif", "junit", "github", "markdown",
  ]

  @Test(
    "each format of a replay states verdict, culprit, place, proof, advice and fingerprint",
    arguments: forms)
  func replay(_ form: String) throws {
    let outcome = try InProcess.loophunt("replay", "--format=\(form)", loop)
    #expect(outcome.status == 1)
    try check(outcome.text, placeAsParts: form == "github" || form == "sarif")
  }

  @Test("a page states verdict, culprit, place, proof, advice and fingerprint")
  func page() throws {
    let page = folder.path("page.html")
    let outcome = try InProcess.loophunt("report", loop, "-o", page)
    #expect(outcome.status == 0)
    try check(String(contentsOfFile: page, encoding: .utf8), placeAsParts: false)
  }

  private func check(_ output: String, placeAsParts: Bool) throws {
    let said = words(output)
    let json = try InProcess.loophunt("replay", "--format=json", loop).text
    let fingerprint = try #require(json.firstMatch(of: #/"fingerprint"\s*:\s*"([0-9a-f]{16})"/#)).1
    for fact in [
      "redundant", "called setNeedsLayout on itself in its layout",
      "Move the call out of layout or make it only when something changed.", String(fingerprint),
      output.contains("layoutsWithout")
        ? "layoutsWithout 1" : "without it the turn settles after 1",
    ] {
      #expect(said.contains(fact), "\(fact) is missing: \(output)")
    }
    #expect(said.contains("Badge.swift"), "\(output)")
    #expect(said.contains(placeAsParts ? "42" : "Badge.swift 42"), "\(output)")
  }

  @Test("each format of a scan states verdict, place and advice", arguments: forms)
  func scan(_ form: String) throws {
    let outcome = try InProcess.loophunt("scan", "--format=\(form)", loop)
    #expect(outcome.status == 1)
    let said = words(outcome.text)
    let isData = ["json", "jsonl", "partial"].contains(form)
    let facts =
      isData
      ? ["class Badge", "maximum 150", "maximumTurn 1", "path Window badge", "view 2"]
      : ["Badge badge view 2 loops", "in turn 1", "at most 150 in turn 1"]
    for fact in facts + ["Replay the trace to find the code that causes the loop."] {
      #expect(said.contains(fact), "\(fact) is missing: \(outcome.text)")
    }
    // In data, a loop is one of a list of loops; text says it without the word.
    if !isData, form != "text" { #expect(outcome.text.contains("counted"), "\(outcome.text)") }
    if isData { #expect(outcome.text.contains(#/"loops?"\s*:\s*[\[{]/#), "\(outcome.text)") }
    let calm = try folder.write(SampleTrace.badge(layouts: [1]), to: "calm.jsonl")
    #expect(try InProcess.loophunt("scan", "--format=\(form)", calm).status == 0)
  }

  @Test(
    "each format of a scan of a page states verdict, places, count, advice and fingerprint",
    arguments: forms)
  func scannedPage(_ form: String) throws {
    let recording = Repository.path("Tests/Recordings/chromium-thrash.json.gz")
    let outcome = try InProcess.loophunt("scan", "--format=\(form)", recording)
    #expect(outcome.status == 1)
    let said = words(outcome.text)
    for fact in [
      "thrashing", "growRow", "readRow", "thrash.html", "149",
      "Read first then write or write everything then read once.", "2b83e2a689ef7258",
    ] {
      #expect(said.contains(fact), "\(fact) is missing: \(outcome.text)")
    }
    // The place is the line of the code that writes.
    let place = try Regex("thrash\\.html:7:65|line=7,col=65|\"startLine\"\\s*:\\s*7\\b")
    #expect(outcome.text.contains(place), "\(outcome.text)")
  }
}
