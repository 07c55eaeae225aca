import Foundation
import LayoutTrace
import LoopHunter
import ViewTree

/// A window with 100 feeds of 99 cells, in which something is always going on.
///
/// In every frame some cells are laid out and write their neighbours, one is replaced by a new one,
/// a block and a timer are enqueued and do their share later, and a repeating timer ticks. So there
/// are always 10 000 live views, while views and work come and go for as long as one likes.
final class Feed {
  private let loop = TurnLoop()
  private let window: Window
  private var next = 0

  private static let cellsOfAFeed = 99

  private init() {
    window = Window(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
    for feed in 0..<100 {
      let view = View(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
      view.identifier = "feed-\(feed)"
      window.addSubview(view)
      for place in 0..<Self.cellsOfAFeed { view.addSubview(Cell(at: place)) }
    }
    loop.runUntilIdle()
  }

  /// Records about so many events of a feed.
  static func record(_ path: String, events: Int) throws {
    let feed = Feed()
    let recorder = try TraceRecorder(feed.loop, to: .path(path))
    feed.loop.every(.milliseconds(100), target: feed) { $0.nextCell().setNeedsLayout() }
    for _ in 0..<(events / eventsOfAFrame) { feed.runFrame() }
    try recorder.finish()
  }

  /// The approximate number of events of a frame.
  private static let eventsOfAFrame = 330

  private func runFrame() {
    for _ in 0..<24 { nextCell().setNeedsLayout() }
    replace(nextCell())
    loop.async { [weak self] in self?.nextCell().setNeedsLayout() }
    loop.after(.milliseconds(40)) { [weak self] in self?.nextCell().setNeedsLayout() }
    loop.advance(by: .milliseconds(16))
  }

  private func nextCell() -> View {
    next = (next + 977) % (100 * Self.cellsOfAFeed)
    return window.subviews[next / Self.cellsOfAFeed].subviews[next % Self.cellsOfAFeed]
  }

  private func replace(_ cell: View) {
    guard let feed = cell.superview else { return }
    cell.removeFromSuperview()
    feed.insertSubview(Cell(at: cell.tag), at: cell.tag)
  }

  /// Writes the frames of the five cells behind it.
  private final class Cell: View {
    private var isMoved = false

    convenience init(at place: Int) {
      self.init(frame: CGRect(x: 0, y: Double(place) * 44, width: 390, height: 44))
      tag = place
    }

    override func layoutSubviews() {
      guard let feed = superview else { return }
      isMoved.toggle()
      for offset in 1...5 {
        let neighbour = feed.subviews[(tag + offset) % feed.subviews.count]
        neighbour.frame.origin.y = Double(offset) * 44 + (isMoved ? 0.5 : 0)
      }
      feed.setNeedsLayout(because: .content)
    }
  }
}
