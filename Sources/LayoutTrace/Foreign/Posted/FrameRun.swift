/// The last frames of a stack, all of lines that were read before: they become frames only if a reader asks.
///
/// Most stacks of a long text have no period, which the hashes of their functions show.
struct FrameRun {
  private(set) var calls: [FrameMemory.Call] = []
  /// The line of the first.
  private(set) var line = 0
  /// True if the numbers fall from line to line.
  private(set) var isDescending = false

  /// The number of frames up to which they are compared one by one.
  private static let few = 64

  var isEmpty: Bool { calls.isEmpty }

  var isFull: Bool { calls.count == Self.few }

  /// The family of all.
  var family: PostedFrame.Family { calls.first?.known.family ?? .native }

  /// Adds a frame.
  mutating func append(_ call: FrameMemory.Call, line: Int) {
    if calls.isEmpty { (self.line, isDescending) = (line, false) }
    isDescending = isDescending(before: call.number)
    calls.append(call)
  }

  /// True if no functions are there again and again.
  var repeatsNothing: Bool {
    let names = calls.map { Int(truncatingIfNeeded: $0.known.name) }
    return names.indices.allSatisfy { !names[..<$0].contains(names[$0]) }
      || StackPeriod.find(in: names, needed: 2) == nil
  }

  /// True if the numbers fall, given the next one.
  func isDescending(before next: Int?) -> Bool {
    guard calls.count == 1, let next else { return isDescending }
    return calls[0].number == next + 1
  }

  /// Takes all frames away, and keeps the room for others.
  mutating func clear() { calls.removeAll(keepingCapacity: true) }
}
