import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("The description of a tree")
struct DescriptionTests {
  private func makeTree() -> Window {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 320, height: 480), loop: loop)
    let scroll = ScrollView(frame: CGRect(x: 0, y: 20, width: 320, height: 460))
    scroll.identifier = "feed"
    scroll.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    let label = Label(frame: CGRect(x: 10, y: 10.5, width: 100, height: 1 / 3))
    label.text = "Two\nlines"
    let badge = View(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    badge.tag = 7
    badge.alpha = 0.5
    badge.isHidden = true
    badge.transform = AffineTransform(scale: 2)
    window.addSubview(scroll)
    scroll.addSubview(label)
    scroll.addSubview(badge)
    loop.runTurn()
    scroll.contentOffset.y = -5
    return window
  }

  @Test("has a line for every view, indented, with the differences from a plain view")
  func lines() {
    #expect(
      makeTree().recursiveDescription() == """
        <Window; frame = (0 0; 320 480)>
           | <ScrollView "feed"; frame = (0 20; 320 460); offset = (0 -5); autoresize = W+H; dirty>
           |    | <Label; frame = (10 10.5; 100 0.333); text = "Two\\nlines">
           |    | <View; tag = 7; frame = (-5 -5; 20 20); transform = [2 0 0 2 0 0]; hidden; \
        alpha = 0.5>

        """)
  }

  @Test("a view's own line is its description, which layout code may override")
  func ownLine() {
    final class Named: View {
      override var debugDescription: String { "named" }
    }
    let view = View(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect("\(view)" == "<View; frame = (1 2; 3 4); dirty>")
    #expect(view.debugDescription == view.description)
    #expect(String(reflecting: Named()) == "named")
    #expect("\(Named())" == "<Named; frame = (0 0; 0 0); dirty>")
  }

  @Test("is the same for equal trees and for one tree twice, and has no addresses")
  func stable() {
    let (first, second) = (makeTree(), makeTree())
    #expect(first.recursiveDescription() == second.recursiveDescription())
    #expect(first.recursiveDescription() == first.recursiveDescription())
    #expect(!first.recursiveDescription().contains("0x"))
  }

  @Test("begins at any view and shows layout that is due")
  func subtree() throws {
    let window = makeTree()
    let label = try #require(window.subviews.first?.subviews.first)
    #expect(!label.recursiveDescription().contains("dirty"))
    label.setNeedsLayout()
    #expect(label.recursiveDescription().hasPrefix("<Label; "))
    #expect(label.recursiveDescription().hasSuffix("; dirty>\n"))
  }

  @Test("shows long texts in part and quotes names")
  func quoting() {
    let label = Label()
    label.identifier = "a \"b\"\n"
    label.text = String(repeating: "👩‍👩‍👧", count: 41)
    let text = label.recursiveDescription()
    #expect(text.contains(#"<Label "a \"b\"\n";"#))
    #expect(text.contains("…"))
    #expect(text.split(separator: "\n").count == 1)
  }

  @Test("indents 64 levels and numbers deeper ones")
  func depth() {
    let top = View()
    var deepest = top
    for _ in 0..<100 {
      let next = View()
      deepest.addSubview(next)
      deepest = next
    }
    let lines = top.recursiveDescription().split(separator: "\n")
    let full = String(repeating: "   | ", count: 64)
    #expect(lines.count == 101)
    #expect(lines[64].hasPrefix(full + "<View"))
    #expect(lines[65].hasPrefix(full + "65 <View"))
    #expect(lines[100].hasPrefix(full + "100 <View"))
  }

  @Test("of 100 000 nested views and of 1 000 000 siblings takes constant stack and linear time")
  func large() {
    var deepest = View()
    let top = deepest
    let depth = caseCount(100_000, inDebug: 40_000)
    for _ in 1..<depth {
      let next = View()
      deepest.addSubview(next)
      deepest = next
    }
    #expect(top.recursiveDescription().utf8.count > depth * 64 * 5 - 64 * 64 * 5)

    let parent = View()
    let count = caseCount(1_000_000, inDebug: 30_000)
    for _ in 0..<count { parent.addSubview(View()) }
    let line = "   | <View; frame = (0 0; 0 0); dirty>\n".utf8.count
    let first = "<View; frame = (0 0; 0 0); dirty>\n".utf8.count
    #expect(parent.recursiveDescription().utf8.count == first + count * line)
  }

  @Test("has numbers with at most three decimals, and any finite number")
  func numbers() {
    let view = View(frame: CGRect(x: -0.0004, y: -12.3456, width: 1e300, height: 0.1 + 0.2))
    #expect(view.recursiveDescription().contains("frame = (0 -12.346; 1e+300 0.3)"))
  }
}
