import Foundation

/// A destination for a trace.
public enum TraceDestination: Hashable, Sendable {
  /// A file, which is created or emptied; `-` is standard output.
  ///
  /// Only one recording at a time can use it: a second one is an error and leaves the file
  /// unchanged.
  case path(String)
  /// An open file descriptor, which the writer does not close.
  case descriptor(Int32)
  /// Memory; `TraceWriter.bytes` and `TraceRecorder.bytes` return it.
  case memory

  /// Opens the sink for the lines; nil for memory, where the writer keeps them.
  func open() throws(TraceError) -> (any TraceSink)? {
    switch self {
    case .memory: nil
    case .path("-"): BufferedSink(descriptor: 1, name: "standard output", isOwned: false)
    case .descriptor(let descriptor):
      BufferedSink(descriptor: descriptor, name: "descriptor \(descriptor)", isOwned: false)
    case .path(let path): try FileSink.open(path)
    }
  }

  /// The destination in a message.
  var name: String {
    switch self {
    case .memory: "memory"
    case .path("-"): "standard output"
    case .path(let path): path
    case .descriptor(let descriptor): "descriptor \(descriptor)"
    }
  }
}

/// Takes whole lines.
protocol TraceSink: AnyObject {
  func write(_ line: [UInt8]) throws(TraceError)
  /// Overwrites a written byte; does nothing if it is out of reach.
  func overwrite(at offset: Int, with byte: UInt8)
  func flush() throws(TraceError)
  func close() throws(TraceError)
}

extension TraceError {
  /// The message for a system error while making or writing a file.
  package static func unwritable(_ file: String, _ code: Int32) -> TraceError {
    let remedy =
      switch code {
      case ENOENT: "make the folder first"
      case EISDIR: "name a file in it"
      case ENOTDIR: "name a file in a folder"
      case EACCES, EPERM, EROFS: "choose a place where you may write"
      case ENOSPC, EDQUOT: "make room on the disk"
      case EFBIG: "raise the process's file size limit (ulimit -f)"
      default: ""
      }
    if code == ENXIO {
      return unwritable(file, "nobody reads from this pipe", "start its reader first")
    }
    return unwritable(file, "writing failed: \(Descriptors.reason(for: code))", remedy)
  }

  static func unwritable(_ file: String, _ problem: String, _ remedy: String) -> TraceError {
    TraceError(kind: .unwritable, file: file, problem: problem, remedy: remedy)
  }
}

/// Collects lines and writes them together.
///
/// It is for pipes and descriptors: the reader gets whole lines at each flush.
final class BufferedSink: TraceSink {
  private let descriptor: Int32
  private let name: String
  private let isOwned: Bool
  private var buffer: [UInt8] = []
  /// The number of bytes already flushed.
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
    let buffer = buffer
    flushed += buffer.count
    self.buffer.removeAll(keepingCapacity: true)
    // A reader that went away ends the recording, not the app.
    let failure = SafeWrite.some(buffer, to: descriptor).failure
    if failure != 0 { throw TraceError.unwritable(name, failure) }
  }

  func close() throws(TraceError) {
    guard !isClosed else { return }
    isClosed = true
    defer { if isOwned { Foundation.close(descriptor) } }
    try flush()
  }
}
