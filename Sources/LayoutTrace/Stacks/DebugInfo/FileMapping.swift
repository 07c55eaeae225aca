#if os(Linux)
import Foundation

/// The bytes of a file in memory, loaded by the system when they are read.
package final class FileMapping {
  let bytes: FileBytes
  private let release: () -> Void
  private let path: String
  private let identity: Identity?

  /// The properties by which a file is known again.
  private struct Identity: Equatable {
    var device: UInt
    var number: UInt
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    init(_ status: stat) {
      (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
      size = Int(status.st_size)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  init(path: String) throws(Damage) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Damage() }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > 0,
      let memory = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0),
      memory != MAP_FAILED
    else { throw Damage() }
    let count = Int(status.st_size)
    bytes = FileBytes(start: UnsafeRawPointer(memory), count: count)
    release = { munmap(memory, count) }
    self.path = path
    identity = Identity(status)
  }

  /// Copies bytes, as of a file that a test damages.
  package init(copying contents: [UInt8]) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: contents.count, alignment: 8)
    memory.copyBytes(from: contents)
    // Memory for no bytes has an address, too.
    bytes = FileBytes(start: UnsafeRawPointer(memory.baseAddress!), count: contents.count)
    release = { memory.deallocate() }
    path = ""
    identity = nil
  }

  deinit { release() }

  /// True if the file at the path is still the one that is mapped.
  ///
  /// A file that was cut since then must not be read: its pages are gone.
  var isCurrent: Bool {
    var status = stat()
    return identity == nil || stat(path, &status) == 0 && Identity(status) == identity
  }
}
#endif
