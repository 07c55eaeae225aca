/// The last frames of a stack, all of lines that were read before: they become frames only if a reader asks.
///
/// Most stacks of a long text repeat nothing, which the hashes of their functions show.
struct FrameRun {
  private(set) var places: [FrameMemory.Place] = []
  private var names: [UInt64] = []
  /// The family of all.
  private(set) var family = PostedFrame.Family.native
  /// The line of the first.
  private(set) var line = 0
  /// True if the numbers fall from line to line.
  private(set) var isDescending = false

  /// The number of frames up to which they are compared one by one.
  private static let few = 64

  var isEmpty: Bool { places.isEmpty }

  var isFull: Bool { places.count == Self.few }

  /// Adds a frame.
  mutating func append(_ place: FrameMemory.Place, _ known: FrameMemory.Known, line: Int) {
    if places.isEmpty { (self.line, family, isDescending) = (line, known.family, false) }
    isDescending = isDescending(before: place)
    places.append(place)
    names.append(known.name)
  }

  /// True if no function is there twice.
  var repeatsNothing: Bool {
    names.indices.allSatisfy { index in !names[..<index].contains(names[index]) }
  }

  /// True if the numbers fall, given the next frame.
  func isDescending(before next: FrameMemory.Place) -> Bool {
    guard places.count == 1, let number = next.number else { return isDescending }
    return places[0].number == number + 1
  }

  /// Takes all frames away, and keeps the room for others.
  mutating func clear() {
    places.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
  }
}
