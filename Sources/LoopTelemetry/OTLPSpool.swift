import Foundation
import LayoutTrace
import LoopHunter

/// The copy of undelivered events on disk: one file per batch, one record per line.
///
/// Each process has a numbered folder of its own in the spool, and holds the lock in it while it
/// lives. A free lock means that the folder's process is gone: its files are taken over. Records
/// are written as soon as they are handed over, so that a killed process loses none.
///
/// A file belongs to the spool by its name and by the beginning of its content. Any other file is
/// neither sent nor renamed nor removed, whatever its name.
final class OTLPSpool {
  /// The number of processes that can share a spool.
  private static let folderLimit = 64

  private let folder: String
  private let lock: OpenFile
  private var nextFile = 0
  private var present: OpenFile?

  /// Takes a folder of the spool; throws when none can be made or all are taken.
  init(_ path: String) throws {
    guard Descriptors.isWhole(path) else { throw FileError(doing: .make, code: errno, path: path) }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for number in 0..<Self.folderLimit {
      let folder = "\(path)/\(number)"
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
        throw FileError(doing: .make, code: errno, path: folder)
      }
      let lock = try OpenFile(appendingTo: folder + "/lock")
      guard lock.tryLock() else { continue }
      (self.folder, self.lock) = (folder, lock)
      try takeOver(from: path)
      return
    }
    throw FileError(doing: .findFreeFolder, code: EAGAIN, path: path)
  }

  /// The files on disk, one per batch, oldest first.
  func files() throws -> [String] { try Self.files(in: folder).map { folder + "/" + $0 } }

  /// The records of a file; incomplete lines are left out.
  func records(of file: String) throws -> [[UInt8]] {
    let opened = try OpenFile(reading: file)
    let bytes = try opened.read(0..<opened.size)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    return lines.filter(Self.isWhole).map(Array.init)
  }

  /// Begins a file for the next batch and returns its path.
  func begin() throws -> String {
    let file = nextName()
    present = try OpenFile(appendingTo: file)
    return file
  }

  /// The path of a new file after the existing ones.
  private func nextName() -> String {
    while true {
      let file = folder + "/" + Self.name(nextFile)
      nextFile += 1
      var there = stat()
      if lstat(file, &there) != 0 { return file }
    }
  }

  /// Appends a record to the current file, whole or not at all.
  func append(_ record: [UInt8]) throws {
    guard let present else { return }
    let size = try present.size
    do {
      try present.append(record + [UInt8(ascii: "\n")])
    } catch {
      try? present.truncate(to: size)
      throw error
    }
  }

  /// Ends the current file.
  func end() { present = nil }

  /// Removes the file of a delivered batch.
  func remove(_ file: String) { unlink(file) }

  /// Moves the files of ended processes into the own folder, after the files already there.
  private func takeOver(from path: String) throws {
    nextFile = (try Self.files(in: folder).last.flatMap { Int($0.prefix(12)) } ?? -1) + 1
    for number in 0..<Self.folderLimit {
      let other = "\(path)/\(number)"
      guard other != folder, access(other, F_OK) == 0,
        let lock = try? OpenFile(appendingTo: other + "/lock"), lock.tryLock()
      else { continue }
      for name in try Self.files(in: other) { rename(other + "/" + name, nextName()) }
    }
  }

  /// The names of the batches in a folder, oldest first.
  private static func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { isName($0) && isOwn(folder + "/" + $0) }
      .sorted()
  }

  private static func isName(_ text: String) -> Bool {
    let digits = text.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return digits.count == digitCount && text.utf8.dropFirst(digitCount).elementsEqual(ending.utf8)
  }

  /// True if a file holds records, or is still empty.
  private static func isOwn(_ path: String) -> Bool {
    guard let file = try? OpenFile(reading: path), (try? file.isRegular) == true,
      let start = try? file.read(0..<OTLPEncoding.recordStart.count)
    else { return false }
    return start.isEmpty || start == OTLPEncoding.recordStart
  }

  private static let digitCount = 12
  private static let ending = ".jsonl"

  private static func name(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, digitCount - digits.count)) + digits + ending
  }

  /// True if a line is a complete record: a torn one would spoil the request that holds it.
  private static func isWhole(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: OTLPEncoding.recordStart)
      && (try? JSONSerialization.jsonObject(with: Data(line))) is [String: Any]
  }
}
