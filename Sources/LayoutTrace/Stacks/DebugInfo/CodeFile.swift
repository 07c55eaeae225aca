#if os(Linux)
/// The names and lines of the code in one file, which is mapped and read as far as it is asked for.
package final class CodeFile {
  private let mapping: FileMapping
  private let file: ElfFile
  private let symbols: SymbolTable
  private lazy var debugInfo = try? DebugInfo(DwarfSections(file))

  /// Maps a file.
  ///
  /// It fails with `ElfFile.Obstacle` if another reader must read the file.
  package convenience init(path: String) throws { try self.init(FileMapping(path: path)) }

  package init(_ mapping: FileMapping) throws {
    self.mapping = mapping
    file = try ElfFile(mapping.bytes)
    let symbols = try file.section(".symtab")
    // An obstacle in the debug information must be known before the first answer.
    _ = try DwarfSections(file)
    self.symbols = try SymbolTable(
      symbols: symbols, names: file.section(".strtab"), addresses: file.addresses)
  }

  /// True if the file at the path is still the one that is mapped.
  package var isCurrent: Bool { mapping.isCurrent }

  /// The functions at an address, which counts from the image's first; the innermost comes first.
  ///
  /// - Parameter isDetailed: True for lines and inlined functions, too.
  package func code(at address: UInt, isDetailed: Bool) -> [NamedCode] {
    let address = file.addresses.lowerBound &+ UInt64(address)
    guard let name = symbols.name(at: address) else { return [] }
    guard isDetailed, let debugInfo else { return [NamedCode(rawName: name)] }
    return debugInfo.code(at: address, in: name)
  }
}
#endif
