import Foundation

/// An open file that closes itself, with the few calls that sinks need, each as an error or a
/// value.
package final class OpenFile {
  /// The path it was opened by, for messages.
  package let path: String
  private let descriptor: Int32

  /// Opens a file for reading and appending, and makes it if it is not there.
  ///
  /// Throws for a named pipe without a reader: what is written there would be lost.
  package init(appendingTo path: String) throws(FileError) {
    self.path = path
    descriptor = Descriptors.open(
      path, Descriptors.isPipe(path) ? O_WRONLY | O_NONBLOCK : O_RDWR | O_APPEND | O_CREAT)
    if descriptor < 0 { throw FileError(doing: "open", code: errno, path: path) }
  }

  /// Opens a file for reading.
  package init(reading path: String) throws(FileError) {
    self.path = path
    descriptor = Descriptors.open(path, O_RDONLY | O_NONBLOCK)
    if descriptor < 0 { throw FileError(doing: "open", code: errno, path: path) }
  }

  deinit {
    // A child that another thread forks right now holds the descriptor, too, and with it the lock.
    unlock()
    close(descriptor)
  }

  /// Waits for the lock that other sinks on this file take too, in this process and in others.
  package func lock(_ patience: SafeWrite.Patience) throws(FileError) {
    var patience = patience
    var pause: UInt32 = 50
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw FileError(doing: "lock", code: errno, path: path)
      }
      if let code = patience.end() { throw FileError(doing: "lock", code: code, path: path) }
      // Others hold it for microseconds, unless something is wrong with them.
      usleep(pause)
      pause = min(pause * 2, 5_000)
    }
  }

  /// Takes the lock if it is free.
  package func tryLock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Gives the lock back.
  package func unlock() { _ = flock(descriptor, LOCK_UN) }

  /// The number of bytes in the file.
  package var size: Int {
    get throws(FileError) { Int(try status.st_size) }
  }

  /// Whether it is a plain file, which can be cut and renamed.
  package var isRegular: Bool {
    get throws(FileError) { try status.st_mode & S_IFMT == S_IFREG }
  }

  /// Whether the path still leads to this very file, which was not renamed or removed.
  package var isStillAtPath: Bool {
    get throws(FileError) {
      let own = try status
      var there = stat()
      return stat(path, &there) == 0 && there.st_ino == own.st_ino && there.st_dev == own.st_dev
    }
  }

  /// Reads the bytes of a range, fewer where the file ends before.
  package func read(_ range: Range<Int>) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var count = 0
    while count < bytes.count {
      let step = bytes.withUnsafeMutableBytes {
        pread(
          descriptor, $0.baseAddress! + count, $0.count - count,
          off_t(range.lowerBound + count))
      }
      if step == 0 { break }
      if step < 0 {
        if errno == EINTR { continue }
        throw FileError(doing: "read", code: errno, path: path)
      }
      count += step
    }
    return Array(bytes.prefix(count))
  }

  /// Appends all the bytes, or throws after as many as went in.
  package func append(_ bytes: [UInt8], _ patience: SafeWrite.Patience = .unlimited)
    throws(FileError)
  {
    do {
      try SafeWrite.all(bytes, to: descriptor, patience: patience)
    } catch {
      throw FileError(doing: "write", code: error.code, path: path)
    }
  }

  /// Cuts the file to a length.
  package func truncate(to length: Int) throws(FileError) {
    if ftruncate(descriptor, off_t(length)) != 0 {
      throw FileError(doing: "cut", code: errno, path: path)
    }
  }

  /// Waits until the disk has the file's content.
  package func synchronize() throws(FileError) {
    #if os(Linux)
    let result = fdatasync(descriptor)
    #else
    let result = fsync(descriptor)
    #endif
    if result != 0, errno != EINVAL, errno != EROFS {
      throw FileError(doing: "synchronise", code: errno, path: path)
    }
  }

  /// Waits until the disk has the names in the folder of `path`, so that a new file is found again.
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
        throw FileError(doing: "examine", code: errno, path: path)
      }
      return status
    }
  }
}

/// Why a file that is read as a whole cannot be read.
package struct UnreadableFile: Error, Hashable, Sendable {
  /// Whether nothing is there.
  package var isMissing: Bool
  /// What is wrong, behind the name of the file.
  package var problem: String
}

extension OpenFile {
  /// All bytes of a plain file.
  ///
  /// - Parameter limit: The size from which on it is not read; it is then none of what is expected.
  package static func bytes(
    of path: String, atMost limit: Int
  ) throws(UnreadableFile) -> [UInt8] {
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
          : "cannot be read: \(String(cString: strerror(error.code)))")
    }
    throw UnreadableFile(
      isMissing: false,
      problem: kind.map { "cannot be read: it is \($0)" } ?? "is larger than \(limit >> 20) MB")
  }

  /// What it is if it is no plain file: `a folder`.
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
