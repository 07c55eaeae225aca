import LayoutTrace
import LoopHunter

/// The undelivered records, in batches: in memory and, with a spool, on disk too.
struct OTLPQueue {
  /// Records that share a request.
  struct Batch: Sendable {
    /// Grows by one with each batch; 0 for those that earlier processes left in the spool.
    let number: Int
    var records: [[UInt8]] = []
    /// The path of its copy on disk, if it has one.
    var file: String?
  }

  /// The size at which a batch is full, regardless of its number of records.
  private static let batchBytes = 1 << 20

  private let batchSize: Int
  private let limit: Int
  private var spool: OTLPSpool?
  /// Files of earlier processes for which there was no room yet, the oldest first.
  private var unread: ArraySlice<String> = []
  private var nextNumber = 1
  private var openBytes = 0

  /// Batches that are ready to be sent, the oldest first.
  private(set) var ready: [Batch] = []
  /// The batch that is still growing.
  private(set) var open: Batch?
  /// The records in all batches.
  private(set) var count = 0

  init(batchSize: Int, limit: Int) {
    self.batchSize = max(1, batchSize)
    self.limit = max(1, limit)
  }

  /// The number of the youngest batch.
  var lastNumber: Int { nextNumber - 1 }
  /// True if waiting records would survive the process.
  var isSpooled: Bool { spool != nil }
  /// True if the spool holds files for which there was no room.
  var hasUnread: Bool { !unread.isEmpty }

  /// Starts using a spool and the records left there; a file that cannot be read waits for a start.
  mutating func use(_ spool: OTLPSpool) throws {
    self.spool = spool
    unread = try spool.files()[...]
    try readSpool()
  }

  /// Reads as many files of the spool as there is room for, and always at least one.
  private mutating func readSpool() throws {
    var failure: (any Error)?
    while let spool, let file = unread.first {
      do {
        let records = try spool.records(of: file)
        guard count == 0 || count + records.count <= limit else { break }
        if records.isEmpty {
          spool.remove(file)
        } else {
          ready.append(Batch(number: 0, records: records, file: file))
          count += records.count
        }
      } catch {
        failure = failure ?? error
      }
      unread.removeFirst()
    }
    if let failure { throw failure }
  }

  /// Adds a record; false if the queue is full, and an error if only the spool's copy failed.
  mutating func add(_ record: [UInt8]) throws -> Bool {
    guard count < limit else { return false }
    if open == nil {
      open = Batch(number: nextNumber)
      nextNumber += 1
      openBytes = 0
    }
    open!.records.append(record)
    count += 1
    openBytes += record.count
    defer { if open!.records.count >= batchSize || openBytes >= Self.batchBytes { seal() } }
    if let spool {
      if open!.file == nil { open!.file = try spool.begin() }
      try spool.append(record)
    }
    return true
  }

  /// Makes the growing batch ready.
  mutating func seal() {
    guard let batch = open else { return }
    spool?.end()
    ready.append(batch)
    open = nil
  }

  /// Removes the oldest batch, on disk too, which makes room for more files of the spool.
  mutating func removeFirst() throws {
    let batch = ready.removeFirst()
    count -= batch.records.count
    if let file = batch.file { spool?.remove(file) }
    try readSpool()
  }
}
