/// The causes for which the engine of constraints has something to measure, by the slots of the views.
///
/// It measures between layouts, later than it was asked to. A view that is moved then has the cause of what was
/// measured, and not that of all that waited: something else may be measured in the same phase.
struct PendingMeasures<Cause> {
  /// The causes for which views asked to be measured, or were moved, since the last phase.
  private var asked: [Int: Cause] = [:]
  /// The causes of the views that got another size in this phase.
  private var measured: [Int: Cause] = [:]
  /// The views that constraints connect with one, in this phase.
  private var connections: [Int: Set<Int>] = [:]

  /// Notes that a view asks the engine for something; `common` is the cause of what two causes bring about.
  mutating func ask(_ slot: Int, _ cause: Cause, common: (Cause, Cause) -> Cause) {
    asked[slot] = asked[slot].map { common($0, cause) } ?? cause
  }

  /// The cause for which a view asked for its part of the constraints phase; nil for none.
  func requested(_ slot: Int) -> Cause? { asked[slot] }

  /// Notes that a view got another size of its own.
  mutating func measure(_ slot: Int) {
    if let cause = asked[slot] { measured[slot] = cause }
  }

  /// The cause of a move of a view between layouts; nil if nobody asked for anything.
  ///
  /// Views with another size move those that constraints connect with them. Without any of them, something else
  /// was measured for those that asked: the parts of a stack.
  mutating func cause(
    of slot: Int, connected: (Int) -> Set<Int>, common: (Cause, Cause) -> Cause
  ) -> Cause? {
    if asked.isEmpty { return nil }
    if measured.count == 1, let only = measured[slot] { return only }
    var near = Set<Int>()
    if asked.count > 1 || asked[slot] == nil {
      near = connections[slot] ?? connected(slot)
      connections[slot] = near
    }
    near.insert(slot)
    for known in [measured, asked] {
      if let cause = Self.all(known.filter { near.contains($0.key) }, common) { return cause }
    }
    return Self.all(measured.isEmpty ? asked : measured, common)
  }

  private static func all(_ causes: [Int: Cause], _ common: (Cause, Cause) -> Cause) -> Cause? {
    guard var cause = causes.first?.value else { return nil }
    for other in causes.dropFirst() { cause = common(cause, other.value) }
    return cause
  }

  /// Ends the phase at the next layout: a commit has measured all that waited in windows.
  mutating func endPhase(isCommit: Bool) {
    if asked.isEmpty { return }
    if !measured.isEmpty { measured = [:] }
    if !connections.isEmpty { connections = [:] }
    if isCommit { asked = [:] }
  }

  /// Forgets views that died.
  mutating func forget(_ slots: [Int]) {
    if asked.isEmpty { return }
    for slot in slots { (asked[slot], measured[slot]) = (nil, nil) }
  }
}
