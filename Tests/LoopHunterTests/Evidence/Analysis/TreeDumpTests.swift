import LoopCorpus
import LoopHunter
import Testing
import ViewTree

@Suite("The tree in a report")
struct TreeDumpTests {
  private let tree = HuntedTree()

  /// Lines of the tree that the report of a loop between two views shows.
  private func lines(_ upper: GeneratedView, _ lower: GeneratedView) throws -> [String] {
    upper.onLayout = { _ in lower.setNeedsLayout() }
    lower.onLayout = { _ in upper.setNeedsLayout() }
    return try tree.hunt(lower).first.tree.split(separator: "\n").map(String.init)
  }

  @Test("shows the views of the cycle with their places in it, and three of the others")
  func bystanders() throws {
    let card = tree.make("card")
    for index in 0..<6 { tree.make("row\(index)", in: card).isHidden = index == 1 }
    let lines = try lines(card, tree.make("badge", in: card))
    #expect(lines.count == 6)
    #expect(lines[0].hasPrefix("card (") && lines[0].contains(" #1"))
    #expect(lines.filter { $0.hasPrefix("  row") }.count == 3)
    #expect(lines[2].contains(" hidden"))
    #expect(lines.contains { $0.hasPrefix("  badge (") && $0.contains(" #2") })
    #expect(lines.last == "  … 3 more views")
  }

  @Test("ends in 60 lines, and below 24 levels")
  func bounds() throws {
    let wide = tree.make("wide")
    for index in 0..<70 {
      tree.make("leaf", in: tree.make("branch\(index % 3)", in: wide)).setNeedsLayout()
    }
    var deep = wide
    for index in 0..<40 { deep = tree.make("step\(index)", in: deep) }
    let lines = try lines(wide, deep)
    #expect(lines.count <= 61)
    #expect(lines.contains { $0.hasSuffix("… 1 more view") }, "\(lines)")
  }
}
