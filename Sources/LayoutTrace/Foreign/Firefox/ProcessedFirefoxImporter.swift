import Foundation

/// A profile of Firefox as saved by profiler.firefox.com.
struct FirefoxFormat: BrowserFormat {
  typealias Importer = ProcessedFirefoxImporter

  let guide = FormatGuide(
    name: "firefox",
    source: "profiles that profiler.firefox.com saved", tells: "the same as firefox-raw",
    cannotTell: "geometry and elements; a place is the beginning of its function; anything removed "
      + "before the profile was saved")

  func recognises(_ head: TraceHead) -> Bool {
    head.nested["meta"]?.contains("preprocessedProfileVersion") == true
  }
}

/// Reads processed Firefox profiles, whose tables are columns, into a timeline.
///
/// Names and stacks that threads share may come last, so the threads are kept until then.
struct ProcessedFirefoxImporter: TimelineImporter {
  private(set) var timeline: ForeignTimeline
  private(set) var events = 0
  private var start: Int64 = 0
  private var threads: [Thread] = []
  /// The tables that all threads share; empty in older profiles.
  private var shared = Tables()

  init(_ options: ImportOptions) { timeline = ForeignTimeline(runLength: options.runLength) }

  mutating func read(_ stream: JSONStream) throws(TraceError) {
    try stream.object { (key) throws(TraceError) in
      switch key {
      case "meta": start = try FirefoxMarker.startTime(stream)
      case "pages": try timeline.addPages(stream)
      case "shared": try shared.read(stream)
      case "threads":
        try stream.array { () throws(TraceError) in
          var thread = Thread()
          try thread.read(stream)
          events += thread.markers.count
          threads.append(thread)
        }
      default: try stream.skip()
      }
    }
    for thread in threads { add(thread) }
    threads = []
  }

  private mutating func add(_ thread: Thread) {
    func table<Column: Collection>(_ column: KeyPath<Tables, Column>) -> Column {
      thread.tables[keyPath: column].isEmpty
        ? shared[keyPath: column] : thread.tables[keyPath: column]
    }
    let (strings, functions) = (table(\.strings), table(\.functions))
    let stacks = FirefoxStacks(prefixes: table(\.stackPrefixes), frames: table(\.stackFrames))
    let (names, isScript) = (table(\.functionNames), table(\.functionIsScript))
    let (files, sources) = (table(\.functionFiles), table(\.functionSources))
    let (lines, columns) = (table(\.functionLines), table(\.functionColumns))
    let sourceFiles = table(\.sourceFiles)
    func string(_ index: Int32?) -> String? {
      index.flatMap { strings.indices.contains(Int($0)) ? strings[Int($0)] : nil }
    }
    let tables = FirefoxTables(
      stacks: stacks, name: { string(Int32(clamping: $0)) },
      label: { frame in functions.at(frame).flatMap { string(names.at(Int($0))) } },
      place: { frame in
        guard let function = functions.at(frame).map(Int.init), isScript.at(function) == 1,
          let url = string(files.at(function))
            ?? string(sources.at(function).flatMap { sourceFiles.at(Int($0)) }),
          let line = lines.at(function), line >= 0
        else { return nil }
        var name = string(names.at(function))
        // A script outside any function has this name.
        if name?.hasPrefix("(root scope)") == true { name = nil }
        return ForeignTimeline.Place(
          function: name, url: url, line: Int(line),
          column: max(0, Int(columns.at(function) ?? 0)))
      })
    FirefoxThreadReader.read(
      thread.markers.all(end: events), of: thread.identity, start: start, tables, into: &timeline)
  }

  // MARK: Threads

  private struct Thread {
    var identity = FirefoxThread()
    var markers = Markers()
    var tables = Tables()

    mutating func read(_ stream: JSONStream) throws(TraceError) {
      try stream.object { (key) throws(TraceError) in
        switch key {
        case "pid", "tid", "processName": _ = try stream.value { identity.take(key, $0) }
        case "markers": try markers.read(stream)
        default: try tables.read(key, stream)
        }
      }
    }
  }

  /// The markers of a thread, in columns.
  private struct Markers {
    private var names: [Int32] = []
    private var starts: [Double] = []
    private var ends: [Double] = []
    private var phases: [Int32] = []
    private var windows: [Int64] = []
    private var stacks: [Int32] = []
    /// The form of a phase in older profiles: the end of a slice, or the end that this marker is.
    private var olderEnds: [Int32: Double] = [:]
    private var olderPhases: [Int32: Int] = [:]
    /// The events of types that no browser sends.
    private var sent: Set<Int32> = []

    var count: Int { names.count }

    mutating func read(_ stream: JSONStream) throws(TraceError) {
      guard try stream.peek() == Byte.openBrace else { return try stream.skip() }
      try stream.object { (key) throws(TraceError) in
        switch key {
        case "name": try stream.readIndexes(into: &names)
        case "phase": try stream.readIndexes(into: &phases)
        case "startTime", "time": try stream.readNumbers(into: &starts)
        case "endTime": try stream.readNumbers(into: &ends)
        case "data":
          try stream.column { data in
            var marker = FirefoxMarker(name: 0)
            let index = Int32(clamping: windows.count)
            if let data {
              marker.take(data: data)
              if marker.isSent { sent.insert(index) }
              if let end = JSONMembers.value("endTime", of: data).flatMap(JSONMembers.number) {
                olderEnds[index] = end
              }
              switch JSONMembers.text("interval", of: data) {
              case "start": olderPhases[index] = 2
              case "end": olderPhases[index] = 3
              default: break
              }
            }
            windows.append(Int64(marker.window))
            stacks.append(Int32(clamping: marker.stack))
          }
        default: try stream.skip()
        }
      }
    }

    /// The markers one after the other.
    func all(end: Int) -> some Collection<FirefoxMarker> {
      names.indices.lazy.map { index in
        var marker = FirefoxMarker(name: Int(names[index]))
        marker.start = starts.at(index) ?? 0
        marker.end = ends.at(index) ?? marker.start
        marker.window = Int(windows.at(index) ?? 0)
        marker.stack = Int(stacks.at(index) ?? -1)
        marker.isSent = sent.contains(Int32(clamping: index))
        if let phase = phases.at(index) {
          marker.phase = Int(phase)
        } else {
          let place = Int32(clamping: index)
          marker.phase = olderPhases[place] ?? (olderEnds[place] == nil ? 0 : 1)
          marker.end = olderEnds[place] ?? marker.start
        }
        return marker
      }
    }
  }

  // MARK: Tables

  /// The tables of a thread, or of all threads: everything needed to find the place of a stack.
  private struct Tables {
    var strings: [String] = []
    var stackPrefixes: [Int32] = []
    var stackFrames: [Int32] = []
    /// The function of each frame.
    var functions: [Int32] = []
    var functionNames: [Int32] = []
    var functionIsScript: [Int32] = []
    var functionFiles: [Int32] = []
    var functionSources: [Int32] = []
    var functionLines: [Int32] = []
    var functionColumns: [Int32] = []
    /// The file of each source; newer profiles have sources between a function and its file.
    var sourceFiles: [Int32] = []

    mutating func read(_ stream: JSONStream) throws(TraceError) {
      guard try stream.peek() == Byte.openBrace else { return try stream.skip() }
      try stream.object { (key) throws(TraceError) in try read(key, stream) }
    }

    mutating func read(_ key: String, _ stream: JSONStream) throws(TraceError) {
      switch key {
      case "stringArray", "stringTable":
        guard try stream.peek() == Byte.openBracket else { return try stream.skip() }
        try stream.array { () throws(TraceError) in
          _ = try stream.value { strings.append(JSONMembers.text(at: $0) ?? "") }
        }
      case "stackTable":
        try columns(stream, [("prefix", \.stackPrefixes), ("frame", \.stackFrames)])
      case "frameTable": try columns(stream, [("func", \.functions)])
      case "funcTable":
        try columns(
          stream,
          [
            ("name", \.functionNames), ("isJS", \.functionIsScript),
            ("fileName", \.functionFiles), ("source", \.functionSources),
            ("lineNumber", \.functionLines), ("columnNumber", \.functionColumns),
          ])
      case "sources": try columns(stream, [("filename", \.sourceFiles)])
      default: try stream.skip()
      }
    }

    private mutating func columns(
      _ stream: JSONStream, _ wanted: [(name: String, column: WritableKeyPath<Tables, [Int32]>)]
    ) throws(TraceError) {
      guard try stream.peek() == Byte.openBrace else { return try stream.skip() }
      try stream.object { (key) throws(TraceError) in
        guard let column = wanted.first(where: { $0.name == key })?.column else {
          return try stream.skip()
        }
        try stream.readIndexes(into: &self[keyPath: column])
      }
    }
  }
}

extension JSONStream {
  /// Calls `body` with each value of a column, nil for a null; what is no array is skipped.
  fileprivate func column(_ body: (UnsafePointer<UInt8>?) -> Void) throws(TraceError) {
    guard try peek() == Byte.openBracket else { return try skip() }
    try array { () throws(TraceError) in
      _ = try value { body($0.pointee == UInt8(ascii: "n") ? nil : $0) }
    }
  }

  /// Reads a column of whole numbers; -1 for anything else in it, 1 for true.
  fileprivate func readIndexes(into numbers: inout [Int32]) throws(TraceError) {
    var read: [Int32] = []
    try column { value in
      let isTrue = value?.pointee == UInt8(ascii: "t")
      read.append(isTrue ? 1 : Int32(clamping: value.map(JSONMembers.index) ?? -1))
    }
    numbers = read
  }

  /// Reads a column of numbers; 0 for anything else in it.
  fileprivate func readNumbers(into numbers: inout [Double]) throws(TraceError) {
    var read: [Double] = []
    try column { read.append($0.flatMap(JSONMembers.number) ?? 0) }
    numbers = read
  }
}

extension Array {
  /// The element at an index; nil beyond the ends.
  fileprivate func at(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
