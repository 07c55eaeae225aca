import Foundation

/// Sorts the records of a timeline, however many there are, in little memory.
///
/// They are collected in runs. A run that is full is sorted and written to a temporary file, and all
/// runs are merged in the end. Recordings are nearly in order, so most records come from the same run
/// as the one before.
struct TimelineSorter {
  typealias Record = ForeignTimeline.Record

  /// How many records of each run are in memory while runs are merged.
  private static let usualPieceLength = 1 << 11

  private let precedes: (Record, Record) -> Bool
  private let runLength: Int
  private var current: [Record] = []
  private var file: ScratchFile?
  /// How many records each run has that was written.
  private var written: [Int] = []
  /// Why runs could not be written; nothing is kept after that.
  private(set) var failure: TraceError?
  /// How many records were added.
  private(set) var count = 0

  init(runLength: Int, by precedes: @escaping (Record, Record) -> Bool) {
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

  /// Hands all records to `body` in their order, and forgets them.
  ///
  /// - Throws: `TraceError` where the temporary file cannot be written or read.
  mutating func drain(
    _ body: (Record) throws(TraceError) -> Void
  ) throws(TraceError) {
    if let failure { throw failure }
    current.sort(by: precedes)
    defer { (current, written, file) = ([], [], nil) }
    guard let file else {
      for record in current { try body(record) }
      return
    }
    var runs: [Run] = []
    var offset = 0
    let piece = min(Self.usualPieceLength, runLength)
    for count in written {
      runs.append(Run(file, from: offset, count: count, pieceLength: piece))
      offset += count
    }
    runs.append(Run(current))
    current = []
    try merge(&runs, body)
  }

  /// Merges runs; of equal records, those of the earlier run come first.
  private func merge(
    _ runs: inout [Run], _ body: (Record) throws(TraceError) -> Void
  ) throws(TraceError) {
    // The runs that have records left, the one with the first record last.
    var order: [Int] = []
    for index in runs.indices where try runs[index].fill() { order.append(index) }
    func comesLater(_ one: Int, _ other: Int) -> Bool {
      let (first, second) = (runs[one].head, runs[other].head)
      if precedes(second, first) { return true }
      return precedes(first, second) ? false : one > other
    }
    order.sort(by: comesLater)
    while let run = order.popLast() {
      repeat {
        try body(runs[run].head)
        guard try runs[run].advance() else { break }
        if let next = order.last, comesLater(run, next) {
          // Behind all runs that come later than this one.
          let place = order.firstIndex { !comesLater($0, run) } ?? order.count
          order.insert(run, at: place)
          break
        }
      } while true
    }
  }

  /// A run, of which a piece is in memory.
  private struct Run {
    private let file: ScratchFile?
    private var next: Int
    private var left: Int
    private let pieceLength: Int
    private var piece: [Record]
    private var place = 0

    init(_ file: ScratchFile, from: Int, count: Int, pieceLength: Int) {
      self.file = file
      (next, left, self.pieceLength, piece) = (from, count, pieceLength, [])
    }

    init(_ records: [Record]) {
      (file, next, left, pieceLength, piece) = (nil, 0, 0, 0, records)
    }

    var head: Record { piece[place] }

    /// Makes sure of a first record; false where there is none.
    mutating func fill() throws(TraceError) -> Bool {
      guard place == piece.count else { return true }
      guard let file, left > 0 else { return false }
      piece = try file.records(from: next, count: min(pieceLength, left))
      next += piece.count
      left -= piece.count
      place = 0
      return true
    }

    mutating func advance() throws(TraceError) -> Bool {
      place += 1
      return try fill()
    }
  }
}

extension ScratchFile {
  /// Writes records behind those that are there.
  ///
  /// The file is this process's own, and has no name: it is read again as it was written.
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
