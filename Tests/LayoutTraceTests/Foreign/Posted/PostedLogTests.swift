import LayoutTrace
import TestSupport
import Testing

/// Posted texts between the other lines of long logs, of which most are never made text.
@Suite("Posted texts in long logs")
struct PostedLogTests {
  /// The texts that are no files of a format of their own.
  private static let cases = PostedCase.all.filter { !$0.text.hasPrefix("{") }

  /// The findings in bytes; nil for an error.
  private static func findings(_ text: some Sequence<UInt8>) -> [TraceEvent.Finding]? {
    try? PostedTests.findings(in: String(decoding: Array(text), as: UTF8.self))
  }

  @Test(
    "the ends of lines of Windows change no reading",
    arguments: sample(cases, oneIn: 2, seed: firstSeed("PostedLogTests.windows")))
  func windows(posted: PostedCase) {
    let lines = posted.text.utf8.split(separator: 0x0a, omittingEmptySubsequences: false)
    let text = lines.joined(separator: [0x0d, 0x0a])
    #expect(Self.findings(text) == Self.findings(posted.text.utf8))
  }

  /// Lines of logs that name files, describe views or begin with numbers, and hold no frame.
  private static let others: [@Sendable (Int) -> String] = [
    { "2026-03-02 12:00:01.731 DEBUG Feed.swift:\($0) cache update" },
    { "cache.js:\($0) state items" },
    { "2026-03-02 12:00:01.731+0100 Shop[411:93] <UIView: 0x00007f\($0); frame = (0 0; 3 \($0))>" },
    { "\($0) [queue] view request" },
  ]

  @Test(
    "the lines of a log change no reading of a text far from them",
    arguments: sample(cases, oneIn: 4, seed: firstSeed("PostedLogTests.far")))
  func far(posted: PostedCase) {
    let alone = Self.findings(posted.text.utf8)
    for other in sample(Self.others, oneIn: 4, seed: UInt64(posted.text.utf8.count)) {
      let lines = (1...caseCount(150, inDebug: 50)).map(other).joined(separator: "\n")
      #expect(Self.findings("\(lines)\n\(posted.text)\n\(lines)\n".utf8) == alone)
    }
  }

  /// A stack in which `layout` of a view and `again` call each other, and forty in which nothing repeats.
  private static func stacks(
    of layout: String, _ again: (type: String, method: String),
    _ notation: (Int, String, String, Int) -> String
  ) -> String {
    var lines: [String] = []
    for number in 0..<40 {
      for frame in 0..<20 {
        let name = number * 7 % 9 + frame
        lines.append(notation(frame, "Panel\(name)", "run", name))
      }
      guard number == 30 else { continue }
      for frame in stride(from: 0, to: 40, by: 2) {
        lines.append(notation(frame, "Feed", layout, 31))
        lines.append(notation(frame + 1, again.type, again.method, 44))
      }
    }
    return lines.joined(separator: "\n")
  }

  @Test("a loop among stacks whose lines come again and again is found")
  func amongOthers() throws {
    let view = ("Feed", "layoutIfNeeded")
    let texts = [
      Self.stacks(of: "layoutSubviews", view) {
        "\($0)  Shop  0x\($0)\($3)f \($1).\($2)() + \($0) (\($1).swift:\($3))"
      },
      Self.stacks(of: "layoutSubviews", view) {
        "    frame #\($0): 0x00\($0) Shop`\($1).\($2)(x=1) at \($1).swift:\($3):9"
      },
      Self.stacks(of: "resizeEvent", ("QLayout", "activate")) {
        "#\($0)  0x00\($0) in \($1)::\($2) () at ../src/\($1).cpp:\($3)"
      },
    ]
    for text in texts {
      let found = try PostedTests.findings(in: text).filter { $0.verdict != nil }
      #expect(found.count == 1, "\(found)")
      #expect(found.first?.from?.contains("Feed.") == true, "\(found)")
    }
  }
}
