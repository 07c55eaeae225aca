import Foundation
import ViewTree

// Trees that only look like loops: they must never be reported at their thresholds.

extension Scenario {
  /// A label learns its width in the first pass and its height in the second.
  static let twoPassLabel = Scenario(
    "two-pass-label", "a label needs two passes to find its height, and then settles"
  ) {
    let card = Innocents.Card()
    let stage = Stage(card)
    stage.suspect = card.label
    return stage
  }

  /// The control of the loops with constraints: a label wraps at its width, which it sets only when it differs.
  package static let carefulLabel = Scenario(
    "careful-label", "a label sets the width at which it wraps only when that differs"
  ) {
    let (stage, screen) = Stage.screen()
    let label = WrappingLabel.title(in: screen)
    label.widthAnchor.constraint(equalToConstant: 200).isActive = true
    label.onLayout = { label in
      let width = label.bounds.width
      if label.preferredMaxLayoutWidth != width { label.preferredMaxLayoutWidth = width }
    }
    stage.suspect = label
    return stage
  }

  /// A view approaches its size step by step, three hundred times, and arrives.
  static let settlesAfterHundreds = Scenario(
    "settles-after-hundreds", "three hundred layouts in one turn, below a threshold of 400",
    threshold: 400
  ) {
    Stage(Innocents.Approaching())
  }

  /// Ten minutes of a view that moves and grows sixty times a second.
  static let animation = Scenario(
    "animation", "a timer animates a size for ten minutes: one layout per turn, from outside"
  ) {
    let ball = View(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
    let stage = Stage()
    stage.window.addSubview(ball)
    stage.suspect = ball
    stage.script = { loop in
      var step = 0
      let timer = loop.every(.milliseconds(16), target: ball) { ball in
        step += 1
        ball.frame.size.height = 40 + CGFloat(step % 50)
      }
      loop.advance(by: .seconds(600))
      timer.invalidate()
    }
    return stage
  }

  /// A parent with thousands of subviews sizes each of them, once for each width.
  static let wideTree = Scenario(
    "wide-tree", "a parent sizes two thousand subviews, a few times over"
  ) {
    let grid = Innocents.Grid()
    let stage = Stage(grid)
    stage.script = { loop in
      for width in stride(from: 390.0, to: 360, by: -5) {
        loop.event { grid.frame.size.width = width }
        loop.runUntilIdle()
      }
    }
    return stage
  }

  /// Recursion by `layoutIfNeeded` that is one level shallower in every turn, and ends.
  static let shrinkingDepth = Scenario(
    "shrinking-depth", "a recursion of layoutIfNeeded that gets shallower turn by turn"
  ) {
    let form = Innocents.Recursive()
    let stage = Stage(form)
    stage.script = { loop in
      for depth in stride(from: 40, through: 0, by: -1) {
        loop.event {
          form.remaining = depth
          form.setNeedsLayout()
        }
        loop.runUntilIdle()
      }
    }
    return stage
  }
}

private enum Innocents {
  class Card: View {
    let label = WrappingLabel()

    override init(frame: CGRect) {
      super.init(frame: frame)
      addSubview(label)
    }

    override func layoutSubviews() {
      label.frame = CGRect(x: 16, y: 16, width: bounds.width - 32, height: label.fittingHeight)
    }
  }

  class WrappingLabel: View {
    var fittingHeight: CGFloat = 20
    private var fittedWidth: CGFloat = 0

    override func layoutSubviews() {
      guard bounds.width != fittedWidth else { return }
      fittedWidth = bounds.width
      fittingHeight = 20 * (1000 / bounds.width).rounded(.up)
      invalidateIntrinsicContentSize()
    }
  }

  class Approaching: View {
    var remaining = 300

    override func layoutSubviews() {
      guard remaining > 0 else { return }
      remaining -= 1
      setNeedsLayout()
    }
  }

  class Grid: View {
    override init(frame: CGRect) {
      super.init(frame: frame)
      for _ in 0..<2000 { addSubview(View()) }
    }

    override func layoutSubviews() {
      for (index, cell) in subviews.enumerated() {
        cell.frame = CGRect(x: 0, y: CGFloat(index) * 10, width: bounds.width, height: 10)
      }
    }
  }

  class Recursive: View {
    var remaining = 0

    override func layoutSubviews() {
      guard remaining > 0 else { return }
      remaining -= 1
      setNeedsLayout()
      layoutIfNeeded()
    }
  }
}
