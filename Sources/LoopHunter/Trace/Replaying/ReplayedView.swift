import Foundation
import ViewTree

// A replayed view does in its layout what the recording says, and nothing else. The classes are not
// final, so that casts to them work while the instance is hooked. The tag holds the view's place in
// the replay.

/// A view of a replay.
class ReplayedView: View {
  /// Views below this one that the recording lets die right after it, as an arranged subview does.
  var heirs: [View] = []
  /// Nil when the replay is over and somebody still holds the view.
  private weak var script: ReplayScript?

  init(frame: CGRect, script: ReplayScript) {
    self.script = script
    super.init(frame: frame)
  }

  override func layoutSubviews() {
    script?.performLayout()
  }
}

/// A window of a replay.
class ReplayedWindow: Window {
  /// Nil when the replay is over and somebody still holds the view.
  private weak var script: ReplayScript?

  init(frame: CGRect, loop: TurnLoop, script: ReplayScript) {
    self.script = script
    super.init(frame: frame, loop: loop)
  }

  override func layoutSubviews() {
    script?.performLayout()
  }
}
