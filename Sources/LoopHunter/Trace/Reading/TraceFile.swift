import Foundation

/// Reads a trace in chunks that end with a line.
///
/// Everything is read with `read`, so that files, pipes and files that grow or shrink meanwhile all
/// behave the same and no mapped page can vanish.
final class TraceFile {
  let name: String
  /// The size of a regular file.
  let totalBytes: Int64?
  private let maximumLineLength: Int
  private let interrupt: TraceInterrupt?
  /// Set when nobody wants more of the file.
  private let abandonment = TraceInterrupt()
  private var source: Source
  /// What was read behind the last chunk: the beginning of a line, and after a line that was too
  /// long perhaps whole lines before it.
  private var carry: [UInt8] = []
  /// Whether the carry may hold whole lines.
  private var carryHoldsLines = false
  private var hasBegun = false
  private var hasEnded = false
  private var nextOrdinal = 0

  private enum Source {
    case descriptor(Int32, isOwned: Bool, isRegular: Bool)
    case bytes([UInt8], offset: Int)
  }

  /// Opens the input.
  ///
  /// - Throws: `TraceError` of kind `unreadable` with the reason and the remedy.
  init(
    _ input: TraceInput, maximumLineLength: Int, interrupt: TraceInterrupt?
  ) throws(TraceError) {
    name = input.name
    self.maximumLineLength = maximumLineLength
    self.interrupt = interrupt
    switch input {
    case .bytes(let bytes, _):
      source = .bytes(bytes, offset: 0)
      totalBytes = Int64(bytes.count)
      return
    case .path("-"):
      (source, totalBytes) = try Self.inspect(0, isOwned: false, name: name)
    case .descriptor(let descriptor, _):
      (source, totalBytes) = try Self.inspect(descriptor, isOwned: false, name: name)
    case .path(let path):
      // A pipe that nobody writes to yet is waited for where an interrupt can end that.
      let descriptor = Descriptors.open(path, O_RDONLY | O_NONBLOCK)
      guard descriptor >= 0 else { throw TraceError.unreadable(name, errno) }
      do {
        (source, totalBytes) = try Self.inspect(descriptor, isOwned: true, name: name)
      } catch {
        close(descriptor)
        throw error
      }
    }
  }

  deinit {
    if case .descriptor(let descriptor, isOwned: true, _) = source { close(descriptor) }
  }

  private static func inspect(
    _ descriptor: Int32, isOwned: Bool, name: String
  ) throws(TraceError) -> (Source, Int64?) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw TraceError.unreadable(name, errno) }
    let type = status.st_mode & S_IFMT
    if type == S_IFDIR { throw TraceError.unreadable(name, EISDIR) }
    let isRegular = type == S_IFREG
    let source = Source.descriptor(descriptor, isOwned: isOwned, isRegular: isRegular)
    return (source, isRegular ? Int64(status.st_size) : nil)
  }

  /// Fills a chunk with the next lines; false at the end of the input.
  ///
  /// - Throws: `TraceError` of kind `unreadable` when reading fails.
  func fill(_ chunk: TraceChunk) throws(TraceError) -> Bool {
    guard !hasEnded else { return false }
    chunk.isTorn = false
    chunk.consumedBytes = 0
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
      // One byte stays free for the newline that a torn tail gets.
      if used + 1 >= chunk.capacity { chunk.grow(to: chunk.capacity * 2, keeping: used) }
      let room = min(
        chunk.capacity - used - 1, maximumLineLength + 1 - min(used, maximumLineLength))
      let count = try read(into: chunk.bytes + used, count: room)
      chunk.consumedBytes += count
      if count == 0 { return finish(chunk, used: used) }
      used += count
      if let end = endOfLines(in: chunk, from: used - count, to: used) {
        seal(chunk, end: end, used: used)
        return true
      }
      if used > maximumLineLength {
        try discardLine(chunk)
        return true
      }
    }
  }

  /// Ends a wait for bytes on another thread: nobody wants them any more.
  func abandon() { abandonment.interrupt() }

  /// The place behind the last newline among some bytes; nil where there is none.
  private func endOfLines(in chunk: TraceChunk, from start: Int, to end: Int) -> Int? {
    var last = end - 1
    while last >= start && chunk.bytes[last] != Byte.newline { last -= 1 }
    return last >= start ? last + 1 : nil
  }

  /// Makes the bytes up to `end` the chunk's lines, and keeps those behind it for the next chunk.
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
    // An interrupt ends the reading in the middle of a line, which is no torn tail.
    guard used > 0, interrupt?.isInterrupted != true else { return false }
    chunk.bytes[used] = Byte.newline
    chunk.isTorn = true
    seal(chunk, end: used + 1)
    return true
  }

  /// Reads on to the end of a line that is too long, without keeping it.
  ///
  /// It reads no more at once than a line may have, so that what is carried holds no such line.
  private func discardLine(_ chunk: TraceChunk) throws(TraceError) {
    hasBegun = true
    while true {
      let count = try read(
        into: chunk.bytes, count: min(chunk.capacity, maximumLineLength + 1))
      chunk.consumedBytes += count
      if count == 0 {
        hasEnded = true
        break
      }
      if let newline = memchr(chunk.bytes, Int32(Byte.newline), count) {
        let used = newline + 1 - UnsafeMutableRawPointer(chunk.bytes)
        carry.append(
          contentsOf: UnsafeBufferPointer(start: chunk.bytes + used, count: count - used))
        carryHoldsLines = true
        break
      }
    }
    chunk.ordinal = nextOrdinal
    nextOrdinal += 1
    chunk.sealAsTooLong()
  }

  private func read(
    into bytes: UnsafeMutablePointer<UInt8>, count: Int
  ) throws(TraceError) -> Int {
    switch source {
    case .bytes(let all, let offset):
      let taken = min(count, all.count - offset)
      all.withUnsafeBufferPointer { source in
        if let start = source.baseAddress { bytes.update(from: start + offset, count: taken) }
      }
      source = .bytes(all, offset: offset + taken)
      return taken
    case .descriptor(let descriptor, _, let isRegular):
      while true {
        if interrupt?.isInterrupted == true || abandonment.isInterrupted { return 0 }
        if !isRegular {
          var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          if poll(&request, 1, 100) <= 0 { continue }
        }
        let taken = Foundation.read(descriptor, bytes, count)
        if taken >= 0 { return taken }
        guard errno == EINTR || errno == EAGAIN else { throw TraceError.unreadable(name, errno) }
      }
    }
  }
}

extension TraceError {
  /// The message for a system error while opening or reading.
  static func unreadable(_ file: String, _ code: Int32) -> TraceError {
    let (problem, remedy) =
      switch code {
      case ENOENT: ("there is no such file", "check the path")
      case EISDIR: ("this is a directory", "name a trace in it")
      case EACCES, EPERM: ("the file may not be read", "check its permissions")
      case ENXIO: ("this is a socket, or a device that is not there", "name a file or a pipe")
      default: ("reading failed: \(String(cString: strerror(code)))", "")
      }
    return TraceError(
      kind: .unreadable, file: file, line: 0, column: 0, problem: problem, remedy: remedy)
  }
}
