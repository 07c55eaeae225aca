import Foundation
import LoopHunter
import ViewTree

/// A badge that wants its cell one point higher.
final class Badge: View {
  override func layoutSubviews() {
    superview?.frame = CGRect(x: 0, y: 0, width: 320, height: 45)
  }
}

/// A feed that wants its cell as it was.
final class Feed: View {
  let cell = View(frame: CGRect(x: 0, y: 0, width: 320, height: 44))

  override func layoutSubviews() {
    cell.frame = CGRect(x: 0, y: 0, width: 320, height: 44)
  }
}

// The tree: as in an app, but without a screen.
let loop = TurnLoop()
loop.passLimit = 500
let window = Window(frame: CGRect(x: 0, y: 0, width: 320, height: 480), loop: loop)
let feed = Feed(frame: window.bounds)
feed.cell.identifier = "cell"
let badge = Badge(frame: CGRect(x: 300, y: 0, width: 20, height: 44))
badge.autoresizingMask = .flexibleHeight
window.addSubview(feed)
feed.addSubview(feed.cell)
feed.cell.addSubview(badge)

// The hunt: this one instance may be laid out 50 times in one turn.
let hunter = LoopHunter(loop: loop)
try hunter.attach(to: feed.cell, threshold: 50) { report in
  print(report)
}
loop.runTurn()
print("The loop goes on: \(loop.lastCommit.layouts) layouts so far.")
