import Foundation

/// A program that decompresses a file, started as by ripgrep's `-z`.
final class Decompressor {
  /// A compression format: the first bytes of a file, and the program that unpacks it.
  struct Kind: Sendable {
    let name: String
    let start: [UInt8]
    let program: String
    /// The file name extension of the compression.
    let ending: String
    /// True if the program only warns of bytes that it cannot unpack behind those that it can.
    var isTolerant = false
  }

  static let kinds = [
    Kind(name: "gzip", start: [0x1f, 0x8b], program: "gzip", ending: ".gz"),
    Kind(name: "zstd", start: [0x28, 0xb5, 0x2f, 0xfd], program: "zstd", ending: ".zst"),
    Kind(name: "xz", start: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], program: "xz", ending: ".xz"),
    Kind(
      name: "bzip2", start: Array("BZh".utf8), program: "bzip2", ending: ".bz2", isTolerant: true),
  ]

  /// The compression of a file with these first bytes; nil if it is not compressed.
  static func kind(ofHead head: [UInt8]) -> Kind? { kinds.first { head.starts(with: $0.start) } }

  /// The descriptor from which the unpacked bytes are read.
  let descriptor: Int32
  private let kind: Kind
  private let file: String
  private var child: pid_t?
  /// The descriptor from which the program's warnings are read; -1 if its status tells enough.
  private var warnings: Int32 = -1
  /// True if a part of the file was lost, which the program would skip without a word.
  private let endsInZeros: Bool

  /// Starts the program, which reads from a descriptor that the caller keeps.
  init(_ kind: Kind, reading input: Int32, of file: String) throws(TraceError) {
    (self.kind, self.file) = (kind, file)
    endsInZeros = Self.endsInZeros(input)
    guard let ends = Descriptors.pipe() else { throw TraceError.unreadable(file, errno) }
    let (output, end) = ends
    descriptor = output
    var said: (read: Int32, write: Int32)?
    if kind.isTolerant {
      said = Descriptors.pipe()
      guard let said else {
        let code = errno
        close(end)
        throw TraceError.unreadable(file, code)
      }
      warnings = said.read
      // The program must not wait for a reader of its warnings, nor the reader for the program.
      for end in [said.read, said.write] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }
    var number: pid_t = 0
    let failure = Self.spawn(kind.program, from: input, to: end, warnings: said?.write, &number)
    close(end)
    if let said { close(said.write) }
    // From here on, `deinit` closes what is read.
    guard failure == 0 else {
      throw TraceError(
        kind: .unreadable, file: file,
        problem: "the file is compressed with \(kind.name), and \(kind.program) cannot be run: "
          + String(cString: strerror(failure)),
        remedy: "install \(kind.program), or unpack the file first")
    }
    self.child = number
  }

  /// Starts a program from one descriptor to another; returns 0 or an error number.
  private static func spawn(
    _ program: String, from input: Int32, to output: Int32, warnings: Int32?, _ child: inout pid_t
  ) -> Int32 {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    if let warnings {
      posix_spawn_file_actions_adddup2(&actions, warnings, 2)
    } else {
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    let copy: (String) -> UnsafeMutablePointer<CChar>? = { strdup($0) }
    var words = [program, "-dc"].map(copy) + [nil]
    var variables = environment.map { copy("\($0)=\($1)") } + [nil]
    defer { for word in words + variables { free(word) } }
    return Descriptors.exclusively {
      posix_spawnp(&child, program, &actions, nil, &words, &variables)
    }
  }

  /// The environment without options such as `XZ_OPT=--single-stream`, which would leave parts out.
  private static var environment: [String: String] {
    ProcessInfo.processInfo.environment.filter { variable in
      !["GZIP", "ZSTD_", "XZ_", "BZIP"].contains { variable.key.hasPrefix($0) }
    }
  }

  deinit {
    close(descriptor)
    if warnings >= 0 { close(warnings) }
    // It ends by itself, because nothing reads its output.
    if let child { _ = Self.wait(for: child) }
  }

  /// Lets the program come to its end, and throws if the file is damaged.
  ///
  /// The rest of its output is read here: as long as nobody reads it, the program waits.
  func finish(_ interrupt: TraceInterrupt?) throws(TraceError) {
    guard let child else { return }
    guard drain(interrupt) else { return }
    self.child = nil
    guard let status = Self.wait(for: child) else {
      throw TraceError(
        kind: .unreadable, file: file,
        problem: "\(kind.program) ended, but the system does not say if it unpacked the whole file",
        remedy: "do not ignore SIGCHLD, or unpack the file first")
    }
    guard status != 0 || hasWarned || endsInZeros else { return }
    throw TraceError(
      kind: .unreadable, file: file,
      problem: "\(kind.program) cannot unpack the file to its end: it is damaged or cut off",
      remedy: "'\(kind.program) -t' says more; save the file again")
  }

  /// True if the program, which ended, complained of the file.
  private var hasWarned: Bool {
    var byte: UInt8 = 0
    return warnings >= 0 && read(warnings, &byte, 1) > 0
  }

  /// True if the end of a file is zeros, as after a crash: no compressed stream ends like this.
  private static func endsInZeros(_ descriptor: Int32) -> Bool {
    var status = stat()
    // More than the sums of an empty stream, with the zeros of its last block.
    var end = [UInt8](repeating: 1, count: 32)
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > end.count,
      pread(descriptor, &end, end.count, status.st_size - off_t(end.count)) == end.count
    else { return false }
    return end.allSatisfy { $0 == 0 }
  }

  /// Reads the output to its end; false after an interrupt.
  private func drain(_ interrupt: TraceInterrupt?) -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while interrupt?.isInterrupted != true {
      let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 || count < 0 && errno != EINTR { return true }
    }
    return false
  }

  /// The status of a program that ended; nil if the system has none, as where SIGCHLD is ignored.
  private static func wait(for child: pid_t) -> Int32? {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    return status
  }
}
