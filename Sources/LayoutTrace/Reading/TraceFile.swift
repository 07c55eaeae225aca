import Foundation

/// Reads a trace in chunks of lines, by `read`: no mapped page can vanish when a file shrinks.
final class TraceFile {
  private let source: ByteSource
  private let maximumLineLength: Int
  private let interrupt: TraceInterrupt?
  /// The bytes read after the last chunk: the beginning of a line, or more after a long line.
  private var carry: [UInt8] = []
  /// True if the carry may hold whole lines.
  private var carryHoldsLines = false
  /// True if the input is inside a line that is too long.
  private var isDiscarding = false
  private var hasBegun = false
  private var hasEnded = false
  private var nextOrdinal = 0

  /// Opens the input.
  init(
    _ input: TraceInput, maximumLineLength: Int, interrupt: TraceInterrupt?, copy: TraceCopy? = nil
  ) throws(TraceError) {
    (self.maximumLineLength, self.interrupt) = (maximumLineLength, interrupt)
    source = try ByteSource(input, interrupt: interrupt, copy: copy)
  }

  /// The input, as messages name it.
  var name: String { source.name }

  /// The size of a regular file.
  var totalBytes: Int64? { source.totalBytes }

  /// Fills a chunk with the next lines; false at the end of the input.
  func fill(_ chunk: TraceChunk) throws(TraceError) -> Bool {
    guard !hasEnded else { return false }
    chunk.isTorn = false
    chunk.consumedBytes = 0
    if isDiscarding, try !discardLine(chunk) { return false }
    var used = carry.count
    if chunk.capacity <= used { chunk.grow(to: used * 2, keeping: 0) }
    carry.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { chunk.bytes.update(from: start, count: used) }
    }
    carry.removeAll(keepingCapacity: true)
    if carryHoldsLines {
      carryHoldsLines = false
      if let end = endOfLines(in: chunk, from: 0, to: used) {
        seal(chunk, end: end, used: used)
        return true
      }
    }
    while true {
      // One byte stays free for the newline that is added to a torn tail.
      if used + 1 >= chunk.capacity { chunk.grow(to: chunk.capacity * 2, keeping: used) }
      let room = min(
        chunk.capacity - used - 1, maximumLineLength + 1 - min(used, maximumLineLength))
      let count = try source.read(into: chunk.bytes + used, count: room)
      chunk.consumedBytes += count
      if count == 0 { return finish(chunk, used: used) }
      used += count
      if let end = endOfLines(in: chunk, from: used - count, to: used) {
        seal(chunk, end: end, used: used)
        return true
      }
      if used > maximumLineLength {
        refuseLine(chunk)
        return true
      }
    }
  }

  /// True if a path leads to the file being read.
  func isFile(at path: String) -> Bool { source.isFile(at: path) }

  /// Ends a wait for bytes on another thread: they are no longer needed.
  func abandon() { source.abandon() }

  /// The position after the last newline among some bytes; nil if there is none.
  private func endOfLines(in chunk: TraceChunk, from start: Int, to end: Int) -> Int? {
    var last = end - 1
    while last >= start && chunk.bytes[last] != Byte.newline { last -= 1 }
    return last >= start ? last + 1 : nil
  }

  /// Makes the bytes up to `end` the chunk's lines, and keeps the others for the next chunk.
  private func seal(_ chunk: TraceChunk, end: Int, used: Int) {
    carry.append(contentsOf: UnsafeBufferPointer(start: chunk.bytes + end, count: used - end))
    seal(chunk, end: end)
  }

  private func seal(_ chunk: TraceChunk, end: Int) {
    var begin = 0
    if !hasBegun {
      hasBegun = true
      let mark: [UInt8] = [0xef, 0xbb, 0xbf]
      if end > 3 && (0..<3).allSatisfy({ chunk.bytes[$0] == mark[$0] }) { begin = 3 }
    }
    chunk.ordinal = nextOrdinal
    nextOrdinal += 1
    chunk.seal(begin: begin, end: end)
  }

  private func finish(_ chunk: TraceChunk, used: Int) -> Bool {
    hasEnded = true
    // An interrupt ends the reading in the middle of a line, which isn't a torn tail.
    guard used > 0, interrupt?.isInterrupted != true else { return false }
    chunk.bytes[used] = Byte.newline
    chunk.isTorn = true
    seal(chunk, end: used + 1)
    return true
  }

  /// Reports that the line is too long; its rest, which may be endless, is skipped on request.
  private func refuseLine(_ chunk: TraceChunk) {
    hasBegun = true
    isDiscarding = true
    chunk.ordinal = nextOrdinal
    nextOrdinal += 1
    chunk.sealAsTooLong()
  }

  /// Skips the rest of a line that is too long; returns false if the input ends in it.
  ///
  /// It reads no more at once than a line may hold, so that the carry contains no such line.
  private func discardLine(_ chunk: TraceChunk) throws(TraceError) -> Bool {
    while true {
      let count = try source.read(
        into: chunk.bytes, count: min(chunk.capacity, maximumLineLength + 1))
      chunk.consumedBytes += count
      if count == 0 {
        hasEnded = true
        return false
      }
      if let newline = memchr(chunk.bytes, Int32(Byte.newline), count) {
        let used = newline + 1 - UnsafeMutableRawPointer(chunk.bytes)
        carry.append(
          contentsOf: UnsafeBufferPointer(start: chunk.bytes + used, count: count - used))
        carryHoldsLines = true
        isDiscarding = false
        return true
      }
    }
  }
}
