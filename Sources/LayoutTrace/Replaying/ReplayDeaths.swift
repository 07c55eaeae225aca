import ViewTree

/// The views that die together in the recording.
///
/// The places are those of the tape; `end` is the end of the running frame.
struct ReplayDeaths {
  private let tape: ReplayTape
  private let views: ReplayViews

  init(tape: ReplayTape, views: ReplayViews) { (self.tape, self.views) = (tape, views) }

  /// True if an ancestor of a view also dies, or is about to: it takes the view along.
  func takeAlong(_ view: View, from cursor: Int32, in end: Int32) -> Bool {
    let following = following(cursor, in: end)
    var ancestor = view.superview
    while let current = ancestor {
      if views.hasLetGo(of: current) { return true }
      if dies(current, in: following) { return true }
      ancestor = current.superview
    }
    return false
  }

  /// Lets the superviews around a dying view let go of their subviews if their own deaths follow its own.
  ///
  /// A view that dies in a window dies with it, and its code may act before the death of the window
  /// itself is told. Outside the windows only an unbroken row of deaths says that they die together.
  func takeSubviews(ofDyingAround view: View, from cursor: Int32, in end: Int32) {
    let follows: (View) -> Bool
    if let window = view.window {
      guard window !== view, dies(window, in: cursor..<Int32.max) else { return }
      follows = { _ in true }
    } else {
      let following = following(cursor, in: end)
      follows = { [self] in dies($0, in: following) }
    }
    var ancestors: [View] = []
    var ancestor = view.superview
    while let current = ancestor {
      if follows(current) { ancestors.append(current) }
      ancestor = current.superview
    }
    for ancestor in ancestors.reversed() { ancestor.letSubviewsGo() }
  }

  /// The end of the deaths that follow a view's layout; nil unless the view itself is among them.
  ///
  /// If it is, only the batch that now ends held it, or a superview that dies with the pass: then it
  /// waits for that.
  ///
  /// The views below it can have died before or after it. Any other dead view was held by the pass
  /// or by the code that forced it, and follows when that has ended.
  func end(of view: View, from cursor: Int32, in end: Int32) -> Int32? {
    var last = cursor
    var dies = false
    while last < end, tape.kind(at: last) == .gone {
      guard let dying = views[tape[last].slot], dying.isDescendant(of: view) else { break }
      dies = dies || dying === view
      last += 1
    }
    return dies && !takeAlong(view, from: cursor, in: end) ? last : nil
  }

  /// The deaths that follow with nothing in between.
  private func following(_ cursor: Int32, in end: Int32) -> Range<Int32> {
    let isFollowed = cursor < end && tape.kind(at: cursor) == .gone
    return cursor..<(isFollowed ? max(cursor, tape.partner(of: cursor)) : cursor)
  }

  /// True if a view's death is in a range of the turn.
  private func dies(_ view: View, in range: Range<Int32>) -> Bool {
    views.slot(of: view).map { range.contains(tape.death(of: $0)) } ?? false
  }
}
