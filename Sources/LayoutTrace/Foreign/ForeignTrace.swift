import Foundation

/// Converts what other programs recorded to our layout trace.
package struct ForeignTrace {
  /// How a recording is converted.
  package struct Options: Sendable {
    /// Whether the browser's own windows and pages are kept, too.
    package var showsBrowser: Bool
    /// How many events are sorted in memory; the others wait in a temporary file.
    package var runLength: Int

    package init(showsBrowser: Bool = false, runLength: Int = 1 << 17) {
      self.showsBrowser = showsBrowser
      self.runLength = runLength
    }
  }

  /// What a conversion found.
  package struct Summary: Sendable {
    /// Bytes that were read.
    package var bytes: Int64 = 0
    /// Events of the recording, including those that do not concern layout.
    package var events = 0
    /// Turns of the layout trace.
    package var turns = 0
    /// What a reader of the results should know, one sentence each.
    package var notes: [String] = []
  }

  /// Reads a recording of a browser, or a console log, and writes it as a layout trace.
  ///
  /// `progress` is called from time to time with the bytes read and, for a regular file, its size.
  ///
  /// - Throws: `TraceError` if the recording is damaged or holds no layouts, or if the trace cannot
  ///   be written.
  package static func convert(
    _ input: TraceInput, from format: TraceFormat, options: Options = Options(),
    to writer: TraceWriter, interrupt: TraceInterrupt? = nil,
    progress: ((_ read: Int64, _ total: Int64?) -> Void)? = nil
  ) throws(TraceError) -> Summary {
    let source = try ByteSource(input, interrupt: interrupt)
    if format == .uikit || format == .winui {
      return try ConsoleLog.convert(source, from: format, to: writer) {
        progress?($0, source.totalBytes)
      }
    }
    let stream = try JSONStream(source)
    var summary = Summary()
    var importer = importer(for: format).init(runLength: options.runLength)
    try importer.read(stream) { (_) throws(TraceError) in
      progress?(stream.offset, stream.totalBytes)
    }
    summary.bytes = stream.offset
    summary.events = importer.events
    let isCutOff = stream.wasCutOff && interrupt?.isInterrupted != true
    var timeline = importer.timeline
    importer = ChromeImporter(runLength: 1)
    guard timeline.documents.contains(where: \.isLaidOut) else {
      throw TraceError(
        kind: .order, file: stream.name, line: 0, column: 0,
        problem: summary.events < 2
          ? "it holds no event that is a layout"
          : "none of the \(summary.events.counted("event")) is a layout",
        remedy: format == .chrome
          ? "record with the category devtools.timeline, and while the page is slow"
          : "record while the page is slow")
    }
    let hasTasks = timeline.hasTasks
    var turns = ForeignTurns(timeline, showsBrowser: options.showsBrowser)
    writer.write(
      .header(
        .init(
          tool: "loophunt import", title: turns.title, source: format.rawValue, clock: "wall")))
    turns.writeSnapshot(writer.write)
    try turns.writeTurns(of: &timeline, writer.write)
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

  private static func importer(for format: TraceFormat) -> any ForeignImporter.Type {
    switch format {
    case .loophunt, .chrome, .uikit, .winui: ChromeImporter.self
    case .firefoxRaw: FirefoxImporter.self
    case .firefox: ProcessedFirefoxImporter.self
    case .webkit: WebKitImporter.self
    case .safari: SafariImporter.self
    }
  }
}
