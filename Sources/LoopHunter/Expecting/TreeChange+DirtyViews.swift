import ViewTree

extension TreeChange {
  /// The views that come dirty with an added tree, or a new window.
  var dirtyViews: [View] {
    switch self {
    case .added(let root, _, _, _): root.subtree.filter(\.needsLayout)
    case .opened(let window): [window].filter(\.needsLayout)
    default: []
    }
  }
}
