import Foundation

/// A profile of Firefox as written by its profiler, before profiler.firefox.com changes it.
struct RawFirefoxFormat: BrowserFormat {
  typealias Importer = FirefoxImporter

  let guide = FormatGuide(
    name: "firefox-raw",
    source: "Firefox's profiler: MOZ_PROFILER_SHUTDOWN, geckodriver, "
      + "Services.profiler.dumpProfileToFile",
    tells: "layouts of each document per refresh tick or event, the code that wrote or forced with "
      + "function and line, time",
    cannotTell: "geometry and elements; a place is the beginning of its function")

  func recognises(_ head: TraceHead) -> Bool {
    guard let meta = head.nested["meta"], head.outer.contains("libs") else { return false }
    return meta.contains("startTime") && !FirefoxFormat().recognises(head)
  }
}

/// Reads unprocessed Firefox profiles; a thread's markers are kept until the names come, at its
/// end.
struct FirefoxImporter: TimelineImporter {
  private(set) var timeline: ForeignTimeline
  private(set) var events = 0

  /// The depth to which profiles of processes may nest; Firefox nests them once.
  private static let deepest = 8

  init(_ options: ImportOptions) { timeline = ForeignTimeline(runLength: options.runLength) }
  mutating func read(_ stream: JSONStream) throws(TraceError) { try readProfile(stream, depth: 0) }

  private mutating func readProfile(_ stream: JSONStream, depth: Int) throws(TraceError) {
    var start: Int64 = 0
    try stream.object { (key) throws(TraceError) in
      switch key {
      case "meta": start = try FirefoxMarker.startTime(stream)
      case "pages": try timeline.addPages(stream)
      case "threads":
        try stream.array { () throws(TraceError) in try readThread(stream, start: start) }
      case "processes" where depth < Self.deepest:
        try stream.array { () throws(TraceError) in try readProfile(stream, depth: depth + 1) }
      default: try stream.skip()
      }
    }
  }

  /// The data of a thread while it is read.
  private struct Thread {
    var identity = FirefoxThread()
    var markers: [FirefoxMarker] = []
    var stacks = FirefoxStacks()
    /// The location of each frame, as an index among the strings.
    var locations: [Int32] = []
    var strings: [String] = []

    var tables: FirefoxTables {
      FirefoxTables(
        stacks: stacks, name: string, label: label(of:),
        place: { label(of: $0).flatMap(FirefoxImporter.place) })
    }

    private func string(_ index: Int) -> String? {
      strings.indices.contains(index) ? strings[index] : nil
    }

    private func label(of frame: Int) -> String? {
      locations.indices.contains(frame) ? string(Int(locations[frame])) : nil
    }
  }

  private mutating func readThread(_ stream: JSONStream, start: Int64) throws(TraceError) {
    var thread = Thread()
    try stream.object { (key) throws(TraceError) in
      switch key {
      case "pid", "tid", "processName": _ = try stream.value { thread.identity.take(key, $0) }
      case "markers":
        try readTable(
          stream, [("name", 0), ("startTime", 1), ("endTime", 2), ("phase", 3), ("data", 5)]
        ) { cells in thread.markers.append(Self.marker(cells)) }
      case "stackTable":
        try readTable(stream, [("prefix", 0), ("frame", 1)]) { cells in
          thread.stacks.prefixes.append(Int32(clamping: cells[0].map(JSONMembers.index) ?? -1))
          thread.stacks.frames.append(Int32(clamping: cells[1].map(JSONMembers.index) ?? -1))
        }
      case "frameTable":
        try readTable(stream, [("location", 0)]) { cells in
          thread.locations.append(Int32(clamping: cells[0].map(JSONMembers.index) ?? -1))
        }
      case "stringTable":
        try stream.array { () throws(TraceError) in
          _ = try stream.value { thread.strings.append(JSONMembers.text(at: $0) ?? "") }
        }
      default: try stream.skip()
      }
    }
    events += thread.markers.count
    FirefoxThreadReader.read(
      thread.markers, of: thread.identity, start: start, thread.tables, into: &timeline)
  }

  /// The requested cells of a row; nil for a cell that is missing.
  private typealias Cells = [UnsafePointer<UInt8>?]

  /// Calls `body` with the cells of some columns, in that order, for each row of a table.
  ///
  /// Before the schema with the position of each column is read, Firefox's usual order is assumed.
  private func readTable(
    _ stream: JSONStream, _ columns: [(name: String, usually: Int)], _ body: (Cells) -> Void
  ) throws(TraceError) {
    guard try stream.peek() == Byte.openBrace else { return try stream.skip() }
    // The requested cell, if any, for each position in a row.
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
              if column.name.utf8.elementsEqual(key) { order[JSONMembers.index(at: value)] = index }
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

  private static func marker(_ cells: Cells) -> FirefoxMarker {
    var marker = FirefoxMarker(name: cells[0].map(JSONMembers.index) ?? -1)
    marker.start = cells[1].flatMap(JSONMembers.number) ?? 0
    marker.end = cells[2].flatMap(JSONMembers.number) ?? 0
    marker.phase = cells[3].map(JSONMembers.index) ?? -1
    if let data = cells[4] { marker.take(data: data) }
    return marker
  }

  /// Reads `growRow (http://host/page.html:7:17)[26]`; nil for a frame that isn't in a script.
  static func place(_ location: String) -> ForeignTimeline.Place? {
    var rest = location[...]
    if rest.last == "]", let bracket = rest.lastIndex(of: "[") { rest = rest[..<bracket] }
    let found = FunctionPlace(rest)
    if let found { rest = found.place[...] }
    var numbers: [Int] = []
    while numbers.count < 2, let colon = rest.lastIndex(of: ":"),
      let number = Int(rest[rest.index(after: colon)...]), number >= 0
    {
      numbers.insert(number, at: 0)
      rest = rest[..<colon]
    }
    guard let line = numbers.first, rest.contains("/") || rest.contains(":") else { return nil }
    return ForeignTimeline.Place(
      function: found?.function, url: String(rest), line: line,
      column: numbers.count > 1 ? numbers[1] : 0)
  }
}
