/// One change of the hierarchy, told after it was made and before what it dirties.
public enum TreeChange {
  /// A window was made for the observed loop.
  case opened(Window)
  /// `view` became the subview `index` of `superview`; `from` is the superview that lost it.
  case added(View, to: View, at: Int, from: View?)
  /// `view` left `superview` and has none now.
  case removed(View, from: View)
  /// `view` has a new index in the superview that it keeps.
  case reordered(View, in: View, at: Int)
}
