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
  /// The number of rounds up to a cut.
  private static let roundsUpToCut = 2

  static func read(_ posted: PostedStack) -> StackReading {
    let stack = posted.withoutGlue()
    guard stack.namedFrames * 4 >= stack.frames.count, stack.namedFrames > 0 else {
      return StackReading(outcome: .nameless)
    }
    guard let period = StackPeriod.find(in: stack) else { return StackReading(outcome: .nothing) }
    let needed =
      stack.isComplete && stack.circumstance != .overflow ? roundsOfComplete : roundsUpToCut
    guard period.rounds >= needed || stack.saysRepeat || stack.marked != nil else {
      return StackReading(outcome: .nothing)
    }
    let frames = stack.frames(ofLaterRound: period)
    let around = stack.frames[
      max(0, period.frames.lowerBound - 40)..<min(stack.frames.count, period.frames.upperBound + 40)
    ]
    guard let calls = LayoutCalls.of(frames) ?? LayoutCalls.of(around) else {
      return StackReading(outcome: .otherRecursion)
    }
    return judge(frames, calls)
  }

  /// Judges one round.
  static func judge(_ frames: [PostedFrame], _ calls: LayoutCalls) -> StackReading {
    var reading = StackReading(
      outcome: .otherRecursion, framework: calls.framework, period: frames)
    let isApp = frames.map { !calls.isSystem($0) }
    let reentry = frames.indices.filter { index in
      // The framework resizes the views of the next level, which enters nothing again.
      LayoutCalls.names(frames[index], calls.reentering)
        && !LayoutCalls.names(frames[(index + 1) % frames.count], LayoutCalls.resizing)
    }
    let descent = frames.indices.filter { LayoutCalls.names(frames[$0], calls.descending) }
    let overrides = frames.indices.filter { LayoutCalls.names(frames[$0], calls.overrides) }
    guard !(reentry.isEmpty && descent.isEmpty && overrides.isEmpty) else { return reading }
    reading.views = views(frames, isApp)
    let isInLayout =
      !descent.isEmpty || overrides.contains { !LayoutCalls.isVague(frames[$0].method) }
    // The frame that calls is the next one outwards; the round goes on at its beginning.
    for index in reentry where !isApp[index] {
      // A text that is set when it changes is a recursion, but none of layout.
      guard isInLayout || LayoutCalls.laysOut(frames[index].method) else { continue }
      guard let caller = caller(of: index, isApp) else { continue }
      // Code of the framework may do this for the app's own call; the app's line is what can change.
      reading.outcome = .loop
      reading.culprit = frames[caller]
      reading.call = frames[index].function
      if frames[caller].place != nil { break }
    }
    if reading.outcome == .loop { return finished(reading, calls) }
    let systemDescends = descent.contains { !isApp[$0] }
    let own = (overrides: overrides.first { isApp[$0] }, calls: reentry.first { isApp[$0] })
    let isAlone = isApp.allSatisfy(\.self) && calls.family != .script
    // The call that enters layout again says more than the methods that it reaches.
    var entered = own.calls ?? own.overrides
    if isAlone, !overrides.contains(where: { LayoutCalls.isTelling(frames[$0].method) }) {
      // Only an override's name shows that this is layout: code of any kind has setters.
      entered = nil
    } else if calls.family == .script, own.calls == nil, own.overrides != nil {
      // A handler calls the layout that reaches it.
      entered = descent.first { isApp[$0] && LayoutCalls.laysOut(frames[$0].method) } ?? entered
    }
    if !systemDescends, let entered {
      // The app's own code calls the pass again, with nothing of the framework between.
      reading.outcome = .loop
      reading.culprit = frames[caller(of: entered, isApp) ?? entered]
      return finished(reading, calls)
    }
    if isInLayout || reentry.contains(where: { LayoutCalls.laysOut(frames[$0].method) }),
      let entered = reentry.first(where: { !descent.contains($0) }), !isApp.contains(true)
    {
      // A loop of the framework alone: nobody's line is in it.
      reading.outcome = .loop
      reading.call = frames[entered].function
      return finished(reading, calls)
    }
    if isInLayout, !isAlone || !descent.isEmpty { reading.outcome = .nesting }
    return reading
  }

  /// The app's frame that is the next one outwards of a frame of the round.
  private static func caller(of index: Int, _ isApp: [Bool]) -> Int? {
    (1...isApp.count).lazy.map { (index + $0) % isApp.count }.first { isApp[$0] }
  }

  private static func finished(_ reading: StackReading, _ calls: LayoutCalls) -> StackReading {
    var reading = reading
    guard let type = reading.culprit?.type.map(String.init), type.first?.isLetter == true else {
      return reading
    }
    reading.views.removeAll { $0 == type }
    if calls.family != .script || reading.culprit?.type != nil { reading.views.insert(type, at: 0) }
    return reading
  }

  /// The types of the app in a round, in the order of their calls, the outermost first.
  private static func views(_ frames: [PostedFrame], _ isApp: [Bool]) -> [String] {
    var views: [String] = []
    for index in frames.indices.reversed() where isApp[index] {
      guard let type = frames[index].type.map(String.init), type.first?.isLetter == true,
        !views.contains(type), views.count < 12
      else { continue }
      views.append(type)
    }
    return views
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
