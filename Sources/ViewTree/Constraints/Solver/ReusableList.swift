/// A list that is emptied and filled all the time, and keeps its room.
///
/// Emptying it sets a number, which an array does not do as fast. It is for elements that need no release.
struct ReusableList<Element>: RandomAccessCollection, MutableCollection {
  private var storage: [Element] = []
  private(set) var endIndex = 0

  var startIndex: Int { 0 }

  subscript(place: Int) -> Element {
    @inline(__always) get { storage[place] }
    @inline(__always) _modify { yield &storage[place] }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if endIndex < storage.count { storage[endIndex] = element } else { storage.append(element) }
    endIndex += 1
  }

  /// Inserts an element before the one at a place.
  mutating func insert(_ element: Element, at place: Int) {
    append(element)
    var index = endIndex - 1
    while index > place {
      storage[index] = storage[index - 1]
      index -= 1
    }
    storage[place] = element
  }

  /// Removes the element at a place; the order of the others stays.
  mutating func remove(at place: Int) {
    for index in place..<endIndex - 1 { storage[index] = storage[index + 1] }
    endIndex -= 1
  }

  @inline(__always)
  mutating func removeLast() { endIndex -= 1 }

  @inline(__always)
  mutating func popLast() -> Element? {
    guard endIndex > 0 else { return nil }
    endIndex -= 1
    return storage[endIndex]
  }

  @inline(__always)
  mutating func removeAll() { endIndex = 0 }

  /// Keeps only the first elements.
  mutating func truncate(to count: Int) { endIndex = count }

  mutating func withContiguousMutableStorageIfAvailable<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    let count = endIndex
    return try storage.withUnsafeMutableBufferPointer {
      var elements = UnsafeMutableBufferPointer(rebasing: $0[..<count])
      return try body(&elements)
    }
  }
}
