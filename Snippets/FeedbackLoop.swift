import Foundation
import ViewTree

// A badge that grows its cell, and a cell that sets it back: each undoes the other.
final class Badge: View {
  override func layoutSubviews() {
    superview?.frame.size.height = 45
  }
}

final class Feed: View {
  let cell = View(frame: CGRect(x: 0, y: 0, width: 320, height: 44))

  override func layoutSubviews() {
    cell.frame.size.height = 44
  }
}

let loop = TurnLoop()
loop.passLimit = 100
let window = Window(frame: CGRect(x: 0, y: 0, width: 320, height: 480), loop: loop)
let feed = Feed(frame: window.bounds)
let badge = Badge(frame: CGRect(x: 300, y: 0, width: 20, height: 44))
badge.autoresizingMask = .flexibleHeight
window.addSubview(feed)
feed.addSubview(feed.cell)
feed.cell.addSubview(badge)

loop.runTurn()
print("settled: \(!loop.lastCommit.hitLimit), layouts: \(loop.lastCommit.layouts)")
