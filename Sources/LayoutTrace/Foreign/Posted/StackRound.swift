/// One round of a stack that repeats, in the terms of a framework's table.
struct StackRound {
  /// The frames, the innermost first; the round goes on at its beginning.
  private let frames: [PostedFrame]
  private let calls: LayoutCalls
  /// True for each frame of the app.
  private let isApp: [Bool]
  /// The frames that enter layout again, if the app makes them.
  private let reentry: [Int]
  /// The frames that lay out the next level.
  private let descent: [Int]
  /// The frames of methods that the framework calls in layout.
  private let overrides: [Int]
  /// True if the frames themselves show that this happens in layout.
  private let isInLayout: Bool

  init(_ frames: [PostedFrame], _ calls: LayoutCalls) {
    (self.frames, self.calls) = (frames, calls)
    isApp = frames.map { !calls.isSystem($0) }
    reentry = frames.indices.filter { index in
      // The framework resizes the views of the next level, which enters nothing again.
      LayoutCalls.names(frames[index], calls.reentering)
        && !LayoutCalls.names(frames[(index + 1) % frames.count], LayoutCalls.resizing)
    }
    descent = frames.indices.filter { LayoutCalls.names(frames[$0], calls.descending) }
    overrides = frames.indices.filter {
      LayoutCalls.names(frames[$0], calls.overrides) && !LayoutCalls.isOfData(frames[$0])
    }
    isInLayout =
      !descent.isEmpty || overrides.contains { !LayoutCalls.isVague(frames[$0].method) }
  }

  /// The reading of the round: the code of the app that enters layout again, nesting, or neither.
  var reading: StackReading {
    if let index = frameworkCall, let caller = caller(of: index) {
      return loop(culprit: frames[caller], call: frames[index].function)
    }
    if !descent.contains(where: { !isApp[$0] }), let entered = ownEntry {
      // The app's own code calls the pass again, with nothing of the framework between.
      return loop(culprit: frames[caller(of: entered) ?? entered], call: nil)
    }
    if let entered = callOfFrameworkAlone {
      return loop(culprit: nil, call: frames[entered].function)
    }
    let goesDown = !isAlone || (isScript ? descendsByItself : !descent.isEmpty)
    let nests = isInLayout && goesDown && (showsLayout || descent.contains { !isApp[$0] })
    return StackReading(
      outcome: nests ? .nesting : .otherRecursion, framework: calls.framework, period: frames)
  }

  private var isScript: Bool { calls.family == .script }

  /// True if no frame of the framework is in the round.
  private var isAlone: Bool { isApp.allSatisfy(\.self) }

  /// True if a frame whose name itself tells of layout goes down a level.
  private var descendsByItself: Bool {
    descent.contains { LayoutCalls.laysOut(frames[$0].method) }
  }

  /// The framework's call by which the app enters layout again: one with the caller's line, if any.
  private var frameworkCall: Int? {
    let found = reentry.filter { index in
      // A text that is set when it changes is a recursion, but none of layout.
      !isApp[index] && (isInLayout || LayoutCalls.laysOut(frames[index].method))
        && caller(of: index) != nil
    }
    return found.first { caller(of: $0).map { frames[$0].place != nil } == true } ?? found.last
  }

  /// True if a frame shows layout by itself: one of the framework, or an override that no other code has.
  private var showsLayout: Bool {
    let named = Set(descent + overrides + reentry)
    return named.contains { index in
      if !isApp[index] { return LayoutCalls.laysOut(frames[index].method) }
      guard overrides.contains(index) else { return isScript && tellsLayout(index) }
      return isScript || LayoutCalls.isUnmistakable(frames[index])
    }
  }

  /// True for a script's own function whose name tells of layout: pages have no others in their stacks.
  private func tellsLayout(_ index: Int) -> Bool {
    LayoutCalls.laysOut(frames[index].method) && !LayoutCalls.isOfData(frames[index])
  }

  /// The app's own frame that enters layout again; nil where only a name in it could mean that.
  private var ownEntry: Int? {
    // Code of any kind has setters, and handlers of what changed.
    guard showsLayout else { return nil }
    let own = (overrides: overrides.first { isApp[$0] }, calls: reentry.first { isApp[$0] })
    if isScript {
      guard own.calls == nil, own.overrides != nil else { return own.calls }
      // A handler calls the layout that reaches it.
      return descent.first { isApp[$0] && LayoutCalls.laysOut(frames[$0].method) }
        ?? own.overrides
    }
    // The call that enters layout again says more than the methods that it reaches.
    return own.calls ?? own.overrides
  }

  /// The call that enters layout again in a loop of the framework alone: nobody's line is in it.
  private var callOfFrameworkAlone: Int? {
    guard !isApp.contains(true),
      isInLayout || reentry.contains(where: { LayoutCalls.laysOut(frames[$0].method) })
    else { return nil }
    return reentry.first { !descent.contains($0) }
  }

  /// The app's frame that is the next one outwards of a frame.
  private func caller(of index: Int) -> Int? {
    (1...isApp.count).lazy.map { (index + $0) % isApp.count }.first { isApp[$0] }
  }

  private func loop(culprit: PostedFrame?, call: String?) -> StackReading {
    var reading = StackReading(outcome: .loop, framework: calls.framework, period: frames)
    (reading.culprit, reading.call, reading.views) = (culprit, call, views)
    if let type = culprit?.type.map(String.init), type.first?.isLetter == true {
      reading.views.removeAll { $0 == type }
      reading.views.insert(type, at: 0)
    }
    return reading
  }

  /// The types of the app in the round, in the order of their calls, the outermost first.
  private var views: [String] {
    var views: [String] = []
    for index in frames.indices.reversed() where isApp[index] {
      guard let type = frames[index].type.map(String.init), type.first?.isLetter == true,
        !views.contains(type), views.count < 12
      else { continue }
      views.append(type)
    }
    return views
  }
}
