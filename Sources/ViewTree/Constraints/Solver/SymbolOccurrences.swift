/// The expressions in which one symbol stands.
///
/// An expression that loses a symbol stays in its list until the list is read: readers look whether the
/// symbol is still there. An expression can stand twice in a list.
struct OccurrenceList {
  fileprivate var head: Int32 = -1
  fileprivate var length: Int32 = 0
  /// The number of expressions in which the symbol stands.
  var count: Int32 = 0

  var isEmpty: Bool { count <= 0 }

  /// True if most of the list is out of date.
  fileprivate var isStale: Bool { length > 2 * count + 16 }

  @inline(__always)
  fileprivate mutating func lead(to place: Int32) {
    head = place
    length += 1
    count += 1
  }
}

/// The entries of many lists of expressions, in one block of memory.
struct SymbolOccurrences {
  private struct Entry {
    var expression: Int32
    var next: Int32
  }

  private var entries: [Entry] = []
  private var free: Int32 = -1

  /// The number of entries, used or free.
  var count: Int { entries.count }

  /// Adds an entry to a list; true if most of that is out of date then, so that it should be read.
  @inline(__always) @discardableResult
  mutating func add(_ expression: Int32, to list: inout OccurrenceList) -> Bool {
    let entry = Entry(expression: expression, next: list.head)
    var place = free
    if place >= 0 {
      free = entries[Int(place)].next
      entries[Int(place)] = entry
    } else {
      place = Int32(entries.count)
      entries.appendInLargeSteps(entry)
    }
    list.lead(to: place)
    return list.isStale
  }

  /// Takes account of an expression that no longer holds the symbol; the one that came last leaves the list.
  mutating func leave(_ expression: Int32, _ list: inout OccurrenceList) {
    list.count -= 1
    let place = list.head
    guard place >= 0, entries[Int(place)].expression == expression else { return }
    list.head = entries[Int(place)].next
    list.length -= 1
    entries[Int(place)].next = free
    free = place
  }

  /// Moves a list to `expressions`, and empties it.
  mutating func take(_ list: inout OccurrenceList, into expressions: inout ReusableList<Int32>) {
    expressions.removeAll()
    var place = list.head
    while place >= 0 {
      expressions.append(entries[Int(place)].expression)
      let next = entries[Int(place)].next
      entries[Int(place)].next = free
      free = place
      place = next
    }
    list = OccurrenceList()
  }

  /// Passes each entry of a list to `body`.
  func forEach(_ list: OccurrenceList, _ body: (Int32) -> Void) {
    var place = list.head
    while place >= 0 {
      body(entries[Int(place)].expression)
      place = entries[Int(place)].next
    }
  }
}
