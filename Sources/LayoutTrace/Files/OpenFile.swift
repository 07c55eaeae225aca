import Foundation

/// An open file that closes itself, with the few calls that sinks need.
package final class OpenFile {
  /// The path by which it was opened, for messages.
  package let path: String
  private let descriptor: Int32

  /// Opens or creates a file for reading and appending; refuses a pipe without a reader.
  package init(appendingTo path: String) throws(FileError) {
    self.path = path
    descriptor = Descriptors.open(
      path, Descriptors.isPipe(path) ? O_WRONLY | O_NONBLOCK : O_RDWR | O_APPEND | O_CREAT)
    if descriptor < 0 { throw FileError(doing: .open, code: errno, path: path) }
  }

  /// Opens a file for reading.
  package init(reading path: String) throws(FileError) {
    self.path = path
    descriptor = Descriptors.open(path, O_RDONLY | O_NONBLOCK)
    if descriptor < 0 { throw FileError(doing: .open, code: errno, path: path) }
  }

  deinit {
    // A child that another thread is forking also holds the descriptor, and with it the lock.
    unlock()
    close(descriptor)
  }

  /// Waits for the lock that other sinks on this file also take, in this process and in others.
  package func lock(_ patience: SafeWrite.Patience) throws(FileError) {
    var patience = patience
    var pause: UInt32 = 50
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw FileError(doing: .lock, code: errno, path: path)
      }
      if let code = patience.end() { throw FileError(doing: .lock, code: code, path: path) }
      // Others hold it for microseconds, unless something is wrong with them.
      usleep(pause)
      pause = min(pause * 2, 5_000)
    }
  }

  /// Takes the lock if it is free.
  package func tryLock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Releases the lock.
  package func unlock() { _ = flock(descriptor, LOCK_UN) }

  /// The number of bytes in the file.
  package var size: Int { get throws(FileError) { Int(try status.st_size) } }

  /// True if it is a regular file, which can be truncated and renamed.
  package var isRegular: Bool { get throws(FileError) { try status.st_mode & S_IFMT == S_IFREG } }

  /// True if the path still leads to this very file, which was not renamed or removed.
  package var isStillAtPath: Bool {
    get throws(FileError) {
      let own = try status
      var there = stat()
      return stat(path, &there) == 0 && there.st_ino == own.st_ino && there.st_dev == own.st_dev
    }
  }

  /// Reads the bytes of a range, fewer if the file ends earlier.
  package func read(_ range: Range<Int>) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var count = 0
    while count < bytes.count {
      let step = bytes.withUnsafeMutableBytes {
        pread(
          descriptor, $0.baseAddress! + count, $0.count - count, off_t(range.lowerBound + count))
      }
      if step == 0 { break }
      if step < 0 {
        if errno == EINTR { continue }
        throw FileError(doing: .read, code: errno, path: path)
      }
      count += step
    }
    return Array(bytes.prefix(count))
  }

  /// Appends all the bytes, or throws after writing some of them.
  package func append(_ bytes: [UInt8], _ patience: SafeWrite.Patience = .unlimited)
    throws(FileError)
  {
    do {
      try SafeWrite.all(bytes, to: descriptor, patience: patience)
    } catch {
      throw FileError(doing: .write, code: error.code, path: path)
    }
  }

  package func truncate(to length: Int) throws(FileError) {
    if ftruncate(descriptor, off_t(length)) != 0 {
      throw FileError(doing: .cut, code: errno, path: path)
    }
  }

  /// Waits until the file's content is on the disk.
  package func synchronize() throws(FileError) {
    #if os(Linux)
    let result = fdatasync(descriptor)
    #else
    let result = fsync(descriptor)
    #endif
    if result != 0, errno != EINVAL, errno != EROFS {
      throw FileError(doing: .synchronise, code: errno, path: path)
    }
  }

  /// Waits until the names in the folder of `path` are on the disk, so that a new file is found.
  package static func synchronizeFolder(of path: String) {
    let folder = (path as NSString).deletingLastPathComponent
    let descriptor = Descriptors.open(folder.isEmpty ? "." : folder, O_RDONLY)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private var status: stat {
    get throws(FileError) {
      var status = stat()
      if fstat(descriptor, &status) != 0 {
        throw FileError(doing: .examine, code: errno, path: path)
      }
      return status
    }
  }
}

/// The reason why a file cannot be read as a whole.
package struct UnreadableFile: Error, Hashable, Sendable {
  /// True if the file does not exist.
  package var isMissing: Bool
  /// The problem, to follow the name of the file.
  package var problem: String
}

extension OpenFile {
  /// Reads all bytes of a plain file that is not larger than expected.
  package static func bytes(of path: String, atMost limit: Int) throws(UnreadableFile) -> [UInt8] {
    var kind: String?
    do throws(FileError) {
      let file = try OpenFile(reading: path)
      kind = try file.kindIfNotRegular
      let size = try file.size
      if kind == nil, size <= limit { return try file.read(0..<size) }
    } catch {
      throw UnreadableFile(
        isMissing: error.code == ENOENT || error.code == ENOTDIR,
        problem: error.code == ENXIO
          ? "cannot be read: it is a socket or a device that is not there"
          : "cannot be read: \(Descriptors.reason(for: error.code))")
    }
    throw UnreadableFile(
      isMissing: false,
      problem: kind.map { "cannot be read: it is \($0)" } ?? "is larger than \(limit >> 20) MB")
  }

  /// The kind of file, if it isn't a regular one: `a folder`.
  private var kindIfNotRegular: String? {
    get throws(FileError) {
      switch try status.st_mode & S_IFMT {
      case S_IFREG: nil
      case S_IFDIR: "a folder"
      case S_IFIFO: "a pipe"
      case S_IFSOCK: "a socket"
      default: "a device"
      }
    }
  }
}
