import Foundation
import LoopHunter
import Timing
import ViewTree

// The costs of many looping views in one tree: all in one loop, and each in a loop of its own.

/// Asks for another layout in each of its layouts.
private final class Restless: View {
  override func layoutSubviews() { setNeedsLayout() }
}

/// Dirties its superview, which dirties all its subviews.
private final class Member: View {
  override func layoutSubviews() { superview?.setNeedsLayout() }
}

private final class Circle: View {
  override func layoutSubviews() { for subview in subviews { subview.setNeedsLayout() } }
}

/// The way in which the views of a tree loop.
private enum Shape: String, CaseIterable {
  case apart = "each in a loop of its own"
  case together = "all in one loop"
}

/// The milliseconds of processor time of one turn of a tree with looping views, hunted or not, and its
/// reports.
private func turn(_ count: Int, _ shape: Shape, hunted: Bool) -> (time: Double, reports: Int) {
  let loop = TurnLoop()
  loop.passLimit = 200
  let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
  let root = shape == .apart ? View(frame: window.bounds) : Circle(frame: window.bounds)
  for _ in 0..<count {
    let frame = CGRect(x: 0, y: 0, width: 5, height: 5)
    root.addSubview(shape == .apart ? Restless(frame: frame) : Member(frame: frame))
  }
  window.addSubview(root)
  var reports = 0
  let hunter = LoopHunter(loop: loop)
  if hunted { _ = try! hunter.attach(toTree: root, threshold: 20) { _ in reports += 1 } }
  let began = processorTime()
  loop.runTurn()
  return (processorTime() - began, reports)
}

/// Prints the costs of a turn with more and more looping views.
func printScale() {
  for shape in Shape.allCases {
    var before: Double?
    for count in [375, 750, 1500, 3000] {
      let runs = (0..<3).map { _ in turn(count, shape, hunted: true) }
      let quiet = median((0..<3).map { _ in turn(count, shape, hunted: false).time })
      let time = median(runs.map(\.time))
      let growth = before.map { ", \(text(time / $0))x the time of half" } ?? ""
      report(
        "\(count) looping views, \(shape.rawValue), \(runs[0].reports) reports",
        "\(text(time)) ms; not hunted \(text(quiet)) ms\(growth)",
        bound: count == 3000 ? "600 ms" : nil, holds: time < 600)
      before = time
    }
  }
}
