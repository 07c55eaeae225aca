import Foundation

/// Converts what other programs recorded to our layout trace.
package struct ForeignTrace {
  /// How a recording is converted.
  package struct Options: Sendable {
    /// Whether the browser's own windows and pages are kept, too.
    package var showsBrowser: Bool

    package init(showsBrowser: Bool = false) {
      self.showsBrowser = showsBrowser
    }
  }

  /// What a conversion met.
  package struct Summary: Sendable {
    /// Bytes that were read.
    package var bytes: Int64 = 0
    /// Events of the recording, those included that say nothing of layout.
    package var events = 0
    /// Turns of the layout trace.
    package var turns = 0
    /// What a reader of the results should know, one sentence each.
    package var notes: [String] = []
  }

  /// Reads a recording of a browser and writes it as a layout trace.
  ///
  /// `progress` is called now and then with the bytes read and, for a regular file, its size.
  ///
  /// - Throws: `TraceError` where the recording is damaged or holds no layouts, and where the trace
  ///   cannot be written.
  package static func convert(
    _ input: TraceInput, from format: TraceFormat, options: Options = Options(),
    to writer: TraceWriter, interrupt: TraceInterrupt? = nil,
    progress: ((_ read: Int64, _ total: Int64?) -> Void)? = nil
  ) throws(TraceError) -> Summary {
    let stream = try JSONStream(ByteSource(input, interrupt: interrupt))
    var summary = Summary()
    var importer = importer(for: format)
    try importer.read(stream) { (records) throws(TraceError) in
      progress?(stream.offset, stream.totalBytes)
      try makeSureOfRoom(records, stream)
    }
    summary.bytes = stream.offset
    summary.events = importer.events
    let isCutOff = stream.wasCutOff && interrupt?.isInterrupted != true
    var timeline = importer.timeline
    importer = ChromeImporter()
    guard timeline.documents.contains(where: \.isLaidOut) else {
      throw TraceError(
        kind: .order, file: stream.name, line: 0, column: 0,
        problem: "none of the \(summary.events.counted("event")) is a layout",
        remedy: format == .chrome
          ? "record with the category devtools.timeline, and while the page is slow"
          : "record while the page is slow")
    }
    let hasTasks = timeline.records.contains { $0.kind == .task }
    timeline.arrange()
    var turns = ForeignTurns(timeline, showsBrowser: options.showsBrowser)
    writer.write(
      .header(
        .init(
          tool: "loophunt import", title: turns.title, source: format.rawValue, clock: "wall")))
    turns.writeSnapshot(writer.write)
    turns.writeTurns(writer.write)
    // Without this line a reader warns that the trace is truncated.
    if !isCutOff { writer.write(.end(turns: turns.turns)) }
    if let failure = writer.failure { throw failure }
    summary.turns = turns.turns
    if turns.layoutsLeftOut > 0 {
      summary.notes.append(
        "\(turns.layoutsLeftOut.counted("layout")) of the browser's own pages left out; "
          + "--browser-ui keeps them")
    }
    if !hasTasks {
      summary.notes.append(
        "recorded without tasks: each outermost event counts as a turn, so that a loop over "
          + "several of them is not seen; record with disabled-by-default-devtools.timeline")
    }
    return summary
  }

  private static func importer(for format: TraceFormat) -> any ForeignImporter {
    switch format {
    case .loophunt, .chrome: ChromeImporter()
    case .firefoxRaw: FirefoxImporter()
    case .firefox: ProcessedFirefoxImporter()
    case .webkit: WebKitImporter()
    case .safari: SafariImporter()
    }
  }

  /// Complains before the memory for the events is used up.
  private static func makeSureOfRoom(
    _ records: Int, _ stream: JSONStream
  ) throws(TraceError) {
    guard records >= 1 << 16, records & (records - 1) < 1 << 12 else { return }
    let needed = records * MemoryLayout<ForeignTimeline.Record>.stride * 2
    if let problem = MemoryRoom.problem(needing: needed, for: "\(records) events of layout") {
      throw TraceError(
        kind: problem.kind, file: stream.name, line: 0, column: 0, problem: problem.problem,
        remedy: problem.remedy)
    }
  }
}
