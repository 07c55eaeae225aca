/// The lines of a unit's code, by address.
///
/// It is a program that makes rows; it is run as far as the address that is asked for, and the rows
/// of that stretch of code are kept.
final class LineTable {
  /// The line at some code, up to the next row.
  struct Row {
    var address: UInt64
    var file: UInt64
    var line: Int64
    var column: UInt64
  }

  private let program: FileBytes
  private var folders: [String] = []
  private var files: [(path: String, folder: UInt64)] = []
  private var lineBase: Int8 = 0
  private var lineRange: UInt8 = 0
  private var instructionLength: UInt64 = 1
  /// The operands of each standard operation; the count is the first special one's number.
  private var operands: [UInt8] = [0]
  /// The rows of stretches of code that were asked for.
  private var known: [[Row]] = []
  /// The largest number of stretches to keep.
  private static let limit = 64

  /// The operations, from tables 7.25 and 7.26 of DWARF 5.
  private enum Operation {
    static let extended: UInt8 = 0
    static let copy: UInt8 = 1
    static let advanceAddress: UInt8 = 2
    static let advanceLine: UInt8 = 3
    static let setFile: UInt8 = 4
    static let setColumn: UInt8 = 5
    static let addConstant: UInt8 = 8
    static let advanceFixed: UInt8 = 9
    static let endOfStretch: UInt8 = 1
    static let setAddress: UInt8 = 2
  }

  /// The contents of an entry for a file, from table 7.27 of DWARF 5.
  private enum Content {
    static let path: UInt64 = 1
    static let folder: UInt64 = 2
  }

  /// Reads the header of a table.
  ///
  /// - Parameters:
  ///   - name: The unit's source file, which tables before DWARF 5 leave out.
  ///   - folder: The folder of the compiler, likewise.
  init(_ unit: DwarfUnit, at offset: UInt64, name: String, folder: String) throws(Damage) {
    var reader = try ByteReader(unit.sections.lines, at: offset)
    let (length, isLong) = try reader.unitLength()
    let end = UInt64(reader.position) &+ length
    let version = try reader.half()
    guard 2...5 ~= version else { throw Damage() }
    if version >= 5 { try reader.skip(2) }
    let headerLength = try reader.offset(isLong: isLong)
    let start = UInt64(reader.position) &+ headerLength
    guard start <= end else { throw Damage() }
    program = try unit.sections.lines.part(from: start, size: end - start)
    instructionLength = UInt64(try reader.byte())
    // More operations in an instruction exist on processors that Swift does not know.
    if version >= 4, try reader.byte() != 1 { throw Damage() }
    try reader.skip(1)
    lineBase = Int8(bitPattern: try reader.byte())
    lineRange = try reader.byte()
    guard lineRange > 0 else { throw Damage() }
    let special = try reader.byte()
    for _ in 1..<max(1, special) { operands.append(try reader.byte()) }
    if version >= 5 {
      let format = DwarfFormat(version: version, isLong: isLong, unit: 0)
      folders = try Self.entries(&reader, unit, format).map(\.path)
      files = try Self.entries(&reader, unit, format)
    } else {
      try readOldNames(&reader)
      folders[0] = folder
      files[0] = (name, 0)
    }
  }

  /// Reads folders and files as tables before DWARF 5 have them.
  private func readOldNames(_ reader: inout ByteReader) throws(Damage) {
    folders = [""]
    while true {
      let path = try reader.text()
      if path.isEmpty { break }
      folders.append(path)
    }
    files = [("", 0)]
    while true {
      let path = try reader.text()
      if path.isEmpty { break }
      files.append((path, try reader.unsigned()))
      _ = (try reader.unsigned(), try reader.unsigned())
    }
  }

  /// Reads folders or files as DWARF 5 has them.
  private static func entries(
    _ reader: inout ByteReader, _ unit: DwarfUnit, _ format: DwarfFormat
  ) throws(Damage) -> [(path: String, folder: UInt64)] {
    var contents: [(kind: UInt64, form: DwarfForm)] = []
    for _ in 0..<(try reader.byte()) {
      let kind = try reader.unsigned()
      guard let form = DwarfForm(rawValue: try reader.unsigned()) else { throw Damage() }
      contents.append((kind, form))
    }
    let count = try reader.unsigned()
    // Each entry takes a byte at least.
    guard count <= UInt64(reader.bytes.count), count == 0 || !contents.isEmpty else {
      throw Damage()
    }
    var entries: [(path: String, folder: UInt64)] = []
    for _ in 0..<count {
      var entry = (path: NamedCode.unknown, folder: UInt64.max)
      for content in contents {
        let value = try reader.value(content.form, format)
        switch content.kind {
        case Content.path:
          if value.kind == .text {
            entry.path = try reader.bytes.text(at: value.number)
          } else if let text = try unit.text(value) {
            entry.path = text
          }
        case Content.folder: entry.folder = value.number
        default: break
        }
      }
      entries.append(entry)
    }
    return entries
  }

  /// The path of a file by its number.
  func path(_ number: UInt64) -> String {
    guard number < UInt64(files.count) else { return NamedCode.unknown }
    let file = files[Int(number)]
    if file.path.hasPrefix("/") { return file.path }
    let folder = file.folder < UInt64(folders.count) ? folders[Int(file.folder)] : NamedCode.unknown
    return "\(folder)/\(file.path)"
  }

  /// The row of the code at an address.
  func row(at address: UInt64) -> Row? {
    if let row = known.lazy.compactMap({ Self.row(in: $0, at: address) }).first { return row }
    guard let stretch = try? stretch(at: address) else { return nil }
    if known.count >= Self.limit { known = [] }
    known.append(stretch)
    return Self.row(in: stretch, at: address)
  }

  /// The row before the first that begins after the address.
  private static func row(in stretch: [Row], at address: UInt64) -> Row? {
    guard let first = stretch.first, first.address <= address else { return nil }
    var (low, high) = (0, stretch.count)
    while low < high {
      let middle = (low + high) / 2
      if stretch[middle].address <= address { low = middle + 1 } else { high = middle }
    }
    return low < stretch.count ? stretch[low - 1] : nil
  }

  /// Runs the program as far as the stretch of code that includes an address.
  private func stretch(at address: UInt64) throws(Damage) -> [Row]? {
    var reader = try ByteReader(program)
    let initial = Row(address: 0, file: 1, line: 1, column: 0)
    let firstSpecial = UInt8(operands.count)
    var row = initial
    var rows: [Row] = []
    while !reader.isAtEnd {
      let operation = try reader.byte()
      if operation >= firstSpecial {
        let advance = operation - firstSpecial
        row.address &+= UInt64(advance / lineRange) &* instructionLength
        row.line &+= Int64(lineBase) + Int64(advance % lineRange)
        rows.append(row)
        continue
      }
      switch operation {
      case Operation.copy: rows.append(row)
      case Operation.advanceAddress:
        row.address &+= try reader.unsigned() &* instructionLength
      case Operation.advanceLine: row.line &+= try reader.signed()
      case Operation.setFile: row.file = try reader.unsigned()
      case Operation.setColumn: row.column = try reader.unsigned()
      case Operation.addConstant:
        row.address &+= UInt64((255 - firstSpecial) / lineRange) &* instructionLength
      case Operation.advanceFixed: row.address &+= UInt64(try reader.half())
      case Operation.extended:
        let length = try reader.unsigned()
        guard length > 0 else { continue }
        switch try reader.byte() {
        case Operation.endOfStretch:
          try reader.skip(length - 1)
          rows.append(row)
          if Self.row(in: rows, at: address) != nil { return rows }
          rows.removeAll(keepingCapacity: true)
          row = initial
        case Operation.setAddress where length == 9: row.address = try reader.long()
        default: try reader.skip(length - 1)
        }
      default:
        for _ in 0..<operands[Int(operation)] { _ = try reader.unsigned() }
      }
    }
    return nil
  }
}
