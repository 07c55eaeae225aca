/// The reading of one stack: a layout inside itself, nesting, or nothing of layout.
struct StackReading: Equatable {
  enum Outcome: Equatable {
    /// The period enters layout again.
    case loop
    /// The frames repeat once for each level of a tree.
    case nesting
    /// The frames repeat, but none of them is of layout.
    case otherRecursion
    /// Nothing repeats, or too seldom.
    case nothing
    /// There are only addresses.
    case nameless
  }

  var outcome: Outcome
  var framework = ""
  /// The frames of one round, the innermost first.
  var period: [PostedFrame] = []
  var culprit: PostedFrame?
  /// The framework's call by which the culprit enters layout again.
  var call: String?
  /// The types of views in it, the culprit's first.
  var views: [String] = []
}

/// Reads stacks: finds the period, and decides by the frameworks' tables.
enum StackJudge {
  /// The number of rounds that a complete stack must have: fewer can be the levels of a tree.
  private static let roundsOfComplete = 8
  /// The number of rounds up to a cut; one function that calls another of its name is no round.
  private static let roundsUpToCut = 2

  static func read(_ posted: PostedStack) -> StackReading {
    let stack = posted.withoutGlue()
    guard stack.namedFrames * 4 >= stack.frames.count, stack.namedFrames > 0 else {
      return StackReading(outcome: .nameless)
    }
    guard let period = StackPeriod.find(in: stack) else { return StackReading(outcome: .nothing) }
    let needed =
      stack.isComplete && stack.circumstance != .overflow ? roundsOfComplete : roundsUpToCut
    let isOverload =
      period.frames.count == 1 && period.rounds < 3 && stack.circumstance != .overflow
    guard
      period.rounds >= needed && !isOverload || stack.saysRepeat || stack.marked?.isEmpty == false
    else {
      return StackReading(outcome: .nothing)
    }
    let frames = stack.frames(ofLaterRound: period)
    let around = stack.frames[
      max(0, period.frames.lowerBound - 40)..<min(stack.frames.count, period.frames.upperBound + 40)
    ]
    guard let calls = LayoutCalls.of(frames) ?? LayoutCalls.of(around) else {
      return StackReading(outcome: .otherRecursion, period: frames)
    }
    return StackRound(frames, calls).reading
  }

  /// The app's frames in a stack that took part in layout: suspects of a hang.
  static func suspects(in stack: PostedStack) -> (calls: LayoutCalls, frames: [PostedFrame])? {
    guard let calls = LayoutCalls.of(stack.frames),
      stack.frames.contains(where: {
        LayoutCalls.names($0, calls.descending) || LayoutCalls.names($0, calls.overrides)
      })
    else { return nil }
    var frames: [PostedFrame] = []
    for frame in stack.withoutGlue().frames
    where !calls.isSystem(frame) && !frames.contains(where: { $0.function == frame.function }) {
      if frames.count < 6, frame.function != "main" { frames.append(frame) }
    }
    return (calls, frames)
  }
}
