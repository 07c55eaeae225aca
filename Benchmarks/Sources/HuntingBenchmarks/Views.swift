import Foundation
import Timing
import ViewTree

/// A layout that does nothing: the case in which a hunter costs most.
class EmptyLayout: View {
  override func layoutSubviews() {}
}

/// A layout that places three subviews.
class ThreeFrames: View {
  var step: CGFloat = 0

  override init(frame: CGRect) {
    super.init(frame: frame)
    for _ in 0..<3 { addSubview(View(frame: .zero)) }
  }

  override func layoutSubviews() {
    step = step == 0 ? 1 : 0
    var place = CGRect(x: step, y: 0, width: 10, height: 10)
    for subview in subviews {
      subview.frame = place
      place.origin.x += 10
    }
  }
}

/// Calls all layouts as the engine does, from where their classes cannot be known.
@inline(never)
func dispatch(_ views: [View], times: Int) {
  for _ in 0..<times {
    for view in views { layOut(view) }
  }
}

@inline(never)
func layOut(_ view: View) { view.layoutSubviews() }

/// Nanoseconds of one layout, over a million of them on the given views.
func perLayout(_ views: [View], times: Int = 1_000) -> Double {
  nanoseconds(per: views.count * times) { dispatch(views, times: times) }
}
