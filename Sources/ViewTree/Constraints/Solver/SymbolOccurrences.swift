/// For each symbol, the expressions in which it stands.
///
/// An expression that loses a symbol stays in its list until the list is read: readers look whether the
/// symbol is still there. An expression can stand twice in a list.
struct SymbolOccurrences {
  private struct Entry {
    var expression: Int32
    var next: Int32
  }

  private struct List {
    var head: Int32 = -1
    var length: Int32 = 0
    /// The number of expressions in which the symbol stands.
    var count: Int32 = 0

    @inline(__always)
    mutating func lead(to place: Int32) {
      head = place
      length += 1
      count += 1
    }
  }

  private var lists: [List] = []
  private var entries: [Entry] = []
  private var free: Int32 = -1

  /// Makes room for more symbols.
  mutating func addSymbols(_ count: Int) {
    lists.append(contentsOf: repeatElement(List(), count: count))
  }

  mutating func add(_ expression: Int32, to symbol: Int32) {
    let entry = Entry(expression: expression, next: lists[Int(symbol)].head)
    var place = free
    if place >= 0 {
      free = entries[Int(place)].next
      entries[Int(place)] = entry
    } else {
      place = Int32(entries.count)
      entries.append(entry)
    }
    lists[Int(symbol)].lead(to: place)
  }

  /// Notes that an expression lost a symbol.
  mutating func noteLoss(of symbol: Int32) { lists[Int(symbol)].count -= 1 }

  func isEmpty(_ symbol: Int32) -> Bool { lists[Int(symbol)].count <= 0 }

  /// True if most of a list is out of date, so that it should be read.
  func isStale(_ symbol: Int32) -> Bool {
    lists[Int(symbol)].length > 2 * lists[Int(symbol)].count + 16
  }

  /// Moves a list to `expressions`, and empties it.
  mutating func take(_ symbol: Int32, into expressions: inout ReusableList<Int32>) {
    expressions.removeAll()
    var place = lists[Int(symbol)].head
    while place >= 0 {
      expressions.append(entries[Int(place)].expression)
      let next = entries[Int(place)].next
      entries[Int(place)].next = free
      free = place
      place = next
    }
    lists[Int(symbol)] = List()
  }

  /// Passes each entry of a list to `body`.
  func forEach(_ symbol: Int32, _ body: (Int32) -> Void) {
    var place = lists[Int(symbol)].head
    while place >= 0 {
      body(entries[Int(place)].expression)
      place = entries[Int(place)].next
    }
  }
}
