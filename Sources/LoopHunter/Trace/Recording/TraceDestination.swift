import Foundation

/// Where a trace is written.
public enum TraceDestination: Hashable, Sendable {
  /// A file, which is made or emptied; `-` is standard output.
  case path(String)
  /// An open file descriptor, which the writer does not close.
  case descriptor(Int32)
  /// Memory; `TraceWriter.bytes` and `TraceRecorder.bytes` give it.
  case memory

  func open() throws(TraceError) -> any TraceSink {
    switch self {
    case .memory: return MemorySink()
    case .path("-"): return BufferedSink(descriptor: 1, name: "standard output", isOwned: false)
    case .descriptor(let descriptor):
      return BufferedSink(
        descriptor: descriptor, name: "descriptor \(descriptor)", isOwned: false)
    case .path(let path):
      let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw TraceError.unwritable(path, errno) }
      return MappedSink(descriptor: descriptor, name: path)
        ?? BufferedSink(descriptor: descriptor, name: path, isOwned: true)
    }
  }
}

/// Takes whole lines.
protocol TraceSink: AnyObject {
  func write(_ line: [UInt8]) throws(TraceError)
  /// Writes another byte over one that was written; does nothing where that is out of reach.
  func overwrite(at offset: Int, with byte: UInt8)
  func flush() throws(TraceError)
  func close() throws(TraceError)
}

extension TraceError {
  /// The message for a system error while making or writing a file.
  static func unwritable(_ file: String, _ code: Int32) -> TraceError {
    let remedy =
      switch code {
      case ENOENT: "make the folder first"
      case EISDIR: "name a file in it"
      case EACCES, EPERM, EROFS: "choose a place where you may write"
      case ENOSPC: "make room on the disk"
      default: ""
      }
    return TraceError(
      kind: .unreadable, file: file, line: 0, column: 0,
      problem: "writing failed: \(String(cString: strerror(code)))", remedy: remedy)
  }
}

final class MemorySink: TraceSink {
  private(set) var bytes: [UInt8] = []

  func write(_ line: [UInt8]) { bytes.append(contentsOf: line) }
  func overwrite(at offset: Int, with byte: UInt8) { bytes[offset] = byte }
  func flush() {}
  func close() {}
}

/// Collects lines and writes them together.
///
/// For pipes and descriptors: whoever reads at the other end gets whole lines at each flush.
final class BufferedSink: TraceSink {
  private let descriptor: Int32
  private let name: String
  private let isOwned: Bool
  private var buffer: [UInt8] = []
  /// How many bytes stood in the buffer before and are on their way.
  private var flushed = 0
  private var isClosed = false

  private static let capacity = 64 << 10

  init(descriptor: Int32, name: String, isOwned: Bool) {
    self.descriptor = descriptor
    self.name = name
    self.isOwned = isOwned
    buffer.reserveCapacity(Self.capacity)
  }

  deinit {
    try? close()
  }

  func write(_ line: [UInt8]) throws(TraceError) {
    if buffer.count + line.count > Self.capacity { try flush() }
    buffer.append(contentsOf: line)
  }

  func overwrite(at offset: Int, with byte: UInt8) {
    if offset >= flushed { buffer[offset - flushed] = byte }
  }

  func flush() throws(TraceError) {
    var written = 0
    let buffer = buffer
    flushed += buffer.count
    self.buffer.removeAll(keepingCapacity: true)
    while written < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        Foundation.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
      }
      if count > 0 {
        written += count
      } else if errno != EINTR && errno != EAGAIN {
        throw TraceError.unwritable(name, errno)
      }
    }
  }

  func close() throws(TraceError) {
    guard !isClosed else { return }
    isClosed = true
    defer { if isOwned { Foundation.close(descriptor) } }
    try flush()
  }
}

/// Writes lines into a window of the file that is mapped into memory.
///
/// What was written belongs to the system at once, without a call for each line: it survives the
/// death of the process, also by a signal that cannot be caught. Behind the last line the file then
/// ends with zeros, which readers take for a torn tail; `close` cuts them off.
final class MappedSink: TraceSink {
  private let descriptor: Int32
  private let name: String
  private var window: UnsafeMutableRawPointer
  /// Where the window begins in the file.
  private var start = 0
  /// Where the next line begins in the window.
  private var position = 0
  private var isClosed = false

  /// Shorter than the longest line a reader takes, so that the zeros never make one.
  private static let windowSize = 256 << 10

  /// Nil where the file cannot be mapped; it stays open and is the caller's then.
  init?(descriptor: Int32, name: String) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let window = Self.map(descriptor, at: 0)
    else { return nil }
    self.descriptor = descriptor
    self.name = name
    self.window = window
  }

  deinit {
    try? close()
  }

  /// Reserves the room of a window on the disk, for a full disk must not end the process.
  private static func map(_ descriptor: Int32, at offset: Int) -> UnsafeMutableRawPointer? {
    #if os(Linux)
    guard posix_fallocate(descriptor, off_t(offset), off_t(windowSize)) == 0 else { return nil }
    let window = mmap(
      nil, windowSize, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(offset))
    return window == MAP_FAILED ? nil : window
    #else
    return nil
    #endif
  }

  func write(_ line: [UInt8]) throws(TraceError) {
    var rest = line[...]
    while !rest.isEmpty {
      if position == Self.windowSize { try moveOn() }
      let piece = rest.prefix(Self.windowSize - position)
      piece.withUnsafeBytes { bytes in
        (window + position).copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
      }
      position += piece.count
      rest = rest.dropFirst(piece.count)
    }
  }

  func overwrite(at offset: Int, with byte: UInt8) {
    if offset >= start {
      window.storeBytes(of: byte, toByteOffset: offset - start, as: UInt8.self)
    } else {
      var byte = byte
      _ = pwrite(descriptor, &byte, 1, off_t(offset))
    }
  }

  private func moveOn() throws(TraceError) {
    guard let next = Self.map(descriptor, at: start + Self.windowSize) else {
      throw TraceError.unwritable(name, errno == 0 ? ENOSPC : errno)
    }
    munmap(window, Self.windowSize)
    window = next
    start += Self.windowSize
    position = 0
  }

  func flush() {}

  func close() throws(TraceError) {
    guard !isClosed else { return }
    isClosed = true
    munmap(window, Self.windowSize)
    let outcome = ftruncate(descriptor, off_t(start + position))
    let code = errno
    Foundation.close(descriptor)
    if outcome != 0 { throw TraceError.unwritable(name, code) }
  }
}
