/// A file format that records layouts: how it is recognised and read, and what people are told of it.
///
/// A new one is a type beside its importer, and a line in `TraceFormats.all`.
package protocol TraceFormat: Sendable {
  /// How the names of such files usually end, before what a compression adds.
  ///
  /// A name decides nothing but which files of a folder are looked at.
  var usualEndings: [String] { get }
  /// Its name, and what `loophunt formats` says of it.
  var guide: FormatGuide { get }
  /// Whether a browser recorded it: what is laid out are documents, and scripts force it.
  var isBrowser: Bool { get }
  /// Whether there are frames, and a tree of views.
  var holdsGeometry: Bool { get }
  /// Whether each loop in it ended the app, and nothing is told of parents and causes.
  var isFatal: Bool { get }
  /// The threshold for recordings of this format, where the usual one does not fit.
  var threshold: Int? { get }

  /// Whether a file that begins so can be of the format.
  func recognises(_ head: TraceHead) -> Bool

  /// Reads a whole recording; nil for a layout trace, which is read as it is.
  ///
  /// - Throws: `TraceError` if it is damaged or holds no layouts.
  func read(_ source: ByteSource, _ options: ImportOptions) throws(TraceError) -> ImportedTrace?
}

extension TraceFormat {
  /// The word for it, in `--from` and as the `source` of a trace that was made of it.
  package var name: String { guide.name }
  package var isBrowser: Bool { false }
  package var holdsGeometry: Bool { false }
  package var isFatal: Bool { false }
  package var threshold: Int? { nil }

  /// Reads a recording that is not compressed; `progress` is told of each part that is read.
  ///
  /// - Throws: `TraceError` if it cannot be read, is damaged or holds no layouts.
  package func imported(
    from input: TraceInput, _ options: ImportOptions = .init(), interrupt: TraceInterrupt? = nil,
    progress: ((_ read: Int64, _ total: Int64?) -> Void)? = nil
  ) throws(TraceError) -> ImportedTrace? {
    let source = try ByteSource(input, interrupt: interrupt)
    source.progress = progress
    return try read(source, options)
  }
}

/// What people are told of a format.
package struct FormatGuide: Encodable, Sendable {
  /// What `--from` calls it.
  package var name: String
  /// Where such files come from.
  package var source: String
  /// What is taken from them.
  package var tells: String
  /// What they do not hold.
  package var cannotTell: String
}

/// How a recording is read.
package struct ImportOptions: Sendable {
  /// Whether the browser's own windows and pages are kept, too.
  package var showsBrowser: Bool
  /// How many events are sorted in memory; the others wait in a temporary file.
  package var runLength: Int

  package init(showsBrowser: Bool = false, runLength: Int = 1 << 17) {
    self.showsBrowser = showsBrowser
    self.runLength = runLength
  }
}
