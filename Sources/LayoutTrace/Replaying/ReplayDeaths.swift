import ViewTree

/// The views that die together in the recording, and the views that hold them until then.
///
/// The places are those of the tape; `end` is the end of the running frame.
struct ReplayDeaths {
  private let tape: ReplayTape
  private let views: ReplayViews
  /// The successive deaths whose views already know which views hold which.
  private var inherited: Range<Int32> = 0..<0

  init(tape: ReplayTape, views: ReplayViews) { (self.tape, self.views) = (tape, views) }

  /// Forgets the previous turn.
  mutating func beginTurn() { inherited = 0..<0 }

  /// True if an ancestor of a view also dies, or is about to: it takes the view along.
  func takeAlong(_ view: View, from cursor: Int32, in end: Int32) -> Bool {
    // The deaths that follow with nothing in between.
    let isFollowed = cursor < end && tape.kind(at: cursor) == .gone
    let following = cursor..<(isFollowed ? max(cursor, tape.partner(of: cursor)) : cursor)
    var ancestor = view.superview
    while let current = ancestor {
      if views.hasLetGo(of: current) { return true }
      if let slot = views.slot(of: current), following.contains(tape.death(of: slot)) {
        return true
      }
      ancestor = current.superview
    }
    return false
  }

  /// Makes a dying view hold the views below it whose deaths follow its own in the recording.
  ///
  /// Other code may keep one of them alive, so each that is the superview of another holds it, too.
  mutating func bequeath(from dying: ReplayedView, at first: Int32, in end: Int32) {
    guard !inherited.contains(first) else { return }
    var index = first + 1
    while index < end, tape.kind(at: index) == .gone, let heir = views[tape[index].slot] {
      let holder = heir.superview
      let isBelowHeir = holder.map { dies($0, in: first + 1..<index) } ?? false
      guard isBelowHeir || heir.isDescendant(of: dying) else { break }
      dying.heirs.append(heir)
      if isBelowHeir { (holder as? ReplayedView)?.heirs.append(heir) }
      index += 1
    }
    inherited = first..<index
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

  /// True if a view's death is in a range of the turn.
  private func dies(_ view: View, in range: Range<Int32>) -> Bool {
    views.slot(of: view).map { range.contains(tape.death(of: $0)) } ?? false
  }
}
