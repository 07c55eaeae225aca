import Foundation
import LoopCorpus
import LayoutTrace
import LoopHunter
import Testing
import ViewTree

@Suite("The culprit of a loop")
struct CulpritFinderTests {
  private let evidence = WrittenEvidence()
  private let tree = HuntedTree()

  @Test("a write that leads up outranks the superview's own, and the call that announces it")
  func culprit() throws {
    evidence.rounds { _ in
      evidence.layOut("feed") { evidence.write("cell", 45, 44) }
      evidence.layOut("cell") { evidence.dirty("badge", reason: .size) }
      evidence.layOut("badge") {
        evidence.dirty("cell")
        evidence.write("cell", 44, 45, dirtying: "feed")
      }
    }
    let analysis = evidence.analyse()
    let worst = try #require(analysis.edges.first)
    #expect(evidence.names([worst.key.writer, worst.key.target]) == ["badge", "cell"])
    #expect(worst.key.kind == .write(.frame))
    #expect(worst.guilt == .change && worst.flow == .against && worst.isNecessary)
    #expect(!analysis.edges.contains { $0.guilt == .carriedChange })
    #expect(analysis.verdict == .oscillating(period: 1))
  }

  // MARK: Fights

  @Test(
    "two owners that write one origin and call each other oscillate, and the unrelated one is the culprit"
  )
  func origins() throws {
    let feed = tree.make("feed")
    let card = tree.make("card", in: feed)
    let dragger = tree.make("dragger")
    feed.onLayout = { _ in
      card.frame.origin.y = 0
      dragger.setNeedsLayout()
    }
    dragger.onLayout = { _ in
      card.frame.origin.y = 40
      feed.setNeedsLayout()
    }
    let report = try tree.hunt(feed).first
    #expect(report.verdict == .oscillating(period: 1))
    // The feed owns its card; the dragger has no business with it.
    #expect(report.culprit?.edge.writer?.name == "dragger")
    #expect(report.culprit?.edge.action.name == "frame.origin.y")
    #expect(report.culprit?.edge.target.name == "card")
    #expect(report.culprit?.edge.dirtied.name == "feed")
    #expect(report.culprit?.opponent?.name == "feed")
    #expect(report.accomplices.map(\.name) == ["feed"])
    #expect(
      report.culprit?.sentence.hasPrefix(
        """
        `dragger` (Window/dragger) wrote `frame.origin.y` of `card` 0 → 40 in its layout, and called \
        `setNeedsLayout` on `feed`, which set it back.
        """) == true, "\(report)")
  }

  @Test("a view that sets and restores its size within one layout is redundant")
  func wiggling() throws {
    let form = tree.make("form")
    let field = tree.make("field", in: form)
    form.onLayout = { _ in field.setNeedsLayout() }
    field.onLayout = {
      let size = $0.frame.size
      $0.frame.size.height = 1000
      $0.frame.size = size
    }
    let report = try tree.hunt(form).first
    #expect(report.verdict == .redundant)
    // Its own size leads upstream, though it comes back.
    #expect(report.culprit?.edge.writer?.name == "field")
    #expect(report.culprit?.edge.dirtied.name == "form")
    #expect(report.culprit?.opponent == nil)
  }

  @Test("a position that a victim corrects in every round does not make a call oscillating")
  func innocentFight() throws {
    let form = tree.make("form")
    let label = tree.make("label", in: form)
    form.onLayout = {
      label.frame.origin.x = 0
      label.setNeedsLayout()
      $0.setNeedsLayout()
    }
    label.onLayout = { $0.frame.origin.x = 4 }
    let report = try tree.hunt(form).first
    #expect(report.verdict == .redundant)
    #expect(report.culprit?.edge.action.name == "setNeedsLayout")
    #expect(report.victims.map(\.name) == ["label"])
  }

  // MARK: Rank

  @Test("a parent that lets its child grow comes before the call by which the child announces it")
  func writesBeforeCalls() throws {
    let presenter = tree.make("presenter")
    let text = tree.make("text", in: presenter)
    presenter.onLayout = { text.frame.size.height = CGFloat($0.layouts) * 20 }
    text.onLayout = { $0.invalidateIntrinsicContentSize() }
    let report = try tree.hunt(text, stacks: 8).first
    #expect(report.verdict == .drifting(property: "frame.size.height", perRound: 20))
    #expect(report.culprit?.edge.writer?.name == "presenter")
    #expect(report.culprit?.companion?.action == .call(.invalidateIntrinsicContentSize))
    #expect(report.otherEdges.isEmpty)
    #expect(report.accomplices.map(\.name) == ["text"])
  }

  @Test("a value that only a victim writes does not make a call innocent")
  func callsBesideLeaves() throws {
    let view = tree.make("view")
    let leaf = tree.make("leaf", in: view)
    view.onLayout = {
      leaf.frame.size.height = CGFloat(10 + $0.layouts % 2)
      $0.setNeedsLayout()
    }
    let report = try tree.hunt(view).first
    #expect(report.verdict == .oscillating(period: 2))
    #expect(report.culprit?.edge.action.name == "setNeedsLayout")
    #expect(report.victims.map(\.name) == ["leaf"])
  }

  @Test("of views that force each other, the one that forces upward is the culprit")
  func forcesUpward() throws {
    let outer = tree.make("outer")
    let inner = tree.make("inner", in: outer)
    for (view, other) in [(outer, inner), (inner, outer)] {
      view.onLayout = { _ in
        other.setNeedsLayout()
        other.layoutIfNeeded()
      }
    }
    let report = try tree.hunt(outer, stacks: 8).first
    #expect(report.verdict.kind == "reentrant")
    #expect(report.culprit?.edge.writer?.name == "inner")
    #expect(report.culprit?.edge.action.name == "layoutIfNeeded")
    #expect(report.accomplices.map(\.name) == ["outer"])
    #if DEBUG
    // In optimised code a frame may be missing, and a stack of one frame is not shown.
    #expect("\(report)".contains("the call that forced Window/outer:"), "\(report)")
    #endif
  }

  @Test("resizing another branch's view and undoing it is suspected before the request for it")
  func meddling() throws {
    let form = tree.make("form")
    let field = tree.make("field", in: form)
    let ruler = tree.make("ruler")
    form.onLayout = { _ in ruler.setNeedsLayout() }
    ruler.onLayout = { _ in
      let size = field.frame.size
      field.frame.size.height = 1_000
      field.frame.size = size
    }
    let report = try tree.hunt(form).first
    #expect(report.verdict == .redundant)
    #expect(report.culprit?.edge.writer?.name == "ruler")
    #expect(report.accomplices.map(\.name) == ["form"])
  }

  @Test(
    "a superview that sizes its child is innocent, and the child that asks for more is the culprit")
  func sizedChild() throws {
    let parent = tree.make("parent")
    let child = tree.make("child", in: parent)
    parent.onLayout = { _ in child.frame.size.height = child.frame.height == 10 ? 11 : 10 }
    child.onLayout = { $0.superview?.setNeedsLayout(because: .size) }
    let (report, _) = try tree.hunt(parent)
    #expect(report.culprit?.edge.writer?.name == "child", "\(report)")
    #expect(report.culprit?.edge.target.name == "parent", "\(report)")
    #expect(report.culprit?.edge.action.name == "size", "\(report)")
  }

  /// A stack with code after it arranges.
  private final class Panel: StackView {
    var onLayout: (() -> Void)?
    override func layoutSubviews() {
      super.layoutSubviews()
      onLayout?()
    }
  }

  @Test("of two changes with the flow that come back, the one past the own subviews comes first")
  func pastOwnSubviews() throws {
    let (title, note) = (Label(), Label())
    (title.identifier, note.identifier) = ("title", "note")
    let inner = StackView(arrangedSubviews: [note])
    let panel = Panel(arrangedSubviews: [title, inner])
    panel.identifier = "panel"
    panel.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
    for stack in [panel, inner] { stack.axis = .vertical }
    tree.window.addSubview(panel)
    panel.onLayout = {
      let text = title.text == "one" ? "another" : "one"
      for label in [title, note] { label.text = text }
    }
    let report = try tree.hunt(panel).first
    panel.onLayout = nil
    #expect(report.culprit?.edge.writer?.name == "panel", "\(report)")
    #expect(report.culprit?.edge.target.name == "note", "\(report)")
    #expect(report.culprit?.edge.action.name == "text", "\(report)")
  }
}
