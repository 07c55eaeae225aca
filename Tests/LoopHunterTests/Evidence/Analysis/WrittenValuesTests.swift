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
}
