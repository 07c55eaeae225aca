/// A format of a browser's recordings, in JSON.
protocol BrowserFormat: TraceFormat {
  associatedtype Importer: TimelineImporter

  /// The remedy for a recording without layouts.
  var remedy: String { get }
  /// The remedy for a recording without the stacks of scripts; nil if the browser takes none.
  var stackRemedy: String? { get }
}

/// Reads one browser format into a timeline.
protocol TimelineImporter {
  /// Makes an importer whose events are sorted in runs of a length.
  init(runLength: Int)

  /// The events read so far.
  var timeline: ForeignTimeline { get }
  /// The number of events, including those unrelated to layout.
  var events: Int { get }

  /// Reads everything.
  mutating func read(_ stream: JSONStream) throws(TraceError)
}

extension BrowserFormat {
  var isBrowser: Bool { true }
  var usualEndings: [String] { [".json"] }
  /// A page needs one layout per task: 20 are a finding.
  var threshold: Int? { 19 }
  var remedy: String { "record while the page is slow" }
  var stackRemedy: String? { nil }

  func read(_ source: ByteSource, _ options: ImportOptions) throws(TraceError) -> ImportedTrace? {
    let stream = try JSONStream(source)
    var (timeline, events) = try timeline(of: stream, options)
    let hasMore = try stream.peek() != nil
    guard timeline.documents.contains(where: { $0.layouts > 0 }) else {
      let problem =
        events < 2
        ? "it holds no event that is a layout"
        : "none of the \(events.counted("event")) is a layout"
      var error = TraceError(
        kind: .order, file: stream.name,
        problem: stream.wasCutOff ? "it is cut off, and \(problem)" : problem,
        remedy: stream.wasCutOff ? "save the recording again, to its end" : remedy)
      if !stream.wasCutOff { error.clue = .noLayouts }
      throw error
    }
    let maps = SourceMaps(timeline, folders: options.sourceMaps)
    let stacks = ScriptStacks(timeline, maps, LibraryScripts(patterns: options.ignoredScripts))
    let cast = ForeignCast(timeline, stacks, showsBrowser: options.showsBrowser)
    let records = try timeline.sorted()
    let isComplete = !stream.wasCutOff || source.isInterrupted
    return ImportedTrace(
      name: stream.name, notes: notes(on: timeline, cast, hasMore: hasMore) + maps.notes,
      callers: cast.callers
    ) { [name] in BrowserPass(cast, records, to: $0, source: name, isComplete: isComplete) }
  }

  /// Reads everything; the importer's own data is freed afterwards.
  private func timeline(
    of stream: JSONStream, _ options: ImportOptions
  ) throws(TraceError) -> (ForeignTimeline, events: Int) {
    var importer = Importer(runLength: options.runLength)
    try importer.read(stream)
    return (importer.timeline, importer.events)
  }

  private func notes(on timeline: ForeignTimeline, _ cast: ForeignCast, hasMore: Bool) -> [String] {
    var notes: [String] = []
    if hasMore {
      notes.append("all that follows the recording is left out; keep one recording in one file")
    }
    if cast.layoutsLeftOut > 0 {
      notes.append(
        "\(cast.layoutsLeftOut.counted("layout")) of the browser's own pages left out; "
          + "--browser-ui keeps them")
    }
    if !timeline.hasTasks {
      notes.append(
        "recorded without tasks: each outermost event counts as a turn, so that a loop over "
          + "several of them is not seen; record with disabled-by-default-devtools.timeline")
    }
    if let stackRemedy, timeline.hasNoStacks {
      notes.append(
        "recorded without stacks: a function is known only where the browser called it, so that "
          + "the writing and the reading code have one name; \(stackRemedy)")
    }
    return notes
  }
}
