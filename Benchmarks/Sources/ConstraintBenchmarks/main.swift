import Allocations
import Foundation
import Timing
import ViewTree

// The costs of constraints through views: a feed of cells, and changes of one constraint.

/// A cell of a feed: 20 views with 28 constraints, of which four views are texts.
final class FeedCell: View {
  private(set) var top: LayoutConstraint?

  init(number: Int) {
    super.init(frame: .zero)
    translatesAutoresizingMaskIntoConstraints = false
    var constraints: [LayoutConstraint] = []
    var above: View?
    for row in 0..<4 {
      let text = Label()
      text.text = "Row \(row) of cell \(number)"
      let (icon, badge, line, mark) = (View(), View(), View(), View())
      for view in [icon, text, badge, line, mark] {
        view.translatesAutoresizingMaskIntoConstraints = false
        addSubview(view)
      }
      let start = above.map { text.topAnchor.constraint(equalTo: $0.bottomAnchor, constant: 8) }
      let first = start ?? text.topAnchor.constraint(equalTo: topAnchor, constant: 8)
      if row == 0 { top = first }
      constraints += [
        first,
        icon.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 12),
        icon.centerYAnchor.constraint(equalTo: text.centerYAnchor),
        text.leadingAnchor.constraint(equalTo: icon.trailingAnchor, constant: 8),
        badge.leadingAnchor.constraint(equalTo: text.trailingAnchor, constant: 4),
        badge.topAnchor.constraint(equalTo: text.topAnchor),
        line.topAnchor.constraint(equalTo: text.bottomAnchor),
      ]
      above = text
    }
    LayoutConstraint.activate(constraints)
    precondition(subviews.count == 20 && constraints.count == 28)
  }
}

/// A window with a column of cells, 200 points each.
func makeFeed(_ count: Int, _ loop: TurnLoop) -> (Window, [FeedCell]) {
  let window = Window(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
  let cells = (0..<count).map { FeedCell(number: $0) }
  for (index, cell) in cells.enumerated() {
    cell.translatesAutoresizingMaskIntoConstraints = true
    cell.frame = CGRect(x: 0, y: 200 * CGFloat(index), width: 390, height: 200)
    window.addSubview(cell)
  }
  loop.runUntilIdle()
  return (window, cells)
}

/// The number of blocks of memory for which `body` asks.
func blocks(_ body: () -> Void) -> Int {
  let before = allocations()
  body()
  return allocations() - before
}

precondition(blocks { withExtendedLifetime(View()) {} } > 0, "nothing is counted")

print("Constraints through views, medians\n")

for count in [10, 100, 1000] {
  let times = (0..<9).map { _ in
    nanoseconds(per: 1_000_000) {
      let loop = TurnLoop()
      withExtendedLifetime(makeFeed(count, loop)) {}
    }
  }
  let time = median(times)
  report(
    "\(count) cells of 20 views and 28 constraints: built, solved, applied", "\(text(time)) ms",
    bound: count == 100 ? "5 ms" : nil, holds: time <= 5)
}

for count in [10, 100, 1000] {
  let loop = TurnLoop()
  let (window, cells) = makeFeed(count, loop)
  guard let top = cells[count / 2].top else { break }
  let times = (0..<9).map { _ in
    nanoseconds(per: 2000) {
      for step in 0..<2000 {
        top.constant = CGFloat(8 + step % 2)
        loop.runTurn()
      }
    }
  }
  report("\(count) cells: change a constant, solve and apply", "\(text(median(times) / 1000)) µs")
  let blocks = blocks {
    for step in 0..<2000 {
      top.constant = CGFloat(8 + step % 2)
      loop.runTurn()
    }
  }
  report(
    "\(count) cells: blocks of memory for 2,000 such changes", "\(blocks)", bound: "0",
    holds: blocks == 0)
  let extra = cells[count / 2].subviews[2].widthAnchor.constraint(equalToConstant: 20)
  let exchanges = (0..<9).map { _ in
    nanoseconds(per: 2000) {
      for _ in 0..<2000 {
        extra.isActive = true
        extra.isActive = false
      }
    }
  }
  let exchange = median(exchanges) / 1000
  report(
    "\(count) cells: add and remove one constraint", "\(text(exchange)) µs", bound: "2 µs",
    holds: exchange <= 2)
  withExtendedLifetime(window) {}
}
