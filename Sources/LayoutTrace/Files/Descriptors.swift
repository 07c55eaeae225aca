import Foundation

/// Opens file descriptors that are never 0, 1 or 2.
///
/// If a program is started with one of these closed, the next file gets its number, and everything
/// written to standard error lands in that file.
package enum Descriptors {
  /// The error number for a path with a NUL, of which the system would use only the beginning.
  ///
  /// It isn't one of the system's own numbers; `reason(for:)` knows it.
  package static let nulInPath: Int32 = -1

  /// Checks that the system sees all of a path; if not, sets `errno`.
  package static func isWhole(_ path: String) -> Bool {
    guard path.utf8.contains(0) else { return true }
    errno = nulInPath
    return false
  }

  /// Describes an error number of the system, or of a path with a NUL.
  package static func reason(for code: Int32) -> String {
    code == nulInPath ? "the path contains a NUL character" : String(cString: strerror(code))
  }

  /// `open(2)`, closed when another program is run; -1 with `errno` when it fails.
  package static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o644) -> Int32 {
    guard isWhole(path) else { return -1 }
    return moved(Foundation.open(path, flags | O_CLOEXEC, mode))
  }

  /// Moves the descriptor above the standard ones if it is one; -1 with `errno` if that fails.
  package static func moved(_ descriptor: Int32) -> Int32 {
    guard (0...2).contains(descriptor) else { return descriptor }
    let other = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    let code = errno
    close(descriptor)
    errno = code
    return other
  }

  /// Held while a program is started, or while a descriptor exists that it would inherit.
  ///
  /// A program that inherited the end of another one's pipe would keep its reader waiting.
  private static let spawning = NSLock()

  /// Does what no other thread may do at the same time: makes descriptors, and starts programs.
  package static func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    try spawning.withLock { try body() }
  }

  /// The two ends of a new pipe, closed when another program is run; nil with `errno` if it fails.
  package static func pipe() -> (read: Int32, write: Int32)? {
    exclusively {
      var ends: [Int32] = [-1, -1]
      guard Foundation.pipe(&ends) == 0 else { return nil }
      let pair = (read: moved(ends[0]), write: moved(ends[1]))
      for end in [pair.read, pair.write] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return pair
    }
  }

  /// True if a path leads to a named pipe.
  package static func isPipe(_ path: String) -> Bool {
    var there = stat()
    return stat(path, &there) == 0 && there.st_mode & S_IFMT == S_IFIFO
  }

  /// True if a path leads to a folder, or is one itself.
  package static func isFolder(_ path: String, followingLinks: Bool = true) -> Bool {
    var there = stat()
    let found = followingLinks ? stat(path, &there) : lstat(path, &there)
    return found == 0 && there.st_mode & S_IFMT == S_IFDIR
  }

  /// Opens those of 0, 1 and 2 that are closed, so that no file of the program gets their numbers.
  ///
  /// Reading from or writing to one that was closed remains an error, as if it were still closed.
  package static func openStandardOnes() {
    var descriptor: Int32 = 0
    while descriptor <= 2 {
      // The lowest free number is the missing one: those before it are open by now.
      if fcntl(descriptor, F_GETFD) < 0 {
        _ = Foundation.open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
      }
      descriptor += 1
    }
  }
}
