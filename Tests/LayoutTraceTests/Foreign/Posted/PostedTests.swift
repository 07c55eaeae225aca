import LayoutTrace
import TestSupport
import Testing

/// Texts that people post, read as traces.
@Suite("What people post")
struct PostedTests {
  /// The events of a text, whatever its format is.
  static func findings(in text: String) throws -> [TraceEvent.Finding] {
    let opened = try OpenedTrace(.bytes(Array(text.utf8), name: "posted.txt"))
    let reader = try TraceReader(opened.input)
    var findings: [TraceEvent.Finding] = []
    while let event = try reader.next() {
      if case .finding(let finding) = event { findings.append(finding) }
    }
    return findings
  }

  @Test(
    "a text of a public shape is read as a careful engineer reads it", arguments: PostedCase.all)
  func corpus(posted: PostedCase) throws {
    switch posted.reading {
    case .loop(let place, let view):
      let loops = try Self.findings(in: posted.text).filter { $0.verdict != nil }
      #expect(!loops.isEmpty)
      if let place {
        #expect(loops.contains { $0.from?.contains(place) == true }, "\(loops)")
      } else {
        #expect(loops.allSatisfy { $0.from == nil }, "accused without ground: \(loops)")
      }
      if let view { #expect(loops.contains { $0.views.contains(view) }, "\(loops)") }
    case .hint(let kind):
      let findings = try Self.findings(in: posted.text)
      #expect(!findings.isEmpty && findings.allSatisfy { $0.verdict == nil }, "\(findings)")
      if let kind { #expect(findings.contains { $0.kind == kind }, "\(findings)") }
    case .unreadable:
      #expect { try Self.findings(in: posted.text) } throws: { error in
        "\(error)".contains("neither names nor symbols")
      }
    }
  }

  @Test("the corpus has enough texts, frameworks and sources")
  func size() {
    #expect(PostedCase.all.count >= 60)
    #expect(Set(PostedCase.all.map(\.framework)).count >= 8)
    #expect(Set(PostedCase.all.map(\.source)).count == PostedCase.all.count)
  }

  @Test("each kind states what it means, and what to do")
  func kinds() {
    #expect(Set(ReportedKind.all.map(\.name)).count == ReportedKind.all.count)
    for kind in ReportedKind.all {
      #expect(!kind.statement.isEmpty && !kind.remedy.isEmpty, "\(kind.name)")
      let sentence = TraceEvent.Finding(kind: kind.name, verdict: kind.verdict).sentence
      #expect(sentence.hasSuffix(".") && !sentence.contains("{"), "\(kind.name): \(sentence)")
    }
  }

  /// A report of Apple's, cut inside a recursion.
  static let report: String = {
    let round = [
      #"{"imageOffset":1,"symbol":"-[UIView(Hierarchy) layoutBelowIfNeeded]","imageIndex":0}"#,
      #"{"imageOffset":2,"symbol":"Panel.refresh()","imageIndex":1,"sourceFile":"Panel.swift","sourceLine":31}"#,
      #"{"imageOffset":3,"symbol":"@objc Panel.layoutSubviews()","imageIndex":1,"sourceFile":"<compiler-generated>"}"#,
      #"{"imageOffset":4,"symbol":"-[CALayer layoutSublayers]","imageIndex":2}"#,
    ].joined(separator: ",")
    let frames = Array(repeating: round, count: 6).joined(separator: ",")
    return """
      {"faultingThread":0,"exception":{"type":"EXC_BAD_ACCESS"},
       "threads":[{"triggered":true,"frames":[\(frames)],"originalLength":512,
       "recursionInfoArray":[{"hottestElided":24,"coldestElided":400,"depth":100}]},
       {"frames":[{"imageOffset":1,"imageIndex":0}]}],
       "usedImages":[{"name":"UIKitCore"},{"name":"Shop"},{"name":"QuartzCore"}]}
      """
  }()

  @Test("a report in JSON names the app's line, also without its first line")
  func appleReport() throws {
    for text in ["{\"bug_type\":\"309\"}\n" + Self.report, Self.report] {
      let found = try #require(try Self.findings(in: text).first)
      #expect(found.kind == "stack.loop" && found.verdict == "reentrant")
      #expect(found.from == "Panel.refresh() (Panel.swift:31)")
      #expect(found.call == "-[UIView(Hierarchy) layoutBelowIfNeeded]")
      #expect(found.views == ["Panel"] && found.frames.count == 4)
    }
  }

  @Test("a text that is cut anywhere ends in a finding or in an error, never in another line")
  func cuts() throws {
    let samples = [PostedCase.all[1].text, "{\"bug_type\":\"309\"}\n" + Self.report]
    for text in samples {
      let bytes = Array(text.utf8)
      for count in stride(from: 0, to: bytes.count, by: bytes.count > 1_500 ? 7 : 1) {
        let part = String(decoding: bytes.prefix(count), as: UTF8.self)
        let found = (try? Self.findings(in: part)) ?? []
        for finding in found where finding.verdict != nil {
          #expect(finding.kind == "stack.loop" && finding.from?.contains("refresh") == true)
        }
      }
    }
  }

  @Test("quotation marks, log prefixes and indentation change no reading")
  func quoted() throws {
    let plain = try Self.findings(in: PostedCase.all[1].text)
    for mark in ["> ", "    ", "\t", "* ", "2026-03-02 09:14:02.731980+0100 Shop[411:20931] "] {
      let text = PostedCase.all[1].text.split(separator: "\n").map { mark + $0 }
        .joined(separator: "\n")
      #expect(try Self.findings(in: text) == plain, "\(mark)")
    }
  }

  @Test("a trace keeps a finding as it is, and its anonymous form keeps lines, not names")
  func coding() throws {
    let opened = try OpenedTrace(.bytes(Array(PostedCase.all[1].text.utf8), name: "posted.txt"))
    let trace = try opened.bytes()
    let again = try Self.findings(in: String(decoding: trace, as: UTF8.self))
    #expect(again == (try Self.findings(in: PostedCase.all[1].text)))
    let hidden = String(decoding: try opened.bytes(isAnonymous: true), as: UTF8.self)
    #expect(!hidden.contains("Panel") && !hidden.contains("refreshShadow"))
    #expect(hidden.contains(".swift:315") && hidden.contains("\"stack.loop\""))
    #expect(try Self.findings(in: hidden).first?.views.count == 1)
  }

  @Test("a deep tree is no loop, and neither is a stack that is complete and short")
  func nesting() throws {
    let complete = """
      0  UIKitCore 0x1 -[UIView layoutIfNeeded] + 1
      1  Shop 0x2 Row.layoutSubviews() + 1 (Row.swift:9)
      2  UIKitCore 0x1 -[UIView layoutIfNeeded] + 1
      3  Shop 0x2 Row.layoutSubviews() + 1 (Row.swift:9)
      4  UIKitCore 0x1 UIApplicationMain + 1
      5  Shop 0x2 main + 1
      """
    #expect(try Self.findings(in: complete).map(\.kind) == ["stack.none"])
  }
}
