import Foundation

/// Sorts any number of timeline records in little memory.
///
/// Sorted runs go to a temporary file, and are merged in the end: most successive records come from
/// the same run, because recordings are nearly in order.
struct TimelineSorter {
  typealias Record = ForeignTimeline.Record

  /// The number of records of each run in memory while runs are merged.
  private static let usualPieceLength = 1 << 11

  private let precedes: @Sendable (Record, Record) -> Bool
  private let runLength: Int
  private var current: [Record] = []
  private var file: ScratchFile?
  /// The number of records in each written run.
  private var written: [Int] = []
  /// The reason why runs could not be written; nothing is kept after that.
  private(set) var failure: TraceError?
  /// The number of records added.
  private(set) var count = 0

  init(runLength: Int, by precedes: @escaping @Sendable (Record, Record) -> Bool) {
    self.precedes = precedes
    self.runLength = max(2, runLength)
  }

  mutating func add(_ record: Record) {
    count += 1
    guard failure == nil else { return }
    current.append(record)
    if current.count == runLength { writeRun() }
  }

  private mutating func writeRun() {
    current.sort(by: precedes)
    do throws(TraceError) {
      if file == nil { file = try ScratchFile.make(for: "the recording") }
      if let file { try file.append(current) }
      written.append(current.count)
    } catch {
      failure = error
    }
    current.removeAll(keepingCapacity: failure == nil)
  }

  /// All records that were added; nothing may be added after that.
  mutating func sorted() throws(TraceError) -> SortedRecords {
    if file == nil { current.sort(by: precedes) } else if !current.isEmpty { writeRun() }
    if let failure { throw failure }
    return SortedRecords(
      precedes: precedes, current: current, file: file, written: written,
      pieceLength: min(Self.usualPieceLength, runLength))
  }
}

/// Records in their order, which can be read any number of times.
struct SortedRecords: Sendable {
  typealias Record = ForeignTimeline.Record

  fileprivate let precedes: @Sendable (Record, Record) -> Bool
  /// All records, or those of each run in the file.
  fileprivate let current: [Record]
  fileprivate let file: ScratchFile?
  fileprivate let written: [Int]
  fileprivate let pieceLength: Int

  /// Makes a pass that begins with the first record.
  func pass() -> Pass { Pass(self) }

  /// Merges the runs; of equal records, those of the earlier run come first.
  struct Pass {
    private let precedes: @Sendable (Record, Record) -> Bool
    private var runs: [Run] = []
    /// The first remaining record of each run.
    private var heads: [Record?] = []
    /// The runs with remaining records; the one with the first record is last.
    private var order: [Int] = []
    private var hasBegun = false

    fileprivate init(_ records: SortedRecords) {
      precedes = records.precedes
      var offset = 0
      for count in records.written {
        runs.append(
          Run(file: records.file, offset: offset, left: count, pieceLength: records.pieceLength))
        offset += count
      }
      if runs.isEmpty { runs = [Run(piece: records.current)] }
    }

    /// The next record; nil at the end.
    mutating func next() throws(TraceError) -> Record? {
      if !hasBegun { try begin() }
      guard let run = order.last, let record = heads[run] else { return nil }
      heads[run] = try runs[run].next()
      if heads[run] == nil {
        order.removeLast()
      } else if order.count > 1, comesLater(run, order[order.count - 2]) {
        order.removeLast()
        // Inserts it after all runs that come later than this one.
        order.insert(run, at: order.firstIndex { !comesLater($0, run) } ?? order.count)
      }
      return record
    }

    private mutating func begin() throws(TraceError) {
      hasBegun = true
      for index in runs.indices { heads.append(try runs[index].next()) }
      order = runs.indices.filter { heads[$0] != nil }
      order.sort(by: comesLater)
    }

    private func comesLater(_ one: Int, _ other: Int) -> Bool {
      guard let first = heads[one], let second = heads[other] else { return false }
      if precedes(second, first) { return true }
      return precedes(first, second) ? false : one > other
    }
  }

  /// A run, a piece of which is in memory.
  private struct Run {
    private var file: ScratchFile?
    private var offset = 0
    private var left = 0
    private var pieceLength = 0
    private var piece: [Record] = []
    private var place = 0

    init(file: ScratchFile?, offset: Int, left: Int, pieceLength: Int) {
      (self.file, self.offset, self.left, self.pieceLength) = (file, offset, left, pieceLength)
    }

    init(piece: [Record]) { self.piece = piece }

    /// The next record; nil at the end.
    mutating func next() throws(TraceError) -> Record? {
      if place == piece.count, let file, left > 0 {
        piece = try file.records(from: offset, count: min(pieceLength, left))
        offset += piece.count
        left -= piece.count
        place = 0
      }
      guard place < piece.count else { return nil }
      defer { place += 1 }
      return piece[place]
    }
  }
}

extension ScratchFile {
  /// Writes records after the existing ones, as they are: the file is this process's alone.
  fileprivate func append(_ records: [ForeignTimeline.Record]) throws(TraceError) {
    try append(records.withUnsafeBytes { Array($0) })
  }

  fileprivate func records(
    from first: Int, count: Int
  ) throws(TraceError) -> [ForeignTimeline.Record] {
    let stride = MemoryLayout<ForeignTimeline.Record>.stride
    var failure: Int32 = 0
    let records = [ForeignTimeline.Record](unsafeUninitializedCapacity: count) { buffer, filled in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      var done = 0
      while done < count * stride {
        let taken = pread(
          descriptor, bytes.baseAddress! + done, count * stride - done, off_t(first * stride + done)
        )
        if taken > 0 {
          done += taken
        } else if taken == 0 || errno != EINTR {
          failure = taken == 0 ? EIO : errno
          break
        }
      }
      filled = done / stride
    }
    if failure != 0 { throw TraceError.unreadable("a temporary file", failure) }
    return records
  }
}
