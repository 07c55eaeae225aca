import Foundation

/// The file behind a JSON Lines sink: whole lines, a torn tail cut off, rotation by size.
///
/// Everything happens under the file's lock, and only after a look whether the path still leads to
/// this file, because another process may have rotated it meanwhile.
struct JSONLinesFile {
  private let path: String
  private let options: JSONLinesSink.Options
  private var file: OpenFile?
  private var isFolderSynchronized = false

  /// Bytes of torn lines that were cut off.
  private(set) var repairedBytes = 0
  /// How often a new file was begun.
  private(set) var rotations = 0

  init(path: String, options: JSONLinesSink.Options) {
    self.path = path
    self.options = options
  }

  /// Appends one line, whole or not at all; an empty one only opens the file.
  mutating func append(_ line: [UInt8]) throws {
    try lockPresentFile()
    defer { file?.unlock() }
    guard try file!.isRegular else { return try file!.append(line) }
    var size = try repairTail()
    if size > 0, size + line.count > options.maximumFileSize {
      try rotate()
      size = 0
    }
    do {
      try file!.append(line)
    } catch {
      try? file!.truncate(to: size)
      throw error
    }
  }

  /// Waits until the disk has all lines, and the file's name.
  mutating func synchronize() throws {
    guard file != nil else { return }
    try file!.synchronize()
    if !isFolderSynchronized { OpenFile.synchronizeFolder(of: path) }
    isFolderSynchronized = true
  }

  /// Locks the file to which the path leads now, which is opened again if that has changed.
  private mutating func lockPresentFile() throws {
    while true {
      if file == nil {
        file = try OpenFile(appendingTo: path)
        isFolderSynchronized = false
      }
      try file!.lock()
      if try file!.isStillAtPath { return }
      file = nil
    }
  }

  /// Cuts off what a killed process or a full disk left of a last line; returns the size then.
  ///
  /// A last line that is complete but for its newline gets one. A tail that cannot be the beginning
  /// of an event is somebody else's text, which is left alone.
  private mutating func repairTail() throws -> Int {
    let size = try file!.size
    guard size > 0, try file!.read(size - 1..<size) != [Self.newline] else { return size }
    var start = size
    var tail: [UInt8] = []
    while start > 0 {
      let block = max(0, start - 65_536)..<start
      let bytes = try file!.read(block)
      if let index = bytes.lastIndex(of: Self.newline) {
        tail = bytes[(index + 1)...] + tail
        start = block.lowerBound + index + 1
        break
      }
      tail = bytes + tail
      start = block.lowerBound
    }
    if (try? AnalyticsEvent(jsonLine: tail)) != nil {
      try file!.append([Self.newline])
      return size + 1
    }
    guard Self.lineStart.starts(with: tail.prefix(Self.lineStart.count)) else {
      throw JSONLinesError.foreignFile(path: path)
    }
    try file!.truncate(to: start)
    repairedBytes += size - start
    return start
  }

  /// Renames the files, each to the next number, and begins a new one, which is then locked.
  ///
  /// A process that dies in between leaves a gap in the numbers, which the next rotation fills.
  private mutating func rotate() throws {
    if options.durability != .system { try file!.synchronize() }
    let last = options.maximumFiles - 1
    if last < 1 {
      unlink(path)
    } else {
      let end = (1...last).first { access(numbered($0), F_OK) != 0 } ?? last
      for number in stride(from: end, to: 0, by: -1) {
        let source = number == 1 ? path : numbered(number - 1)
        guard rename(source, numbered(number)) == 0 else {
          throw FileError(doing: "rename", code: errno, path: source)
        }
      }
    }
    rotations += 1
    file = nil
    try lockPresentFile()
  }

  private func numbered(_ number: Int) -> String { "\(path).\(number)" }

  private static let newline = UInt8(ascii: "\n")
  /// How every line begins.
  private static let lineStart = Array(#"{"event":""#.utf8)
}
