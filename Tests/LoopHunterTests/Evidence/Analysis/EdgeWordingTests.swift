import Foundation
import LoopCorpus
import LoopHunter
import Testing
import ViewTree

@Suite("An edge in words")
struct EdgeWordingTests {
  private let tree = HuntedTree()

  @Test("a write of its own property reads as one")
  func ownProperty() throws {
    let list = tree.make("list")
    let cell = tree.make("cell", in: list)
    list.onLayout = { _ in cell.setNeedsLayout() }
    cell.onLayout = { $0.frame.size.height += 1 }
    let report = try tree.hunt(list).first
    #expect(
      report.culprit?.sentence.hasPrefix(
        "`cell` (Window/list/cell) wrote its own `frame.size.height` ") == true, "\(report)")
  }

  @Test("hiding an arranged view changes isHidden, not the arrangement")
  func hiding() throws {
    let stack = StackView(frame: CGRect(x: 0, y: 0, width: 200, height: 50))
    stack.identifier = "stack"
    tree.window.addSubview(stack)
    let (text, button) = (GeneratedView("text"), GeneratedView("button"))
    button.naturalSize = CGSize(width: 60, height: 44)
    for view in [text, button] { stack.addArrangedSubview(view) }
    text.onLayout = { button.isHidden = $0.bounds.width < 170 }
    let report = try tree.hunt(text).first
    #expect(report.verdict == .oscillating(period: 2))
    #expect(report.culprit?.edge.writer?.name == "text")
    #expect(report.culprit?.edge.action.name == "isHidden")
    #expect(report.culprit?.edge.target.name == "button")
    #expect(report.culprit?.edge.dirtied.name == "stack")
    #expect(
      report.culprit?.sentence.contains(
        "changed `isHidden` of its sibling `button` in its layout; that dirtied `stack`") == true,
      "\(report)")
    for view in [text, button] { view.onLayout = nil }
  }

  @Test("a call on a subview names the subview, although its superview becomes dirty")
  func callsOnSubviews() throws {
    let picker = tree.make("picker")
    let sample = tree.make("sample", in: picker)
    picker.onLayout = { _ in sample.invalidateIntrinsicContentSize() }
    let report = try tree.hunt(picker).first
    #expect(report.culprit?.edge.target.name == "sample")
    #expect(report.culprit?.edge.dirtied.name == "picker")
    #expect(
      report.culprit?.sentence == """
        `picker` (Window/picker) called `invalidateIntrinsicContentSize` on its subview `sample` in \
        its layout; that dirtied `picker` again.
        """, "\(report)")
  }

  @Test("a call on a superview names the superview, and one on itself the view itself")
  func callsOnSuperviews() throws {
    let screen = tree.make("screen")
    let outer = tree.make("outer", in: screen)
    let inner = tree.make("inner", in: outer)
    screen.onLayout = { _ in inner.setNeedsLayout() }
    inner.onLayout = { _ in outer.invalidateIntrinsicContentSize() }
    let report = try tree.hunt(inner).first
    #expect(report.culprit?.edge.target.name == "outer", "\(report)")
    #expect(report.culprit?.edge.dirtied.name == "screen")
    inner.onLayout = { $0.invalidateIntrinsicContentSize() }
    outer.onLayout = { _ in inner.setNeedsLayout() }
    screen.onLayout = nil
    let other = try tree.hunt(outer).first
    #expect(other.culprit?.edge.target.name == "inner", "\(other)")
    #expect(other.culprit?.sentence.contains("on itself in its layout") == true)
  }

  @Test("a label's new text counts as a write of its superview, not as an announcement")
  func texts() throws {
    let panel = tree.make("panel")
    let label = Label(frame: .zero)
    label.identifier = "label"
    panel.addSubview(label)
    panel.onLayout = { label.text = $0.layouts % 2 == 0 ? "on" : "off" }
    let report = try tree.hunt(panel).first
    #expect(report.culprit?.edge.action.name == "text", "\(report)")
    #expect(
      report.culprit?.sentence.hasPrefix(
        "`panel` (Window/panel) changed `text` of its subview `label` in its layout") == true,
      "\(report)")
    #expect(report.culprit?.edge.dirtied.name == "panel")
  }
}
