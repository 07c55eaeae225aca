/// Goes once through an imported recording, from its beginning, and writes it as a layout trace.
protocol ImportedPass: SendableMetatype {
  /// Writes a little more of it; returns false if nothing is left.
  mutating func advance() throws(TraceError) -> Bool
}

extension ImportedTrace {
  /// Makes a trace from passes that `begin` starts, each from the beginning.
  convenience init(
    name: String, notes: [String], background: CodeBackground? = nil,
    begin: @escaping @Sendable (TraceWriter) -> some ImportedPass
  ) { self.init(name: name, notes: notes, background: background) { ImportedText(begin) } }
}

/// The text of one pass, in pieces of whole lines.
private final class ImportedText<Pass: ImportedPass>: TracePieces {
  private var pass: Pass
  private let writer: TraceWriter

  /// The minimum length of a piece.
  private static var pieceLength: Int { 64 << 10 }

  init(_ begin: (TraceWriter) -> Pass) {
    writer = TraceWriter()
    pass = begin(writer)
  }

  func next() throws(TraceError) -> [UInt8]? {
    while writer.bytes.count < Self.pieceLength, try pass.advance() {}
    let piece = writer.take()
    return piece.isEmpty ? nil : piece
  }
}
