import ViewTree

/// A view whose layout is a closure, and which counts how often it ran.
class GeneratedView: View {
  var onLayout: ((GeneratedView) -> Void)?
  var layouts = 0

  override func layoutSubviews() {
    layouts += 1
    onLayout?(self)
  }
}
