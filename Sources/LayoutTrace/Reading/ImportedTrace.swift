import Synchronization

/// Another program's recording, to be read as a layout trace any number of times.
///
/// Its lines are made while they are read: neither memory nor the disk holds a long trace.
public final class ImportedTrace: Sendable {
  /// The recording, as messages name it.
  let name: String
  /// Notes for a reader of the results, one sentence each.
  package let notes: [String]
  /// The code that the lines name, once they have been made; nil if no more is known of it.
  package let background: CodeBackground?
  /// Makes the lines, from the first one on.
  private let make: @Sendable () -> any TracePieces
  /// The whole text, once it has been made, unless it is long.
  fileprivate let kept = Mutex<[[UInt8]]?>(nil)

  init(
    name: String, notes: [String], background: CodeBackground? = nil,
    make: @escaping @Sendable () -> any TracePieces
  ) {
    (self.name, self.notes, self.background, self.make) = (name, notes, background, make)
  }

  /// The text from its beginning; a short one is kept for the next reader, if there may be one.
  func pieces(keeping: Bool = true) -> any TracePieces {
    if let kept = kept.withLock(\.self) { return KeptPieces(kept) }
    return keeping ? NewPieces(make(), of: self) : make()
  }
}

extension ImportedTrace: Hashable {
  public static func == (one: ImportedTrace, other: ImportedTrace) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The text of a trace, produced on request.
protocol TracePieces: AnyObject {
  /// The next lines; nil at the end.
  func next() throws(TraceError) -> [UInt8]?
}

/// Text that has already been made.
private final class KeptPieces: TracePieces {
  private var left: ArraySlice<[UInt8]>

  init(_ pieces: [[UInt8]]) { left = pieces[...] }
  func next() -> [UInt8]? { left.popFirst() }
}

/// Text that is being made, and is kept for the next reader if it is short.
private final class NewPieces: TracePieces {
  private let source: any TracePieces
  private let trace: ImportedTrace
  private var made: [[UInt8]]? = []
  private var length = 0

  /// The number of bytes of a trace to keep.
  private static let mostKept = 8 << 20

  init(_ source: any TracePieces, of trace: ImportedTrace) {
    (self.source, self.trace) = (source, trace)
  }

  func next() throws(TraceError) -> [UInt8]? {
    guard let piece = try source.next() else {
      if let made { trace.kept.withLock { $0 = made } }
      return nil
    }
    length += piece.count
    if length <= Self.mostKept { made?.append(piece) } else { made = nil }
    return piece
  }
}
