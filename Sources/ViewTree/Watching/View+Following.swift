/// Is told which views enter or leave a subtree, in a window or outside any.
package protocol TreeFollower: AnyObject {
  /// Notes a move that was just made, before observers are told.
  ///
  /// It must run no code of the app: the hierarchy is being changed.
  func note(_ move: TreeMove)

  /// Acts on the noted moves; the hierarchy may have changed again since.
  func catchUp()

  /// The root of the subtree is dying; its subviews are still there.
  func rootDied()
}

/// Views that entered or left a followed subtree together, superviews first.
package enum TreeMove {
  case entered([View])
  case left([View])
}

extension View {
  /// Tells `follower` of every view that enters or leaves this view's subtree from now on.
  ///
  /// The view keeps the follower alive. A tree without followers pays one bit test per change.
  package final func addFollower(_ follower: any TreeFollower) {
    ensureExtras().followers.append(follower)
    renewFollowedMarks()
  }

  /// Removes a follower that `addFollower` added.
  package final func removeFollower(_ follower: any TreeFollower) {
    let old = extras?.followers
    extras?.followers.removeAll { $0 === follower }
    renewFollowedMarks()
    withExtendedLifetime(old) {}
  }

  /// The followers of all subtrees in which a subview of this view lies.
  final var followersOfTree: [any TreeFollower] {
    guard flags.contains(.isFollowed) else { return [] }
    return ancestry.flatMap { $0.extras?.followers ?? [] }
  }

  /// Makes followers note the view's move from the subtrees of `old` to those of `new`.
  ///
  /// A follower of both notes nothing. Returns those that must catch up after the change.
  final func noteMove(
    from old: [any TreeFollower], to new: [any TreeFollower]
  ) -> [any TreeFollower] {
    if old.isEmpty && new.isEmpty { return [] }
    renewFollowedMarks()
    let left = old.filter { follower in !new.contains { $0 === follower } }
    let entered = new.filter { follower in !old.contains { $0 === follower } }
    guard !left.isEmpty || !entered.isEmpty else { return [] }
    let views = subtree
    for follower in left { follower.note(.left(views)) }
    for follower in entered { follower.note(.entered(views)) }
    return left + entered
  }

  /// Marks the views of this subtree that are in a followed one, and no others.
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

  /// Ends the followers because the view dies; its subviews are no longer followed.
  final func endFollowing() {
    for follower in extras?.followers ?? [] { follower.rootDied() }
    flags.remove(.isFollowed)
    for subview in storedSubviews { subview.renewFollowedMarks() }
  }
}
