public import ViewTree

/// A view whose layout does what it is told.
open class Part: View {
  public final var layouts = 0
  public final var act: ((Part) -> Void)?

  open override func layoutSubviews() {
    layouts += 1
    act?(self)
  }
}
