extension Array {
  /// Appends an element; where no room is left, there is four times as much afterwards.
  ///
  /// Large arrays are copied less often so. Room that is not used costs addresses, but no memory.
  @inline(__always)
  mutating func appendInLargeSteps(_ element: Element) {
    if count == capacity { reserveCapacity(Swift.max(16, 4 * count)) }
    append(element)
  }
}
