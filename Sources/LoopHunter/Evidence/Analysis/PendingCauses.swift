/// The causes that dirtied each view since its last layout.
///
/// The causes of a view come in groups, one for each time that its mark was set again: a view in a
/// frozen batch can be marked for the next one before it runs.
struct PendingCauses {
  private var causes = Groups<(cause: CausalHistory.Cause, beginsGroup: Bool)>()

  /// Makes room for the causes of a number of views.
  mutating func makeRoom(forViews count: Int) { causes.makeRoom(forGroups: count) }

  /// Adds a cause: to the last group if the view was dirty already, else to a new one.
  mutating func add(_ cause: CausalHistory.Cause, to view: Int) {
    causes.append((cause, causes.isEmpty(view) || !cause.again), to: view)
  }

  /// Moves the oldest group of a view, if there is one.
  mutating func moveGroup(of view: Int, to moved: inout [CausalHistory.Cause]) {
    guard var next = causes.first(of: view) else { return }
    repeat {
      moved.append(next.cause)
      causes.removeFirst(of: view)
      guard let following = causes.first(of: view) else { return }
      next = following
    } while !next.beginsGroup
  }
}
