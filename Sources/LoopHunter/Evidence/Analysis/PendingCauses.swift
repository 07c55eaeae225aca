/// The causes that dirtied each view since its last layout.
///
/// The causes of a view come in groups, one for each time that its mark was set again: a view in a
/// frozen batch can be marked for the next one before it runs. They are chained through one array,
/// because there are as many as events in the ring.
struct PendingCauses {
  private struct Link {
    var cause: CausalHistory.Cause
    /// True if a group begins here.
    var beginsGroup: Bool
    /// The view's next cause; -1 for none.
    var next = -1
  }

  private var links: [Link] = []
  /// The ends of each view's chain; -1 if it is empty.
  private var firsts: [Int]
  private var lasts: [Int]

  init(viewCount: Int) {
    firsts = Array(repeating: -1, count: viewCount)
    lasts = firsts
  }

  /// Makes room for newly numbered views.
  mutating func grow(to viewCount: Int) {
    let new = repeatElement(-1, count: max(0, viewCount - firsts.count))
    firsts.append(contentsOf: new)
    lasts.append(contentsOf: new)
  }

  /// Adds a cause: to the last group if the view was dirty already, else to a new one.
  mutating func add(_ cause: CausalHistory.Cause, to view: Int) {
    let last = lasts[view]
    let place = links.count
    links.append(Link(cause: cause, beginsGroup: last < 0 || !cause.again))
    if last < 0 { firsts[view] = place } else { links[last].next = place }
    lasts[view] = place
  }

  /// Moves the oldest group of a view, if there is one.
  mutating func moveGroup(of view: Int, to causes: inout [CausalHistory.Cause]) {
    var place = firsts[view]
    guard place >= 0 else { return }
    repeat {
      causes.append(links[place].cause)
      place = links[place].next
    } while place >= 0 && !links[place].beginsGroup
    firsts[view] = place
    if place < 0 { lasts[view] = -1 }
  }
}
