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
  private static let kinds: [String: ForeignTimeline.Kind] = [
    "RefreshDriverTick": .task, "DOMEvent": .task, "ScriptExecution": .task, "Styles": .style,
    "Reflow": .layout, "Reflow (sync)": .layout, "Reflow (interruptible)": .layout,
    "SetNeedStyleFlush": .write,
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

  func number(in timeline: inout ForeignTimeline) -> Int32 {
    if let processName { timeline.setName(processName, ofProcess: process) }
    return timeline.thread(number, ofProcess: process)
  }
}

extension ForeignTimeline {
  /// Reads `pages`: adds the document of each page, and its address.
  mutating func addPages(_ stream: JSONStream) throws(TraceError) {
    try stream.array { () throws(TraceError) in _ = try stream.value { addPage($0) } }
  }

  private mutating func addPage(_ page: UnsafePointer<UInt8>) {
    guard let window = JSONMembers.whole("innerWindowID", of: page),
      let url = JSONMembers.text("url", of: page)
    else { return }
    setURL(url, of: document(String(window)))
  }
}
