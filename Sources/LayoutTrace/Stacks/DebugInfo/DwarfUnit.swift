/// One unit of debug information: what a compiler wrote for one source file, or for one module.
final class DwarfUnit {
  let sections: DwarfSections
  let format: DwarfFormat
  /// The offset of the unit, and that of the next one.
  let extent: Range<UInt64>
  private let entries: UInt64
  private let abbreviationsOffset: UInt64
  /// The attributes of the unit itself that have meaning for all of its entries.
  private var root = Root()

  private struct Root {
    var low: DwarfValue?
    var high: DwarfValue?
    var ranges: DwarfValue?
    var name: DwarfValue?
    var folder: DwarfValue?
    var lineTable: UInt64?
    var textBase: UInt64 = 0
    var addressBase: UInt64 = 0
    var rangesBase: UInt64 = 0
  }

  /// Reads the header at an offset, and the unit's own attributes.
  ///
  /// - Parameter budget: The number of shapes of entries that may still be read.
  init(_ sections: DwarfSections, at offset: UInt64, budget: inout Int) throws(Damage) {
    self.sections = sections
    var reader = try ByteReader(sections.entries, at: offset)
    let (length, isLong) = try reader.unitLength()
    guard length <= UInt64(sections.entries.count - reader.position) else { throw Damage() }
    extent = offset..<UInt64(reader.position) + length
    format = DwarfFormat(version: try reader.half(), isLong: isLong, unit: offset)
    var kind: UInt8 = 0
    let addressSize: UInt8
    if format.version >= 5 {
      (kind, addressSize) = (try reader.byte(), try reader.byte())
      abbreviationsOffset = try reader.offset(isLong: isLong)
    } else {
      abbreviationsOffset = try reader.offset(isLong: isLong)
      addressSize = try reader.byte()
    }
    // Units of types and of split information have an identifier, the former an offset, too.
    if [2, 4, 5, 6].contains(kind) { try reader.skip(8) }
    if [2, 6].contains(kind) { _ = try reader.offset(isLong: isLong) }
    entries = UInt64(reader.position)
    guard 3...5 ~= format.version, addressSize == 8 else { return }
    try readRoot(&reader, budget: &budget)
  }

  private func readRoot(_ reader: inout ByteReader, budget: inout Int) throws(Damage) {
    let code = try reader.unsigned()
    var shapes = try ByteReader(sections.abbreviations, at: abbreviationsOffset)
    guard try shapes.findShape(code, budget: &budget) else { return }
    while let attribute = try shapes.attribute() {
      let value = try reader.value(attribute.form, format, constant: attribute.constant)
      switch attribute.name {
      case DwarfAttribute.low: root.low = value
      case DwarfAttribute.high: root.high = value
      case DwarfAttribute.ranges: root.ranges = value
      case DwarfAttribute.name: root.name = value
      case DwarfAttribute.folder: root.folder = value
      case DwarfAttribute.lineTable: root.lineTable = value.number
      case DwarfAttribute.textBase: root.textBase = value.number
      case DwarfAttribute.addressBase: root.addressBase = value.number
      case DwarfAttribute.rangesBase: root.rangesBase = value.number
      default: break
      }
    }
  }

  /// True if the unit has code; many only describe a module.
  var hasCode: Bool { root.ranges != nil || root.high != nil }

  /// True if the unit's code includes an address.
  func contains(_ address: UInt64, budget: inout Int) -> Bool {
    let range = CodeRange(low: root.low, high: root.high, ranges: root.ranges)
    return (try? self.range(range, at: address, budget: &budget)) != nil
  }

  // MARK: Values

  /// The text of a value; nil if it has none.
  func text(_ value: DwarfValue) throws(Damage) -> String? {
    switch value.kind {
    case .text: return try sections.entries.text(at: value.number)
    case .textOffset: return try sections.texts.text(at: value.number)
    case .lineTextOffset: return try sections.lineTexts.text(at: value.number)
    case .textIndex:
      let size: UInt64 = format.isLong ? 8 : 4
      var reader = try ByteReader(
        sections.textOffsets, at: root.textBase &+ value.number &* size)
      return try sections.texts.text(at: try reader.offset(isLong: format.isLong))
    default: return nil
    }
  }

  func address(_ value: DwarfValue) throws(Damage) -> UInt64 {
    value.kind == .addressIndex ? try address(at: value.number) : value.number
  }

  private func address(at index: UInt64) throws(Damage) -> UInt64 {
    var reader = try ByteReader(sections.addresses, at: root.addressBase &+ index &* 8)
    return try reader.long()
  }

  // MARK: Entries

  private(set) lazy var abbreviations =
    try? DwarfAbbreviations(sections.abbreviations, at: abbreviationsOffset, format)

  /// Calls `body` for each entry, with its shape and its depth, until the end or until damage.
  ///
  /// The body reads the entry's values, all of them.
  func forEachEntry(
    _ body: (inout ByteReader, DwarfAbbreviations.Shape, Int) throws(Damage) -> Void
  ) throws(Damage) {
    guard let abbreviations else { return }
    var reader = try ByteReader(sections.entries, at: entries)
    var depth = 0
    while reader.position < extent.upperBound {
      let code = try reader.unsigned()
      if code == 0 {
        depth -= 1
        if depth <= 0 { return }
        continue
      }
      guard let shape = abbreviations[code] else { throw Damage() }
      try body(&reader, shape, depth)
      if shape.hasChildren { depth += 1 }
    }
  }

  /// The functions that were inlined, at every place where one was.
  private(set) lazy var callSites: [InlinedCall] = InlinedCall.all(in: self)

  /// The table of lines; nil if the unit has none.
  private(set) lazy var lines: LineTable? = {
    guard let offset = root.lineTable else { return nil }
    let name = root.name.flatMap { try? text($0) }
    let folder = root.folder.flatMap { try? text($0) }
    return try? LineTable(self, at: offset, name: name ?? NamedCode.unknown, folder: folder ?? ".")
  }()

  // MARK: Ranges

  /// The kinds of entries in a list of ranges, from table 7.30 of DWARF 5.
  private enum RangeKind {
    static let end: UInt8 = 0
    static let baseIndex: UInt8 = 1
    static let startIndexEndIndex: UInt8 = 2
    static let startIndexLength: UInt8 = 3
    static let offsets: UInt8 = 4
    static let base: UInt8 = 5
    static let startEnd: UInt8 = 6
    static let startLength: UInt8 = 7
  }

  /// The part of some code that includes an address.
  ///
  /// - Parameter budget: The number of ranges that may still be looked at.
  func range(
    _ code: CodeRange, at address: UInt64, budget: inout Int
  ) throws(Damage) -> Range<UInt64>? {
    if let low = code.low, let high = code.high {
      let start = try self.address(low)
      let end =
        high.kind == .number ? start &+ high.number : try self.address(high)
      return start <= address && address < end ? start..<end : nil
    }
    guard let list = code.ranges else { return nil }
    let base = try root.low.map { low throws(Damage) in try self.address(low) } ?? 0
    return format.version >= 5
      ? try listed(list, at: address, base, budget: &budget)
      : try paired(list, at: address, base, budget: &budget)
  }

  /// Searches the pairs of DWARF 4.
  private func paired(
    _ list: DwarfValue, at address: UInt64, _ first: UInt64, budget: inout Int
  ) throws(Damage) -> Range<UInt64>? {
    guard list.number < UInt64(sections.ranges.count) else { throw Damage() }
    let bytes = sections.ranges
    var (base, position) = (first, Int(list.number))
    while true {
      let start = try bytes.number(UInt64.self, at: position)
      let end = try bytes.number(UInt64.self, at: position + 8)
      position += 16
      budget -= 1
      guard budget > 0 else { throw Damage() }
      if start == .max {
        base = end
      } else if start == 0, end == 0 {
        return nil
      } else if start &+ base <= address, address < end &+ base {
        return start &+ base..<end &+ base
      }
    }
  }

  /// Searches the list of DWARF 5.
  private func listed(
    _ list: DwarfValue, at address: UInt64, _ first: UInt64, budget: inout Int
  ) throws(Damage) -> Range<UInt64>? {
    var offset = list.number
    if list.kind == .rangesIndex {
      let size: UInt64 = format.isLong ? 8 : 4
      var entry = try ByteReader(sections.rangeLists, at: root.rangesBase &+ offset &* size)
      offset = root.rangesBase &+ (try entry.offset(isLong: format.isLong))
    }
    var reader = try ByteReader(sections.rangeLists, at: offset)
    var base = first
    while true {
      budget -= 1
      guard budget > 0 else { throw Damage() }
      let (start, end): (UInt64, UInt64)
      switch try reader.byte() {
      case RangeKind.end: return nil
      case RangeKind.baseIndex:
        base = try self.address(at: try reader.unsigned())
        continue
      case RangeKind.base:
        base = try reader.long()
        continue
      case RangeKind.startIndexEndIndex:
        start = try self.address(at: try reader.unsigned())
        end = try self.address(at: try reader.unsigned())
      case RangeKind.startIndexLength:
        start = try self.address(at: try reader.unsigned())
        end = start &+ (try reader.unsigned())
      case RangeKind.offsets:
        start = base &+ (try reader.unsigned())
        end = base &+ (try reader.unsigned())
      case RangeKind.startEnd: (start, end) = (try reader.long(), try reader.long())
      case RangeKind.startLength:
        start = try reader.long()
        end = start &+ (try reader.unsigned())
      default: throw Damage()
      }
      if start <= address, address < end { return start..<end }
    }
  }
}

/// The addresses of some code, as its entry has them.
struct CodeRange {
  var low: DwarfValue?
  var high: DwarfValue?
  var ranges: DwarfValue?
}
