import Foundation

/// A trace of any format for readers of layout traces; other formats are converted on the way.
package final class OpenedTrace {
  /// The input for readers of layout traces.
  package let input: TraceInput
  /// The format; nil if it was not recognised, in which case readers will report the error.
  package let format: (any TraceFormat)?
  /// Notes on the conversion for a reader of the results, one sentence each.
  package let notes: [String]
  /// The threshold for the source of the recording, if the usual one is unsuitable.
  package let threshold: Int?
  /// Keeps the descriptor of `input` open.
  private let source: ByteSource?
  private let scratch: ScratchFile?
  /// Ends every wait for more of the trace, also after it was opened.
  private let interrupt: TraceInterrupt?

  /// Recognises the format by its content, unless it is given, and unpacks a compressed file.
  package init(
    _ input: TraceInput, as format: (any TraceFormat)? = nil, options: ImportOptions = .init(),
    interrupt: TraceInterrupt? = nil, progress: ((_ read: Int64, _ total: Int64?) -> Void)? = nil
  ) throws(TraceError) {
    let isForced = format != nil
    self.interrupt = interrupt
    var opened = try Opening(input, interrupt, isForced: isForced)
    var unpacking: Decompressor?
    if let kind = Decompressor.kind(ofHead: opened.head) {
      let started = try opened.unpacking(kind)
      unpacking = started
      opened = try Opening(
        .descriptor(started.descriptor, name: input.name), interrupt, isForced: isForced)
    }
    defer { withExtendedLifetime((opened.source, opened.copy, unpacking)) {} }
    guard TraceHead(opened.head).writer != "loophunt export" else {
      throw TraceError(
        kind: .order, file: input.name,
        problem: "this is an export of loophunt, which lacks data that the commands need",
        remedy: "use the trace that it was exported from")
    }
    var format = format
    if format == nil { format = try opened.format }
    self.format = format
    let imported: ImportedTrace?
    do throws(TraceError) {
      if !isForced, let log = format as? any LogFormat, !log.isLastResort {
        imported = try opened.wholeConsole(as: log, progress: progress)
      } else {
        imported = try format?.imported(
          from: opened.input, options, interrupt: interrupt, progress: progress)
      }
    } catch {
      throw isForced ? opened.naming(formatInsteadOf: format, in: error) : error
    }
    notes = imported?.notes ?? []
    threshold = (imported == nil ? opened.formatBehindHeader : format)?.threshold
    if let imported {
      (self.input, source, scratch) = (.imported(imported), nil, nil)
    } else if unpacking != nil {
      let file = try ScratchFile.make(for: input.name)
      try opened.copy(to: file)
      (self.input, source, scratch) = (.descriptor(file.descriptor, name: input.name), nil, file)
    } else {
      (self.input, source, scratch) = (opened.input, opened.source, opened.copy)
    }
    try unpacking?.finish(interrupt)
  }

  /// The code that its lines name, if the recording knows more of it.
  package var background: CodeBackground? {
    if case .imported(let trace) = input { trace.background } else { nil }
  }

  /// True if its lines are made from another program's recording.
  package var isImported: Bool { if case .imported = input { true } else { false } }

  /// True if it is a layout trace itself.
  package var isLayoutTrace: Bool { format is LayoutTraceFormat }

  /// Makes the same trace without names, in a temporary file that messages call by the given name.
  ///
  /// After an interrupt, the rest is missing.
  package func anonymized(named name: String) throws(TraceError) -> OpenedTrace {
    let file = try ScratchFile.make(for: name)
    try forEachPiece(isAnonymous: true) { (piece) throws(TraceError) in try file.append(piece) }
    file.rewind()
    return OpenedTrace(self, input: .descriptor(file.descriptor, name: name), scratch: file)
  }

  private init(_ other: OpenedTrace, input: TraceInput, scratch: ScratchFile) {
    (format, notes, threshold) = (other.format, other.notes, other.threshold)
    (self.input, self.source, self.scratch) = (input, nil, scratch)
    interrupt = other.interrupt
  }

  /// Makes an unpacked input ready to be read again.
  package func rewind() { scratch?.rewind() }

  /// True if the input can be read a second time: it is neither a pipe nor standard input.
  package var isRereadable: Bool {
    if scratch != nil { return true }
    switch input {
    case .bytes, .imported: return true
    case .path(let path): return path != "-"
    case .descriptor, .continued: return false
    }
  }

  /// Passes the trace to `body` in pieces of lines; after an interrupt, the rest is missing.
  package func forEachPiece(
    isAnonymous: Bool, _ body: ([UInt8]) throws(TraceError) -> Void
  ) throws(TraceError) {
    if isAnonymous { return try TraceAnonymizer.rewrite(input, interrupt: interrupt, body) }
    if case .imported(let trace) = input {
      // Nobody reads it again.
      let pieces = trace.pieces(keeping: false)
      while let piece = try pieces.next() { try body(piece) }
      return
    }
    let source = try ByteSource(input, interrupt: interrupt)
    while let piece = try source.nextPiece() { try body(piece) }
  }

  /// The lines of the layout trace; without names, if it is anonymous.
  package func bytes(isAnonymous: Bool = false) throws(TraceError) -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachPiece(isAnonymous: isAnonymous) { bytes += $0 }
    return bytes
  }
}

extension OpenedTrace {
  /// True if a file name has the extension of any trace format.
  package static func isNamedLikeTrace(_ path: String) -> Bool {
    TraceFormats.all.contains { $0.usualEndings.contains(where: unpackedName(of: path).hasSuffix) }
  }

  /// The name of a file without the extension of its compression, in small letters: some systems
  /// write extensions in capitals.
  private static func unpackedName(of path: String) -> Substring {
    let path = path.lowercased()
    let packed = Decompressor.kinds.map(\.ending).first(where: path.hasSuffix)
    return path.dropLast(packed?.count ?? 0)
  }

  /// True if a file found in a folder is to be read.
  ///
  /// A layout trace is known by its extension, so that a damaged one is not skipped. Of other
  /// formats, only recognised files count, and unreadable, damaged, unfinished or empty ones, for
  /// their errors.
  package static func isTrace(at path: String) -> Bool {
    guard isNamedLikeTrace(path) else { return false }
    let name = unpackedName(of: path)
    guard !TraceFormats.layoutTrace.usualEndings.contains(where: name.hasSuffix) else {
      return true
    }
    // Files found in a folder are not waited for.
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    do {
      var opened = try Opening(.path(path), nil)
      if let kind = Decompressor.kind(ofHead: opened.head) {
        let unpacking = try opened.unpacking(kind)
        defer { withExtendedLifetime(unpacking) {} }
        opened = try Opening(.descriptor(unpacking.descriptor, name: path), nil)
        // Nothing reads the rest of a file that is compressed twice.
        if Decompressor.kind(ofHead: opened.head) != nil { return true }
        if !opened.isRecognised { try unpacking.finish(nil) }
      }
      if opened.isRecognised { return true }
      return try !isNamedLikeLog(name) && opened.isDamagedJSON
    } catch {
      return true
    }
  }

  /// True if a file of this name may be a log, which is empty when nothing was logged.
  private static func isNamedLikeLog(_ name: Substring) -> Bool {
    TraceFormats.all.contains {
      $0 is any LogFormat && $0.usualEndings.contains(where: name.hasSuffix)
    }
  }
}

/// An input whose beginning has been read.
private struct Opening {
  /// The whole input, from its beginning.
  let input: TraceInput
  /// The bytes that were read.
  let head: [UInt8]
  /// Keeps the descriptor of `input` open.
  let source: ByteSource
  /// Holds the part of a pipe's input that was searched.
  private(set) var copy: ScratchFile?
  private let found: [any TraceFormat]
  private let interrupt: TraceInterrupt?

  /// The length to which a log from a pipe is searched; it is kept in a file meanwhile.
  private static let longestPipe: Int64 = 256 << 20

  /// Reads until the format is clear, or up to a limit.
  ///
  /// If a format is forced, the rest of a pipe is not searched for another one.
  init(
    _ input: TraceInput, _ interrupt: TraceInterrupt?, isForced: Bool = false
  ) throws(TraceError) {
    source = try ByteSource(input, interrupt: interrupt)
    self.interrupt = interrupt
    var head: [UInt8] = []
    var found: [any TraceFormat] = []
    while head.count < TraceHead.length, found.isEmpty, let piece = try source.nextPiece() {
      head += piece
      if Decompressor.kind(ofHead: head) != nil { break }
      found = TraceFormats.recognised(inHead: head)
    }
    self.head = head
    guard found.isEmpty, !head.isEmpty, Decompressor.kind(ofHead: head) == nil else {
      self.found = found
      self.input = source.continuation(after: head) ?? input
      return
    }
    // A report can appear anywhere in a console log.
    guard let rest = source.continuation(after: head) else {
      self.found = try TraceFormats.recognised(inLog: ByteSource(input, interrupt: interrupt))
      self.input = input
      return
    }
    guard !isForced else {
      (self.found, self.input) = ([], rest)
      return
    }
    let copy = try ScratchFile.make(for: source.name)
    try Self.copy(rest, to: copy, limit: Self.longestPipe, interrupt)
    self.copy = copy
    self.input = .descriptor(copy.descriptor, name: source.name)
    self.found = try TraceFormats.recognised(inLog: ByteSource(self.input, interrupt: interrupt))
    copy.rewind()
  }

  /// True if any format fits.
  var isRecognised: Bool { !found.isEmpty }

  /// True if the file is blank, or JSON that is cut off: a recording that is damaged.
  var isDamagedJSON: Bool {
    get throws(TraceError) {
      var ending = JSONEnding()
      guard !head.isEmpty else { return ending.isDamaged }
      let whole = try ByteSource(input, interrupt: interrupt)
      while ending.canBeJSON, let piece = try whole.nextPiece() { ending.read(piece) }
      return ending.isDamaged
    }
  }

  /// The format; nil if none was recognised, and an error if there are several.
  var format: (any TraceFormat)? {
    get throws(TraceError) {
      guard found.count < 2 else {
        throw TraceError(
          kind: .json, file: source.name,
          problem: "the file can be of several formats: "
            + found.map(\.name).joined(separator: ", "),
          remedy: "choose one with --from")
      }
      return found.first
    }
  }

  /// Reads a console with a report of a format, and whatever others left in it: crashes, sentences.
  func wholeConsole(
    as log: any LogFormat, progress: ((_ read: Int64, _ total: Int64?) -> Void)?
  ) throws(TraceError) -> ImportedTrace? {
    let others = try PostedFormat.findings(
      beside: log, in: ByteSource(input, interrupt: interrupt))
    copy?.rewind()
    let source = try ByteSource(input, interrupt: interrupt)
    source.progress = progress
    return try log.read(source, beside: others)
  }

  /// The error of a format that was forced on the file; its remedy names a format that fits.
  func naming(formatInsteadOf forced: (any TraceFormat)?, in error: TraceError) -> TraceError {
    guard error.kind != .unreadable, let fitting = try? format, fitting.name != forced?.name
    else { return error }
    var error = error
    error.remedy = "the file is of the format \(fitting.name); leave out --from"
    return error
  }

  /// The format from which a layout trace was made, if it was.
  var formatBehindHeader: (any TraceFormat)? {
    let line = Array(head.prefix { $0 != Byte.newline })
    guard let reader = try? TraceReader(.bytes(line, name: source.name)),
      (try? reader.next()) != nil
    else { return nil }
    return reader.header?.source.flatMap(TraceFormats.named)
  }

  /// Starts to unpack the whole input.
  func unpacking(_ kind: Decompressor.Kind) throws(TraceError) -> Decompressor {
    if case .path(let path) = input {
      let descriptor = Descriptors.open(path, O_RDONLY)
      guard descriptor >= 0 else { throw TraceError.unreadable(path, errno) }
      defer { close(descriptor) }
      return try Decompressor(kind, reading: descriptor, of: source.name)
    }
    // A part of a pipe's input has been read already: the program needs all of it.
    let file = try ScratchFile.make(for: source.name)
    try copy(to: file)
    return try Decompressor(kind, reading: file.descriptor, of: source.name)
  }

  /// Copies the whole input, and goes back to the beginning of the copy.
  func copy(to file: ScratchFile) throws(TraceError) {
    try Self.copy(input, to: file, limit: .max, interrupt)
  }

  /// Copies an input that is not too long, and goes back to the beginning of the copy.
  private static func copy(
    _ input: TraceInput, to file: ScratchFile, limit: Int64, _ interrupt: TraceInterrupt?
  ) throws(TraceError) {
    let whole = try ByteSource(input, interrupt: interrupt)
    var length: Int64 = 0
    while let piece = try whole.nextPiece() {
      length += Int64(piece.count)
      guard length <= limit else {
        throw TraceError(
          kind: .json, file: whole.name,
          problem: "none of the formats is in the first \(limit >> 20) MB",
          remedy: "known formats: \(TraceFormats.names); force one with --from")
      }
      try file.append(piece)
    }
    file.rewind()
  }
}
