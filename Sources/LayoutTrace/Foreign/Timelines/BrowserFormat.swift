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
  init(_ options: ImportOptions)

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
    if hasMore {
      throw TraceError(
        kind: .order, file: stream.name,
        problem: "something follows the recording, and would not be judged",
        remedy: "keep one recording in one file")
    }
    var files = ScriptFiles(options.sourceMaps, keeps: options.keepsScripts)
    let maps = SourceMaps(timeline, &files, keepsTexts: options.keepsScripts)
    let stacks = ScriptStacks(timeline, maps, LibraryScripts(patterns: options.ignoredScripts))
    let texts = ScriptTexts(timeline, maps, files)
    let cast = ForeignCast(
      timeline, stacks, CodeBackground { texts.excerpt($0) }, showsBrowser: options.showsBrowser)
    let records = try timeline.sorted()
    let isComplete = !stream.wasCutOff || source.isInterrupted
    return ImportedTrace(
      name: stream.name, notes: notes(on: timeline, cast) + maps.notes,
      background: cast.background
    ) { [name] in BrowserPass(cast, records, to: $0, source: name, isComplete: isComplete) }
  }

  /// Reads everything; the importer's own data is freed afterwards.
  private func timeline(
    of stream: JSONStream, _ options: ImportOptions
  ) throws(TraceError) -> (ForeignTimeline, events: Int) {
    var importer = Importer(options)
    try importer.read(stream)
    return (importer.timeline, importer.events)
  }

  /// The events in a row from which on it matters whether they are one task: half of the limit.
  private static var fewestDoubtful: Int { 10 }

  private func notes(on timeline: ForeignTimeline, _ cast: ForeignCast) -> [String] {
    var notes: [String] = []
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
    if timeline.doubtfulEvents >= Self.fewestDoubtful {
      notes.append(
        "one function forces layouts in \(timeline.doubtfulEvents) consecutive events, which are one "
          + "task if a script sent them, but no stack shows this; record again with a current "
          + "Firefox, whose stacks name the sender")
    }
    if let stackRemedy, timeline.hasNoStacks {
      notes.append(
        "recorded without stacks: a function is known only where the browser called it, so that "
          + "the writing and the reading code have one name; \(stackRemedy)")
    }
    return notes
  }
}
