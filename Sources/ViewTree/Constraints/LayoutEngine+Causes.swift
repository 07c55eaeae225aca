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

  /// Notes the cause for which a member has new values.
  func noteMove(of member: EngineMember, because cause: PendingCause) {
    let former = member.isMoved ? member.moveCause ?? PendingCause() : cause
    member.moveCause = cause.joined(with: former)
  }

  /// Settles what waits, and notes for each member that moves what made it wait.
  ///
  /// The values of all that wait for one cause are read at once.
  func attributingMoves(_ body: () -> Void) {
    guard followsCauses else { return body() }
    let outer = settling
    readMoved()
    settling = PendingCause()
    body()
    readMoved()
    settling = outer
    hasCauses = !unmeasured.isEmpty || !unwrapped.isEmpty || !unarranged.isEmpty
  }

  /// Does something that waited as a consequence of what made it wait; nil stands for code outside layout.
  ///
  /// It may ask a view for its size, which is code of the view.
  func asConsequence(of cause: PendingCause?, asking view: View? = nil, _ body: () -> Void) {
    guard let settling, let pass = root.view.pass else { return body() }
    let cause = cause ?? PendingCause()
    if !cause.isSame(as: settling) {
      readMoved()
      self.settling = cause
    }
    settled = settled?.joined(with: cause) ?? cause
    cause.run(in: pass, asking: view, body)
  }

  /// Runs `body` as a consequence of what is being settled.
  func asSettled(_ body: () -> Void) {
    guard let settling, let pass = root.view.pass else { return body() }
    settling.run(in: pass, body)
  }
}
