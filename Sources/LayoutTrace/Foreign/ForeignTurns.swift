/// Makes the turns of a layout trace from a browser's timeline.
///
/// A turn is a task of a thread, the outermost one if tasks nest. If a recording has no tasks, a turn
/// is an outermost slice. Turns without layouts are left out.
///
/// Each layout of a document becomes a layout of its window, and one of each element that was dirtied
/// since the document's last layout. What dirtied them is written right before it, so that a replay,
/// which knows nothing of browsers, lays out the same views in the same order. A layout that a script
/// forced follows a `force`; all others are batches of a commit.
struct ForeignTurns {
  private let documents: [ForeignTimeline.Document]
  private let elements: [ForeignTimeline.Element]
  private let texts: [String]
  /// The process of each thread.
  private let processes: [String?]
  private let names: ForeignNames
  /// The numbers of the views; 0 for what is left out.
  private var windows: [Int]
  private var views: [Int]
  private var states: [DocumentState]
  private var elementStates: [ElementState]
  private let origin: Int64
  /// What `from` says of each place.
  private let placeTexts: [String?]
  /// The turn that is being written.
  private var output: TurnOutput?
  private var scripts: [Script] = []
  private var lastScript: Script?

  /// How many layouts there were of documents that were left out.
  private(set) var layoutsLeftOut = 0
  /// How many turns were written.
  private(set) var turns = 0

  /// A script that runs.
  private struct Script {
    var start: Int64
    var end: Int64
    var place: Int32
  }

  /// What happened to a document since its last layout.
  private struct DocumentState {
    /// Counts its layouts: what is known of an element holds for one of them.
    var round = 1
    /// Who made styles stale, in that order of trust: a write of the document, of an element.
    var writer: Int32 = -1
    var wasWritten = false
    var hasElementWriters = false
    /// Who made layout necessary without a change of style.
    var invalidator: Int32 = -1
    var wasInvalidated = false
    /// When the computing of styles that runs will end.
    var stylesEnd = Int64.min
    var dirtied: [Dirtied] = []
    /// When the last layout ended.
    var layoutEnd = Int64.min

    mutating func beginAnew() {
      round += 1
      (writer, wasWritten, invalidator, wasInvalidated) = (-1, false, -1, false)
      hasElementWriters = false
      dirtied.removeAll(keepingCapacity: true)
    }
  }

  /// What happened to an element since the last layout of its document.
  private struct ElementState {
    /// Who changed its style, and in which round.
    var writer: Int32 = -1
    var writerRound = 0
    /// In which round it became dirty.
    var dirtiedRound = 0
  }

  private struct Dirtied {
    var element: Int32
    var place: Int32
    var text: Int32
  }

  /// Numbers what will be seen: the documents in the order of the recording, then the elements in the
  /// order in which they became dirty.
  init(_ timeline: ForeignTimeline, showsBrowser: Bool) {
    let (documents, elements) = (timeline.documents, timeline.elements)
    (self.documents, self.elements, texts) = (documents, elements, timeline.texts)
    processes = timeline.processes
    origin = timeline.origin ?? 0
    let names = ForeignNames(
      urls: timeline.documents.compactMap(\.url) + timeline.places.compactMap(\.url))
    self.names = names
    states = Array(repeating: DocumentState(), count: documents.count)
    elementStates = Array(repeating: ElementState(), count: elements.count)
    windows = Array(repeating: 0, count: documents.count)
    var next = 1
    for (index, document) in documents.enumerated() where document.isLaidOut {
      guard showsBrowser || !(document.url.map(ForeignNames.isBrowsersOwn) ?? false) else {
        continue
      }
      windows[index] = next
      next += 1
    }
    views = Array(repeating: 0, count: elements.count)
    let dirtied = elements.indices.compactMap { index in
      elements[index].firstDirtied.map { (time: $0, index: index) }
    }
    for (_, index) in dirtied.sorted(by: { ($0.time, $0.index) < ($1.time, $1.index) }) {
      let element = elements[index]
      let document = Int(element.document)
      guard windows[document] != 0, documents[document].root != element.number,
        element.name != "#document"
      else { continue }
      views[index] = next
      next += 1
    }
    placeTexts = timeline.places.map(names.text)
  }

  /// The document that is laid out first; nil if no address is known.
  var title: String? {
    zip(documents, windows).lazy.filter { $0.1 != 0 }.compactMap(\.0.url).first
      .map { names[$0] }
  }

  /// Writes the views, as they are before the first turn.
  func writeSnapshot(_ write: (TraceEvent) -> Void) {
    for (index, number) in windows.enumerated() where number != 0 {
      write(
        .view(
          .init(
            view: number, className: "Document", name: documents[index].url.map { names[$0] },
            isClean: true)))
    }
    for index in views.indices.filter({ views[$0] != 0 }).sorted(by: { views[$0] < views[$1] }) {
      let (tag, selector) = ForeignNames.element(elements[index].name)
      write(
        .view(
          .init(
            view: views[index], className: tag, name: selector,
            place: .inside(windows[Int(elements[index].document)]), isClean: true)))
    }
  }

  /// Writes all turns, in the order in which they began; the timeline forgets its records.
  ///
  /// - Throws: `TraceError` where there is no room for what must wait, in memory or on the disk.
  mutating func writeTurns(
    of timeline: inout ForeignTimeline, _ write: @escaping (TraceEvent) -> Void
  ) throws(TraceError) {
    var queue = TurnQueue()
    try timeline.drain { (record) throws(TraceError) in
      queue.add(record) { take($0, write) }
      try Self.makeSureOfRoom(queue.waiting)
    }
    queue.finish { take($0, write) }
  }

  /// Complains before memory is used up by turns that wait for one of another thread to end.
  private static func makeSureOfRoom(_ waiting: Int) throws(TraceError) {
    guard waiting >= 1 << 20, waiting & (waiting - 1) == 0 else { return }
    let needed = waiting * MemoryLayout<ForeignTimeline.Record>.stride * 2
    if let problem = MemoryRoom.problem(needing: needed, for: "\(waiting) events of layout") {
      throw TraceError(
        kind: problem.kind, file: "the recording", line: 0, column: 0, problem: problem.problem,
        remedy: problem.remedy)
    }
  }

  // MARK: Turns

  private mutating func take(_ step: TurnQueue.Step, _ write: @escaping (TraceEvent) -> Void) {
    switch step {
    case .begin(let start, let thread):
      output = TurnOutput(
        number: turns + 1, start: start - origin, process: processes[Int(thread)], write: write)
      scripts.removeAll(keepingCapacity: true)
      lastScript = nil
    case .record(let record): take(record)
    case .end:
      output?.finish()
      if output?.hasBegun == true { turns += 1 }
      output = nil
    }
  }

  private mutating func take(_ record: ForeignTimeline.Record) {
    while let script = scripts.last, script.end <= record.start { scripts.removeLast() }
    if record.kind == .script {
      let script = Script(start: record.start, end: record.end, place: record.place)
      scripts.append(script)
      lastScript = script
      return
    }
    guard record.document >= 0 else { return }
    let document = Int(record.document)
    let place = record.place >= 0 ? record.place : scripts.last?.place ?? -1
    switch record.kind {
    case .task, .script: break
    case .style: states[document].stylesEnd = max(states[document].stylesEnd, record.end)
    case .write:
      states[document].wasWritten = true
      if place >= 0 { states[document].writer = place }
    case .elementWrite:
      if record.element >= 0, place >= 0 {
        states[document].hasElementWriters = true
        elementStates[Int(record.element)].writer = place
        elementStates[Int(record.element)].writerRound = states[document].round
      }
    case .documentDirtied:
      states[document].wasInvalidated = true
      // Inside the computing of styles, the stack is that of whoever asked for them.
      if place >= 0, record.start >= states[document].stylesEnd {
        states[document].invalidator = place
      }
    case .elementDirtied: noteDirtied(record, place)
    case .layout:
      guard windows[document] != 0 else {
        layoutsLeftOut += 1
        return
      }
      writeLayout(record)
    }
  }

  private mutating func noteDirtied(_ record: ForeignTimeline.Record, _ place: Int32) {
    guard record.element >= 0, views[Int(record.element)] != 0 else { return }
    let document = Int(record.document)
    let round = states[document].round
    let element = elementStates[Int(record.element)]
    guard element.dirtiedRound != round else { return }
    elementStates[Int(record.element)].dirtiedRound = round
    var writer = place
    if record.start < states[document].stylesEnd {
      // What computing styles finds out was written by somebody before.
      writer = element.writerRound == round ? element.writer : states[document].writer
    }
    states[document].dirtied.append(
      Dirtied(element: record.element, place: writer, text: record.text))
  }

  // MARK: Layouts

  private mutating func writeLayout(_ record: ForeignTimeline.Record) {
    guard var output else { return }
    let document = Int(record.document)
    let window = windows[document]
    let state = states[document]
    output.begin()
    let isForced = record.isForced || record.place >= 0 || !scripts.isEmpty
    if isForced { output.endCommit() }
    // A commit begins after what was dirtied before it.
    let dirtied = state.dirtied
    if let cause = cause(of: state, isForced: isForced) {
      output.write(
        .dirty(.init(view: window, why: cause.why, from: text(cause.place))))
    }
    for element in dirtied {
      let why = element.text >= 0 ? texts[Int(element.text)] : "structure"
      output.write(
        .dirty(.init(view: views[Int(element.element)], why: why, from: text(element.place))))
    }
    if isForced {
      let reader = record.place >= 0 ? record.place : scripts.last?.place ?? -1
      output.write(.force(view: window, by: nil, from: text(reader)))
    } else {
      output.beginCommit()
    }
    output.write(.layout(view: window, time: TurnOutput.time(record.start - origin)))
    output.write(.done(view: window, time: TurnOutput.time(record.end - origin)))
    // A pass lays out the last sibling first.
    for view in dirtied.map({ views[Int($0.element)] }).sorted(by: >) {
      output.write(.layout(view: view, time: nil))
      output.write(.done(view: view, time: nil))
    }
    states[document].beginAnew()
    states[document].layoutEnd = record.end
    self.output = output
  }

  /// Who made layout of a document necessary, as far as the recording shows it.
  private func cause(
    of state: DocumentState, isForced: Bool
  ) -> (why: String, place: Int32)? {
    if state.wasWritten || state.hasElementWriters {
      let place =
        state.writer >= 0 ? state.writer : state.dirtied.first { $0.place >= 0 }?.place ?? -1
      return ("style", place)
    }
    if state.invalidator >= 0 { return ("structure", state.invalidator) }
    if let dirtied = state.dirtied.first(where: { $0.place >= 0 }) {
      return ("structure", dirtied.place)
    }
    // Causes were not recorded: the script that ran between the last layout and this one wrote.
    guard state.layoutEnd > Int64.min else { return fallback(state) }
    if isForced {
      guard let script = scripts.last(where: { $0.start < state.layoutEnd }) else {
        return fallback(state)
      }
      return ("something", script.place)
    }
    if let lastScript, lastScript.start >= state.layoutEnd {
      return ("something", lastScript.place)
    }
    return fallback(state)
  }

  private func fallback(_ state: DocumentState) -> (why: String, place: Int32)? {
    state.wasInvalidated || !state.dirtied.isEmpty ? ("structure", -1) : nil
  }

  private func text(_ place: Int32) -> String? {
    place >= 0 ? placeTexts[Int(place)] : nil
  }
}

/// Writes a turn, once it has a layout, with its commits.
private struct TurnOutput {
  let number: Int
  private let start: Int64
  private let process: String?
  private let body: (TraceEvent) -> Void
  private(set) var hasBegun = false
  /// How many batches the open commit had; nil if no commit is open.
  private var batches: Int?

  init(
    number: Int, start: Int64, process: String?, write: @escaping (TraceEvent) -> Void
  ) {
    self.number = number
    self.start = start
    self.process = process
    body = write
  }

  func write(_ event: TraceEvent) { body(event) }

  /// A time, or nil if a trace cannot hold it.
  static func time(_ nanoseconds: Int64) -> Int64? {
    nanoseconds >= 0 && nanoseconds <= JSONCursor.largestNumber ? nanoseconds : nil
  }

  mutating func begin() {
    if !hasBegun { body(.turn(number: number, time: Self.time(start), process: process)) }
    hasBegun = true
  }

  /// Begins another batch, and a commit if none is open.
  mutating func beginCommit() {
    if batches == nil { body(.commit) }
    batches = (batches ?? 0) + 1
  }

  mutating func endCommit() {
    if let batches { body(.committed(batches: batches, didHitLimit: false)) }
    batches = nil
  }

  mutating func finish() { endCommit() }
}
