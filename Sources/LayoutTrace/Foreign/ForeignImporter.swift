/// Reads one format of browsers into a timeline.
protocol ForeignImporter {
  /// Makes an importer whose events are sorted in runs of a length.
  init(runLength: Int)

  /// What was read so far.
  var timeline: ForeignTimeline { get }
  /// How many events there were, those included that say nothing of layout.
  var events: Int { get }

  /// Reads everything; `progress` is told now and then how many events were kept.
  ///
  /// - Throws: `TraceError` where the file is of another format, or is damaged.
  mutating func read(
    _ stream: JSONStream, progress: (_ records: Int) throws(TraceError) -> Void
  ) throws(TraceError)
}
