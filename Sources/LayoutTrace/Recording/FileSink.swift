import Foundation

/// Appends each line to a file at once, with a system call.
///
/// Written lines survive the death of the process, even by a signal that cannot be caught. The file
/// may be truncated or written by other programs too: so it is not mapped into memory, where
/// truncation would end the process, and each line is checked at its expected position.
final class FileSink: TraceSink {
  private let descriptor: Int32
  let name: String
  /// The number of bytes in the file, unless another program changed it.
  private var length = 0
  /// The number of bytes that the process may write to a file, as of the last check.
  private var sizeLimit = 0
  private var sizeLimitAsked: Int?
  private var isClosed = false

  /// The number of bytes to write before the limit is checked again.
  private static let stride = 64 << 10

  /// Opens and empties a file, or opens something else than a file, such as a pipe.
  static func open(_ path: String) throws(TraceError) -> any TraceSink {
    while true {
      let descriptor = Descriptors.open(
        path, Descriptors.isPipe(path) ? O_WRONLY | O_NONBLOCK : O_WRONLY | O_APPEND | O_CREAT)
      guard descriptor >= 0 else { throw TraceError.unwritable(path, errno) }
      var own = stat()
      guard fstat(descriptor, &own) == 0, own.st_mode & S_IFMT == S_IFREG else {
        return BufferedSink(descriptor: descriptor, name: path, isOwned: true)
      }
      let sink = FileSink(descriptor: descriptor, name: path)
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        throw TraceError.unwritable(
          path, "another recording writes to this file", "choose another file, or end that one")
      }
      // Another file may have taken its place before it was locked.
      var there = stat()
      guard stat(path, &there) == 0, there.st_ino == own.st_ino, there.st_dev == own.st_dev else {
        continue
      }
      guard ftruncate(descriptor, 0) == 0 else { throw TraceError.unwritable(path, errno) }
      return sink
    }
  }

  private init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  deinit {
    try? close()
  }

  func write(_ line: [UInt8]) throws(TraceError) {
    // The signal for a write beyond the limit would end the process.
    if length + line.count > limit() { throw TraceError.unwritable(name, EFBIG) }
    var written = 0
    while written < line.count {
      let count = line.withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress! + written, $0.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        let code = errno
        // Removes a line that was written in part.
        if written > 0 { _ = ftruncate(descriptor, off_t(length)) }
        throw TraceError.unwritable(name, code)
      }
    }
    let end = Int(lseek(descriptor, 0, SEEK_CUR))
    guard end == length + written else {
      // The line was written at a wrong position.
      let size = lseek(descriptor, 0, SEEK_END)
      if Int(size) == end { _ = ftruncate(descriptor, off_t(end - written)) }
      throw changed
    }
    length = end
  }

  func overwrite(at offset: Int, with byte: UInt8) {
    // Not if the file was truncated meanwhile: the next line detects that.
    var status = stat()
    guard fstat(descriptor, &status) == 0, Int(status.st_size) == length else { return }
    // On a descriptor that is open for appending, Linux always appends.
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags & ~O_APPEND) == 0 else { return }
    var byte = byte
    _ = pwrite(descriptor, &byte, 1, off_t(offset))
    _ = fcntl(descriptor, F_SETFL, flags)
  }

  func flush() {}

  /// True if the name still leads to the written file.
  var isInPlace: Bool {
    var there = stat()
    guard stat(name, &there) == 0, there.st_mode & S_IFMT == S_IFREG, Int(there.st_size) == length
    else { return false }
    var own = stat()
    guard !isClosed, fstat(descriptor, &own) == 0 else { return isClosed }
    return there.st_ino == own.st_ino && there.st_dev == own.st_dev
  }

  func close() throws(TraceError) {
    guard !isClosed else { return }
    isClosed = true
    var status = stat()
    let outcome = fstat(descriptor, &status)
    // A child that another thread is forking also holds the descriptor, and with it the lock.
    _ = flock(descriptor, LOCK_UN)
    Foundation.close(descriptor)
    guard outcome == 0 else { return }
    if status.st_nlink == 0 {
      throw TraceError.unwritable(
        name, "the file was removed while it was recorded", "record again")
    }
    if Int(status.st_size) != length { throw changed }
  }

  /// The error for a file that another program changed.
  private var changed: TraceError {
    TraceError.unwritable(
      name, "another program changed the file while it was recorded",
      "record to a file that nobody else writes")
  }

  private func limit() -> Int {
    if let sizeLimitAsked, length - sizeLimitAsked < Self.stride { return sizeLimit }
    sizeLimitAsked = length
    var limit = rlimit()
    #if canImport(Glibc)
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
    getrlimit(RLIMIT_FSIZE, &limit)
    #endif
    sizeLimit = Int(clamping: limit.rlim_cur)
    return sizeLimit
  }
}
