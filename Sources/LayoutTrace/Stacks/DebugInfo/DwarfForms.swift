/// The kinds of entries that are looked at, from table 7.3 of DWARF 5.
enum DwarfTag {
  static let inlined: UInt64 = 0x1D
  static let function: UInt64 = 0x2E
}

/// The attributes that are looked at, from table 7.5 of DWARF 5.
enum DwarfAttribute {
  static let name: UInt64 = 0x03
  static let lineTable: UInt64 = 0x10
  static let low: UInt64 = 0x11
  static let high: UInt64 = 0x12
  static let folder: UInt64 = 0x1B
  static let origin: UInt64 = 0x31
  static let specification: UInt64 = 0x47
  static let ranges: UInt64 = 0x55
  static let callColumn: UInt64 = 0x57
  static let callFile: UInt64 = 0x58
  static let callLine: UInt64 = 0x59
  static let linkageName: UInt64 = 0x6E
  static let textBase: UInt64 = 0x72
  static let addressBase: UInt64 = 0x73
  static let rangesBase: UInt64 = 0x74
}

/// The forms that a value can have, from table 7.6 of DWARF 5.
enum DwarfForm: UInt64 {
  case address = 0x01
  case block2 = 0x03
  case block4 = 0x04
  case data2 = 0x05
  case data4 = 0x06
  case data8 = 0x07
  case text = 0x08
  case block = 0x09
  case block1 = 0x0A
  case data1 = 0x0B
  case flag = 0x0C
  case signed = 0x0D
  case textOffset = 0x0E
  case unsigned = 0x0F
  case referenceAddress = 0x10
  case reference1 = 0x11
  case reference2 = 0x12
  case reference4 = 0x13
  case reference8 = 0x14
  case reference = 0x15
  case indirect = 0x16
  case sectionOffset = 0x17
  case expression = 0x18
  case isPresent = 0x19
  case textIndex = 0x1A
  case addressIndex = 0x1B
  case supplementaryReference4 = 0x1C
  case supplementaryText = 0x1D
  case data16 = 0x1E
  case lineTextOffset = 0x1F
  case signature = 0x20
  case constant = 0x21
  case locationIndex = 0x22
  case rangesIndex = 0x23
  case supplementaryReference8 = 0x24
  case textIndex1 = 0x25
  case textIndex2 = 0x26
  case textIndex3 = 0x27
  case textIndex4 = 0x28
  case addressIndex1 = 0x29
  case addressIndex2 = 0x2A
  case addressIndex3 = 0x2B
  case addressIndex4 = 0x2C
}

/// A value as an entry has it, before anything that it refers to is read.
struct DwarfValue {
  enum Kind {
    case address, addressIndex, number, offset, rangesIndex, reference
    /// A text within the entries, at an offset into a section of texts, or by an index.
    case text, textOffset, lineTextOffset, textIndex
    /// A value that nobody looks at.
    case other
  }

  var kind: Kind
  var number: UInt64
}

/// The sizes that a unit chooses for its values.
struct DwarfFormat {
  var version: UInt16
  /// True for the 64-bit form of DWARF.
  var isLong: Bool
  /// The offset of the unit, to which most references are relative.
  var unit: UInt64
}

extension ByteReader {
  /// Reads a value, or passes over it.
  ///
  /// - Parameter constant: The value that the abbreviation itself holds.
  mutating func value(
    _ form: DwarfForm, _ format: DwarfFormat, constant: Int64 = 0
  ) throws(Damage) -> DwarfValue {
    func made(_ kind: DwarfValue.Kind, _ number: UInt64) -> DwarfValue {
      DwarfValue(kind: kind, number: number)
    }
    switch form {
    case .data1, .flag: return made(.number, UInt64(try byte()))
    case .data2: return made(.number, UInt64(try half()))
    case .data4: return made(.number, UInt64(try word()))
    case .data8: return made(.number, try long())
    case .unsigned: return made(.number, try unsigned())
    case .signed: return made(.number, UInt64(bitPattern: try signed()))
    case .constant: return made(.number, UInt64(bitPattern: constant))
    case .isPresent: return made(.number, 1)
    case .address: return made(.address, try long())
    case .addressIndex: return made(.addressIndex, try unsigned())
    case .addressIndex1: return made(.addressIndex, UInt64(try byte()))
    case .addressIndex2: return made(.addressIndex, UInt64(try half()))
    case .addressIndex3: return made(.addressIndex, try triple())
    case .addressIndex4: return made(.addressIndex, UInt64(try word()))
    case .sectionOffset: return made(.offset, try offset(isLong: format.isLong))
    case .rangesIndex: return made(.rangesIndex, try unsigned())
    case .reference1: return made(.reference, format.unit &+ UInt64(try byte()))
    case .reference2: return made(.reference, format.unit &+ UInt64(try half()))
    case .reference4: return made(.reference, format.unit &+ UInt64(try word()))
    case .reference8: return made(.reference, format.unit &+ (try long()))
    case .reference: return made(.reference, format.unit &+ (try unsigned()))
    case .referenceAddress: return made(.reference, try offset(isLong: format.isLong))
    case .text:
      let start = UInt64(position)
      try skip(try endOfText())
      return made(.text, start)
    case .textOffset: return made(.textOffset, try offset(isLong: format.isLong))
    case .lineTextOffset: return made(.lineTextOffset, try offset(isLong: format.isLong))
    case .textIndex: return made(.textIndex, try unsigned())
    case .textIndex1: return made(.textIndex, UInt64(try byte()))
    case .textIndex2: return made(.textIndex, UInt64(try half()))
    case .textIndex3: return made(.textIndex, try triple())
    case .textIndex4: return made(.textIndex, UInt64(try word()))
    case .block, .expression: try skip(try unsigned())
    case .block1: try skip(UInt64(try byte()))
    case .block2: try skip(UInt64(try half()))
    case .block4: try skip(UInt64(try word()))
    case .data16: try skip(16)
    case .signature, .supplementaryReference8: try skip(8)
    case .supplementaryReference4: try skip(4)
    case .supplementaryText: _ = try offset(isLong: format.isLong)
    case .locationIndex: _ = try unsigned()
    case .indirect:
      guard let form = DwarfForm(rawValue: try unsigned()), form != .indirect, form != .constant
      else { throw Damage() }
      return try value(form, format)
    }
    return made(.other, 0)
  }
}
