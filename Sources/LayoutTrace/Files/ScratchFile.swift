import Foundation

/// A file without a name, for data too large for memory; it disappears when it is closed.
final class ScratchFile: Sendable {
  /// The open file.
  let descriptor: Int32

  /// The folder for temporary files (`TMPDIR`).
  static var folder: String {
    let folder = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 }
    return folder ?? "/tmp"
  }

  /// Makes a file in the folder for temporary files.
  init() throws(FileError) {
    let folder = Self.folder
    let path = "\(folder)/loophunt.XXXXXX"
    var name = Array(path.utf8CString)
    let made = Descriptors.exclusively {
      let made = mkstemp(&name)
      if made >= 0 { _ = fcntl(made, F_SETFD, FD_CLOEXEC) }
      return made
    }
    guard made >= 0 else {
      throw FileError(doing: .makeTemporaryFile, code: errno, path: folder)
    }
    unlink(name)
    descriptor = Descriptors.moved(made)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Goes back to the beginning.
  func rewind() { _ = lseek(descriptor, 0, SEEK_SET) }
}
