import Foundation
import LoopHunter
import ViewTree

extension Scenario {
  /// A composer grows with its text one turn later, and adds its padding each time.
  static let asyncBounce = Scenario(
    "async-bounce", "a content size observer sets a height through async, once per turn for ever",
    finding: ExpectedFinding(
      verdict: .acrossTurns(streak: 60),
      cycle: ["Window/Screen", "Window/Screen/Composer", "Window/Screen/Composer/TextBox"],
      writer: "Window/Screen/Composer/TextBox", action: "frame.size.height",
      dirtied: "Window/Screen/Composer", accomplices: ["Window/Screen/Composer"],
      victims: ["Window/Screen"])
  ) {
    let screen = AsyncBounce.Screen()
    let stage = Stage(screen)
    stage.suspect = screen.composer
    stage.script = { [weak screen] loop in
      loop.runUntilIdle(limit: 200)
      // The screen closes: the remaining work finds no window and enqueues no more.
      screen?.removeFromSuperview()
      loop.runUntilIdle()
    }
    return stage
  }
}

private enum AsyncBounce {
  class Screen: View {
    let composer = Composer(frame: CGRect(x: 0, y: 700, width: 390, height: 52))

    override init(frame: CGRect) {
      super.init(frame: frame)
      addSubview(composer)
    }
  }

  class Composer: View {
    let text = TextBox()

    override init(frame: CGRect) {
      super.init(frame: frame)
      addSubview(text)
      text.contentSizeDidChange = { [weak self] size in self?.grow(around: size) }
    }

    private func grow(around size: CGSize) {
      window?.loop.async { [weak self] in
        // The guilty line: the measured height already includes the padding, which is added again.
        if !Repair.isMade { self?.frame.size.height = size.height + 16 }
      }
    }

    override func layoutSubviews() {
      text.frame = bounds
    }
  }

  class TextBox: View {
    var contentSizeDidChange: ((CGSize) -> Void)?

    override func layoutSubviews() {
      contentSizeDidChange?(bounds.size)
    }
  }
}
