import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import Testing

/// JSON is accepted and rejected exactly as RFC 8259 says, in every position.
@Suite("JSON conformance") struct JSONConformanceTests {
  /// A position for a piece of JSON.
  enum Position: CaseIterable {
    case wholeLine, skippedValue, nestedValue, unknownEvent, skippedKey, nestedKey

    /// Positions where only a string may stand.
    static let keys: Set<Position> = [.skippedKey, .nestedKey]

    func line(_ json: [UInt8]) -> [UInt8] {
      let (before, after) =
        switch self {
        case .wholeLine: ("", "")
        case .skippedValue: (#"{"e":"view","v":1,"class":"Window","extra":"#, "}")
        case .nestedValue: (#"{"e":"view","v":1,"class":"Window","extra":{"a":[0,"#, "]}}")
        case .unknownEvent: (#"{"v":"#, #","e":"something"}"#)
        case .skippedKey: (#"{"e":"view","v":1,"class":"Window","#, ":7}")
        case .nestedKey: (#"{"e":"something","x":[{"a":0,"#, ":[]}]}")
        }
      return Array(before.utf8) + json + Array(after.utf8)
    }
  }

  /// True if the reader takes a line that follows a header for JSON; it need not be an event.
  static func isJSON(_ json: [UInt8], at position: Position) -> Bool {
    let bytes = Array("\(TraceText.header)\n".utf8) + position.line(json) + [0x0a]
    let error = TraceText.error(TraceText.input(bytes))
    return error == nil || error?.kind == .event
  }

  @Test("JSON that RFC 8259 accepts is accepted", arguments: JSONFixtures.accepted)
  func accepts(_ fixture: JSONFixtures.Case) {
    let isString = fixture.bytes.first == UInt8(ascii: "\"")
    for position in Position.allCases {
      let isAccepted = isString || !Position.keys.contains(position)
      #expect(
        Self.isJSON(fixture.bytes, at: position) == isAccepted, "\(fixture.name) as \(position)")
    }
  }

  @Test("JSON that RFC 8259 rejects is rejected", arguments: JSONFixtures.rejected)
  func rejects(_ fixture: JSONFixtures.Case) {
    for position in Position.allCases {
      #expect(!Self.isJSON(fixture.bytes, at: position), "\(fixture.name) as \(position)")
    }
  }

  /// Runs the files of the public JSONTestSuite, if the environment names their folder.
  ///
  /// `Scripts/check-json` fetches them.
  @Test(
    "the public suite agrees",
    .enabled(if: ProcessInfo.processInfo.environment["JSON_TEST_SUITE"] != nil))
  func publicSuite() throws {
    let folder = URL(
      filePath: try #require(ProcessInfo.processInfo.environment["JSON_TEST_SUITE"]))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    var tally = (accepted: 0, rejected: 0, keys: 0)
    for name in names where name.hasSuffix(".json") && !name.hasPrefix("i_") {
      var json = Array(try Data(contentsOf: folder.appending(path: name)))
      let isAccepted = name.hasPrefix("y_")
      // A trace has a line for each value, so the newlines of valid cases become other blanks.
      if isAccepted { json = json.map { $0 == 0x0a ? 0x20 : $0 } }
      for position in Position.allCases where !Position.keys.contains(position) {
        #expect(Self.isJSON(json, at: position) == isAccepted, "\(name) as \(position)")
      }
      // The strings of the suite stand in arrays of one element: their contents become a key.
      if name.dropFirst(2).hasPrefix("string"), json.first == UInt8(ascii: "["),
        json.last == UInt8(ascii: "]")
      {
        for position in Position.keys {
          let key = Array(json.dropFirst().dropLast())
          #expect(Self.isJSON(key, at: position) == isAccepted, "\(name) as \(position)")
        }
        tally.keys += 1
      }
      if isAccepted { tally.accepted += 1 } else { tally.rejected += 1 }
    }
    #expect(tally.accepted == 95 && tally.rejected == 188)
    #expect(tally.keys > 60)
  }
}
