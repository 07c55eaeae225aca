import Foundation
import LoopCorpus
import LoopHunter
import Testing
import ViewTree

@Suite("Values that several layouts write")
struct WrittenValuesTests {
  private let tree = HuntedTree()

  @Test("a center and a frame that two views write are one value")
  func centers() throws {
    let feed = tree.make("feed")
    let card = tree.make("card", in: feed)
    let dragger = tree.make("dragger")
    feed.onLayout = { _ in
      card.frame.origin.y = 0
      dragger.setNeedsLayout()
    }
    dragger.onLayout = { _ in
      card.center.y = 90
      feed.setNeedsLayout()
    }
    #expect(try tree.hunt(feed).first.verdict == .oscillating(period: 1))
  }

  @Test("only the view that writes the same number to the other value sets it back")
  func setsBack() throws {
    let feed = tree.make("feed")
    let card = tree.make("card", in: feed)
    let player = tree.make("player", in: card)
    // The feed writes the width, and nobody the height but the player.
    feed.onLayout = { feed in card.frame.size.width = 100 + CGFloat(feed.layouts % 2) }
    card.onLayout = { _ in player.setNeedsLayout() }
    player.onLayout = { player in card.frame.size.height = 50 + CGFloat(player.layouts % 2) }
    let report = try tree.hunt(feed).first
    #expect(report.verdict == .oscillating(period: 2))
    #expect(report.culprit?.edge.writer?.name == "player")
    #expect(report.culprit?.opponent == nil)
    #expect(!"\(report)".contains("set it back"))
  }

  /// A rule of the engine by which a subview of `box` gets another size where `box` does.
  enum Rule: CaseIterable {
    case mask, stack, label, margins, constraints
  }

  /// Adds a view that follows the size of a box by a rule, and returns it.
  private func follower(of box: View, by rule: Rule) -> View {
    let view = GeneratedView("follower")
    switch rule {
    case .mask:
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      box.addSubview(view)
    case .stack, .margins:
      let stack = StackView(arrangedSubviews: [view])
      stack.isLayoutMarginsRelativeArrangement = rule == .margins
      stack.frame = box.bounds
      stack.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      box.addSubview(stack)
    case .label:
      let label = Label()
      label.text = "a text"
      label.identifier = "follower"
      let stack = StackView(arrangedSubviews: [label, view])
      stack.frame = box.bounds
      stack.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      box.addSubview(stack)
    case .constraints:
      view.translatesAutoresizingMaskIntoConstraints = false
      box.addSubview(view)
      LayoutConstraint.activate([
        view.topAnchor.constraint(equalTo: box.topAnchor),
        view.leadingAnchor.constraint(equalTo: box.leadingAnchor),
        view.widthAnchor.constraint(equalTo: box.widthAnchor),
        view.heightAnchor.constraint(equalTo: box.heightAnchor),
      ])
    }
    return view
  }

  @Test(
    "a view whose size follows by a rule of the engine is told as such, and not as written",
    arguments: Rule.allCases)
  func consequences(_ rule: Rule) throws {
    let page = tree.make("page")
    let box = tree.make("box", in: page)
    _ = follower(of: box, by: rule)
    page.onLayout = { _ in box.setNeedsLayout() }
    box.onLayout = { box in
      box.frame.size.height = box.frame.height == 90 ? 70 : 90
      box.superview?.setNeedsLayout()
    }
    let report = try tree.hunt(page).first
    #expect(report.culprit?.edge.writer?.name == "box", "\(report)")
    #expect(report.culprit?.edge.target.name == "box", "\(report)")
    let own = report.geometry.filter { $0.view.name == "box" }
    let others = report.geometry.filter { $0.view.name != "box" }
    #expect(!own.isEmpty && own.allSatisfy { !$0.isConsequence }, "\(report)")
    // Constraints give a view its place outside any layout, so that it is no value of one.
    if rule != .constraints { #expect(!others.isEmpty, "\(report)") }
    for history in others { #expect(history.isConsequence, "\(report)") }
    #expect(report.geometry.first?.view.name == "box", "\(report)")
    let lines = try report.section("Values", width: 120)
    #expect(lines.count { $0.contains(" (follows) ") } == min(3, others.count), "\(report)")
    #expect(!report.otherPhrases.contains { $0.contains("of follower") }, "\(report)")
    // The coded form keeps it.
    let again = try JSONDecoder().decode(LoopReport.self, from: JSONEncoder().encode(report))
    #expect(again.geometry == report.geometry)
  }
}
