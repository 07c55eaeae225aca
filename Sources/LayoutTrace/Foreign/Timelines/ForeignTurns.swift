/// Makes the turns of a layout trace from a browser's timeline.
///
/// A turn is a task of a thread, the outermost one if tasks nest. If a recording has no tasks, a
/// turn is an outermost slice. Turns without layouts are left out.
///
/// Each layout of a document becomes a layout of its window, and one of each element that was
/// dirtied since the document's last layout. The cause of the dirtying is written immediately
/// before it, so that a replay, which knows nothing of browsers, lays out the same views in the
/// same order. A layout that a script forced follows a `force`; all others are batches of a commit.
struct ForeignTurns {
  private let cast: ForeignCast
  private let writer: TraceWriter
  private var states: [DocumentState]
  private var elementStates: [ElementState]
  /// The turn being written.
  private var turn = Turn()
  private var scripts: [Script] = []
  private var lastScript: Script?
  /// The places of code with the stacks behind them, and their texts.
  private var stacks: [Stack: Int32] = [:]
  private var texts: [String] = []
  private var textNumbers: [String: Int32] = [:]
  /// The last stack behind a place, for events that name a place alone.
  private var latest: [Int32: Int32] = [:]

  private(set) var turns = 0

  /// The most writers of a document before one layout.
  private static let mostWriters = 16

  /// A place and the stack that a profiler took there.
  private struct Stack: Hashable {
    var place: Int32
    var sample: Int32
  }

  /// The data of a turn; it is written once the turn has a layout.
  private struct Turn {
    var start: Int64 = 0
    var thread: Int32 = 0
    var hasBegun = false
    /// The number of batches in the open commit; nil if none is open.
    var batches: Int?
  }

  /// A running script.
  private struct Script {
    var start: Int64
    var end: Int64
    var place: Int32
  }

  /// The events of a document since its last layout.
  private struct DocumentState {
    /// The number of its layouts: the data of an element applies to one of them.
    var round = 1
    /// The places that made styles of the document stale, each once, in their order.
    var writers: [Int32] = []
    var wasWritten = false
    var hasElementWriters = false
    /// The place that made layout necessary without a change of style.
    var invalidator: Int32 = -1
    var wasInvalidated = false
    /// The time at which the current computation of styles will end.
    var stylesEnd = Int64.min
    /// True if styles were computed since the first write.
    var hasComputedStyles = false
    var dirtied: [Dirtied] = []
    /// The time at which the last layout ended.
    var layoutEnd = Int64.min

    mutating func beginAnew() {
      round += 1
      (wasWritten, invalidator, wasInvalidated) = (false, -1, false)
      (hasElementWriters, hasComputedStyles) = (false, false)
      writers.removeAll(keepingCapacity: true)
      dirtied.removeAll(keepingCapacity: true)
    }

    /// Forgets writes before another one if styles were computed since, and nothing needs layout.
    ///
    /// The focus changes the look of a field, for example, before its handlers change its size.
    mutating func forgetIdleWrites(before time: Int64) {
      guard hasComputedStyles, hasElementWriters, dirtied.isEmpty, !wasInvalidated,
        stylesEnd <= time
      else { return }
      beginAnew()
    }
  }

  /// The events of an element since the last layout of its document.
  private struct ElementState {
    /// The places that first and last changed its style, and the round in which they did.
    var firstWriter: Int32 = -1
    var writer: Int32 = -1
    var writerRound = 0
    /// The same place as recorded: its stack may be that of an event that comes later.
    var writerPlace: Int32 = -1
    /// The round in which it became dirty.
    var dirtiedRound = 0
  }

  private struct Dirtied {
    var element: Int32
    /// The places that last and first changed it.
    var place: Int32
    var firstPlace: Int32
    var text: Int32
  }

  init(_ cast: ForeignCast, to writer: TraceWriter) {
    (self.cast, self.writer) = (cast, writer)
    states = Array(repeating: DocumentState(), count: cast.documents.count)
    elementStates = Array(repeating: ElementState(), count: cast.elements.count)
  }

  // MARK: Turns

  /// Writes the next event, as soon as a turn has a layout.
  mutating func take(_ step: TurnQueue.Step) {
    switch step {
    case .begin(let start, let thread):
      turn = Turn(start: start, thread: thread)
      scripts.removeAll(keepingCapacity: true)
      lastScript = nil
    case .record(let record): take(record)
    case .end: endCommit()
    }
  }

  private mutating func take(_ record: ForeignTimeline.Record) {
    while let script = scripts.last, script.end <= record.start { scripts.removeLast() }
    if record.kind == .script {
      let script = Script(start: record.start, end: record.end, place: place(of: record))
      scripts.append(script)
      lastScript = script
      return
    }
    guard record.document >= 0 else { return }
    let document = Int(record.document)
    let own = place(of: record)
    let place = own >= 0 ? own : scripts.last?.place ?? -1
    switch record.kind {
    case .task, .script, .occasion: break
    case .style:
      states[document].stylesEnd = max(states[document].stylesEnd, record.end)
      states[document].hasComputedStyles = states[document].hasElementWriters
    case .write:
      states[document].forgetIdleWrites(before: record.start)
      states[document].wasWritten = true
      if place >= 0, states[document].writers.count < Self.mostWriters,
        !states[document].writers.contains(place)
      {
        states[document].writers.append(place)
      }
    case .elementWrite:
      // A rule that was written before marks its elements while styles are computed.
      if record.element >= 0, place >= 0, record.start >= states[document].stylesEnd {
        states[document].forgetIdleWrites(before: record.start)
        states[document].hasElementWriters = true
        if elementStates[Int(record.element)].writerRound != states[document].round {
          elementStates[Int(record.element)].firstWriter = place
        }
        elementStates[Int(record.element)].writer = place
        elementStates[Int(record.element)].writerPlace = record.place
        elementStates[Int(record.element)].writerRound = states[document].round
      }
    case .documentDirtied:
      states[document].wasInvalidated = true
      // During the computation of styles, the stack is that of the code that requested it.
      if place >= 0, record.start >= states[document].stylesEnd {
        states[document].invalidator = place
      }
    case .elementDirtied: noteDirtied(record, place)
    case .layout:
      if cast.windows[document] != 0 { writeLayout(record, reader: own) }
    }
  }

  /// The place of a record with the stack behind it, as an index into the texts; -1 for none.
  private mutating func place(of record: ForeignTimeline.Record) -> Int32 {
    var sample = cast.place(ofSample: record.sample)
    guard record.place >= 0 || sample >= 0 else { return -1 }
    let isOwn = sample >= 0 && record.place >= 0
    if sample < 0 {
      if let known = latest[record.place] { return known }
      if let usual = cast.usualSamples[record.place] { sample = cast.place(ofSample: usual) }
    }
    let stack = Stack(place: record.place, sample: sample)
    if let known = stacks[stack] {
      if isOwn { latest[record.place] = known }
      return known
    }
    // Without a place in a script, the enclosing script is known better.
    let number = cast.text(stack.place, stack.sample).map { self.number(of: $0) } ?? -1
    stacks[stack] = number
    if isOwn, number >= 0 { latest[record.place] = number }
    return number
  }

  /// The index of a text: stacks that are shown alike are one.
  private mutating func number(of text: String) -> Int32 {
    if let known = textNumbers[text] { return known }
    let number = Int32(texts.count)
    texts.append(text)
    textNumbers[text] = number
    return number
  }

  private mutating func noteDirtied(_ record: ForeignTimeline.Record, _ place: Int32) {
    guard record.element >= 0, cast.views[Int(record.element)] != 0 else { return }
    let document = Int(record.document)
    let round = states[document].round
    let element = elementStates[Int(record.element)]
    guard element.dirtiedRound != round else { return }
    elementStates[Int(record.element)].dirtiedRound = round
    var writer = place
    if record.start < states[document].stylesEnd {
      // Changes found while computing styles were written by earlier code.
      let own = latest[element.writerPlace] ?? element.writer
      writer = element.writerRound == round ? own : states[document].writers.last ?? -1
    }
    let first = element.writerRound == round ? element.firstWriter : writer
    states[document].dirtied.append(
      Dirtied(
        element: record.element, place: writer, firstPlace: first, text: record.text))
  }

  // MARK: Layouts

  private mutating func writeLayout(_ record: ForeignTimeline.Record, reader own: Int32) {
    let document = Int(record.document)
    let window = cast.windows[document]
    let dirtied = states[document].dirtied
    beginTurn()
    let isForced = record.isForced || own >= 0 || !scripts.isEmpty
    if isForced { endCommit() }
    // A commit begins after the events that dirtied views for it.
    if let cause = cause(of: states[document], isForced: isForced) {
      for (index, place) in cause.places.enumerated() {
        writer.write(
          .dirty(.init(view: window, why: cause.why, from: text(place), isAgain: index > 0)))
      }
    }
    for element in dirtied {
      let why = element.text >= 0 ? cast.texts[Int(element.text)] : "structure"
      writer.write(
        .dirty(
          .init(view: cast.views[Int(element.element)], why: why, from: text(element.place))))
    }
    if isForced {
      let reader = own >= 0 ? own : scripts.last?.place ?? -1
      writer.write(.force(view: window, by: nil, from: text(reader)))
    } else {
      beginBatch()
    }
    writer.write(.layout(view: window, time: time(record.start)))
    writer.write(.done(view: window, time: time(record.end)))
    // A pass lays out the last sibling first.
    for view in dirtied.map({ cast.views[Int($0.element)] }).sorted(by: >) {
      writer.write(.layout(view: view, time: nil))
      writer.write(.done(view: view, time: nil))
    }
    states[document].beginAnew()
    states[document].layoutEnd = record.end
  }

  private mutating func beginTurn() {
    guard !turn.hasBegun else { return }
    turn.hasBegun = true
    turns += 1
    writer.write(
      .turn(number: turns, time: time(turn.start), process: cast.processes[Int(turn.thread)]))
  }

  /// Begins another batch, and a commit if none is open.
  private mutating func beginBatch() {
    if turn.batches == nil { writer.write(.commit) }
    turn.batches = (turn.batches ?? 0) + 1
  }

  private mutating func endCommit() {
    if let batches = turn.batches { writer.write(.committed(batches: batches, didHitLimit: false)) }
    turn.batches = nil
  }

  /// A time in the trace, or nil if that cannot hold it.
  private func time(_ nanoseconds: Int64) -> Int64? {
    let time = nanoseconds - cast.origin
    return time >= 0 && time <= JSONCursor.largestNumber ? time : nil
  }

  /// The places that made layout of a document necessary, as far as the recording shows them.
  private func cause(
    of state: DocumentState, isForced: Bool
  ) -> (why: String, places: [Int32])? {
    if state.wasWritten || state.hasElementWriters { return ("style", writers(in: state)) }
    if state.invalidator >= 0 { return ("structure", [state.invalidator]) }
    if let dirtied = state.dirtied.first(where: { $0.place >= 0 }) {
      return ("structure", [dirtied.place])
    }
    // Causes were not recorded: the script that ran between the last layout and this one counts.
    guard state.layoutEnd > Int64.min else { return fallback(state) }
    if isForced {
      guard let script = scripts.last(where: { $0.start < state.layoutEnd }) else {
        return fallback(state)
      }
      return ("something", [script.place])
    }
    if let lastScript, lastScript.start >= state.layoutEnd {
      return ("something", [lastScript.place])
    }
    return fallback(state)
  }

  /// The places that changed styles; of these, only those that made an element dirty, if that is known.
  ///
  /// A change of colour, or of the focus, makes styles stale, and needs no layout.
  private func writers(in state: DocumentState) -> [Int32] {
    guard let first = state.dirtied.first(where: { $0.place >= 0 })?.place else {
      return state.writers.isEmpty ? [-1] : state.writers
    }
    let effective = state.writers.filter { writer in
      state.dirtied.contains { $0.place == writer || $0.firstPlace == writer }
    }
    return effective.isEmpty ? [first] : effective
  }

  private func fallback(_ state: DocumentState) -> (why: String, places: [Int32])? {
    state.wasInvalidated || !state.dirtied.isEmpty ? ("structure", [-1]) : nil
  }

  private func text(_ place: Int32) -> String? { place >= 0 ? texts[Int(place)] : nil }
}
