import Testing
import loophunt

@Suite("Long lines of Swift")
struct SwiftLinesTests {
  @Test("a list is broken after commas, as often as needed")
  func list() {
    let names = (1...40).map { "cell\($0)" }.joined(separator: ", ")
    let lines = SwiftLines.fitted(["  for view in [\(names)] {", "    view.setNeedsLayout()"])
    #expect(lines.count == 5)
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(lines.dropLast(2).allSatisfy { $0.hasSuffix(",") })
    #expect(lines.dropFirst().prefix(2).allSatisfy { $0.hasPrefix("    cell") })
    #expect(lines.last == "    view.setNeedsLayout()")
    let words = lines.dropLast().map { $0.drop { $0 == " " } }.joined(separator: " ")
    #expect(words == "for view in [\(names)] {")
  }

  @Test("a sum is broken before an operator, an assignment after its sign")
  func operators() {
    let (left, right) = (String(repeating: "a", count: 60), String(repeating: "b", count: 60))
    #expect(SwiftLines.fitted(["\(left) + \(right)"]) == [left, "  + \(right)"])
    let sum = SwiftLines.fitted(["\(left) + b * \(right)"])
    #expect(sum == [left, "  + b * \(right)"], "a product stays together")
    #expect(SwiftLines.fitted([" \(left) = \(right)"]) == [" \(left) =", "   \(right)"])
  }

  @Test("texts, comments and names stay whole, and a line of a hundred columns stays as it is")
  func whole() {
    let text = String(repeating: "a, b + ", count: 20)
    let kept = [
      "let text = \"\(text)\"", "// \(text)", String(repeating: "n", count: 120),
      "let pair12 = [" + String(repeating: "a, ", count: 28) + "1]",
    ]
    #expect(kept[3].count == 100)
    #expect(SwiftLines.fitted([kept[1], kept[2], kept[3]]) == [kept[1], kept[2], kept[3]])
    #expect(SwiftLines.fitted([kept[0]]) == ["let text =", "  \"\(text)\""])
    let escaped = "say(\"\(text) \\\" \(text)\", 1)"
    #expect(SwiftLines.fitted([escaped]) == [escaped])
  }
}
