import Foundation
import ViewTree

/// Writes to file descriptors without ending the process, and without waiting longer than allowed.
///
/// A pipe without a reader and a file at its size limit are errors, on any thread: see `HeldSignals`.
package enum SafeWrite {
  /// The limits of a write's wait while the other side takes nothing.
  package struct Patience: Sendable {
    /// The time at which it gives up; nil means never.
    var deadline: ContinuousClock.Instant?
    /// The interrupt that cuts it short from elsewhere.
    var interrupt: TraceInterrupt?

    /// Waits as long as necessary.
    package static let unlimited = Patience()

    package init(until deadline: ContinuousClock.Instant? = nil, interrupt: TraceInterrupt? = nil) {
      (self.deadline, self.interrupt) = (deadline, interrupt)
    }

    /// The time for which all waits together continue after an interrupt, for a slow reader.
    static let grace = Duration.milliseconds(500)
    /// The time for which each may continue in any case, so that none uses up another's.
    static let least = Duration.milliseconds(50)
    /// The longest single wait in milliseconds, after which an interrupt is checked.
    package static let slice = 50

    /// True if nothing can end the wait.
    var isUnlimited: Bool { deadline == nil && interrupt == nil }

    /// The error number that ends the wait now; nil while it may continue.
    package mutating func end() -> Int32? {
      let now = ContinuousClock.now
      if let age = interrupt?.age {
        interrupt = nil
        wasInterrupted = true
        let end = now + max(Self.grace - age, Self.least)
        deadline = min(deadline ?? end, end)
      }
      guard let deadline, now >= deadline else { return nil }
      return wasInterrupted ? EINTR : ETIMEDOUT
    }

    private var wasInterrupted = false
  }

  /// Writes all bytes, or throws after writing some of them.
  package static func all(
    _ bytes: [UInt8], to descriptor: Int32, patience: Patience = .unlimited
  ) throws(FileError) {
    let failure = some(bytes, to: descriptor, patience: patience).failure
    if failure != 0 { throw FileError(doing: .write, code: failure) }
  }

  /// Writes as many bytes as possible; returns their number, and an error.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - descriptor: The file, pipe or socket.
  ///   - patience: The limits of the wait.
  ///   - holdsSignals: False if a pipe without a reader is to end the process, as is usual for commands.
  package static func some(
    _ bytes: [UInt8], to descriptor: Int32, patience: Patience = .unlimited,
    holdsSignals: Bool = true
  ) -> (written: Int, failure: Int32) {
    var patience = patience
    var written = 0
    let write = { pieces(bytes, to: descriptor, &patience, &written) }
    let failure = holdsSignals ? HeldSignals.during(write) : write()
    return (written, failure)
  }

  /// Writes piece by piece; returns the number of the error that ended the writing, or 0.
  private static func pieces(
    _ bytes: [UInt8], to descriptor: Int32, _ patience: inout Patience, _ written: inout Int
  ) -> Int32 {
    // A pipe that is ready takes this many bytes without blocking; a file never blocks.
    let piece = patience.isUnlimited || isRegular(descriptor) ? Int.max : Int(PIPE_BUF)
    while written < bytes.count {
      if piece != .max, let failure = waitUntilReady(descriptor, &patience) { return failure }
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress! + written, min(piece, $0.count - written))
      }
      if count > 0 {
        written += count
      } else if count < 0, errno == EAGAIN {
        if let failure = waitUntilReady(descriptor, &patience) { return failure }
      } else if count < 0, errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Waits until a descriptor takes bytes; returns the error number that ended the wait, if any.
  private static func waitUntilReady(_ descriptor: Int32, _ patience: inout Patience) -> Int32? {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    var isFirst = true
    while true {
      let wait = isFirst ? 0 : patience.isUnlimited ? -1 : Int32(Patience.slice)
      // Other results of poll are reported better by the write that follows.
      if poll(&entry, 1, wait) > 0 { return nil }
      if let failure = patience.end() { return failure }
      isFirst = false
    }
  }

  private static func isRegular(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}

/// The failure of a system call on a file or a socket, with the remedy if there is one.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The attempted action; the raw value is its words.
  package enum Action: String, Hashable, Sendable {
    case open, lock, read, write, cut, synchronise, examine, rename, make
    case makeTemporaryFile = "make a temporary file in"
    case findFreeFolder = "find a free folder in"
  }

  /// The attempted action.
  package var doing: Action
  /// The system's error number.
  package var code: Int32
  /// The file, if there is one.
  package var path: String?

  package init(doing: Action, code: Int32, path: String? = nil) {
    (self.doing, self.code, self.path) = (doing, code, path)
  }

  /// `cannot write PATH: No space left on device; free some space…`.
  package var description: String {
    let place = path.map { " \(PlainText.line($0))" } ?? ""
    let remedy =
      switch code {
      case ENOSPC, EDQUOT: "; free some space, or choose a path on another disk"
      case EFBIG: "; raise the process's file size limit (ulimit -f), or rotate at a smaller size"
      case EACCES, EPERM: "; give this user the permission to write there, or choose another path"
      case EROFS: "; the file system is read-only, choose another path"
      case ENOENT: "; create the folder first, or choose another path"
      case ENOTDIR, EISDIR: "; choose a path that names a file in a folder"
      case EMFILE, ENFILE: "; raise the number of files that may be open (ulimit -n)"
      case ENXIO: "; start its reader first"
      case ETIMEDOUT where doing == .lock: "; let it end, or choose another path"
      case ETIMEDOUT: "; let its reader go on, or choose another path"
      default: ""
      }
    return "cannot \(doing.rawValue)\(place): \(reason)\(remedy)"
  }

  /// The meaning of the number here; two of them mean more to us than to the system.
  private var reason: String {
    switch code {
    case ENXIO: "nobody reads from this pipe"
    case ETIMEDOUT where doing == .lock: "another program holds its lock"
    case ETIMEDOUT: "nothing was taken from it in time"
    case EINTR: "interrupted"
    default: Descriptors.reason(for: code)
    }
  }
}
