import ViewTree

extension TreeChange {
  /// The views that come dirty with an added tree.
  var dirtyViews: [View] {
    guard case .added(let root, _, _, _) = self else { return [] }
    return root.subtree.filter(\.needsLayout)
  }
}
