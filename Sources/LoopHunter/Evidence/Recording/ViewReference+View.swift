import ViewTree

extension ViewReference {
  /// Names a view by its path: identifiers, or class names with the index among namesakes.
  package init(_ view: View) {
    self = ViewNamer().reference(view)
  }
}
