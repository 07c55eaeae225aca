import LoopHunter

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes a file as a whole: one that is there stays as it is until the new one is complete.
enum OutputFile {
  /// Puts the bytes in the place of a file; what is no file, as a pipe, gets them as they are.
  ///
  /// - Throws: `TraceError` with the reason and the remedy; the old file is then as it was.
  static func replace(_ path: String, with bytes: [UInt8]) throws(TraceError) {
    var old = stat()
    let isThere = stat(path, &old) == 0
    if isThere, old.st_mode & S_IFMT != S_IFREG {
      let isPipe = old.st_mode & S_IFMT == S_IFIFO
      try write(bytes, to: path, isPipe ? O_WRONLY | O_NONBLOCK : O_WRONLY, as: path)
      return
    }
    // A link stays a link.
    let target = isThere ? resolved(path) : path
    guard !isThere || access(target, W_OK) == 0 else { throw TraceError.unwritable(path, errno) }
    let fresh = neighbour(of: target)
    do throws(TraceError) {
      try write(bytes, to: fresh, O_WRONLY | O_CREAT | O_EXCL, as: path)
      if isThere { chmod(fresh, old.st_mode & 0o7777) }
      guard rename(fresh, target) == 0 else { throw TraceError.unwritable(path, errno) }
    } catch {
      unlink(fresh)
      throw error
    }
  }

  /// Writes a file that is opened so; messages call it by another name.
  private static func write(
    _ bytes: [UInt8], to path: String, _ flags: Int32, as name: String
  ) throws(TraceError) {
    let descriptor = Descriptors.open(path, flags)
    guard descriptor >= 0 else { throw TraceError.unwritable(name, errno) }
    // Beyond a limit of the file's size it is an error, not the end of the program.
    var failure = SafeWrite.withSignalsHeld {
      SafeWrite.some(
        bytes, to: descriptor, patience: SafeWrite.Patience(interrupt: Interruption.trace)
      ).failure
    }
    if close(descriptor) != 0, failure == 0 { failure = errno }
    if failure != 0 { throw TraceError.unwritable(name, failure) }
  }

  /// A name beside a file, hidden, and no other process's.
  private static func neighbour(of path: String) -> String {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    return "\(folder).\(name).\(getpid())"
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
