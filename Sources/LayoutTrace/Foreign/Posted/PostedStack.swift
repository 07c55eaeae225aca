/// The frames of one thread, the innermost first, with the marks between them.
struct PostedStack {
  var frames: [PostedFrame] = []
  /// The position after which frames were left out, in frames; nil if none were.
  var elision: Int?
  /// True if the text says that the frames before that position repeat.
  var saysRepeat = false
  /// The frames that the text itself marks as repeated.
  var marked: Range<Int>?
  /// The shapes of the lines of further frames, which are not kept.
  var shapes = FrameShapes()
  /// True if the numbers fall from line to line: calls stand below their callers.
  var isDescending = false
  /// The line of the first frame.
  var line = 0
  /// The thread, if the text tells it.
  var thread: PostedThread?
  /// The kind of end, if the text around the stack names it.
  var circumstance = Circumstance.unknown

  /// The end of a thread, as the text around its stack tells it.
  enum Circumstance {
    case unknown, overflow, hang

    private static let hangs: [StaticString] = [
      "8badf00d", "8BADF00D", "ANR in ", "Input dispatching timed out", "watchdog transgression",
      "App hanging for ", ":tid=1 systid=", "failed to respond to an event within ",
    ]
    private static let overflows: [StaticString] = [
      ": stack overflow", "Maximum call stack size", "too much recursion",
      "thread index for stack guard region", "in the thread's stack guard",
      "Thread stack size exceeded", "maximum recursion depth exceeded", "has overflowed its stack",
    ]

    /// Words of programs that people write, too: of a site, or of its answers.
    private static let names: [StaticString] = ["Stack overflow", "StackOverflow"]

    /// The whole message of Dart, which elsewhere is the name of a site.
    private static let ending: StaticString = "Stack Overflow"

    /// All texts that tell one.
    static let words = hangs + overflows + names + [ending]

    /// The circumstance that a line tells.
    init(_ line: String) {
      if Self.hangs.contains(where: { line.holds($0) }) {
        self = .hang
      } else {
        let isOverflow =
          Self.overflows.contains { line.holds($0) } || Self.names.contains { Self.tells($0, line) }
          || line[...].trimmed.hasSuffix("\(Self.ending)") && !Self.namesSite(line)
        self = isOverflow ? .overflow : .unknown
      }
    }

    /// True if a line says these words, and not of the site.
    private static func tells(_ words: StaticString, _ line: String) -> Bool {
      guard let found = line.place(of: words) else { return false }
      let next = line[found.upperBound...].drop { $0 == " " }
      let others = ["question", "answer", "post", "thread", "link", ".com", "tag", "discussion"]
      return !others.contains(where: next.hasPrefix) && !namesSite(line)
    }

    /// True for words such as `I asked on Stack Overflow`, but not for `the StackOverflowError`.
    private static func namesSite(_ line: String) -> Bool {
      let words: [StaticString] = [" on Stack", " from Stack", " at Stack", " via Stack"]
      return words.contains { line.holds($0) } && !line.holds("verflowE")
    }
  }

  /// The largest number of frames that are kept of a stack.
  static let mostFrames = 4_096

  /// True if it holds as many frames as are kept.
  var isFull: Bool { frames.count >= Self.mostFrames }

  /// The functions that begin a thread, by whole names.
  private static let entries: Set<String> = [
    "main", "start", "_start", "__libc_start_main", "__libc_start_call_main", "start_thread",
    "thread_start", "_pthread_start", "start_wqthread", "clone", "UIApplicationMain",
    "NSApplicationMain", "com.android.internal.os.ZygoteInit.main", "android.os.Looper.loop",
    "java.lang.Thread.run", "BaseThreadInitThunk", "RtlUserThreadStart",
    "<module>",
  ]

  /// True if it reaches the function that began the thread, so that nothing is cut off there.
  var isComplete: Bool {
    elision == nil && frames.suffix(4).contains { Self.entries.contains($0.function) }
  }

  /// Puts the innermost call first; a call graph of samples is a hang.
  mutating func turnOver() {
    frames.reverse()
    elision = nil
    let count = frames.count
    marked = marked.map { max(0, count - $0.upperBound)..<max(0, count - $0.lowerBound) }
    if frames.allSatisfy({ $0.isSampled || $0.isCallerFirst && $0.family == .native }) {
      circumstance = .hang
    }
  }

  /// The number of frames whose function is known.
  var namedFrames: Int { frames.count { !$0.isNameless } }

  /// The frames without those that a compiler put between, which some services show and others not.
  func withoutGlue() -> PostedStack {
    guard frames.contains(where: \.isGlue) else { return self }
    var stack = self
    var kept: [PostedFrame] = []
    // The position of each frame, and of the end, among those that are kept.
    var places = [0]
    for (index, frame) in frames.enumerated() {
      if !frame.isGlue || isAlone(index) { kept.append(frame) }
      places.append(kept.count)
    }
    stack.frames = kept
    stack.elision = elision.map { places[min($0, frames.count)] }
    stack.marked = marked.map {
      places[min($0.lowerBound, frames.count)]..<places[min($0.upperBound, frames.count)]
    }
    return stack
  }

  /// The frames of one round, of a later one where there is one: the innermost round was cut short
  /// by the crash, so that its lines are those of no call.
  func frames(ofLaterRound period: StackPeriod) -> [PostedFrame] {
    period.frames.map { index in
      let later = index + period.frames.count
      // The last line of a text may be cut off within its place.
      guard later + 1 < frames.count || later < frames.count && elision != nil else {
        return frames[index]
      }
      return frames[later].function == frames[index].function
        ? frames[later] : frames[index]
    }
  }

  /// True for glue whose function has no frame of its own beside it.
  private func isAlone(_ index: Int) -> Bool {
    let name = frames[index].function
    guard frames[index].place != nil || name.contains("."), !FrameNames.isOfRustLibrary(name)
    else { return false }
    let neighbours = frames[max(0, index - 2)..<min(frames.count, index + 3)]
    return !neighbours.contains { !$0.isGlue && $0.function == name }
      && !name.hasPrefix("thunk for") && !name.hasPrefix("partial apply")
  }
}

/// The shortest sequence of frames that repeats up to the cut of a stack.
struct StackPeriod: Equatable {
  /// The frames of one round, the innermost first.
  var frames: Range<Int>
  /// The number of complete rounds.
  var rounds: Int

  /// The longest period that is looked for.
  static let longest = 160

  /// Finds the period of a stack; nil if nothing repeats.
  ///
  /// A period counts if its rounds cover most of the frames up to the cut. Of those that cover as
  /// much, the shortest counts. Time grows with the number of frames, times the longest period.
  static func find(in stack: PostedStack) -> StackPeriod? {
    if let marked = stack.marked, !marked.isEmpty {
      let inner = find(in: stack.frames[marked].map(\.function), needed: 2)
      return inner.map {
        StackPeriod(
          frames: ($0.frames.lowerBound + marked.lowerBound)..<($0.frames.upperBound
            + marked.lowerBound), rounds: $0.rounds)
      } ?? StackPeriod(frames: marked, rounds: 2)
    }
    let cut = min(stack.elision ?? stack.frames.count, stack.frames.count)
    let names = stack.frames[..<cut].map(\.function)
    let found = stack.saysRepeat ? announced(in: names) : find(in: names, needed: 2)
    // Frames without names are all alike.
    return found.flatMap { stack.frames[$0.frames].allSatisfy(\.isNameless) ? nil : $0 }
  }

  private static func find(in names: [String], needed: Int) -> StackPeriod? {
    numbers(of: names).flatMap { find(in: $0, needed: needed) }
  }

  /// The period of functions that have these numbers, with so many rounds.
  static func find(in keys: [Int], needed: Int) -> StackPeriod? {
    var best: (period: Int, start: Int, length: Int)?
    for period in 1...max(1, min(longest, keys.count / needed)) {
      var (run, index) = (0, 0)
      while index + period < keys.count {
        if keys[index] == keys[index + period] {
          run += 1
          let length = run + period
          // A longer period must explain more frames than a shorter one, by a round of its own.
          if length >= needed * period, covers(index - run + 1, length, period, of: keys.count),
            best.map({ length > $0.length + ($0.period == period ? 0 : period / 2) }) ?? true
          {
            best = (period, index - run + 1, length)
          }
        } else {
          run = 0
        }
        index += 1
      }
    }
    return best.map {
      StackPeriod(frames: $0.start..<($0.start + $0.period), rounds: $0.length / $0.period)
    }
  }

  /// A number for each name, the same for equal ones; nil if no two are equal.
  private static func numbers(of names: [String]) -> [Int]? {
    // A few names are compared sooner than they are kept.
    if names.count <= 4 {
      let keys = names.map { name in names.firstIndex(of: name) ?? 0 }
      return keys == Array(names.indices) ? nil : keys
    }
    var (interner, repeats) = (ByteInterner(), false)
    let keys = names.map { name -> Int in
      var name = name
      let (number, isNew) = name.withUTF8 { interner.intern($0) }
      if !isNew { repeats = true }
      return Int(number)
    }
    return repeats ? keys : nil
  }

  /// True if rounds reach the cut, are most of the frames, or are too many for levels of a tree.
  private static func covers(_ start: Int, _ length: Int, _ period: Int, of count: Int) -> Bool {
    count - start - length < period || length * 2 >= count || length / period >= 8
  }

  /// The period right before words that say that it repeats: one round and the start of the next.
  private static func announced(in names: [String]) -> StackPeriod? {
    if let found = find(in: names, needed: 2) { return found }
    guard let last = names.last, let first = names.dropLast().lastIndex(of: last) else {
      // One round is shown, and nothing else: the words tell that it is one.
      return (2...longest).contains(names.count)
        ? StackPeriod(frames: 0..<names.count, rounds: 1) : nil
    }
    return StackPeriod(frames: first..<(names.count - 1), rounds: 1)
  }
}
