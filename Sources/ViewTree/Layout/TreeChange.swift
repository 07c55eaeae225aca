/// One change of the hierarchy, reported after the change and before what it dirties.
public enum TreeChange {
  /// A window was made for the observed loop.
  case opened(Window)
  /// `view` became the subview `index` of `superview`; `from` is the superview that lost it.
  case added(View, to: View, at: Int, from: View?)
  /// `view` left `superview` and has no superview now.
  case removed(View, from: View)
  /// `view` has a new index in the same superview.
  case reordered(View, in: View, at: Int)
}
