import Foundation
import LoopCorpus
import LoopHunter
import Testing
import ViewTree

/// A tree for one rule of a report, and a hunt for one of its views.
struct HuntedTree {
  let loop = TurnLoop()
  let window: Window

  init() {
    loop.passLimit = 700
    window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
  }

  func make(_ name: String, in superview: View? = nil) -> GeneratedView {
    let view = GeneratedView(name)
    (superview ?? window).addSubview(view)
    return view
  }

  func hunt(
    _ view: View, threshold: Int = 100, stacks: Int = 0
  ) throws -> (first: LoopReport, last: LoopReport) {
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: stacks))
    let attachment = try hunter.attach(to: view, threshold: threshold) { reports.append($0) }
    view.setNeedsLayout()
    loop.runTurn()
    for case let view as GeneratedView in window.subviews { quiet(view) }
    return (try #require(reports.first), try #require(attachment.lastReport))
  }

  /// Lets go of the closures, which hold views.
  private func quiet(_ view: GeneratedView) {
    view.onLayout = nil
    for case let view as GeneratedView in view.subviews { quiet(view) }
  }
}
