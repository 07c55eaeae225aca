import Foundation

/// The bytes of an input, in order, by `read`: no mapped page can vanish when a file shrinks.
package final class ByteSource {
  /// The input, as messages name it.
  let name: String
  /// The size of a regular file.
  let totalBytes: Int64?
  private let interrupt: TraceInterrupt?
  /// Receives everything that is read.
  private let copy: TraceCopy?
  /// Set when no more input is needed.
  private let abandonment = TraceInterrupt()
  /// The bytes before everything still to be read or made, and how many of them were passed on.
  private var head: [UInt8] = []
  private var headOffset = 0
  /// The file; nil if the head is everything, or if the bytes are made.
  private var file: File?
  private var pieces: (any TracePieces)?
  /// Called after each read with the number of bytes read and the size of a regular file.
  var progress: ((_ read: Int64, _ total: Int64?) -> Void)?
  private var bytesRead: Int64 = 0

  private struct File {
    var descriptor: Int32
    var isOwned: Bool
    var isRegular: Bool
  }

  /// Opens the input.
  init(_ input: TraceInput, interrupt: TraceInterrupt?, copy: TraceCopy? = nil) throws(TraceError) {
    self.copy = copy
    name = input.name
    self.interrupt = interrupt
    switch input {
    case .bytes(let bytes, _):
      head = bytes
      totalBytes = Int64(bytes.count)
    case .imported(let trace):
      pieces = trace.pieces()
      totalBytes = nil
    case .path("-"): (file, totalBytes) = try Self.inspect(0, isOwned: false, name: name)
    case .descriptor(let descriptor, _):
      (file, totalBytes) = try Self.inspect(descriptor, isOwned: false, name: name)
    case .continued(let head, let descriptor, _):
      self.head = head
      (file, totalBytes) = try Self.inspect(descriptor, isOwned: false, name: name)
    case .path(let path):
      // A pipe without a writer is waited for if an interrupt can end the wait.
      let descriptor = Descriptors.open(path, O_RDONLY | O_NONBLOCK)
      guard descriptor >= 0 else { throw TraceError.unreadable(name, errno) }
      do {
        (file, totalBytes) = try Self.inspect(descriptor, isOwned: true, name: name)
      } catch {
        close(descriptor)
        throw error
      }
    }
  }

  /// True if a path leads to the file being read.
  func isFile(at path: String) -> Bool {
    guard let file else { return false }
    var (own, there) = (stat(), stat())
    return fstat(file.descriptor, &own) == 0 && stat(path, &there) == 0
      && own.st_ino == there.st_ino && own.st_dev == there.st_dev
  }

  deinit {
    if let file, file.isOwned { close(file.descriptor) }
  }

  private static func inspect(
    _ descriptor: Int32, isOwned: Bool, name: String
  ) throws(TraceError) -> (File, Int64?) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw TraceError.unreadable(name, errno) }
    let type = status.st_mode & S_IFMT
    if type == S_IFDIR { throw TraceError.unreadable(name, EISDIR) }
    let isRegular = type == S_IFREG
    let file = File(descriptor: descriptor, isOwned: isOwned, isRegular: isRegular)
    return (file, isRegular ? Int64(status.st_size) : nil)
  }

  /// An input that begins with `head`, which was read from this source, and continues at its
  /// position.
  ///
  /// Nil for inputs that are read from the beginning when opened again: bytes, and files that the
  /// source opened itself. The source must live as long as the input is read.
  func continuation(after head: [UInt8]) -> TraceInput? {
    guard let file, !(file.isOwned && file.isRegular) else { return nil }
    return .continued(head, descriptor: file.descriptor, name: name)
  }

  /// True if reading was ended early.
  var isInterrupted: Bool { interrupt?.isInterrupted == true }

  /// Ends a wait for bytes on another thread: they are no longer needed.
  func abandon() { abandonment.interrupt() }

  /// Reads up to `count` bytes; 0 at the end, and after an interrupt.
  func read(into bytes: UnsafeMutablePointer<UInt8>, count: Int) throws(TraceError) -> Int {
    let taken = try take(into: bytes, count: count)
    if let copy, taken > 0 { copy.append(UnsafeBufferPointer(start: bytes, count: taken)) }
    bytesRead += Int64(taken)
    progress?(bytesRead, totalBytes)
    return taken
  }

  private func take(into bytes: UnsafeMutablePointer<UInt8>, count: Int) throws(TraceError) -> Int {
    if headOffset == head.count, let pieces, !isInterrupted, let piece = try pieces.next() {
      (head, headOffset) = (piece, 0)
    }
    if headOffset < head.count {
      let taken = min(count, head.count - headOffset)
      head.withUnsafeBufferPointer { source in
        if let start = source.baseAddress { bytes.update(from: start + headOffset, count: taken) }
      }
      headOffset += taken
      return taken
    }
    guard let file else { return 0 }
    while true {
      if isInterrupted || abandonment.isInterrupted { return 0 }
      if !file.isRegular {
        var request = pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&request, 1, 100) <= 0 { continue }
      }
      let taken = Foundation.read(file.descriptor, bytes, count)
      if taken >= 0 { return taken }
      guard errno == EINTR || errno == EAGAIN else { throw TraceError.unreadable(name, errno) }
    }
  }

  /// The next bytes, as many as arrive at once; nil at the end, and after an interrupt.
  func nextPiece() throws(TraceError) -> [UInt8]? {
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.pieceLength)
    defer { buffer.deallocate() }
    let count = try read(into: buffer, count: Self.pieceLength)
    return count == 0 ? nil : Array(UnsafeBufferPointer(start: buffer, count: count))
  }

  /// The maximum number of bytes in a piece.
  private static let pieceLength = 64 << 10
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
      default: ("reading failed: \(Descriptors.reason(for: code))", "")
      }
    return TraceError(kind: .unreadable, file: file, problem: problem, remedy: remedy)
  }
}
