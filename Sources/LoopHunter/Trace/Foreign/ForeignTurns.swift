/// Makes the turns of a layout trace of a browser's timeline.
///
/// A turn is a task of a thread: the outermost one, where tasks nest. Where a recording has no
/// tasks, it is an outermost slice. Turns without layouts are left out.
///
/// Each layout of a document becomes a layout of its window, and one of each element that was dirtied
/// since the document's last layout. What dirtied them stands right before, so that a replay, which
/// knows nothing of browsers, lays out the same views in the same order. A layout that script forced
/// follows a `force`; all others are batches of a commit.
struct ForeignTurns {
  private let timeline: ForeignTimeline
  private let names: ForeignNames
  /// The numbers of the views; 0 for what is left out.
  private var windows: [Int]
  private var views: [Int]
  private var states: [DocumentState]
  private var origin: Int64 = 0
  /// What `from` says of each place.
  private let placeTexts: [String?]

  /// How many layouts there were of documents that were left out.
  private(set) var layoutsLeftOut = 0
  /// How many turns were written.
  private(set) var turns = 0

  /// What happened to a document since its last layout.
  private struct DocumentState {
    /// Who made styles stale, in that order of trust: a write of the document, of an element.
    var writer: Int32 = -1
    var wasWritten = false
    /// Who made layout necessary without a change of style.
    var invalidator: Int32 = -1
    var wasInvalidated = false
    /// Until when styles are being computed.
    var stylesEnd = Int64.min
    /// Who changed the style of each element.
    var elementWriters: [Int32: Int32] = [:]
    var dirtied: [Dirtied] = []
    var known: Set<Int32> = []
    /// When the last layout ended, and in which turn.
    var layoutEnd = Int64.min
    var layoutTurn = -1

    mutating func beginAnew() {
      (writer, wasWritten, invalidator, wasInvalidated) = (-1, false, -1, false)
      elementWriters.removeAll(keepingCapacity: true)
      dirtied.removeAll(keepingCapacity: true)
      known.removeAll(keepingCapacity: true)
    }
  }

  private struct Dirtied {
    var element: Int32
    var place: Int32
    var text: Int32
  }

  /// A turn: its records in the timeline, and when it began.
  private struct Turn {
    var start: Int64
    var records: Range<Int>
  }

  /// Numbers what will be seen.
  ///
  /// The timeline must be arranged.
  init(_ timeline: ForeignTimeline, showsBrowser: Bool) {
    self.timeline = timeline
    let names = ForeignNames(
      urls: timeline.documents.compactMap(\.url) + timeline.places.compactMap(\.url))
    self.names = names
    states = Array(repeating: DocumentState(), count: timeline.documents.count)
    windows = Array(repeating: 0, count: timeline.documents.count)
    var next = 1
    for (index, document) in timeline.documents.enumerated() where document.isLaidOut {
      guard showsBrowser || !(document.url.map(ForeignNames.isBrowsersOwn) ?? false) else {
        continue
      }
      windows[index] = next
      next += 1
    }
    views = Array(repeating: 0, count: timeline.elements.count)
    for record in timeline.records where record.kind == .elementDirtied && record.element >= 0 {
      let element = timeline.elements[Int(record.element)]
      let document = Int(element.document)
      guard views[Int(record.element)] == 0, windows[document] != 0,
        timeline.documents[document].root != element.number, element.name != "#document"
      else { continue }
      views[Int(record.element)] = next
      next += 1
    }
    placeTexts = timeline.places.map(names.text)
    origin = timeline.records.lazy.map(\.start).min() ?? 0
  }

  /// The document that is laid out first; nil where no address is known.
  var title: String? {
    zip(timeline.documents, windows).lazy.filter { $0.1 != 0 }.compactMap(\.0.url).first
      .map { names[$0] }
  }

  /// Writes the views, as they are before the first turn.
  func writeSnapshot(_ write: (TraceEvent) -> Void) {
    for (index, number) in windows.enumerated() where number != 0 {
      let document = timeline.documents[index]
      write(
        .view(
          .init(
            view: number, className: "Document", name: document.url.map { names[$0] },
            isClean: true)))
    }
    for (index, number) in views.enumerated() where number != 0 {
      let element = timeline.elements[index]
      let (tag, selector) = ForeignNames.element(element.name)
      write(
        .view(
          .init(
            view: number, className: tag, name: selector,
            place: .inside(windows[Int(element.document)]), isClean: true)))
    }
  }

  /// Writes all turns, in the order in which they began.
  mutating func writeTurns(_ write: @escaping (TraceEvent) -> Void) {
    let all = findTurns()
    for turn in all { self.write(turn, write) }
  }

  // MARK: Turns

  /// The turns of all threads that hold a layout or what makes one necessary, by their start.
  private func findTurns() -> [Turn] {
    var turns: [Turn] = []
    let records = timeline.records
    var first = 0
    var start: Int64 = 0
    var end = Int64.min
    var matters = false
    func close(_ next: Int) {
      if matters { turns.append(Turn(start: start, records: first..<next)) }
    }
    for (index, record) in records.enumerated() {
      let isOther = index == 0 || record.thread != records[first].thread
      if isOther || record.start >= end {
        close(index)
        (first, start, end, matters) = (index, record.start, record.end, false)
      }
      end = max(end, record.end)
      matters = matters || ![.task, .script].contains(record.kind)
    }
    close(records.count)
    turns.sort { $0.start < $1.start }
    return turns
  }

  private mutating func write(_ turn: Turn, _ write: @escaping (TraceEvent) -> Void) {
    var output = TurnOutput(number: turns + 1, start: turn.start - origin, write: write)
    var scripts: [(end: Int64, start: Int64, place: Int32)] = []
    var lastScript: (start: Int64, place: Int32)?
    for index in turn.records {
      let record = timeline.records[index]
      while let script = scripts.last, script.end <= record.start { scripts.removeLast() }
      if record.kind == .script {
        scripts.append((record.end, record.start, record.place))
        lastScript = (record.start, record.place)
        continue
      }
      guard record.document >= 0 else { continue }
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
          states[document].elementWriters[record.element] = place
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
          continue
        }
        writeLayout(record, scripts: scripts.map { ($0.start, $0.place) }, lastScript, &output)
      }
    }
    output.finish()
    if output.hasBegun { turns += 1 }
  }

  private mutating func noteDirtied(_ record: ForeignTimeline.Record, _ place: Int32) {
    guard record.element >= 0, views[Int(record.element)] != 0 else { return }
    let document = Int(record.document)
    guard states[document].known.insert(record.element).inserted else { return }
    var writer = place
    if record.start < states[document].stylesEnd {
      // What computing styles finds out was written by somebody before.
      writer = states[document].elementWriters[record.element] ?? states[document].writer
    }
    states[document].dirtied.append(
      Dirtied(element: record.element, place: writer, text: record.text))
  }

  // MARK: Layouts

  private mutating func writeLayout(
    _ record: ForeignTimeline.Record, scripts: [(start: Int64, place: Int32)],
    _ lastScript: (start: Int64, place: Int32)?, _ output: inout TurnOutput
  ) {
    let document = Int(record.document)
    let window = windows[document]
    let state = states[document]
    output.begin()
    let isForced = record.isForced || record.place >= 0 || !scripts.isEmpty
    if isForced { output.endCommit() }
    // A commit begins behind what was dirtied before it.
    let dirtied = state.dirtied
    if let cause = cause(of: state, scripts, lastScript, isForced: isForced) {
      output.write(
        .dirty(.init(view: window, why: cause.why, from: text(cause.place))))
    }
    for element in dirtied {
      let why = element.text >= 0 ? timeline.texts[Int(element.text)] : "structure"
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
    // A pass lays out siblings that were dirtied later first.
    for element in dirtied.reversed() {
      output.write(.layout(view: views[Int(element.element)], time: nil))
      output.write(.done(view: views[Int(element.element)], time: nil))
    }
    states[document].beginAnew()
    states[document].layoutEnd = record.end
    states[document].layoutTurn = output.number
  }

  /// What made layout of a document necessary, as far as the recording shows it.
  private func cause(
    of state: DocumentState, _ scripts: [(start: Int64, place: Int32)],
    _ lastScript: (start: Int64, place: Int32)?, isForced: Bool
  ) -> (why: String, place: Int32)? {
    if state.wasWritten || !state.elementWriters.isEmpty {
      let place =
        state.writer >= 0 ? state.writer : state.dirtied.first { $0.place >= 0 }?.place ?? -1
      return ("style", place)
    }
    if state.invalidator >= 0 { return ("structure", state.invalidator) }
    if let dirtied = state.dirtied.first(where: { $0.place >= 0 }) {
      return ("structure", dirtied.place)
    }
    // Recorded without causes. Who runs since before the last layout, or began after it, wrote.
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

/// Writes a turn once it has a layout, and its commits.
private struct TurnOutput {
  let number: Int
  private let start: Int64
  private let body: (TraceEvent) -> Void
  private(set) var hasBegun = false
  /// How many batches the open commit had; nil where none is open.
  private var batches: Int?

  init(number: Int, start: Int64, write: @escaping (TraceEvent) -> Void) {
    self.number = number
    self.start = start
    body = write
  }

  func write(_ event: TraceEvent) { body(event) }

  /// A time as a trace can hold it; nil beyond that.
  static func time(_ nanoseconds: Int64) -> Int64? {
    nanoseconds >= 0 && nanoseconds <= JSONCursor.largestNumber ? nanoseconds : nil
  }

  mutating func begin() {
    if !hasBegun { body(.turn(number: number, time: Self.time(start))) }
    hasBegun = true
  }

  /// Begins another batch, and the commit if none is open.
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
