// A loop that turns on a value which no view has: a card is collapsed when its text is too high, and
// a collapsed text is not too high. The hunter is told to watch the value.

import Foundation
import LoopHunter
import ViewTree

/// The app's state, which no view shows.
final class Model {
  var isCollapsed = false
}

/// A card that asks for its layout when the state changes, in its layout.
final class Card: View {
  let model = Model()

  override func layoutSubviews() {
    let isTooHigh = !model.isCollapsed
    if model.isCollapsed != isTooHigh {
      model.isCollapsed = isTooHigh
      setNeedsLayout()
    }
  }
}

let loop = TurnLoop()
loop.passLimit = 500
let window = Window(frame: CGRect(x: 0, y: 0, width: 320, height: 480), loop: loop)
let card = Card(frame: window.bounds)
window.addSubview(card)

let hunter = LoopHunter(loop: loop)
let model = card.model
try hunter.attach(to: card, threshold: 50, watching: ["isCollapsed": { model.isCollapsed }]) {
  print($0.verdict)  // oscillating: the same values come back after 2 rounds
}
loop.runTurn()
