import Foundation
import LayoutTrace
import LoopHunter

/// Writes a whole file: an existing one is replaced when the new one is complete.
package enum OutputFile {
  /// Writes some bytes behind those that were written before.
  package typealias Write = ([UInt8]) throws(TraceError) -> Void

  /// Replaces a file by the bytes; anything else, such as a pipe, gets them directly.
  ///
  /// - Throws: `TraceError` with the reason and the remedy; the old file is then unchanged.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(TraceError) {
    try replace(path) { write throws(TraceError) in try write(bytes) }
  }

  /// Replaces a file by bytes that come piece by piece, from `body`.
  ///
  /// - Throws: `TraceError` with the reason and the remedy, or the error of `body`; the old file is
  ///   then unchanged.
  package static func replace(
    _ path: String, pieces body: (_ write: Write) throws(TraceError) -> Void
  ) throws(TraceError) {
    guard Descriptors.isWhole(path) else { throw TraceError.unwritable(path, errno) }
    var old = stat()
    let isThere = stat(path, &old) == 0
    if isThere, old.st_mode & S_IFMT != S_IFREG {
      let descriptor = Descriptors.open(
        path, Descriptors.isPipe(path) ? O_WRONLY | O_NONBLOCK : O_WRONLY)
      guard descriptor >= 0 else { throw TraceError.unwritable(path, errno) }
      return try write(to: descriptor, as: path, body)
    }
    // A link stays a link, including one whose target does not exist yet.
    let target = isThere ? resolved(path) : try endOfLinks(path)
    guard !isThere || access(target, W_OK) == 0 else { throw TraceError.unwritable(path, errno) }
    let (descriptor, fresh) = try openNeighbour(of: target, as: path)
    do throws(TraceError) {
      try write(to: descriptor, as: path, body)
      if isThere { chmod(fresh, old.st_mode & 0o7777) }
      guard rename(fresh, target) == 0 else { throw TraceError.unwritable(path, errno) }
    } catch {
      unlink(fresh)
      throw error
    }
  }

  /// The longest wait for another process that writes in the same folder, in seconds.
  private static let longestWait = 10.0

  /// Runs `body`, which reads a file and replaces it, while no other process does so.
  ///
  /// The lock is that of the file's folder, so that nothing is left behind. Where the file system
  /// knows no locks, `body` runs without.
  ///
  /// - Throws: `TraceError` if another process holds the lock for too long, or the error of `body`.
  package static func whileLocked<Result>(
    _ path: String, _ body: () throws(TraceError) -> Result
  ) throws(TraceError) -> Result {
    let target = real(path) ?? ((try? endOfLinks(path)) ?? path)
    let folder = target.lastIndex(of: "/").map { target[...$0] } ?? "."
    let descriptor = Descriptors.open(String(folder), O_RDONLY | O_DIRECTORY)
    guard descriptor >= 0 else { return try body() }
    defer { close(descriptor) }
    let end = MonotonicClock.nanoseconds() + UInt64(longestWait * 1e9)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
      guard MonotonicClock.nanoseconds() < end else {
        throw TraceError(
          kind: .unwritable, file: path,
          problem: "another process has held the lock of its folder for \(Int(longestWait)) s",
          remedy: "wait until it has written, then run again")
      }
      usleep(10_000)
    }
    return try body()
  }

  /// Writes everything and closes the descriptor; messages use `name`.
  private static func write(
    to descriptor: Int32, as name: String, _ body: (_ write: Write) throws(TraceError) -> Void
  ) throws(TraceError) {
    let patience = SafeWrite.Patience(interrupt: Interruption.trace)
    do throws(TraceError) {
      try body { (bytes) throws(TraceError) in
        // Exceeding a file size limit is an error, and must not end the program.
        let failure = SafeWrite.some(bytes, to: descriptor, patience: patience).failure
        if failure != 0 { throw TraceError.unwritable(name, failure) }
      }
    } catch {
      close(descriptor)
      throw error
    }
    if close(descriptor) != 0 { throw TraceError.unwritable(name, errno) }
  }

  /// Makes a hidden file beside another one, for this process alone.
  ///
  /// Names are tried until one is free: a killed process, or a container, may have the same number.
  private static func openNeighbour(
    of path: String, as name: String
  ) throws(TraceError) -> (descriptor: Int32, path: String) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let file = slash.map { String(path[path.index(after: $0)...]) } ?? path
    for attempt in 0... {
      // A name has at most 255 bytes, and the file's own may have all of them.
      let shown = String(decoding: file.utf8.prefix(200), as: UTF8.self)
      let fresh = "\(folder).\(shown).\(getpid())" + (attempt == 0 ? "" : ".\(attempt)")
      let descriptor = Descriptors.open(fresh, O_WRONLY | O_CREAT | O_EXCL)
      if descriptor >= 0 { return (descriptor, fresh) }
      guard errno == EEXIST else { throw TraceError.unwritable(name, errno) }
    }
    throw TraceError.unwritable(name, EEXIST)
  }

  /// A name that two paths share if they lead to one file, which need not exist yet.
  package static func identity(of path: String) -> ExactName {
    var there = stat()
    if stat(path, &there) == 0 { return ExactName("\(there.st_dev):\(there.st_ino)") }
    let path = (try? endOfLinks(path)) ?? path
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    return ExactName("\(resolved(folder))/\(name)")
  }

  /// The identity of standard output; nil if that is a device, to which any number may write.
  static var identityOfStandardOutput: ExactName? {
    var status = stat()
    guard fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT != S_IFCHR else { return nil }
    return ExactName("\(status.st_dev):\(status.st_ino)")
  }

  /// True if a path that is relative to a folder leads to a file below it, through all links.
  ///
  /// The file need not exist yet; if its folder does not exist either, nothing can be written.
  package static func isBelow(_ folder: String, _ path: String) -> Bool {
    guard !path.hasPrefix("/"), let end = try? endOfLinks("\(folder)/\(path)") else { return false }
    let place = end.lastIndex(of: "/").map { $0 == end.startIndex ? "/" : String(end[..<$0]) }
    guard let outer = real(folder), let inner = real(place ?? ".") else {
      return !path.split(separator: "/").contains("..")
    }
    let name = end.split(separator: "/").last
    return name != ".." && name != "."
      && (inner == outer || inner.hasPrefix(outer == "/" ? outer : outer + "/"))
  }

  /// The folders in which systems for version control keep what is no part of a checkout, such as hooks.
  private static let controlFolders: Set<String> = [
    ".git", ".hg", ".svn", ".jj", ".bzr", "_darcs", "cvs",
  ]

  /// True if a path that is relative to a folder leads into a folder of version control, through all links.
  package static func isOfVersionControl(_ folder: String, _ path: String) -> Bool {
    guard let end = try? endOfLinks("\(folder)/\(path)") else { return false }
    let place = end.lastIndex(of: "/").map { $0 == end.startIndex ? "/" : String(end[..<$0]) }
    var steps = path.split(separator: "/")
    if let outer = real(folder), let inner = real(place ?? ".") {
      steps =
        inner.dropFirst(outer.count).split(separator: "/") + end.split(separator: "/").suffix(1)
    }
    return steps.contains { controlFolders.contains($0.lowercased()) }
  }

  /// The target of a path that names no file yet: follows links to the name that is free.
  private static func endOfLinks(_ path: String) throws(TraceError) -> String {
    var end = path
    for _ in 0..<40 {
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = readlink(end, &target, target.count)
      guard length >= 0 else { return end }
      let next = String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
      let folder = next.hasPrefix("/") ? "" : end.lastIndex(of: "/").map { end[...$0] } ?? ""
      end = folder + next
    }
    throw TraceError.unwritable(path, ELOOP)
  }

  private static func resolved(_ path: String) -> String { real(path) ?? path }

  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
