/// Finds the slot of a live view by its number: a hash table without chains.
///
/// Consecutive numbers are side by side and never collide. If a pattern of numbers puts entries far
/// from their homes, the table changes to a random multiplier, so that no file can make it slow. Of
/// two neighbours, the one with the earlier home comes first: a search or a removal ends at the
/// first entry whose home is too late.
package struct SlotTable {
  private struct Entry {
    /// The number of the view; 0 for an empty place.
    var number: Int
    var slot: Int
  }

  private var entries: [Entry]
  private var multiplier = 1
  private var shift = 0
  package private(set) var count = 0

  /// The longest distance from home in the simple order.
  private static let distanceLimit = 64

  package init() { entries = Array(repeating: Entry(number: 0, slot: 0), count: 64) }

  @inline(__always)
  private func home(of number: Int) -> Int {
    Int(bitPattern: UInt(bitPattern: number &* multiplier) >> UInt(bitPattern: shift))
      & (entries.count &- 1)
  }

  /// The distance of an entry from its home.
  @inline(__always)
  private func distance(of number: Int, at place: Int) -> Int {
    (place &- home(of: number)) & (entries.count &- 1)
  }

  /// The slot of a number; -1 if it is not in the table.
  @inline(__always)
  package func slot(of number: Int) -> Int {
    let entry = entries[home(of: number)]
    if entry.number == number { return entry.number == 0 ? -1 : entry.slot }
    return entry.number == 0 ? -1 : slotAwayFromHome(of: number)
  }

  @inline(never)
  private func slotAwayFromHome(of number: Int) -> Int {
    guard let place = place(of: number) else { return -1 }
    return entries[place].slot
  }

  /// The place of a number; nil if it is not in the table.
  private func place(of number: Int) -> Int? {
    var place = home(of: number)
    var distance = 0
    while true {
      let other = entries[place].number
      if other == number { return number == 0 ? nil : place }
      if other == 0 || self.distance(of: other, at: place) < distance { return nil }
      place = (place &+ 1) & (entries.count &- 1)
      distance += 1
    }
  }

  /// Adds a number that is not in the table.
  package mutating func insert(_ number: Int, slot: Int) {
    if (count + 1) * 2 > entries.count { rebuild(capacity: entries.count * 2) }
    count += 1
    if place(Entry(number: number, slot: slot)) > Self.distanceLimit && multiplier == 1 {
      multiplier = Int.random(in: Int.min...Int.max) | 1
      rebuild(capacity: entries.count)
    }
  }

  /// Puts an entry in its place among its neighbours, and returns the longest distance from home.
  private mutating func place(_ new: Entry) -> Int {
    var entry = new
    var place = home(of: entry.number)
    var distance = 0
    var longest = 0
    while entries[place].number != 0 {
      let other = self.distance(of: entries[place].number, at: place)
      if other < distance {
        swap(&entries[place], &entry)
        distance = other
      }
      place = (place &+ 1) & (entries.count &- 1)
      distance += 1
      longest = max(longest, distance)
    }
    entries[place] = entry
    return longest
  }

  private mutating func rebuild(capacity: Int) {
    let old = entries
    entries = Array(repeating: Entry(number: 0, slot: 0), count: capacity)
    shift = multiplier == 1 ? 0 : 64 - capacity.trailingZeroBitCount
    for entry in old where entry.number != 0 { _ = place(entry) }
  }

  /// Removes a number, and moves the following ones that are not at home back by one place.
  package mutating func remove(_ number: Int) {
    guard var gap = place(of: number) else { return }
    let mask = entries.count - 1
    count -= 1
    var next = (gap + 1) & mask
    while entries[next].number != 0, distance(of: entries[next].number, at: next) > 0 {
      entries[gap] = entries[next]
      gap = next
      next = (next + 1) & mask
    }
    entries[gap] = Entry(number: 0, slot: 0)
  }
}

#if DEBUG
extension SlotTable {
  /// Describes an error in the table; nil if there is none.
  package func checkInvariants() -> String? {
    let mask = entries.count - 1
    guard entries.count & mask == 0 else { return "\(entries.count) places, not a power of two" }
    let numbers = entries.map(\.number).filter { $0 != 0 }
    if numbers.count != count { return "\(numbers.count) entries, \(count) are counted" }
    if Set(numbers).count != count { return "a number is there twice" }
    if count * 2 > entries.count { return "it is more than half full" }
    for (place, entry) in entries.enumerated() where entry.number != 0 {
      let distance = distance(of: entry.number, at: place)
      guard distance > 0 else { continue }
      let previous = (place - 1) & mask
      let number = entries[previous].number
      if number == 0 || self.distance(of: number, at: previous) < distance - 1 {
        return "the search for \(entry.number) ends before its place"
      }
    }
    return nil
  }
}
#endif
