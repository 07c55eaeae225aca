/// A format that records layouts; to add one, add a type, and a line in `TraceFormats.all`.
package protocol TraceFormat: Sendable {
  /// The usual extensions, before that of a compression, of the files considered in a folder.
  var usualEndings: [String] { get }
  /// Its name, and its description in `loophunt formats`.
  var guide: FormatGuide { get }
  /// True if a browser recorded it: documents are laid out, and scripts force layouts.
  var isBrowser: Bool { get }
  /// True if it contains frames and a tree of views.
  var holdsGeometry: Bool { get }
  /// True if it contains layouts, not only findings of other programs.
  var holdsLayouts: Bool { get }
  /// True if each loop in it ended the app, and it contains neither parents nor causes.
  var isFatal: Bool { get }
  /// The threshold for recordings of this format, if the usual one is unsuitable.
  var threshold: Int? { get }

  /// True if a file with this beginning can be of the format.
  func recognises(_ head: TraceHead) -> Bool

  /// Reads a whole recording; nil for a layout trace, which is read directly.
  func read(_ source: ByteSource, _ options: ImportOptions) throws(TraceError) -> ImportedTrace?
}

extension TraceFormat {
  /// The format's name, in `--from` and as the `source` of a trace made from it.
  package var name: String { guide.name }
  package var isBrowser: Bool { false }
  package var holdsGeometry: Bool { false }
  package var holdsLayouts: Bool { true }
  package var isFatal: Bool { false }
  package var threshold: Int? { nil }

  /// Reads an uncompressed recording; `progress` is told of each part that is read.
  package func imported(
    from input: TraceInput, _ options: ImportOptions = .init(), interrupt: TraceInterrupt? = nil,
    progress: ((_ read: Int64, _ total: Int64?) -> Void)? = nil
  ) throws(TraceError) -> ImportedTrace? {
    let source = try ByteSource(input, interrupt: interrupt)
    source.progress = progress
    return try read(source, options)
  }
}

/// The description of a format for people.
package struct FormatGuide: Encodable, Sendable {
  /// The name for `--from`.
  package var name: String
  /// The origin of such files.
  package var source: String
  /// The information taken from them.
  package var tells: String
  /// The information that they lack.
  package var cannotTell: String
}

/// Options for reading a recording.
package struct ImportOptions: Sendable {
  /// True if the browser's own windows and pages are kept, too.
  package var showsBrowser: Bool
  /// The number of events to sort in memory; the others wait in a temporary file.
  package var runLength: Int
  /// Folders with source maps, or with scripts that contain theirs.
  package var sourceMaps: [String] = []
  /// True if the texts of scripts are kept, to be shown.
  package var keepsScripts = false
  /// Patterns for the addresses of scripts that are not the app's.
  package var ignoredScripts: [String] = []
  /// The milliseconds from which on what a script forced in a long frame is a finding; 0 for none.
  package var forcedMilliseconds = 30

  package init(showsBrowser: Bool = false, runLength: Int = 1 << 17) {
    (self.showsBrowser, self.runLength) = (showsBrowser, runLength)
  }
}
