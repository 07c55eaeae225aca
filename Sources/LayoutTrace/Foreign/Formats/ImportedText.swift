/// Goes once through what was imported, from its beginning, and writes it as a layout trace.
protocol ImportedPass: SendableMetatype {
  /// Writes a little more of it; false where there is nothing left.
  mutating func advance() throws(TraceError) -> Bool
}

extension ImportedTrace {
  /// Makes a trace of what `begin` can go through from its beginning, again and again.
  convenience init(
    name: String, notes: [String], begin: @escaping @Sendable (TraceWriter) -> some ImportedPass
  ) {
    self.init(name: name, notes: notes) { ImportedText(begin) }
  }
}

/// The text of one pass, in pieces of whole lines.
private final class ImportedText<Pass: ImportedPass>: TracePieces {
  private var pass: Pass
  private let writer: TraceWriter

  /// How long a piece is at least.
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
