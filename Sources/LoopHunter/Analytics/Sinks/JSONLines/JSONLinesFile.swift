import Foundation
import LayoutTrace

/// The file behind a JSON Lines sink: whole lines, a torn tail cut off, rotation by size.
///
/// Everything happens under the file's lock, and only after a check that the path still leads to
/// this file, because another process may have rotated it meanwhile. A file that holds anything
/// other than events is refused and stays as it is.
struct JSONLinesFile {
  private let path: String
  private let options: JSONLinesSink.Options
  /// The open file; nil until `lockPresentFile`, which comes before every use.
  private var file: OpenFile!
  private var isFolderSynchronized = false

  /// The number of bytes of torn lines that were cut off.
  private(set) var repairedBytes = 0
  /// The number of times that a new file was begun.
  private(set) var rotations = 0

  init(path: String, options: JSONLinesSink.Options) {
    self.path = path
    self.options = options
  }

  /// Appends one line, whole or not at all; an empty one only opens the file.
  mutating func append(_ line: [UInt8], _ patience: SafeWrite.Patience) throws {
    try lockPresentFile(patience)
    defer { file?.unlock() }
    guard try file.isRegular else { return try file.append(line, patience) }
    var size = try repairTail()
    if size > 0, size + line.count > options.maximumFileSize {
      try rotate(patience)
      size = 0
    }
    do {
      try file.append(line)
    } catch {
      try? file.truncate(to: size)
      throw error
    }
  }

  /// Waits until the disk has all lines, and the file's name.
  mutating func synchronize() throws {
    guard file != nil else { return }
    try file.synchronize()
    if !isFolderSynchronized { OpenFile.synchronizeFolder(of: path) }
    isFolderSynchronized = true
  }

  /// Locks the file to which the path leads now; opens it again if that has changed.
  private mutating func lockPresentFile(_ patience: SafeWrite.Patience) throws {
    while true {
      let isNew = file == nil
      if isNew {
        file = try OpenFile(appendingTo: path)
        isFolderSynchronized = false
      }
      let isRegular = try file.isRegular
      do {
        // Only a regular file has lines that two writers could mix.
        if isRegular { try file.lock(patience) }
        if try file.isStillAtPath {
          if isNew, isRegular, try !Self.isOwn(file.read(0..<EventLineStart.longest)) {
            throw JSONLinesError.foreignFile(path: path)
          }
          return
        }
      } catch {
        // An unchecked file is checked when it is opened again.
        if isNew { file = nil }
        throw error
      }
      file = nil
    }
  }

  /// True if a file that begins with these bytes is a sink's: it is empty, or has lines of events.
  private static func isOwn(_ start: [UInt8]) -> Bool {
    start.isEmpty || EventLineStart.begins(start)
  }

  /// Cuts off the torn last line that a killed process or a full disk left; returns the size then.
  ///
  /// A last line that lacks only its newline gets one. A tail that cannot be the beginning of an
  /// event is foreign text, which is left alone.
  private mutating func repairTail() throws -> Int {
    let size = try file.size
    guard size > 0, try file.read(size - 1..<size) != [Self.newline] else { return size }
    var start = size
    var tail: [UInt8] = []
    while start > 0 {
      let block = max(0, start - 65_536)..<start
      let bytes = try file.read(block)
      if let index = bytes.lastIndex(of: Self.newline) {
        tail = bytes[(index + 1)...] + tail
        start = block.lowerBound + index + 1
        break
      }
      tail = bytes + tail
      start = block.lowerBound
    }
    if (try? AnalyticsEvent(jsonLine: tail)) != nil {
      try file.append([Self.newline])
      return size + 1
    }
    guard EventLineStart.literal.starts(with: tail.prefix(EventLineStart.literal.count)) else {
      throw JSONLinesError.foreignFile(path: path)
    }
    try file.truncate(to: start)
    repairedBytes += size - start
    return start
  }

  /// Renames the files, each to the next number, and begins a new one, which is then locked.
  ///
  /// A process that dies in between leaves a gap in the numbers, which the next rotation fills.
  private mutating func rotate(_ patience: SafeWrite.Patience) throws {
    if options.durability != .system { try file.synchronize() }
    let last = options.maximumFiles - 1
    if last < 1 {
      unlink(path)
    } else {
      let end = (1...last).first { access(numbered($0), F_OK) != 0 } ?? last
      for number in 1...end { try refuseForeign(numbered(number)) }
      for number in stride(from: end, to: 0, by: -1) {
        let source = number == 1 ? path : numbered(number - 1)
        guard rename(source, numbered(number)) == 0 else {
          throw FileError(doing: .rename, code: errno, path: source)
        }
      }
    }
    rotations += 1
    file = nil
    try lockPresentFile(patience)
  }

  /// Throws if a rotation would rename or replace a file that does not belong to a sink.
  private func refuseForeign(_ path: String) throws {
    guard access(path, F_OK) == 0 else { return }
    let start = try OpenFile(reading: path).read(0..<EventLineStart.longest)
    if !Self.isOwn(start) { throw JSONLinesError.foreignFile(path: path) }
  }

  private func numbered(_ number: Int) -> String { "\(path).\(number)" }

  private static let newline = UInt8(ascii: "\n")
}

/// The beginning of a sink's lines, which identifies its files: `{"event":"…","time":"…","id":"`.
private enum EventLineStart {
  static let literal = Array(#"{"event":""#.utf8)
  private static let time = Array(#"","time":""#.utf8)
  private static let id = Array(#"","id":""#.utf8)
  /// An upper bound for the length of such a beginning.
  static let longest = 160

  /// True if bytes begin like a line; shorter ones must have at least the first word.
  static func begins(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: literal) else { return false }
    var rest = bytes[literal.count...]
    rest = rest.drop {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_")
    }
    guard take(time, from: &rest) else { return false }
    rest = rest.drop { isOfTime($0) }
    return take(id, from: &rest)
  }

  /// Removes the text from the front, or the part of it that the bytes still have.
  private static func take(_ text: [UInt8], from rest: inout ArraySlice<UInt8>) -> Bool {
    guard text.starts(with: rest.prefix(text.count)) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  private static func isOfTime(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: ":")).contains(byte) || "-.TZ".utf8.contains(byte)
  }
}
