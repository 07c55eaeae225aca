/// The records that are not delivered, in batches, in memory and with a spool also on disk.
struct OTLPQueue {
  /// Records that share a request.
  struct Batch: Sendable {
    let number: Int
    var records: [[UInt8]] = []
    /// Its copy on disk, if it has one.
    var file: String?
  }

  /// The size at which a batch is full, whatever the number of its records.
  private static let batchBytes = 1 << 20

  private let batchSize: Int
  private let limit: Int
  private var spool: OTLPSpool?
  private var nextNumber = 1
  private var openBytes = 0

  /// Batches that are ready to be sent, the oldest first.
  private(set) var ready: [Batch] = []
  /// The batch that still grows.
  private(set) var open: Batch?
  /// The records in all batches.
  private(set) var count = 0

  init(batchSize: Int, limit: Int) {
    self.batchSize = max(1, batchSize)
    self.limit = max(1, limit)
  }

  /// The number of the youngest batch.
  var lastNumber: Int { nextNumber - 1 }
  /// Whether what waits would survive the process.
  var isSpooled: Bool { spool != nil }

  /// Uses a spool from now on, and takes in what earlier processes left there.
  mutating func use(_ spool: OTLPSpool) throws {
    for (file, records) in try spool.batches() {
      // What does not fit stays on disk for the next start.
      guard count + records.count <= limit else { break }
      if records.isEmpty {
        spool.remove(file)
      } else {
        ready.append(Batch(number: nextNumber, records: records, file: file))
        nextNumber += 1
        count += records.count
      }
    }
    self.spool = spool
  }

  /// Adds a record; false when the queue is full.
  ///
  /// Throws when only the spool's copy failed: the record is in the queue then.
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

  /// Removes the oldest batch, on disk too; returns it.
  @discardableResult
  mutating func removeFirst() -> Batch {
    let batch = ready.removeFirst()
    count -= batch.records.count
    if let file = batch.file { spool?.remove(file) }
    return batch
  }
}
