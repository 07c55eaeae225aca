/// The number of levels below each slot's view, kept exact through all moves.
///
/// A superview counts its subviews by height, highest first, so that no siblings are looked at: a
/// change costs one step for each ancestor whose height it changes.
package struct TreeHeights {
  /// The number of subviews of one superview with this height; part of its list.
  private struct Row {
    var height: Int32
    var count: Int32
    /// The next lower row; -1 at the end.
    var next: Int32
  }

  /// The height of each slot, and the first row of its list; -1 for none.
  private var slots: [(height: Int32, first: Int32)] = []
  private var rows: [Row] = []
  /// The unused rows, linked by `next`.
  private var free: Int32 = -1

  /// Makes heights without slots.
  package init() {}

  /// The height of a slot, as last measured by `measure`.
  package subscript(slot: Int) -> Int { Int(slots[slot].height) }

  /// Adds one more slot, whose view has nothing below it.
  package mutating func append() { slots.append((0, -1)) }

  /// Counts one more subview of a height.
  package mutating func add(_ height: Int, below slot: Int) {
    let height = Int32(truncatingIfNeeded: height)
    let (before, row) = place(of: height, below: slot)
    if row >= 0, rows[Int(row)].height == height {
      rows[Int(row)].count += 1
    } else {
      link(take(Row(height: height, count: 1, next: row)), after: before, below: slot)
    }
  }

  /// Counts one subview of a height less.
  package mutating func remove(_ height: Int, below slot: Int) {
    let (before, row) = place(of: Int32(truncatingIfNeeded: height), below: slot)
    rows[Int(row)].count -= 1
    guard rows[Int(row)].count == 0 else { return }
    link(rows[Int(row)].next, after: before, below: slot)
    rows[Int(row)].next = free
    free = row
  }

  /// Computes the height that follows from the subviews, and returns it.
  package mutating func measure(_ slot: Int) -> Int {
    let first = slots[slot].first
    slots[slot].height = first < 0 ? 0 : rows[Int(first)].height + 1
    return Int(slots[slot].height)
  }

  /// Forgets the subviews of a slot whose view is dead.
  package mutating func clear(_ slot: Int) {
    var row = slots[slot].first
    slots[slot] = (0, -1)
    while row >= 0 {
      let next = rows[Int(row)].next
      rows[Int(row)].next = free
      free = row
      row = next
    }
  }

  /// The first row of a list that is not higher than a height, and the row before it; -1 for none.
  private func place(of height: Int32, below slot: Int) -> (before: Int32, row: Int32) {
    var before: Int32 = -1
    var row = slots[slot].first
    while row >= 0, rows[Int(row)].height > height { (before, row) = (row, rows[Int(row)].next) }
    return (before, row)
  }

  private mutating func link(_ row: Int32, after before: Int32, below slot: Int) {
    if before < 0 { slots[slot].first = row } else { rows[Int(before)].next = row }
  }

  private mutating func take(_ row: Row) -> Int32 {
    guard free >= 0 else {
      rows.append(row)
      return Int32(truncatingIfNeeded: rows.count - 1)
    }
    let taken = free
    free = rows[Int(taken)].next
    rows[Int(taken)] = row
    return taken
  }
}

#if DEBUG
extension TreeHeights {
  /// Describes an error in the lists of rows; nil if there is none.
  package func checkInvariants() -> String? {
    var isTaken = [Bool](repeating: false, count: rows.count)
    func take(_ row: Int32) -> Bool {
      defer { isTaken[Int(row)] = true }
      return !isTaken[Int(row)]
    }
    for slot in slots {
      var (row, last) = (slot.first, Int32.max)
      while row >= 0 {
        if !take(row) { return "two lists share a row" }
        if rows[Int(row)].height >= last { return "a list does not fall" }
        if rows[Int(row)].count <= 0 { return "a row counts nothing" }
        (row, last) = (rows[Int(row)].next, rows[Int(row)].height)
      }
    }
    var row = free
    while row >= 0 {
      if !take(row) { return "a free row is in a list" }
      row = rows[Int(row)].next
    }
    return isTaken.allSatisfy(\.self) ? nil : "a row is lost"
  }
}
#endif
