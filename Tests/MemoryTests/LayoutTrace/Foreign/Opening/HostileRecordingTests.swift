import Foundation
import HuntSupport
import LayoutTrace
import TestSupport
import Testing

@Suite("Hostile browser recordings")
struct HostileRecordingTests {
  private static func recordings() throws -> [(name: String, format: String, bytes: [UInt8])] {
    try [
      ("chromium-ro-pingpong-without-tasks", "chrome"), ("chromium-ro-pingpong", "chrome"),
      ("webkit-clean", "webkit"), ("firefox-clean", "firefox-raw"),
    ].map { name, format in (name, format, try Recording.bytes(name)) } + [
      ("saved by profiler.firefox.com", "firefox", savedProfile()),
      ("exported by Safari", "safari", SafariExport.bytes("clean")),
    ]
  }

  private static func savedProfile() throws -> [UInt8] {
    let raw = try JSONSerialization.jsonObject(with: Data(Recording.bytes("firefox-clean")))
    return try ProcessedProfile.bytes(of: raw as? [String: Any] ?? [:], .sharedStrings)
  }

  /// Bytes that mean much, and numbers at which arithmetic could end.
  private static let pieces = [
    "\"", "{", "}", "[", "]", ",", ":", "\\", "0", "-1", "1e308", "9007199254740993", "1e17",
    "-99999999999999999", "null", "\n", "é", "\u{0}", "\"frame\":", "\"ts\":", "[[[[[[[[", "}}}}",
  ]

  @Test("a recording with any damage is an error, or becomes a valid trace")
  func mutations() throws {
    let seed = firstSeed("hostile recordings")
    var generator = SeededGenerator(seed: seed)
    for (name, format, whole) in try Self.recordings() {
      for _ in 0..<caseCount(200, inDebug: 5) {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          let length = min(Int.random(in: 0...12, using: &generator), bytes.count - place)
          let piece = Self.pieces.randomElement(using: &generator)!
          bytes.replaceSubrange(place..<(place + length), with: piece.utf8)
        }
        do {
          let imported = try Imported(bytes, format)
          let validation = try TraceValidation(.bytes(imported.trace, name: name))
          #expect(validation.isValid, "seed \(seed), \(name): \(validation.errors)")
        } catch is TraceError {}
      }
    }
  }

  @Test("names of any length fit into lines, and times beyond a trace's are left out")
  func extremes() throws {
    let length = caseCount(600_000, inDebug: 20_000)
    let long = String(repeating: "\u{1}é", count: length)
    let events = """
      [{"name":"Layout","ph":"X","ts":-1e14,"dur":1e14,"pid":"a","tid":null,"args":{"beginData":
      {"frame":"\(long.replacing("\u{1}", with: "\\u0001"))","stackTrace":[{"functionName":
      "\(long.replacing("\u{1}", with: "\\u0001"))","url":"data:,\(String(repeating: "x", count: 3 * length))",
      "lineNumber":1e300,"columnNumber":-5}]}}},
      {"name":"Layout","ph":"X","ts":9e14,"dur":9e14,"args":{"beginData":{"frame":"b"}}}]
      """
    let imported = try Imported(Array(events.utf8))
    #expect(imported.lines.allSatisfy { $0.utf8.count < 5_000 })
    #expect(try TraceValidation(.bytes(imported.trace, name: "long")).isValid)
    #expect(imported.layoutsPerTurn(ofView: 1) == [1, 0])
  }
}
