/// Finds the slot of a live view by its number: a hash table without chains.
///
/// Numbers given one after the other lie side by side and never collide. Where a pattern of numbers
/// makes long runs, the table changes to a random multiplier, so that no file can make it slow.
struct SlotTable {
  private struct Entry {
    /// 0 for an empty place.
    var number: Int
    var slot: Int
  }

  private var entries: [Entry]
  private var multiplier = 1
  private var shift = 0
  private(set) var count = 0

  /// The longest run of taken places that the simple order may have.
  private static let runLimit = 64

  init() {
    entries = Array(repeating: Entry(number: 0, slot: 0), count: 64)
  }

  @inline(__always)
  private func home(of number: Int) -> Int {
    Int(bitPattern: UInt(bitPattern: number &* multiplier) >> UInt(bitPattern: shift))
      & (entries.count &- 1)
  }

  /// The slot of a number; -1 where it is not in the table.
  @inline(__always)
  func slot(of number: Int) -> Int {
    var place = home(of: number)
    while true {
      let entry = entries[place]
      if entry.number == number { return entry.number == 0 ? -1 : entry.slot }
      if entry.number == 0 { return -1 }
      place = (place &+ 1) & (entries.count &- 1)
    }
  }

  /// Adds a number that is not in the table.
  mutating func insert(_ number: Int, slot: Int) {
    if (count + 1) * 2 > entries.count { rebuild(capacity: entries.count * 2) }
    count += 1
    if place(Entry(number: number, slot: slot)) > Self.runLimit && multiplier == 1 {
      multiplier = Int.random(in: Int.min...Int.max) | 1
      rebuild(capacity: entries.count)
    }
  }

  /// Puts an entry at the first free place from its home on, and returns the distance.
  private mutating func place(_ entry: Entry) -> Int {
    var place = home(of: entry.number)
    var distance = 0
    while entries[place].number != 0 {
      place = (place &+ 1) & (entries.count &- 1)
      distance += 1
    }
    entries[place] = entry
    return distance
  }

  private mutating func rebuild(capacity: Int) {
    let old = entries
    entries = Array(repeating: Entry(number: 0, slot: 0), count: capacity)
    shift = multiplier == 1 ? 0 : 64 - capacity.trailingZeroBitCount
    for entry in old where entry.number != 0 { _ = place(entry) }
  }

  /// Removes a number and closes the gap it leaves.
  mutating func remove(_ number: Int) {
    let mask = entries.count - 1
    var gap = home(of: number)
    while entries[gap].number != number {
      guard entries[gap].number != 0 else { return }
      gap = (gap + 1) & mask
    }
    count -= 1
    var next = (gap + 1) & mask
    while entries[next].number != 0 {
      // An entry may move back to the gap if its home does not lie between the two.
      let distance = (next - home(of: entries[next].number)) & mask
      if distance >= (next - gap) & mask {
        entries[gap] = entries[next]
        gap = next
      }
      next = (next + 1) & mask
    }
    entries[gap] = Entry(number: 0, slot: 0)
  }
}
