/// Is told of the views that come into one subtree and leave it, in a window or outside any.
package protocol TreeFollower: AnyObject {
  /// A view came into the subtree, with everything below it.
  func viewEntered(_ view: View)

  /// A view left the subtree, with everything below it.
  func viewLeft(_ view: View)

  /// The root of the subtree dies; its subviews are still there.
  func rootDied()
}

extension View {
  /// Tells `follower` of every view that enters or leaves this view's subtree from now on.
  ///
  /// The view keeps the follower. A tree without followers pays one test of a bit per change.
  package final func addFollower(_ follower: any TreeFollower) {
    ensureExtras().followers.append(follower)
    renewFollowedMarks()
  }

  /// Ends what `addFollower` began.
  package final func removeFollower(_ follower: any TreeFollower) {
    let old = extras?.followers
    extras?.followers.removeAll { $0 === follower }
    renewFollowedMarks()
    withExtendedLifetime(old) {}
  }

  /// The followers of all subtrees in which a subview of this view lies.
  final var followersOfTree: [any TreeFollower] {
    guard flags.contains(.isFollowed) else { return [] }
    var result: [any TreeFollower] = []
    var ancestor: View? = self
    while let view = ancestor {
      if let followers = view.extras?.followers { result += followers }
      ancestor = view.storedSuperview
    }
    return result
  }

  /// Tells of the view's move from the subtrees of `old` to those of `new`.
  ///
  /// Who follows both is not told.
  final func tellFollowers(old: [any TreeFollower], new: [any TreeFollower]) {
    if old.isEmpty && new.isEmpty { return }
    renewFollowedMarks()
    for follower in old where !new.contains(where: { $0 === follower }) {
      follower.viewLeft(self)
    }
    for follower in new where !old.contains(where: { $0 === follower }) {
      follower.viewEntered(self)
    }
  }

  /// Marks the views of this subtree that lie in a followed one, and no others.
  private final func renewFollowedMarks() {
    var waiting: [View] = [self]
    while let view = waiting.popLast() {
      let isFollowed =
        view.extras?.followers.isEmpty == false
        || view.storedSuperview?.flags.contains(.isFollowed) == true
      guard isFollowed != view.flags.contains(.isFollowed) else { continue }
      view.flags = view.flags.with(.isFollowed, isFollowed)
      waiting.append(contentsOf: view.storedSubviews)
    }
  }

  /// The view dies: its followers end, and its subviews are followed no more.
  final func endFollowing() {
    for follower in extras?.followers ?? [] { follower.rootDied() }
    flags.remove(.isFollowed)
    for subview in storedSubviews { subview.renewFollowedMarks() }
  }
}
