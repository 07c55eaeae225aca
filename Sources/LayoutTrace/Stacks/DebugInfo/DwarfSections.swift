/// The sections of a file that hold its debug information; those that it lacks are empty.
final class DwarfSections {
  let entries: FileBytes
  let abbreviations: FileBytes
  let lines: FileBytes
  let ranges: FileBytes
  let rangeLists: FileBytes
  let addresses: FileBytes
  let texts: FileBytes
  let lineTexts: FileBytes
  let textOffsets: FileBytes

  init(_ file: ElfFile) throws {
    entries = try file.section(".debug_info")
    abbreviations = try file.section(".debug_abbrev")
    lines = try file.section(".debug_line")
    ranges = try file.section(".debug_ranges")
    rangeLists = try file.section(".debug_rnglists")
    addresses = try file.section(".debug_addr")
    texts = try file.section(".debug_str")
    lineTexts = try file.section(".debug_line_str")
    textOffsets = try file.section(".debug_str_offsets")
  }

  /// The largest number of ranges that one search may look at: no list needs to be read twice.
  var rangeBudget: Int { 1024 + ranges.count / 8 + rangeLists.count }
}
