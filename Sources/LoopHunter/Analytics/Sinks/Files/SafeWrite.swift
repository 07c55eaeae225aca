import Foundation

/// Writes to file descriptors without ever ending the process.
///
/// A pipe whose reader is gone and a file at its size limit raise `SIGPIPE` and `SIGXFSZ`, which
/// kill a program that did not prepare for them. Here both become errors, on any thread.
enum SafeWrite {
  /// Writes all bytes, or throws after as many as went in.
  static func all(_ bytes: [UInt8], to descriptor: Int32) throws(FileError) {
    let failure = withSignalsHeld { () -> Int32 in
      bytes.withUnsafeBytes { buffer in
        var offset = 0
        while offset < buffer.count {
          let count = write(descriptor, buffer.baseAddress! + offset, buffer.count - offset)
          if count > 0 {
            offset += count
          } else if count < 0, errno != EINTR {
            return errno
          }
        }
        return 0
      }
    }
    if failure != 0 { throw FileError(doing: "write", code: failure) }
  }

  /// Runs `body` with the two signals blocked, and takes away those that it raised.
  private static func withSignalsHeld(_ body: () -> Int32) -> Int32 {
    var held = sigset_t()
    var before = sigset_t()
    var pending = sigset_t()
    sigemptyset(&held)
    sigaddset(&held, SIGPIPE)
    sigaddset(&held, SIGXFSZ)
    sigpending(&pending)
    let wasPending = sigismember(&pending, SIGPIPE) == 1 || sigismember(&pending, SIGXFSZ) == 1
    pthread_sigmask(SIG_BLOCK, &held, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let code = body()
    guard code == EPIPE || code == EFBIG, !wasPending else { return code }
    #if os(Linux)
    var none = timespec()
    while sigtimedwait(&held, nil, &none) == -1, errno == EINTR {}
    #else
    var taken: Int32 = 0
    sigwait(&held, &taken)
    #endif
    return code
  }
}

/// What a system call on a file or a socket said, with the remedy where there is one.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, as a verb.
  package var doing: String
  /// The system's error number.
  package var code: Int32
  /// The file, where there is one.
  package var path: String?

  init(doing: String, code: Int32, path: String? = nil) {
    self.doing = doing
    self.code = code
    self.path = path
  }

  /// `cannot write PATH: No space left on device; free some space…`.
  package var description: String {
    let place = path.map { " \($0)" } ?? ""
    let remedy =
      switch code {
      case ENOSPC, EDQUOT: "; free some space, or choose a path on another disk"
      case EFBIG: "; raise the process's file size limit (ulimit -f), or rotate at a smaller size"
      case EACCES, EPERM: "; give this user the permission to write there, or choose another path"
      case EROFS: "; the file system is read-only, choose another path"
      case ENOENT: "; create the folder first, or choose another path"
      case ENOTDIR, EISDIR: "; choose a path that names a file in a folder"
      case EMFILE, ENFILE: "; raise the number of files that may be open (ulimit -n)"
      default: ""
      }
    return "cannot \(doing)\(place): \(String(cString: strerror(code)))\(remedy)"
  }
}
