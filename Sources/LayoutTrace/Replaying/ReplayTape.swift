import ViewTree

/// An event of the turn being replayed: its line, and its place among the other events.
struct TapeEvent {
  /// The line; its strings and arrays are those of the tape.
  let line: TraceLine
  /// The number of the line in the file.
  let lineNumber: Int
  private let storedSlot: Int32
  private let storedOther: Int32
  /// The consequence that a `dirty` is; nil for an event to apply.
  let consequence: Consequence?
  /// True if the replay has run the layout.
  fileprivate(set) var hasRun = false
  /// True if the layout was forced because nothing explained it.
  fileprivate(set) var isForced = false
  /// The place of the matching `done`, `updated`, `ran` or `committed`, or of its possible place.
  ///
  /// For a `force` that began a pass which ended at its limit, it is the place of its `forced`. For a
  /// `gone`, it is the place after the unbroken row of `gone` events.
  fileprivate(set) var partner: Int32 = -1
  /// The next layout of the same view in this turn, and the next of any view; -1 for none.
  fileprivate(set) var nextOfView: Int32 = -1
  fileprivate(set) var nextLayout: Int32 = -1

  /// The reasons that the engine must produce by itself.
  enum Consequence: Int {
    case size, bounds, subviews

    var reason: DirtyReason {
      switch self {
      case .size: .size
      case .bounds: .bounds
      case .subviews: .subviews
      }
    }
  }

  fileprivate init(
    _ line: TraceLine, lineNumber: Int, slot: Int, other: Int, consequence: Consequence?
  ) {
    self.line = line
    self.lineNumber = lineNumber
    storedSlot = Int32(truncatingIfNeeded: slot)
    storedOther = Int32(truncatingIfNeeded: other)
    self.consequence = consequence
  }

  var kind: TraceEvent.Kind { line.kind }

  /// The slot of the view; negative for none.
  var slot: Int { Int(storedSlot) }

  /// The slot of its new superview, or, for a `dirty`, of the subview that led to it; -1 for none.
  var other: Int { Int(storedOther) }

  /// The slot of the owner; `engine` for the engine, nil for the code of the layout.
  var owner: Int? { line.number(.own) }
  static let engine = -1

  /// The place of the source location in the tape's strings; -1 for none.
  var origin: Int { line.has(.from) ? line.place(.from) : -1 }
}

/// The coming events: those of one turn, read ahead of the replay.
///
/// The lines move here from their chunk, with their strings and arrays. A view is identified by the
/// slot that the reader gave it, which belongs to no other view before the next turn.
final class ReplayTape {
  let reader: TraceReader
  // Nobody is called while one of these changes, so accesses need no dynamic exclusivity checks.
  /// The turn's events; each operation on one of them is one access.
  @exclusivity(unchecked) private var turn = ReplayTurn()
  @exclusivity(unchecked) private var numbers: [TraceNumbers] = []
  @exclusivity(unchecked) private var words = ReplayWords()
  private var census = LayoutsByView()
  private var rounds = LayoutRounds()

  /// The number of the turn; 0 for the part before the first turn.
  private(set) var number = 0
  /// The `t` of the turn; nil for none.
  private(set) var time: Int64?
  private(set) var header: TraceEvent.Header?
  /// The findings read so far, which change nothing in a replay.
  private(set) var findings: [TraceEvent.Finding] = []
  /// True if the `from` of every event is needed: by a recorder, or by a hunter for its report.
  var keepsOrigins = false

  /// The place behind the last event of the recording, but for the ends of what it was in the middle of;
  /// the largest number while more turns follow.
  private(set) var tail = Int32.max

  private var nextNumber = 0
  private var nextTime: Int64?
  private var isReading = false
  private var hasEnded = false

  /// The memory of a live view in a replay, including a hunt on it, a name and room to grow.
  private static let bytesPerView = 1_000
  /// The number of events of a snapshot to keep before their views are built.
  private static let snapshotPiece: Int32 = 1 << 14
  /// The memory of an event, with room to grow, and the number of events at which memory is
  /// checked.
  private static let bytesPerEvent = 440
  private static let firstLook: Int32 = 1 << 13

  init(
    _ input: TraceInput, options: TraceOptions, interrupt: TraceInterrupt?, copy: TraceCopy?
  ) throws(TraceError) {
    reader = try TraceReader(
      input, options: options, interrupt: interrupt, bytesPerView: Self.bytesPerView,
      keepsSlots: true, copy: copy)
  }

  /// The reader's summary so far.
  var summary: TraceSummary { reader.summary }
  /// The size of a regular file.
  var totalBytes: Int64? { reader.totalBytes }

  // MARK: The turn

  var count: Int32 { turn.count }

  /// The number of turns read, including the part before the first.
  var turnsRead: Int { turn.ordinal }

  /// The first layout of the turn; -1 for none.
  var firstLayout: Int32 { turn.firstLayout }

  /// True if it only adds views and enqueues work, as a snapshot does.
  var isSnapshot: Bool { turn.isSnapshot }

  subscript(index: Int32) -> TapeEvent {
    @inline(__always) get { turn.events[Int(index)] }
  }

  @inline(__always)
  func kind(at index: Int32) -> TraceEvent.Kind { turn.events[Int(index)].line.kind }

  @inline(__always)
  func partner(of index: Int32) -> Int32 { turn.events[Int(index)].partner }

  /// The slot of an event's view, and that of `TapeEvent.other`.
  @inline(__always)
  func slot(at index: Int32) -> Int { turn.events[Int(index)].slot }
  @inline(__always)
  func other(at index: Int32) -> Int { turn.events[Int(index)].other }

  /// The layout that follows a layout; -1 for none.
  func nextLayout(after index: Int32) -> Int32 { turn.events[Int(index)].nextLayout }

  var last: TapeEvent? { turn.events.last }

  /// The number of batches of a commit or a forced pass that ended at a limit; nil for one that
  /// settled.
  func batchesAtLimit(of beginning: TapeEvent) -> Int? {
    guard beginning.partner >= 0, beginning.partner < count else { return nil }
    let end = self[beginning.partner].line
    guard end.kind == .forced || end.kind == .committed && end.has(.hit) else { return nil }
    return end.number(.batches)
  }

  /// True if a forced pass of the turn was refused at the nesting limit.
  var hasRefusal: Bool {
    turn.hasRefusal || turn.deepestForce >= header?.nestingLimit ?? .max
  }

  /// Counts the layouts between two events.
  ///
  /// The memory is that of the last census: a turn may hold many passes at their limits. Behind a layout
  /// that a torn recording never ends there may be no event.
  func census(from first: Int32, to last: Int32) -> LayoutsByView {
    census.removeAll()
    rounds.begin()
    var ends: [Int32] = []
    for index in first..<max(first, min(last, count)) {
      let event = turn.events[Int(index)]
      switch event.kind {
      case .layout:
        while let end = ends.last, end <= index { ends.removeLast() }
        census.add(event.slot, inBatch: rounds.layOut(event.slot, inside: ends.count))
        ends.append(event.partner)
      case .dirty, .view: rounds.dirty(event.slot)
      case .gone: rounds.leave(event.slot)
      default: break
      }
    }
    return census
  }

  /// Marks a layout as run.
  func setRun(_ index: Int32) { turn.events[Int(index)].hasRun = true }

  /// Marks a layout as forced.
  func setForced(_ index: Int32) { turn.events[Int(index)].isForced = true }

  /// Takes the next recorded layout of a view in this turn; -1 for none.
  func takeLayout(of slot: Int) -> Int32 { turn.takeLayout(of: slot) }

  /// True if layouts of the view are left to be taken.
  func hasLayouts(of slot: Int) -> Bool { turn.hasLayouts(of: slot) }

  /// The place of the view's `gone` in this turn; -1 for none.
  func death(of slot: Int) -> Int32 { turn.death(of: slot) }

  /// The slots of the views with a `gone` in this turn, which the next turn does not know.
  var slotsOfDead: [Int] { turn.deaths }

  /// True if work was enqueued in a row of deeds behind a layout that ends with a death: it may be that of the
  /// dying view.
  func deathFollows(_ index: Int32) -> Bool {
    var next = index + 1
    while next < count, kind(at: next) == .async || kind(at: next) == .dirty { next += 1 }
    return next < count && kind(at: next) == .gone
  }

  // MARK: Values

  func string(_ place: Int) -> String { words[place] }

  /// The string under a key; nil if the key is missing.
  func string(_ key: TraceKey, of event: TapeEvent) -> String? {
    event.line.has(key) ? words[event.line.place(key)] : nil
  }

  /// The numbers under a key that is present.
  func numbers(_ key: TraceKey, of event: TapeEvent) -> TraceNumbers {
    numbers[event.line.place(key)]
  }

  /// The value of the array under a key; nil if the key is missing.
  func array<Value: TraceArray>(_ key: TraceKey, of event: TapeEvent) -> Value? {
    event.line.has(key) ? Value(numbers[event.line.place(key)]) : nil
  }

  /// The class of a `view`.
  func recordedClass(of event: TapeEvent) -> RecordedClass {
    words.recordedClass(event.line.place(.className))
  }

  // MARK: Reading

  /// The result of one reading.
  enum Reading {
    /// A part of a snapshot, whose views must be built before more is read.
    case piece
    /// A whole turn, or the part before the first.
    case turn
    /// Nothing: the recording has ended.
    case end
  }

  /// Reads the events up to the next turn.
  func read() throws(TraceError) -> Reading {
    if !isReading {
      if hasEnded { return .end }
      turn.ordinal += 1
      isReading = true
    }
    begin()
    var nextLook = Self.firstLook
    while true {
      if turnsRead == 1, count >= Self.snapshotPiece, isSnapshot { return .piece }
      if count >= nextLook { try lookForMemory(&nextLook) }
      let more = try reader.nextLine { line, chunk, slot in take(line, chunk, slot) }
      guard let isNext = more else {
        hasEnded = true
        break
      }
      if isNext { break }
    }
    isReading = false
    turn.seal()
    if hasEnded { tail = turn.tail }
    return .turn
  }

  private func lookForMemory(_ nextLook: inout Int32) throws(TraceError) {
    if nextLook > Int32.max / 2 {
      throw tooLong("more events than a replay can hold", remedy: "cut the trace")
    }
    nextLook *= 2
    let needed = Int(count) * Self.bytesPerEvent
    let events = "\(count) events of one turn"
    if let problem = MemoryRoom.problem(needing: needed, for: events) {
      throw tooLong(problem.problem, remedy: problem.remedy)
    }
  }

  private func tooLong(_ problem: String, remedy: String) -> TraceError {
    TraceError(
      kind: .unreadable, file: reader.name, line: reader.line, column: 1, problem: problem,
      remedy: remedy)
  }

  /// Empties the tape for a turn, or for the rest of a snapshot.
  private func begin() {
    number = nextNumber
    time = nextTime
    turn.removeAll()
    numbers.removeAll(keepingCapacity: numbers.capacity <= ReplayTurn.eventsKept)
    words.trim()
  }

  /// Adds a line; returns true for the `turn` line that begins the next turn.
  private func take(_ line: TraceLine, _ chunk: TraceChunk, _ slot: Int) -> Bool {
    var other = -1
    switch line.kind {
    case .turn:
      nextNumber = line[.turn]
      nextTime = line.number(.time).map(Int64.init)
      return true
    case .trace:
      if case .header(let header) = TraceEvent(line, of: chunk) { self.header = header }
      return false
    case .end: return false
    case .finding:
      if findings.count < TraceEvent.Finding.most,
        case .finding(let finding) = TraceEvent(line, of: chunk)
      {
        findings.append(finding)
      }
      return false
    case .view, .move:
      if line.has(.parent), line[.parent] != 0 { other = reader.slot(of: line[.parent]) }
    case .dirty, .constraint:
      if line.has(.receiver) { other = reader.slot(of: line[.receiver]) }
    default: break
    }
    let (kept, consequence) = keep(line, of: chunk)
    var event = kept
    if line.has(.own) {
      event.store(
        line[.own] == 0 ? TapeEvent.engine : reader.slot(of: line[.own]), in: TraceKey.own.slot)
    }
    turn.append(
      TapeEvent(
        event, lineNumber: reader.line, slot: slot, other: other, consequence: consequence))
    return false
  }

  /// Copies the contents of a line that a replay uses, with places relative to the tape.
  @inline(__always)
  private func keep(
    _ line: TraceLine, of chunk: TraceChunk
  ) -> (TraceLine, TapeEvent.Consequence?) {
    var line = line
    var consequence: TapeEvent.Consequence?
    var step = TraceTables.shared.steps(of: line.kind)
    while step.pointee.taking != .end {
      let bit = step.pointee.bit
      let slot = step.pointee.slot
      if line.present.bits & bit != 0 {
        switch step.pointee.taking {
        case .string, .word:
          if bit == TraceKey.from.bit, !keepsOrigins {
            line.remove(.from)
          } else if bit == TraceKey.why.bit {
            let word = words.placeOfReason(at: line.place(.why), of: chunk)
            consequence = TapeEvent.Consequence(rawValue: word)
            line.store(word, in: slot)
          } else if bit == TraceKey.name.bit, line.kind == .view {
            line.store(words.store(chunk.string(at: line.place(.name))), in: slot)
          } else {
            line.store(words.place(of: chunk.string(at: line.place(in: slot))), in: slot)
          }
        case .numbers:
          // The replayed view itself knows the value that a setter overwrote.
          if bit != TraceKey.old.bit || line.kind == .inset {
            numbers.append(chunk.numbers(at: line.place(in: slot)))
            line.store(numbers.count - 1, in: slot)
          }
        default: break
        }
      }
      step += 1
    }
    return (line, consequence)
  }
}

/// The events of one turn, with the places of related events.
private struct ReplayTurn {
  var events: [TapeEvent] = []
  /// The slots of the views that die in the turn.
  private(set) var deaths: [Int] = []
  private(set) var firstLayout: Int32 = -1
  private(set) var isSnapshot = true
  /// The ordinal of the turn among those read, from 1.
  var ordinal = 0

  /// The entries, by slot.
  private var entries: [Entry] = []
  private var lastLayout: Int32 = -1
  private var open: [Int32] = []
  /// The numbers of open layouts and commits, the last `force` outside of them, and the most layouts
  /// around any.
  private var openLayouts = 0
  private var openCommits = 0
  private var lastForce: Int32 = -1
  private(set) var deepestForce = 0
  private(set) var hasRefusal = false

  /// The places of a view's events in the turn.
  private struct Entry {
    /// The turn to which the places belong.
    var turn = 0
    /// The place of the view's `gone`.
    var death: Int32 = -1
    /// The view's next layout, and the last one read.
    var nextLayout: Int32 = -1
    var lastLayout: Int32 = -1
  }

  /// The number of events for which memory is kept from turn to turn.
  static let eventsKept = 1 << 16

  var count: Int32 { Int32(events.count) }

  /// Makes room for another turn, or for the rest of a snapshot.
  mutating func removeAll() {
    // A snapshot can be much larger than any turn: its memory is for the views that it makes.
    events.removeAll(keepingCapacity: events.capacity <= Self.eventsKept)
    deaths.removeAll(keepingCapacity: true)
    firstLayout = -1
    lastLayout = -1
    isSnapshot = true
    open.removeAll(keepingCapacity: true)
    (openLayouts, openCommits, lastForce, deepestForce) = (0, 0, -1, 0)
    hasRefusal = false
  }

  mutating func takeLayout(of slot: Int) -> Int32 {
    guard slot < entries.count, entries[slot].turn == ordinal else { return -1 }
    let index = entries[slot].nextLayout
    if index >= 0 { entries[slot].nextLayout = events[Int(index)].nextOfView }
    return index
  }

  func hasLayouts(of slot: Int) -> Bool {
    slot < entries.count && entries[slot].turn == ordinal && entries[slot].nextLayout >= 0
  }

  func death(of slot: Int) -> Int32 {
    guard slot < entries.count, entries[slot].turn == ordinal else { return -1 }
    return entries[slot].death
  }

  /// Adds an event and links it to the previous ones.
  mutating func append(_ event: TapeEvent) {
    let index = count
    switch event.kind {
    case .view, .async, .item, .constraint: break
    default: isSnapshot = false
    }
    switch event.kind {
    case .layout:
      if lastLayout >= 0 { events[Int(lastLayout)].nextLayout = index } else { firstLayout = index }
      lastLayout = index
      linkLayout(index, of: event.slot)
      open.append(index)
      openLayouts += 1
    case .commit:
      open.append(index)
      openCommits += 1
      lastForce = -1
    case .run, .update: open.append(index)
    case .force:
      if openLayouts + openCommits == 0 { lastForce = index }
      deepestForce = max(deepestForce, openLayouts)
    case .forced:
      if event.line[.batches] == 0 {
        hasRefusal = true
      } else if lastForce >= 0 {
        events[Int(lastForce)].partner = index
        lastForce = -1
      }
    case .done, .ran, .committed, .updated: close(event, at: index)
    case .gone:
      touch(event.slot)
      entries[event.slot].death = index
      deaths.append(event.slot)
    default: break
    }
    events.append(event)
  }

  private mutating func linkLayout(_ index: Int32, of slot: Int) {
    touch(slot)
    let last = entries[slot].lastLayout
    if last >= 0 {
      events[Int(last)].nextOfView = index
    } else {
      entries[slot].nextLayout = index
    }
    entries[slot].lastLayout = index
  }

  /// Resets the entry of a view for this turn.
  private mutating func touch(_ slot: Int) {
    while entries.count <= slot { entries.append(Entry()) }
    if entries[slot].turn != ordinal { entries[slot] = Entry(turn: ordinal) }
  }

  /// Ends the innermost open event of the kind and view; events open inside it end with it.
  private mutating func close(_ event: TapeEvent, at index: Int32) {
    let opener: TraceEvent.Kind =
      switch event.kind {
      case .done: .layout
      case .ran: .run
      case .updated: .update
      default: .commit
      }
    let place = open.lastIndex {
      let opened = events[Int($0)]
      return opened.kind == opener && opened.slot == event.slot
        && (opener != .run || opened.line[.work] == event.line[.work])
    }
    guard let place else { return }
    for opened in open[place...] {
      events[Int(opened)].partner = index
      switch events[Int(opened)].kind {
      case .layout: openLayouts -= 1
      case .commit: openCommits -= 1
      default: break
      }
    }
    open.removeSubrange(place...)
  }

  /// The place behind the last event that is no end of a layout or of a part of the constraints phase.
  var tail: Int32 {
    let last = events.lastIndex { $0.kind != .done && $0.kind != .updated }
    return last.map { Int32($0) + 1 } ?? 0
  }

  /// Ends the reading: events that are still open end with the turn.
  mutating func seal() {
    for opened in open { events[Int(opened)].partner = count }
    open.removeAll(keepingCapacity: true)
    guard !deaths.isEmpty else { return }
    var end = count
    for index in events.indices.reversed() {
      if events[index].kind == .gone { events[index].partner = end } else { end = Int32(index) }
    }
  }
}

/// The strings of a tape; each expected to recur is stored once.
private struct ReplayWords {
  private var strings = Self.consequences
  /// Frequent strings of this and earlier turns.
  private var known: [String: Int] = [:]
  /// The classes requested so far, by the places of their names.
  private var classes: [Int: RecordedClass] = [:]

  /// The words at the first places, in the order of `TapeEvent.Consequence`, followed by the most
  /// frequent other one.
  private static let consequences = ["size", "bounds", "subviews", "explicit"]
  /// The number of strings to keep from turn to turn.
  private static let limit = 4_096

  subscript(place: Int) -> String { strings[place] }

  /// Forgets everything if there is too much.
  mutating func trim() {
    guard strings.count > Self.limit else { return }
    strings = Self.consequences
    known.removeAll()
    classes.removeAll()
  }

  mutating func placeOfReason(at offset: Int, of chunk: TraceChunk) -> Int {
    if chunk.string(at: offset, is: "size") { return 0 }
    if chunk.string(at: offset, is: "subviews") { return 2 }
    if chunk.string(at: offset, is: "bounds") { return 1 }
    if chunk.string(at: offset, is: "explicit") { return 3 }
    // Written with escapes, it may still be one of these.
    let word = chunk.string(at: offset)
    return Self.consequences.firstIndex(of: word) ?? place(of: word)
  }

  mutating func place(of text: String) -> Int {
    if let place = known[text] { return place }
    let place = store(text)
    known[text] = place
    return place
  }

  /// Stores a string that isn't expected to recur, and returns its place.
  mutating func store(_ text: String) -> Int {
    strings.append(text)
    return strings.count - 1
  }

  /// The class whose name is at a place.
  mutating func recordedClass(_ place: Int) -> RecordedClass {
    if let known = classes[place] { return known }
    let made = RecordedClass(name: strings[place])
    classes[place] = made
    return made
  }
}
