/// The thread that a stack is of, as the line above the stack tells it.
struct PostedThread: Equatable {
  /// The number, if the line has one.
  var number: Int?
  /// True for the thread in which a system lays out and draws.
  var isMain = false
  /// True for the thread that the report blames.
  var isTriggered = false

  /// Texts, one of which is in each line that tells the main thread of a report.
  static let anchors: [StaticString] = ["com.apple.main-thread", " tid=1 ", "Triggered by Thread"]

  /// Texts, one of which is in each line that tells any thread.
  static let signs: [StaticString] = [
    "Thread ", "thread #", "Crashed: ", " tid=", ":tid=", " Thread_", "Triggered by Thread:",
    "Crashed Thread:",
  ]

  /// The place of a thread among those whose stacks may explain a hang; the largest counts.
  enum Rank: Int, Comparable {
    case other, unknown, triggered, main

    static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
  }

  /// The rank of a thread; a stack without a line that tells its thread may be any.
  static func rank(of thread: PostedThread?) -> Rank {
    guard let thread else { return .unknown }
    return thread.isMain ? .main : thread.isTriggered ? .triggered : .other
  }

  /// Reads the line above a thread's stack, in the forms of Apple, debuggers, samplers and Android.
  init?(headline line: String) {
    guard line.utf8.count < 400 else { return nil }
    let text = line[...].trimmed.drop { "*>` ".contains($0) }
    guard takes(text) else { return nil }
    if text.holds("com.apple.main-thread") { isMain = true }
    if text.holds("Crashed") { isTriggered = true }
  }

  init(number: Int? = nil, isMain: Bool = false, isTriggered: Bool = false) {
    (self.number, self.isMain, self.isTriggered) = (number, isMain, isTriggered)
  }

  private mutating func takes(_ text: Substring) -> Bool {
    if text.hasPrefix("Thread ") { return takeNumbered(text.dropFirst(7)) }
    if text.hasPrefix("thread #") { return takeNumbered(text.dropFirst(8)) }
    // Crashlytics: `Crashed: com.apple.main-thread`.
    if text.hasPrefix("Crashed: ") { return true }
    return takeAndroid(text) || takeSampled(text)
  }

  /// `0 name:  Dispatch queue: com.apple.main-thread`, `0 Crashed:`, `5:`, `0x1f DispatchQueue …`, `1, queue = …`.
  private mutating func takeNumbered(_ text: Substring) -> Bool {
    var rest = text
    if !rest.takeAddress() { number = rest.takeNumber() }
    guard rest.startIndex > text.startIndex else { return false }
    let words = rest.trimmed
    return words.isEmpty || ":,(".contains(words.first ?? " ")
      || ["name", "Crashed", "Queue", "DispatchQueue", "\"", "Highlighted"].contains(
        where: words.hasPrefix)
  }

  /// `"main" prio=5 tid=1 Runnable`, `main (native):tid=1 systid=811`.
  private mutating func takeAndroid(_ text: Substring) -> Bool {
    guard let mark = text.place(of: " tid=") ?? text.place(of: ":tid=") else { return false }
    let name = text[..<mark.lowerBound]
    guard name.first == "\"" || name.last == ")" else { return false }
    var rest = text[mark.upperBound...]
    number = rest.takeNumber()
    isMain = name.hasPrefix("\"main\"") || name.hasPrefix("main (")
    return number != nil
  }

  /// `2800 Thread_12345   DispatchQueue_1: com.apple.main-thread  (serial)`.
  private mutating func takeSampled(_ text: Substring) -> Bool {
    var rest = text.drop { "+!: ".contains($0) }
    guard rest.takeNumber() != nil, rest.hasPrefix(" Thread_") else { return false }
    rest = rest.dropFirst(8)
    number = rest.takeNumber()
    return number != nil
  }

  /// The number of the thread that a report blames, in a line of its own: `Triggered by Thread:  0`.
  static func triggered(in line: String) -> Int? {
    let marks: [StaticString] = ["Triggered by Thread:", "Crashed Thread:"]
    guard line.utf8.count < 400,
      let mark = marks.lazy.compactMap({ line.place(of: $0) }).first
    else { return nil }
    var rest = line[mark.upperBound...].trimmed
    return rest.takeNumber()
  }
}

/// The threads of a text, while its lines are read.
struct PostedThreads {
  /// The thread whose stack comes.
  private(set) var current: PostedThread?
  private var triggered: Int?

  /// Takes a line; nil for one that tells no thread, false for one about the thread that is known already.
  mutating func take(_ line: String) -> Bool? {
    if let number = PostedThread.triggered(in: line) {
      triggered = number
      return false
    }
    guard var next = PostedThread(headline: line) else { return nil }
    if let number = next.number, number == triggered { next.isTriggered = true }
    guard let last = current, let number = last.number, number == next.number else {
      current = next
      return true
    }
    current?.isMain = last.isMain || next.isMain
    current?.isTriggered = last.isTriggered || next.isTriggered
    return false
  }

  /// Forgets the thread: another stack begins without a line above it.
  mutating func forget() { current = nil }
}
