import Foundation

/// A trace of any format, opened for what reads layout traces.
///
/// A layout trace is read as it is. Anything else is converted once, into a temporary file.
package final class OpenedTrace {
  /// What readers of layout traces take.
  package let input: TraceInput
  /// What the file is; nil where nothing was recognised, and readers will say what is wrong.
  package let format: TraceFormat?
  /// What a reader of the results should know of the conversion, one sentence each.
  package let notes: [String]
  /// Holds the descriptor that `input` names.
  private let source: ByteSource?
  private let scratch: ScratchFile?

  /// Recognises the format by the content, unless it is given, and converts what is no layout trace.
  ///
  /// - Throws: `TraceError` where the file cannot be read, fits several formats, or is damaged.
  package init(
    _ input: TraceInput, as format: TraceFormat? = nil,
    options: ForeignTrace.Options = .init(), interrupt: TraceInterrupt? = nil,
    progress: ((_ read: Int64, _ total: Int64?) -> Void)? = nil
  ) throws(TraceError) {
    var input = input
    var format = format
    var source: ByteSource?
    if format == nil {
      let opened = try ByteSource(input, interrupt: interrupt)
      let (found, head) = try Self.recognise(opened)
      guard found.count < 2 else {
        throw TraceError(
          kind: .json, file: opened.name, line: 0, column: 0,
          problem: "the file can be of several formats: "
            + found.map(\.rawValue).joined(separator: ", "),
          remedy: "choose one with --from")
      }
      format = found.first
      if let continuation = opened.continuation(after: head) {
        input = continuation
        source = opened
      }
    }
    guard let format, format != .loophunt else {
      (self.input, self.format, self.source) = (input, format, source)
      (notes, scratch) = ([], nil)
      return
    }
    // Whoever holds the pipe lets go of it when everything was read.
    defer { withExtendedLifetime(source) {} }
    let scratch: ScratchFile
    do {
      scratch = try ScratchFile()
    } catch {
      throw TraceError(
        kind: .unreadable, file: input.name, line: 0, column: 0, problem: error.description,
        remedy: "set TMPDIR to a folder where you may write")
    }
    let writer = try TraceWriter(to: .descriptor(scratch.descriptor))
    notes = try ForeignTrace.convert(
      input, from: format, options: options, to: writer, interrupt: interrupt, progress: progress
    ).notes
    try writer.close()
    scratch.rewind()
    self.input = .descriptor(scratch.descriptor, name: input.name)
    (self.format, self.source, self.scratch) = (format, nil, scratch)
  }

  /// Whether the input was converted, and is not what the program's own recorders write.
  package var isConverted: Bool { scratch != nil }

  /// Makes the input ready to be read again, where it was converted.
  package func rewind() { scratch?.rewind() }

  /// Reads the converted trace piece by piece.
  ///
  /// - Throws: `TraceError` where the temporary file cannot be read.
  package func forEachPiece(_ body: ([UInt8]) -> Void) throws(TraceError) {
    let source = try ByteSource(input, interrupt: nil)
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.pieceLength)
    defer { buffer.deallocate() }
    while case let count = try source.read(into: buffer, count: Self.pieceLength), count > 0 {
      body(Array(UnsafeBufferPointer(start: buffer, count: count)))
    }
  }

  /// How many bytes are looked at or handed on at once.
  private static let pieceLength = 64 << 10

  /// Reads on until it is clear what the input is, or as far as is worth looking.
  private static func recognise(
    _ source: ByteSource
  ) throws(TraceError) -> ([TraceFormat], [UInt8]) {
    var head: [UInt8] = []
    var found: [TraceFormat] = []
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: pieceLength)
    defer { buffer.deallocate() }
    while head.count < TraceFormat.headLength, found.isEmpty {
      let count = try source.read(into: buffer, count: pieceLength)
      if count == 0 { break }
      head.append(contentsOf: UnsafeBufferPointer(start: buffer, count: count))
      found = TraceFormat.formats(ofHead: head)
    }
    return (found, head)
  }
}
