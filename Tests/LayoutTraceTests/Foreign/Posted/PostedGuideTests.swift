import LayoutTrace
import TestSupport
import Testing

/// The page from which people look up what they have in hand: docs/logs.md.
@Suite("The page of posted texts")
struct PostedGuideTests {
  /// The rows of a page's tables with these two heads.
  private static func rows(_ head: String) -> [[Substring]] {
    let page = (try? Repository.text(of: "docs/logs.md")) ?? ""
    var rows: [[Substring]] = []
    var isInTable = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      isInTable = line == head[...] || isInTable && line.hasPrefix("|")
      if isInTable, line != head[...], !line.hasPrefix("|---") {
        rows.append(line.split(separator: "|").filter { !$0.allSatisfy { $0 == " " } })
      }
    }
    return rows
  }

  /// The texts between backticks in a cell.
  private static func texts(in cell: Substring) -> [String] {
    // Two backticks stand around text that has one.
    if cell.contains("``") {
      let parts = cell.split(separator: "``")
      return parts.count > 1 ? [String(parts[1])] : []
    }
    return cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  private static let sentences = rows("| sentence | taken |").compactMap(\.first)
    .filter { !$0.contains("LayoutCycleTracing") }.flatMap(texts)

  private static let frames = rows("| notation | example |").compactMap(\.last)
    .compactMap { texts(in: $0).first }

  @Test("each sentence that docs/logs.md lists is read as it stands there", arguments: sentences)
  func sentence(text: String) throws {
    #expect(try !PostedTests.findings(in: text + "\n").isEmpty)
  }

  @Test("each notation that docs/logs.md shows is a stack of one frame", arguments: frames)
  func notation(text: String) throws {
    #expect(try PostedTests.findings(in: text + "\n").contains { $0.kind.name.hasPrefix("stack") })
  }

  @Test("the page lists the sentences and the notations in tables")
  func tables() {
    #expect(Self.sentences.count >= 35 && Self.frames.count >= 13)
  }
}
