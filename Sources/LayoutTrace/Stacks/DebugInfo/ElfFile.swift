import Foundation

/// The sections of a program or a library, in the 64-bit little-endian form of ELF.
struct ElfFile {
  let bytes: FileBytes
  /// The lowest address of a loaded segment, and the address after the last.
  let addresses: Range<UInt64>
  private var sections: [String: Section] = [:]

  private struct Section {
    var kind: UInt32
    var flags: UInt64
    var offset: UInt64
    var size: UInt64
    var link: UInt32
  }

  /// The reasons why another reader must read a file, although nothing is wrong with it.
  enum Obstacle: Error {
    /// It is compressed, of another form, or refers to a separate file of debug information.
    case needsOtherReader
  }

  /// The offsets of `Elf64_Ehdr` in the C library's `elf.h`.
  private enum Header {
    static let form = 4
    static let order = 5
    static let programHeaders = 32
    static let sectionHeaders = 40
    static let programHeaderSize = 54
    static let programHeaderCount = 56
    static let sectionHeaderSize = 58
    static let sectionCount = 60
    static let namesSection = 62
  }

  /// The offsets of `Elf64_Phdr`, and the kind of a loaded segment.
  private enum Segment {
    static let kind = 0
    static let address = 16
    static let size = 40
    static let load: UInt32 = 1
  }

  /// The offsets of `Elf64_Shdr`, and its flags and kinds.
  private enum SectionHeader {
    static let name = 0
    static let kind = 4
    static let flags = 8
    static let offset = 24
    static let size = 32
    static let link = 40
    static let isCompressed: UInt64 = 0x800
    /// A section without bytes in this file.
    static let noBytes: UInt32 = 8
  }

  /// Fails with `Damage`, or with an `Obstacle`.
  init(_ bytes: FileBytes) throws {
    self.bytes = bytes
    guard try bytes.number(UInt32.self, at: 0) == 0x464C_457F else { throw Damage() }
    guard try bytes.number(UInt8.self, at: Header.form) == 2,
      try bytes.number(UInt8.self, at: Header.order) == 1
    else { throw Obstacle.needsOtherReader }
    addresses = try Self.addresses(bytes)
    try readSections()
    for name in [".gnu_debuglink", ".gnu_debugdata", ".gnu_debugaltlink"]
    where sections[name] != nil { throw Obstacle.needsOtherReader }
    if let debugFile, access(debugFile, R_OK) == 0 { throw Obstacle.needsOtherReader }
  }

  /// The offsets of the headers in a table.
  private static func table(
    _ bytes: FileBytes, at offset: Int, size: Int, count: Int
  ) throws -> [Int] {
    let start = try bytes.number(UInt64.self, at: offset)
    let size = UInt64(try bytes.number(UInt16.self, at: size))
    let count = UInt64(try bytes.number(UInt16.self, at: count))
    _ = try bytes.part(from: start, size: size * count)
    return (0..<count).map { Int(start + $0 * size) }
  }

  private static func addresses(_ bytes: FileBytes) throws -> Range<UInt64> {
    var (low, high) = (UInt64.max, UInt64(0))
    let headers = try table(
      bytes, at: Header.programHeaders, size: Header.programHeaderSize,
      count: Header.programHeaderCount)
    for header in headers
    where try bytes.number(UInt32.self, at: header + Segment.kind) == Segment.load {
      let address = try bytes.number(UInt64.self, at: header + Segment.address)
      let size = try bytes.number(UInt64.self, at: header + Segment.size)
      low = min(low, address)
      high = max(high, address &+ size)
    }
    return low < high ? low..<high : 0..<1
  }

  private mutating func readSections() throws {
    let headers = try Self.table(
      bytes, at: Header.sectionHeaders, size: Header.sectionHeaderSize, count: Header.sectionCount)
    let all = try headers.map { header in
      Section(
        kind: try bytes.number(UInt32.self, at: header + SectionHeader.kind),
        flags: try bytes.number(UInt64.self, at: header + SectionHeader.flags),
        offset: try bytes.number(UInt64.self, at: header + SectionHeader.offset),
        size: try bytes.number(UInt64.self, at: header + SectionHeader.size),
        link: try bytes.number(UInt32.self, at: header + SectionHeader.link))
    }
    let index = Int(try bytes.number(UInt16.self, at: Header.namesSection))
    guard all.indices.contains(index) else { throw Damage() }
    let names = try bytes.part(from: all[index].offset, size: all[index].size)
    for (header, section) in zip(headers, all) where section.kind != 0 {
      let name = try names.text(
        at: UInt64(try bytes.number(UInt32.self, at: header + SectionHeader.name)))
      // The first of several counts.
      if sections[name] == nil { sections[name] = section }
    }
  }

  /// The bytes of a section; none if the file lacks it.
  func section(_ name: String) throws -> FileBytes {
    guard let section = sections[name] else {
      if sections[".z" + name.dropFirst()] != nil { throw Obstacle.needsOtherReader }
      return .none
    }
    guard section.kind != SectionHeader.noBytes else { return .none }
    if section.flags & SectionHeader.isCompressed != 0 { throw Obstacle.needsOtherReader }
    return try bytes.part(from: section.offset, size: section.size)
  }

  /// The path at which systems keep the debug information of this file, if it is separate.
  private var debugFile: String? {
    // The note has three words, "GNU" and a zero byte, and then the identifier.
    guard let note = try? section(".note.gnu.build-id"), note.count > 17 else { return nil }
    let digits = UnsafeRawBufferPointer(start: note.start + 16, count: note.count - 16).map {
      String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
    }
    return "/usr/lib/debug/.build-id/\(digits[0])/\(digits.dropFirst().joined()).debug"
  }
}
