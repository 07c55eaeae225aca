import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("A report on dying views")
struct DyingViewTests {
  /// Sets its subview back at each layout.
  private final class Feed: View {
    let cell = Cell(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
    override func layoutSubviews() { cell.frame.size.height = 44 }
  }

  private final class Cell: View {
    override func layoutSubviews() { frame.size.height = 45 }
  }

  /// Does something when it dies with its superview.
  private final class Sibling: View {
    var onDeath: (() -> Void)?
    deinit { onDeath?() }
  }

  @Test("is made while the root of the cycle dies, and the tree begins with a living view")
  func dyingRoot() throws {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 320, height: 480), loop: loop)
    let lives = LifetimeTracker()
    let cell: View
    do {
      let feed = Feed(frame: window.bounds)
      feed.companion = lives.makeToken()
      feed.identifier = "feed"
      cell = feed.cell
      cell.identifier = "cell"
      let sibling = Sibling()
      sibling.onDeath = { [unowned window, unowned cell] in
        window.addSubview(cell)
        cell.layoutIfNeeded()
      }
      feed.addSubview(cell)
      feed.addSubview(sibling)
      window.addSubview(feed)
    }
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
    try hunter.attach(to: cell, threshold: 20) { reports.append($0) }
    // The commit ends with the feed's layout, one layout of the cell before the threshold is passed.
    loop.passLimit = 40
    let token = loop.addObserver(at: .afterCommit) { [unowned window] in
      window.subviews.first { $0.identifier == "feed" }?.removeFromSuperview()
    }
    loop.runTurn()
    let report = try #require(reports.first)
    #expect(lives.count == 0)
    #expect(report.cycle.map(\.name).contains("feed"))
    #expect(report.tree.hasPrefix("cell"))
    withExtendedLifetime(token) {}
  }
}
