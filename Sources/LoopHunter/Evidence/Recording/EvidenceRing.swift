/// A bounded store of words that forgets its oldest part when it is full.
///
/// Memory is taken in chunks as it is needed. A record never straddles two chunks, so that the
/// stored part always begins with a whole record.
package final class EvidenceRing {
  /// The words of one chunk: 64 KiB.
  package static let chunkCapacity = 8192

  /// The most chunks that are kept.
  package let chunkLimit: Int

  private var full: [(start: UnsafeMutablePointer<UInt64>, count: Int)] = []
  /// The chunk that is written to; nil until the first record.
  private var start: UnsafeMutablePointer<UInt64>?
  private var cursor = UnsafeMutablePointer<UInt64>(bitPattern: 8)!  // No chunk: it is at `end`.
  private var end = UnsafeMutablePointer<UInt64>(bitPattern: 8)!  // 8 is not 0.
  /// True if something was forgotten.
  package private(set) var hasForgotten = false

  /// The number of chunks filled since the ring was empty.
  private var filledChunks = 0

  /// The number of words recorded since the ring was empty, including those forgotten since.
  package var position: Int {
    guard let start else { return 0 }
    return filledChunks * EvidenceRing.chunkCapacity + (cursor - start)
  }

  /// Makes an empty ring of at least two chunks.
  package init(byteLimit: Int) { chunkLimit = max(2, byteLimit / (EvidenceRing.chunkCapacity * 8)) }

  deinit { removeAll() }

  /// The bytes that are allocated now.
  package var byteCount: Int {
    (full.count + (start == nil ? 0 : 1)) * EvidenceRing.chunkCapacity * 8
  }

  /// Room for one record of `count` words, which the caller fills in.
  @inline(__always)
  package func append(_ count: Int) -> UnsafeMutablePointer<UInt64> {
    if end - cursor < count { beginChunk() }
    let record = cursor
    cursor += count
    return record
  }

  @inline(never)
  private func beginChunk() {
    if let start {
      full.append((start, cursor - start))
      filledChunks += 1
    }
    let chunk: UnsafeMutablePointer<UInt64>
    if full.count == chunkLimit {
      chunk = full.removeFirst().start
      hasForgotten = true
    } else {
      chunk = .allocate(capacity: EvidenceRing.chunkCapacity)
    }
    start = chunk
    cursor = chunk
    end = chunk + EvidenceRing.chunkCapacity
  }

  /// Forgets everything and gives all memory back.
  package func removeAll() {
    for chunk in full { chunk.start.deallocate() }
    full = []
    start?.deallocate()
    start = nil
    end = cursor
    filledChunks = 0
    hasForgotten = false
  }

  /// The position of the oldest record that is kept.
  var oldestPosition: Int { (filledChunks - full.count) * EvidenceRing.chunkCapacity }

  /// Calls `body` with the records since a position, by chunks; forgotten ones are left out.
  package func forEachChunk(since position: Int = 0, _ body: (UnsafeBufferPointer<UInt64>) -> Void)
  {
    let first = max(position, oldestPosition)
    let number = first / EvidenceRing.chunkCapacity
    var offset = first % EvidenceRing.chunkCapacity
    for chunk in full.dropFirst(number - (filledChunks - full.count)) {
      body(UnsafeBufferPointer(start: chunk.start + offset, count: max(0, chunk.count - offset)))
      offset = 0
    }
    guard let start, number <= filledChunks else { return }
    body(UnsafeBufferPointer(start: start + offset, count: max(0, cursor - start - offset)))
  }
}

#if DEBUG
extension EvidenceRing {
  /// Describes a flaw of the chunks; nil if there is none.
  package func checkInvariants() -> String? {
    guard let start else {
      return full.isEmpty && position == 0 && cursor == end && !hasForgotten
        ? nil : "an empty ring holds records"
    }
    if end - start != EvidenceRing.chunkCapacity || cursor < start || cursor > end {
      return "the cursor is outside its chunk"
    }
    if full.count >= chunkLimit { return "\(full.count) full chunks are more than allowed" }
    if full.contains(where: { $0.count < 1 || $0.count > EvidenceRing.chunkCapacity }) {
      return "a full chunk is empty or too long"
    }
    if hasForgotten != (filledChunks > full.count) { return "forgotten chunks are not counted" }
    let starts = full.map(\.start) + [start]
    return Set(starts).count == starts.count ? nil : "a chunk is listed twice"
  }
}
#endif
