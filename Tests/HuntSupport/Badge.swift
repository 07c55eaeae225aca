import Foundation
import ViewTree

/// A view that dirties itself a few times, as `didSet` bugs do.
package final class Badge: View {
  private var rounds = 0

  package override func layoutSubviews() {
    guard rounds > 0 else { return }
    rounds -= 1
    setNeedsLayout()
  }

  /// A badge in a settled window of a loop.
  package static func inWindow(rounds: Int) -> (TurnLoop, Window, Badge) {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
    let badge = Badge(frame: CGRect(x: 0, y: 0, width: 44, height: 44))
    badge.identifier = "badge"
    window.addSubview(badge)
    loop.runUntilIdle()
    badge.rounds = rounds
    return (loop, window, badge)
  }
}
