import ViewTree

/// Which views die together in the recording, and who holds whom until then.
///
/// The places are those of the tape; `end` is the end of the frame that is run.
struct ReplayDeaths {
  private let tape: ReplayTape
  private let views: ReplayViews
  /// The deaths that follow each other and whose views know by now who holds whom.
  private var inherited: Range<Int32> = 0..<0

  init(tape: ReplayTape, views: ReplayViews) {
    self.tape = tape
    self.views = views
  }

  /// Forgets the turn before.
  mutating func beginTurn() { inherited = 0..<0 }

  /// Whether an ancestor of a view dies, too, or is about to: it takes the view along.
  func takeAlong(_ view: View, from cursor: Int32, in end: Int32) -> Bool {
    // The deaths that follow without anything between.
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

  /// Has a view that dies hold those below it whose deaths follow its own in the recording.
  ///
  /// Whoever holds a view alive meanwhile may do so for one of them only: so each of them that is the
  /// superview of another holds that one, too. A row of deaths is looked through once.
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

  /// Where the deaths end that follow a view's layout, if the view is among them: only the batch that
  /// ends now held it.
  ///
  /// The views below it can have died before or after it. Whatever else died was held by the pass or
  /// by whoever forced it, and has its turn when that has ended.
  func end(of view: View, from cursor: Int32, in end: Int32) -> Int32? {
    var last = cursor
    var dies = false
    while last < end, tape.kind(at: last) == .gone {
      guard let dying = views[tape[last].slot], dying.isDescendant(of: view) else { break }
      dies = dies || dying === view
      last += 1
    }
    return dies ? last : nil
  }

  /// Whether a view's death stands in a range of the turn.
  private func dies(_ view: View, in range: Range<Int32>) -> Bool {
    views.slot(of: view).map { range.contains(tape.death(of: $0)) } ?? false
  }
}
