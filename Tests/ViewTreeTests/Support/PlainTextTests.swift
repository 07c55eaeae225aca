import Foundation
import Testing
import ViewTree

@Suite("Plain text") struct PlainTextTests {
  @Test("control characters, line breaks and direction marks are shown as numbers")
  func unsafe() {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x1F, 0x7F...0x9F, 0x061C...0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
    ]
    for value in ranges.joined() {
      let scalar = Unicode.Scalar(value)!
      let shown = PlainText.line("a\(scalar)b")
      #expect(shown == "a\\u{\(String(value, radix: 16))}b")
      #expect(PlainText.line(shown) == shown)
    }
    #expect(PlainText.block("a\nb\u{1B}") == "a\nb\\u{1b}")
    for text in ["", "Badge", "ns::View", "größer 面 👩‍👩‍👧", "a: b", "#1", "## a", "Foo<Int>::x"] {
      #expect(PlainText.line(text) == text)
    }
  }

  @Test("no line begins with the command of a build server, wherever a long text is wrapped")
  func commands() {
    #expect(PlainText.line("::error::x") == "\\u{3a}:error::x")
    #expect(PlainText.line("a ::error::x") == "a \\u{3a}:error::x")
    #expect(PlainText.line("a/::error::x") == "a/\\u{3a}:error::x")
    for mark in ["##[error]", "##vso[task]", "##teamcity[x]"] {
      #expect(PlainText.line("a\(mark)") == "a\\u{23}\(mark.dropFirst())")
    }
  }

  @Test("escaped JSON has the same meaning, and none of the characters")
  func json() throws {
    let names = ["a\u{9B}b\u{202E}c\u{2028}\u{85}", "##[error]x", "é 面", "q\"\\u009b\\"]
    let text = String(decoding: try JSONEncoder().encode(names), as: UTF8.self)
    let safe = PlainText.json(text)
    #expect(try JSONDecoder().decode([String].self, from: Data(safe.utf8)) == names)
    #expect(PlainText.line(safe) == safe)
    #expect(safe.contains("é 面") && !safe.contains("##["))
  }

  @Test("descriptions and drawings of views with such names have none of the characters")
  func views() throws {
    let hostile = "::x\n\u{1B}[31m\u{9B}\u{202E}\u{2066}\u{2028}##[error]"
    let window = Window(frame: CGRect(x: 0, y: 0, width: 200, height: 200), loop: TurnLoop())
    window.identifier = hostile
    let label = Label(frame: CGRect(x: 0, y: 0, width: 200, height: 20))
    label.text = hostile
    window.addSubview(label)
    for text in [window.recursiveDescription(), window.svgSnapshot()] {
      #expect(PlainText.block(text) == text)
    }
  }
}
