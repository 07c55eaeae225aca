/// Causes of what waits in the engine.
///
/// Each view keeps its own, and so does each one that moves when these are settled: otherwise, whatever else
/// changes meanwhile would hide that a layout brought about the next one.
extension LayoutEngine {
  /// True if somebody follows causes, or something waits for one that was followed.
  var followsCauses: Bool { isBound && (hasCauses || root.with { $0.isWatched }) }

  /// The cause for which something waits from now on; one that has waited before has a former cause, too.
  func cause(after former: PendingCause?, again: Bool = false) -> PendingCause? {
    guard let pass = root.view.pass else { return nil }
    var cause = PendingCause(in: pass)
    if again { cause = cause.joined(with: former ?? PendingCause()) }
    guard !cause.isNone else { return nil }
    hasCauses = true
    return cause
  }

  /// Notes the cause for which a member has new values, and the item whose size gave it these.
  func noteMove(of member: EngineMember, because cause: PendingCause) {
    let former = member.isMoved ? member.moveCause ?? PendingCause() : cause
    member.moveCause = cause.joined(with: former)
    member.noteSource(settlingItem)
  }

  /// Settles what waits, and notes for each member that moves what made it wait.
  ///
  /// The values are read after each item that is asked, unless many of one cause move the same views again.
  func attributingMoves(_ body: () -> Void) {
    guard followsCauses else { return body() }
    let outer = (settling, settlingItem)
    readMoved()
    (settling, settlingItem, roomForReading) = (PendingCause(), nil, 0)
    body()
    readAttributed()
    (settling, settlingItem) = outer
    hasCauses = !unmeasured.isEmpty || !unwrapped.isEmpty || !unarranged.isEmpty
  }

  /// Does something that waited as a consequence of what made it wait; nil stands for code outside layout.
  ///
  /// It may ask the view of `item` for its size, which is code of the view.
  func asConsequence(
    of cause: PendingCause?, of item: ConstraintNode, asks: Bool = false, _ body: () -> Void
  ) {
    guard let settling, let pass = root.view.pass else { return body() }
    let cause = cause ?? PendingCause()
    if settlingItem !== item || !cause.isSame(as: settling) {
      begin(item, cause, isOther: !cause.isSame(as: settling))
    }
    settled = settled?.joined(with: cause) ?? cause
    cause.run(in: pass, asking: asks ? item.view : nil, body)
  }

  /// Begins to settle what another item needs.
  ///
  /// Each value must be read once. To read it again for each item that moves it, too, must not take longer in all
  /// than to ask the items: else the first of several items of one cause stands for all of them, but for what
  /// moves because of its own size.
  private func begin(_ item: ConstraintNode, _ cause: PendingCause, isOther: Bool) {
    // Each cause has room of its own: no other one may change what is read.
    roomForReading = (isOther ? 0 : roomForReading) + LayoutEngine.movesPerItem
    guard isOther || roomForReading > 0 else { return unread.append(item) }
    readAttributed()
    (settling, settlingItem) = (cause, item)
  }

  /// The moved values that are read again for each item that is asked.
  static let movesPerItem = 32

  /// Reads what the items since the last time moved.
  private func readAttributed() {
    readMoved()
    for node in unread { if let member = node.member, member.isMoved { member.moveSource = node } }
    unread.removeAll(keepingCapacity: true)
  }

  /// Runs `body` as a consequence of what is being settled.
  func asSettled(_ body: () -> Void) {
    guard let settling, let pass = root.view.pass else { return body() }
    settling.run(in: pass, body)
  }
}
