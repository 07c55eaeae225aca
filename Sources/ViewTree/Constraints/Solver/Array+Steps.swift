extension Array {
  /// Appends an element; where no room is left, there is four times as much afterwards.
  ///
  /// Large arrays are copied less often so. Room that is not used costs addresses, but no memory.
  @inline(__always)
  mutating func appendInLargeSteps(_ element: Element) {
    makeRoomInLargeSteps(for: 1)
    append(element)
  }

  /// Makes room for more elements; where none is left, there is four times as much afterwards.
  @inline(__always)
  mutating func makeRoomInLargeSteps(for more: Int) {
    if count + more > capacity { reserveCapacity(Swift.max(16, 4 * count)) }
  }
}
