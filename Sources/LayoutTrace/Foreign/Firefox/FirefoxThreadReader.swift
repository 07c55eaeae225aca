import Foundation

/// The tables to which the markers of a thread refer.
struct FirefoxTables {
  let stacks: FirefoxStacks
  /// The name of a marker.
  let name: (_ index: Int) -> String?
  /// The words that a frame of the browser has for itself.
  let label: (_ frame: Int) -> String?
  /// The place of a frame in a script.
  let place: (_ frame: Int) -> ForeignTimeline.Place?
}

/// Makes layout events of the markers of a thread, which count from the start of the profile.
struct FirefoxThreadReader {
  private typealias Record = ForeignTimeline.Record

  private let tables: FirefoxTables
  private let start: Int64
  private let thread: Int32
  /// The places and situations of stacks, and the kinds of names: many markers share them.
  private var places: [Int: Int32] = [:]
  private var situations: [Int: FirefoxEvents.Situation] = [:]
  private var kinds: [Int: (name: String, kind: ForeignTimeline.Kind)?] = [:]
  private var layouts = FirefoxLayouts()

  private init(_ tables: FirefoxTables, start: Int64, thread: Int32) {
    (self.tables, self.start, self.thread) = (tables, start, thread)
  }

  /// Adds the layout events among a thread's markers to a timeline.
  static func read(
    _ markers: some Collection<FirefoxMarker>, of thread: FirefoxThread, start: Int64,
    _ tables: FirefoxTables, into timeline: inout ForeignTimeline
  ) {
    var reader = Self(tables, start: start, thread: thread.number(in: &timeline))
    let flushes = FirefoxFlushes(markers, name: tables.name)
    let events = FirefoxEvents(markers, flushes, name: tables.name) {
      reader.situation(of: $0).sender
    }
    var tasks = FirefoxTasks(markers, from: start, flushes, events, name: tables.name)
    for (index, marker) in markers.enumerated() where !events.sent.contains(index) {
      reader.add(marker, flushes, to: &timeline)
    }
    reader.addLayouts(of: flushes, to: &timeline, noting: &tasks)
    let missing = tasks.missing()
    timeline.doubtfulEvents = max(timeline.doubtfulEvents, missing.doubtfulEvents)
    for task in missing.tasks {
      var record = Record(start: task.start, thread: reader.thread, kind: .task)
      record.duration = task.end - task.start
      timeline.add(record)
    }
  }

  /// Adds the event of a marker; the reflows of a flush are noted until all are known.
  private mutating func add(
    _ marker: FirefoxMarker, _ flushes: FirefoxFlushes, to timeline: inout ForeignTimeline
  ) {
    guard let (name, kind) = named(marker.name), let phase = FirefoxMarker.phase(marker.phase),
      let from = FirefoxMarker.nanoseconds(marker.start),
      let to = FirefoxMarker.nanoseconds(marker.end), (kind == .write) == (phase == .moment)
    else { return }
    let flush = kind == .style ? nil : flushes.index(at: phase == .end ? to : from)
    // A change while the browser lays out isn't a script's.
    if kind == .write || kind == .task, flush != nil { return }
    var record = Record(
      start: start &+ (phase == .end ? to : from), thread: thread, kind: kind, phase: phase)
    if phase == .slice { record.duration = max(0, to - from) }
    if kind != .task, marker.window > 0 {
      record.document = timeline.document(String(marker.window))
    }
    if kind == .layout, let flush {
      if phase != .end {
        layouts.begin(flush, record.document, at: record.start, cause: marker.stack)
      }
      if phase != .begin {
        layouts.end(flush, record.document, at: phase == .end ? record.start : record.end)
      }
      return
    }
    // In a synchronous reflow, the stack is that of the forcing code; in others, of the requesting
    // code.
    if kind == .write || name == "Reflow (sync)" {
      record.place = place(of: marker.stack, in: &timeline)
    }
    timeline.add(record)
  }

  /// Adds the layouts of the flushes, and the requests of code that did not force them.
  private mutating func addLayouts(
    of flushes: FirefoxFlushes, to timeline: inout ForeignTimeline, noting tasks: inout FirefoxTasks
  ) {
    for layout in layouts.all {
      var record = Record(start: layout.start, thread: thread, kind: .layout)
      record.duration = max(0, layout.end - layout.start)
      record.document = layout.document
      let stack = flushes[layout.flush].stack
      record.place = place(of: stack, in: &timeline)
      if layout.cause != stack, case let place = place(of: layout.cause, in: &timeline), place >= 0
      {
        var request = Record(
          start: layout.start - 1, thread: thread, kind: .documentDirtied, phase: .moment)
        (request.document, request.place) = (layout.document, place)
        timeline.add(request)
      }
      timeline.add(record)
      if record.place >= 0 {
        tasks.note(
          layoutFrom: layout.start, to: layout.end, entry: timeline.entry(of: record.place),
          situation(of: stack))
      }
    }
  }

  /// The name of markers and their kind.
  private mutating func named(_ index: Int) -> (name: String, kind: ForeignTimeline.Kind)? {
    if let known = kinds[index] { return known }
    let found = tables.name(index).flatMap { text in
      FirefoxMarker.kind(of: text).map { (name: text, kind: $0) }
    }
    kinds[index] = .some(found)
    return found
  }

  /// The innermost frame of a stack that is in a script, with those around it; -1 for none.
  private mutating func place(of stack: Int, in timeline: inout ForeignTimeline) -> Int32 {
    if stack < 0 { return -1 }
    return places[stack]
      ?? tables.stacks.fold(stack, from: -1, known: &places) { outer, frame in
        guard var place = tables.place(frame), place.readGenerated() else { return }
        place.readNesting()
        place.outer = outer
        outer = timeline.add(place)
      }
  }

  private mutating func situation(of stack: Int) -> FirefoxEvents.Situation {
    FirefoxEvents.situation(of: stack, in: tables.stacks, known: &situations) { frame in
      let isScript = tables.place(frame).map { !$0.isOfBrowser } ?? false
      return (isScript ? nil : tables.label(frame), isScript)
    }
  }
}

extension ForeignTimeline {
  /// The function that the browser called: the outermost one around a place.
  fileprivate func entry(of place: Int32) -> Int32 {
    var entry = place
    while places[Int(entry)].outer >= 0 { entry = places[Int(entry)].outer }
    return entry
  }
}

extension ForeignTimeline.Place {
  /// Reads the name `update/<` of a function without a name in `update`.
  fileprivate mutating func readNesting() {
    isStart = true
    guard let name = function, name.hasSuffix("/<") else { return }
    enclosing = String(name.prefix { $0 != "/" })
    function = nil
  }

  /// True for a script of the browser itself, such as one that works for a test driver.
  fileprivate var isOfBrowser: Bool {
    url.map { $0.hasPrefix("chrome://") || $0.hasPrefix("resource://") } ?? false
  }

  /// Reads `page.html line 8 > eval`: code that was made on that line, which is the place that is known.
  ///
  /// It gives false for such code without a name: the function that called it says more.
  fileprivate mutating func readGenerated() -> Bool {
    guard let url, url.contains(" > "), let words = url.range(of: " line "),
      let number = Int(url[words.upperBound...].prefix { $0.isNumber })
    else { return true }
    (self.url, line, column) = (String(url[..<words.lowerBound]), number, 0)
    return !isNameless && function != "anonymous"
  }
}
