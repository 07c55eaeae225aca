import Foundation

/// A marker of Firefox's profiler, from either form of a profile.
struct FirefoxMarker {
  /// An index among the names of the profile.
  var name: Int
  /// 0 for a moment, 1 for a slice, 2 and 3 for its begin and its end.
  var phase = 0
  /// Milliseconds since the profile began.
  var start = 0.0
  var end = 0.0
  /// The number of the document; 0 for none.
  var window = 0
  /// The stack of the code that ran, as an index into the table of stacks; -1 for none.
  var stack = -1
  /// True for an event that a script sent: its handlers run within the task of the script.
  var isSent = false

  /// Reads a marker's data: a stack is a small thread of one sample, or, if processed, a cause.
  mutating func take(data: UnsafePointer<UInt8>) {
    window = JSONMembers.whole("innerWindowID", of: data) ?? 0
    if let cause = JSONMembers.value("cause", of: data),
      let stack = JSONMembers.value("stack", of: cause)
    {
      self.stack = JSONMembers.index(at: stack)
    } else if let stack = JSONMembers.value("stack", of: data),
      let samples = JSONMembers.value("samples", of: stack),
      let rows = JSONMembers.value("data", of: samples)
    {
      var elements = JSONElements(rows)
      guard let row = elements.next() else { return }
      var sample = JSONElements(row)
      self.stack = sample.next().map(JSONMembers.index) ?? -1
    } else if let type = JSONMembers.text("eventType", of: data) {
      isSent = !BrowserEvents.contain(type)
    }
  }

  /// The kinds of event for the names of markers.
  fileprivate static let kinds: [String: ForeignTimeline.Kind] = [
    "RefreshDriverTick": .task, "DOMEvent": .task, "ScriptExecution": .task, "Styles": .style,
    "Reflow": .layout,
    "Reflow (sync)": .layout, "Reflow (interruptible)": .layout, "SetNeedStyleFlush": .write,
  ]

  /// The kind of the markers with a name; what calls scripts is a task, or a part of one.
  static func kind(of name: String) -> ForeignTimeline.Kind? {
    if let kind = kinds[name] { return kind }
    let isCall = [" callback", " callbacks", " handler", " microtasks"].contains(
      where: name.hasSuffix)
    return isCall ? .task : nil
  }

  static func phase(_ number: Int) -> ForeignTimeline.Phase? {
    let phases: [ForeignTimeline.Phase] = [.moment, .slice, .begin, .end]
    return phases.indices.contains(number) ? phases[number] : nil
  }

  /// Reads `meta`: the start of a profile, in nanoseconds; 0 if it is beyond the range of a trace.
  ///
  /// It is a calendar time, in milliseconds, from which the markers count.
  static func startTime(_ stream: JSONStream) throws(TraceError) -> Int64 {
    var start: Int64?
    _ = try stream.value { meta in
      start = JSONMembers.value("startTime", of: meta).flatMap(JSONMembers.number)
        .flatMap { ForeignTimeline.nanoseconds($0, of: 1e6, below: 4e18) }
    }
    return start ?? 0
  }

  static func nanoseconds(_ milliseconds: Double) -> Int64? {
    ForeignTimeline.nanoseconds(milliseconds, of: 1e6, below: 1e17)
  }
}

/// The thread and the process of some markers.
struct FirefoxThread {
  private var process = 0
  private var number = 0
  private var processName: String?

  /// Takes `pid`, `tid` or `processName`.
  mutating func take(_ key: String, _ value: UnsafePointer<UInt8>) {
    switch key {
    case "pid": process = JSONMembers.identifier(at: value)
    case "tid": number = JSONMembers.identifier(at: value)
    default: processName = JSONMembers.text(at: value)
    }
  }

  fileprivate func number(in timeline: inout ForeignTimeline) -> Int32 {
    if let processName { timeline.setName(processName, ofProcess: process) }
    return timeline.thread(number, ofProcess: process)
  }
}

/// The table of stacks: the enclosing stack of each one, and its own frame.
struct FirefoxStacks {
  var prefixes: [Int32] = []
  var frames: [Int32] = []

  /// The frame of a stack and the stack around it; nil beyond the ends of the table.
  func frame(of stack: Int) -> (frame: Int, prefix: Int)? {
    guard prefixes.indices.contains(stack), frames.indices.contains(stack) else { return nil }
    return (Int(frames[stack]), Int(prefixes[stack]))
  }

  /// Computes a value of a stack from its frames, the outermost first, and keeps those of the stacks
  /// around it.
  func fold<Value>(
    _ stack: Int, from start: Value, known: inout [Int: Value],
    _ step: (_ value: inout Value, _ frame: Int) -> Void
  ) -> Value {
    var inner: [(stack: Int, frame: Int)] = []
    var value = start
    var next = stack
    // A stack cannot be longer than the table; a damaged one may contain a cycle.
    while inner.count <= prefixes.count, let (frame, prefix) = frame(of: next) {
      if let found = known[next] {
        value = found
        break
      }
      inner.append((next, frame))
      next = prefix
    }
    for (stack, frame) in inner.reversed() {
      step(&value, frame)
      known[stack] = value
    }
    return value
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

extension ForeignTimeline {
  /// Reads `pages`: adds the document of each page, and its address.
  mutating func addPages(_ stream: JSONStream) throws(TraceError) {
    try stream.array { () throws(TraceError) in _ = try stream.value { addPage($0) } }
  }

  /// The function that the browser called: the outermost one around a place.
  private func entry(of place: Int32) -> Int32 {
    var entry = place
    while places[Int(entry)].outer >= 0 { entry = places[Int(entry)].outer }
    return entry
  }

  private mutating func addPage(_ page: UnsafePointer<UInt8>) {
    guard let window = JSONMembers.whole("innerWindowID", of: page),
      let url = JSONMembers.text("url", of: page)
    else { return }
    setURL(url, of: document(String(window)))
  }

  /// Adds the layout events among a thread's markers, which count from the start of the profile.
  mutating func add(
    _ markers: some Collection<FirefoxMarker>, of thread: FirefoxThread, start: Int64,
    name: (Int) -> String?, stacks: FirefoxStacks, label: (_ frame: Int) -> String?,
    place: (_ frame: Int) -> Place?
  ) {
    let number = thread.number(in: &self)
    var known: [Int: Int32] = [:]
    /// The innermost frame of a stack that is in a script, with those around it.
    func index(of stack: Int) -> Int32 {
      stacks.fold(stack, from: -1, known: &known) { outer, frame in
        guard var place = place(frame), place.readGenerated() else { return }
        place.readNesting()
        place.outer = outer
        outer = add(place)
      }
    }
    var kinds: [Int: (name: String, kind: Kind)?] = [:]
    /// The name of markers and their kind, which many share.
    func named(_ index: Int) -> (name: String, kind: Kind)? {
      if let known = kinds[index] { return known }
      let found = name(index).flatMap { text in
        FirefoxMarker.kind(of: text).map { (name: text, kind: $0) }
      }
      kinds[index] = .some(found)
      return found
    }
    func code(_ stack: Int) -> Int32 { stack < 0 ? -1 : known[stack] ?? index(of: stack) }
    var senders: [Int: FirefoxEvents.Situation] = [:]
    func situation(_ stack: Int) -> FirefoxEvents.Situation {
      FirefoxEvents.situation(of: stack, in: stacks, known: &senders) { frame in
        let isScript = place(frame).map { !$0.isOfBrowser } ?? false
        return (isScript ? nil : label(frame), isScript)
      }
    }
    let flushes = FirefoxFlushes(markers, name: name)
    let events = FirefoxEvents(markers, flushes, name: name) { situation($0).sender }
    var layouts = FirefoxLayouts()
    var tasks = FirefoxTasks(markers, from: start, flushes, events, name: name)
    for (index, marker) in markers.enumerated() {
      guard let (name, kind) = named(marker.name), let phase = FirefoxMarker.phase(marker.phase),
        let from = FirefoxMarker.nanoseconds(marker.start),
        let to = FirefoxMarker.nanoseconds(marker.end),
        (kind == .write) == (phase == .moment), !events.sent.contains(index)
      else { continue }
      let flush = kind == .style ? nil : flushes.index(at: phase == .end ? to : from)
      // A change while the browser lays out is none by a script.
      if kind == .write || kind == .task, flush != nil { continue }
      var record = Record(
        start: start &+ (phase == .end ? to : from), thread: number, kind: kind, phase: phase)
      if phase == .slice { record.duration = max(0, to - from) }
      if kind != .task, marker.window > 0 { record.document = document(String(marker.window)) }
      if kind == .layout, let flush {
        if phase != .end {
          layouts.begin(flush, record.document, at: record.start, cause: marker.stack)
        }
        if phase != .begin {
          layouts.end(flush, record.document, at: phase == .end ? record.start : record.end)
        }
        continue
      }
      // In a synchronous reflow, the stack is that of the forcing code; in others, of the
      // requesting code.
      if kind == .write || name == "Reflow (sync)" { record.place = code(marker.stack) }
      add(record)
    }
    for layout in layouts.all {
      var record = Record(start: layout.start, thread: number, kind: .layout)
      record.duration = max(0, layout.end - layout.start)
      record.document = layout.document
      let stack = flushes[layout.flush].stack
      record.place = code(stack)
      if layout.cause != stack, case let place = code(layout.cause), place >= 0 {
        var request = Record(
          start: layout.start - 1, thread: number, kind: .documentDirtied, phase: .moment)
        (request.document, request.place) = (layout.document, place)
        add(request)
      }
      add(record)
      if record.place >= 0 {
        tasks.note(
          layoutFrom: layout.start, to: layout.end, entry: entry(of: record.place),
          situation(stack))
      }
    }
    let missing = tasks.missing()
    doubtfulEvents = max(doubtfulEvents, missing.doubtfulEvents)
    for task in missing.tasks {
      var record = Record(start: task.start, thread: number, kind: .task)
      record.duration = task.end - task.start
      add(record)
    }
  }
}
