import Foundation
import ViewTree

/// A list of messages below each other.
public final class Chat: View {
  public override func layoutSubviews() {
    var y: CGFloat = 0
    for bubble in subviews {
      bubble.frame = CGRect(x: 0, y: y, width: bounds.width, height: bubble.frame.height)
      y += bubble.frame.height
    }
  }
}

/// A message that is as high as its text needs.
public final class Bubble: View {
  /// The number of lines of the text.
  public var lines = 1 {
    didSet { setNeedsLayout() }
  }

  public override func layoutSubviews() {
    let height = CGFloat(lines) * 20
    // Only a height that differs is written: each write has the chat laid out again.
    if frame.height != height { frame.size.height = height }
  }
}

/// The dots of a typing indicator.
public final class TypingDots: View {
  public override func layoutSubviews() {
    // The known bug: layout asks for the next layout, and the display is busy for ever.
    setNeedsLayout()
  }
}
