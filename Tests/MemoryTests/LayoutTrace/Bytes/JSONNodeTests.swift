import Foundation
import LayoutTrace
import TestSupport
import Testing

/// Small documents that people write.
@Suite("A small JSON document")
struct JSONNodeTests {
  @Test("a document has the values that Foundation reads, and is refused if Foundation refuses it")
  func random() throws {
    let seed = firstSeed("JSONNodeTests")
    var generator = SeededGenerator(seed: seed)
    let whole = Array(
      #"{"a": [1, 2.5, -3, 1e2, true, null], "bé\n": {"c": "\u00e9 \"/"}, "d": {}, "e": []}"#
        .utf8)
    let words = ["{", "}", "[", "]", ",", ":", "\"", "\\", "\n", " ", "0", "é", "tru", "\u{1}"]
      .map { Array($0.utf8) }
    for round in 0..<1_500 {
      var bytes = whole
      for _ in 0...Int.random(in: 0...1, using: &generator) where round > 0 {
        let place = bytes.indices.randomElement(using: &generator)!
        let end = min(bytes.count, place + .random(in: 0...2, using: &generator))
        bytes.replaceSubrange(place..<end, with: words.randomElement(using: &generator)!)
      }
      let expected = try? JSONSerialization.jsonObject(
        with: Data(bytes), options: .fragmentsAllowed)
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(JSONNode.Problem) {
        let node = try JSONNode(parsing: bytes)
        #expect(
          expected.map { Self.agree(node, $0) } == true, "seed \(seed), round \(round): \(text)")
      } catch {
        #expect(
          expected == nil || error.text.contains("twice") || isTrailingComma(bytes, error.offset),
          "seed \(seed), round \(round): \(error.text) \(error.offset) in \(text)")
        #expect((0...bytes.count).contains(error.offset))
      }
    }
  }

  /// True if a container ends at a place, after a comma: Foundation accepts that.
  private func isTrailingComma(_ bytes: [UInt8], _ place: Int) -> Bool {
    let before = bytes[..<place].last { !" \n".utf8.contains($0) }
    return "}]".utf8.contains(bytes[place]) && before == UInt8(ascii: ",")
  }

  private static func agree(_ node: JSONNode, _ value: Any) -> Bool {
    switch node.content {
    case .null: value is NSNull
    case .boolean(let truth): value as? Bool == truth
    case .whole(let number): value as? Int == number
    case .number: value is NSNumber
    case .text(let text): value as? String == text
    case .list(let nodes):
      (value as? [Any]).map { $0.count == nodes.count && zip(nodes, $0).allSatisfy(agree) } ?? false
    case .object(let members):
      (value as? [String: Any]).map { object in
        object.count == members.count
          && members.allSatisfy { member in
            object[member.key].map { agree(member.value, $0) } ?? false
          }
      } ?? false
    }
  }

  @Test("every value and every error has its line and byte")
  func places() throws {
    let bytes = Array("\u{feff}{\n  \"a\": [\n    7 ]}".utf8)
    let node = try JSONNode(parsing: bytes)
    guard case .object(let members) = node.content, case .list(let list) = members[0].value.content
    else {
      Issue.record("\(node)")
      return
    }
    #expect(JSONNode.place(of: members[0].offset, in: bytes) == "2:3")
    #expect(JSONNode.place(of: list[0].offset, in: bytes) == "3:5")
    for (text, place) in [("{\n\"a\": x}", "2:6"), ("[1,\n2", "2:2"), ("[\"a\nb\"]", "1:4")] {
      do throws(JSONNode.Problem) {
        _ = try JSONNode(parsing: Array(text.utf8))
        Issue.record("\(text) is accepted")
      } catch {
        #expect(JSONNode.place(of: error.offset, in: Array(text.utf8)) == place, "\(error.text)")
      }
    }
  }
}
