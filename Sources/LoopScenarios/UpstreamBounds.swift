import Foundation
import LoopHunter
import ViewTree

extension Scenario {
  /// A child controller resizes the card that contains it, and the feed sets the card back.
  static let upstreamBounds = Scenario(
    "upstream-bounds", "a child controller resizes its superview, which the grandparent sets back",
    finding: ExpectedFinding(
      verdict: .oscillating(period: 1),
      // The card's content is dirtied again while it waits in the batch, and so appears twice.
      cycle: ["Window/Feed", "Window/Feed/Card"] + rows
        + ["Window/Feed/Card", "Window/Feed/Card/Player"] + rows,
      writer: "Window/Feed/Card/Player", action: "frame.size.height", dirtied: "Window/Feed",
      accomplices: ["Window/Feed"], victims: Set(["Window/Feed/Card"] + rows)
    )
  ) {
    let feed = UpstreamBounds.Feed()
    let stage = Stage(feed)
    let controller = UpstreamBounds.PlayerController()
    stage.props = [controller]
    stage.suspect = controller.view
    feed.card.addSubview(controller.view)
    return stage
  }
}

private let rows = (0..<9).reversed().map { "Window/Feed/Card/Row[\($0)]" }

private enum UpstreamBounds {
  class Feed: View {
    let card = Card(frame: CGRect(x: 0, y: 0, width: 320, height: 100))

    override init(frame: CGRect) {
      super.init(frame: frame)
      addSubview(card)
      for _ in 0..<9 { card.addSubview(Row.make(in: card)) }
    }

    override func layoutSubviews() {
      card.frame = CGRect(x: 0, y: 0, width: 320, height: 100)
    }
  }

  class PlayerController: ViewController {
    override func loadView() {
      view = Player(frame: CGRect(x: 0, y: 0, width: 320, height: 100))
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    }

    override func viewDidLayoutSubviews() {
      guard let card = view.superview else { return }
      // The guilty line: the card's container decides its size, not its content.
      if !Repair.isMade { card.frame.size.height = 120 }
    }
  }

  class Card: View {}
  class Player: View {}

  class Row: View {
    static func make(in card: View) -> Row {
      let row = Row(frame: card.bounds)
      row.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      return row
    }
  }
}
