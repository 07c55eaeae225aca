import Foundation

/// Reads profiles of Firefox as its profiler writes them, before profiler.firefox.com changes them.
///
/// A profile holds threads, pages, and the profiles of the browser's other processes. Each thread has
/// tables that refer to each other by index, and the names stand in the last of them: so markers are
/// kept until a thread ends.
struct FirefoxImporter: ForeignImporter {
  private(set) var timeline = ForeignTimeline()
  private(set) var events = 0

  /// How deep profiles of processes may nest; Firefox nests them once.
  private static let deepest = 8

  mutating func read(
    _ stream: JSONStream, progress: (_ records: Int) throws(TraceError) -> Void
  ) throws(TraceError) {
    try readProfile(stream, depth: 0, progress)
  }

  private mutating func readProfile(
    _ stream: JSONStream, depth: Int, _ progress: (_ records: Int) throws(TraceError) -> Void
  ) throws(TraceError) {
    var start: Int64 = 0
    try stream.object { (key) throws(TraceError) in
      switch key {
      case "meta":
        _ = try stream.value { meta in
          start =
            JSONMembers.value("startTime", of: meta).flatMap(JSONMembers.number)
            .flatMap { Self.nanoseconds($0, below: 4e18) } ?? 0
        }
      case "pages": try stream.array { () throws(TraceError) in try readPage(stream) }
      case "threads":
        try stream.array { () throws(TraceError) in
          try readThread(stream, start: start, progress)
        }
      case "processes" where depth < Self.deepest:
        try stream.array { () throws(TraceError) in
          try readProfile(stream, depth: depth + 1, progress)
        }
      default: try stream.skip()
      }
    }
  }

  private mutating func readPage(_ stream: JSONStream) throws(TraceError) {
    _ = try stream.value { page in
      guard let window = JSONMembers.whole("innerWindowID", of: page),
        let url = JSONMembers.text("url", of: page)
      else { return }
      timeline.setURL(url, of: timeline.document(String(window)))
    }
  }

  // MARK: Threads

  private struct Marker {
    var name: Int
    var phase = 0
    var start = 0.0
    var end = 0.0
    var window = 0
    var stack = -1
  }

  /// What is known of a thread while it is read.
  private struct Thread {
    var process = 0
    var number = 0
    var markers: [Marker] = []
    /// The stack around each stack, and its frame.
    var prefixes: [Int32] = []
    var frames: [Int32] = []
    /// The location of each frame, as a place among the strings.
    var locations: [Int32] = []
    var strings: [String] = []
  }

  private mutating func readThread(
    _ stream: JSONStream, start: Int64,
    _ progress: (_ records: Int) throws(TraceError) -> Void
  ) throws(TraceError) {
    var thread = Thread()
    try stream.object { (key) throws(TraceError) in
      switch key {
      case "pid": _ = try stream.value { thread.process = Self.whole(at: $0) }
      case "tid": _ = try stream.value { thread.number = Self.whole(at: $0) }
      case "markers":
        try readTable(
          stream, [("name", 0), ("startTime", 1), ("endTime", 2), ("phase", 3), ("data", 5)]
        ) { cells in
          thread.markers.append(Self.marker(cells))
        }
        try progress(timeline.records.count + thread.markers.count)
      case "stackTable":
        try readTable(stream, [("prefix", 0), ("frame", 1)]) { cells in
          thread.prefixes.append(Int32(clamping: cells[0].map(Self.whole) ?? -1))
          thread.frames.append(Int32(clamping: cells[1].map(Self.whole) ?? -1))
        }
      case "frameTable":
        try readTable(stream, [("location", 0)]) { cells in
          thread.locations.append(Int32(clamping: cells[0].map(Self.whole) ?? -1))
        }
      case "stringTable":
        try stream.array { () throws(TraceError) in
          _ = try stream.value { thread.strings.append(JSONMembers.text(at: $0) ?? "") }
        }
      default: try stream.skip()
      }
    }
    events += thread.markers.count
    add(thread, start: start)
  }

  /// The cells of a row that were asked for; nil for those that the row has not.
  private typealias Cells = [UnsafePointer<UInt8>?]

  /// Hands the rows of a table to `body`, with the cells of some columns in that order.
  ///
  /// The table's schema says where each column stands; before it is known, where Firefox puts them.
  private func readTable(
    _ stream: JSONStream, _ columns: [(name: String, usually: Int)], _ body: (Cells) -> Void
  ) throws(TraceError) {
    guard try stream.peek() == Byte.openBrace else { return try stream.skip() }
    // For each place in a row which of the wanted cells stands there.
    var order: [Int: Int] = [:]
    for (index, column) in columns.enumerated() { order[column.usually] = index }
    try stream.object { (key) throws(TraceError) in
      switch key {
      case "schema":
        order = [:]
        _ = try stream.value { schema in
          for (index, column) in columns.enumerated() {
            var members = JSONMembers(schema)
            while let (key, value) = members.next() {
              if column.name.utf8.elementsEqual(key) { order[Self.whole(at: value)] = index }
            }
          }
        }
      case "data":
        try stream.array { () throws(TraceError) in
          _ = try stream.value { row in
            var cells = Cells(repeating: nil, count: columns.count)
            var elements = JSONElements(row)
            var place = 0
            while let cell = elements.next() {
              if let index = order[place] { cells[index] = cell }
              place += 1
            }
            body(cells)
          }
        }
      default: try stream.skip()
      }
    }
  }

  private static func marker(_ cells: Cells) -> Marker {
    var marker = Marker(name: cells[0].map(whole) ?? -1)
    marker.start = cells[1].flatMap(JSONMembers.number) ?? 0
    marker.end = cells[2].flatMap(JSONMembers.number) ?? 0
    marker.phase = cells[3].map(whole) ?? -1
    guard let data = cells[4] else { return marker }
    marker.window = JSONMembers.whole("innerWindowID", of: data) ?? 0
    // The stack is a small thread of one sample, whose stack is one of the thread around it.
    if let stack = JSONMembers.value("stack", of: data),
      let samples = JSONMembers.value("samples", of: stack),
      let rows = JSONMembers.value("data", of: samples)
    {
      var elements = JSONElements(rows)
      if let row = elements.next() {
        var sample = JSONElements(row)
        marker.stack = sample.next().map(whole) ?? -1
      }
    }
    return marker
  }

  /// A whole number; -1 for anything else.
  private static func whole(at value: UnsafePointer<UInt8>) -> Int {
    JSONMembers.number(at: value).flatMap { Int(exactly: $0) } ?? -1
  }

  // MARK: Records

  private static let kinds: [String: ForeignTimeline.Kind] = [
    "RefreshDriverTick": .task, "DOMEvent": .task, "Styles": .style,
    "Reflow": .layout, "Reflow (sync)": .layout, "Reflow (interruptible)": .layout,
    "SetNeedStyleFlush": .write,
  ]

  private mutating func add(_ thread: Thread, start: Int64) {
    let number = timeline.thread(thread.number, ofProcess: thread.process)
    var places: [Int: Int32] = [:]
    for marker in thread.markers {
      guard thread.strings.indices.contains(marker.name),
        let kind = Self.kinds[thread.strings[marker.name]],
        let phase = Self.phase(marker.phase),
        let from = Self.nanoseconds(marker.start), let to = Self.nanoseconds(marker.end)
      else { continue }
      guard (kind == .write) == (phase == .moment) else { continue }
      var record = ForeignTimeline.Record(
        start: start &+ (phase == .end ? to : from), thread: number, kind: kind, phase: phase)
      if phase == .slice { record.duration = max(0, to - from) }
      if kind != .task, marker.window > 0 {
        record.document = timeline.document(String(marker.window))
      }
      // What forces is on the stack of a synchronous reflow; that of others is of who asked for it.
      let isForce = thread.strings[marker.name] == "Reflow (sync)"
      if kind == .write || isForce, marker.stack >= 0 {
        if places[marker.stack] == nil {
          places[marker.stack] = place(thread, marker.stack).map { timeline.add($0) } ?? -1
        }
        record.place = places[marker.stack] ?? -1
      }
      timeline.add(record)
    }
  }

  private static func phase(_ number: Int) -> ForeignTimeline.Phase? {
    switch number {
    case 0: .moment
    case 1: .slice
    case 2: .begin
    case 3: .end
    default: nil
    }
  }

  /// The innermost frame of a stack that is a script's.
  private func place(_ thread: Thread, _ stack: Int) -> ForeignTimeline.Place? {
    var stack = stack
    // A stack cannot be longer than the table; a damaged one may lead round.
    for _ in thread.prefixes.indices {
      guard thread.prefixes.indices.contains(stack) else { return nil }
      let frame = Int(thread.frames[stack])
      if thread.locations.indices.contains(frame),
        case let location = Int(thread.locations[frame]),
        thread.strings.indices.contains(location),
        let place = Self.place(thread.strings[location])
      {
        return place
      }
      stack = Int(thread.prefixes[stack])
    }
    return nil
  }

  /// Reads `growRow (http://host/page.html:7:17)[26]`; nil for a frame that is no script's.
  static func place(_ location: String) -> ForeignTimeline.Place? {
    var rest = location[...]
    if rest.last == "]", let bracket = rest.lastIndex(of: "[") { rest = rest[..<bracket] }
    var function: String?
    if rest.last == ")", let opening = rest.firstRange(of: " (") {
      function = String(rest[..<opening.lowerBound])
      rest = rest[opening.upperBound...].dropLast()
    }
    var numbers: [Int] = []
    while numbers.count < 2, let colon = rest.lastIndex(of: ":"),
      let number = Int(rest[rest.index(after: colon)...]), number >= 0
    {
      numbers.insert(number, at: 0)
      rest = rest[..<colon]
    }
    guard let line = numbers.first, rest.contains("/") || rest.contains(":") else { return nil }
    return ForeignTimeline.Place(
      function: function, url: String(rest), line: line, column: numbers.count > 1 ? numbers[1] : 0)
  }

  /// Milliseconds as whole nanoseconds; nil beyond what a trace can say.
  ///
  /// A profile begins at a time of the calendar, and its markers count from there.
  private static func nanoseconds(_ milliseconds: Double, below limit: Double = 1e17) -> Int64? {
    let value = (milliseconds * 1e6).rounded()
    return abs(value) < limit ? Int64(value) : nil
  }
}
