import Foundation
import ViewTree

// A replayed view does in its layout what the recording says, and nothing else. The classes are not
// final, so that casts to them work while the instance is hooked. The tag is the view's place in the
// replay; it is stored here, because a view keeps its tag in an object of its own.

/// A view of a replay.
class ReplayedView: View {
  /// Views below this one that the recording lets die right after it, as an arranged subview does.
  var heirs: [View] = []
  private var place: Int32 = 0
  /// Nil when the replay is over and somebody still holds the view.
  private weak var script: ReplayScript?

  init(frame: CGRect, script: ReplayScript) {
    self.script = script
    super.init(frame: frame)
  }

  override var tag: Int {
    get { Int(place) }
    set { place = Int32(truncatingIfNeeded: newValue) }
  }

  override func layoutSubviews() {
    script?.performLayout()
  }
}

/// A window of a replay.
class ReplayedWindow: Window {
  private var place: Int32 = 0
  /// Nil when the replay is over and somebody still holds the view.
  private weak var script: ReplayScript?

  init(frame: CGRect, loop: TurnLoop, script: ReplayScript) {
    self.script = script
    super.init(frame: frame, loop: loop)
  }

  override var tag: Int {
    get { Int(place) }
    set { place = Int32(truncatingIfNeeded: newValue) }
  }

  override func layoutSubviews() {
    script?.performLayout()
  }
}
