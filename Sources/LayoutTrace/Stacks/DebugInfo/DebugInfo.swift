/// The debug information of a file: the lines of its code, and the functions that were inlined.
final class DebugInfo {
  private let sections: DwarfSections
  /// All units in the order of the file.
  private let units: [DwarfUnit]
  /// The units of code that was asked for.
  private var recent: [DwarfUnit] = []
  private static let limit = 16

  /// Reads the units' headers, up to the end or to damage.
  init(_ sections: DwarfSections) {
    self.sections = sections
    var units: [DwarfUnit] = []
    var offset: UInt64 = 0
    var budget = 1024 + sections.abbreviations.count
    while offset < UInt64(sections.entries.count),
      let unit = try? DwarfUnit(sections, at: offset, budget: &budget)
    {
      units.append(unit)
      offset = unit.extent.upperBound
    }
    self.units = units
  }

  /// The functions at an address, the innermost first, up to that with a symbol.
  func code(at address: UInt64, in symbol: String) -> [NamedCode] {
    guard let unit = unit(of: address) else { return [NamedCode(rawName: symbol)] }
    var place = NamedCode(rawName: "")
    if let row = unit.lines?.row(at: address) {
      place = self.place(unit, row.file, Int(row.line), row.column)
    }
    var code: [NamedCode] = []
    for call in calls(unit, at: address) {
      guard let name = name(of: call.origin, in: unit) else { continue }
      place.rawName = name
      code.append(place)
      place = self.place(unit, call.file, Int(truncatingIfNeeded: call.line), call.column)
    }
    place.rawName = symbol
    return code + [place]
  }

  private func place(_ unit: DwarfUnit, _ file: UInt64, _ line: Int, _ column: UInt64) -> NamedCode
  {
    NamedCode(
      rawName: "", path: unit.lines?.path(file) ?? NamedCode.unknown, line: line,
      column: Int(truncatingIfNeeded: column))
  }

  /// The inlined calls at an address, the innermost first.
  private func calls(_ unit: DwarfUnit, at address: UInt64) -> [InlinedCall] {
    var budget = sections.rangeBudget
    var found = unit.callSites.filter {
      (try? unit.range($0.code, at: address, budget: &budget)) != nil
    }
    found.sort { $0.depth > $1.depth }
    return found
  }

  /// The name of a function by the offset of its entry; nil if there is no function.
  private func name(of offset: UInt64, in unit: DwarfUnit) -> String? {
    var offset = offset
    // A function's entry can refer to its declaration, and to nothing else.
    for _ in 0..<2 {
      guard let unit = unit.extent.contains(offset) ? unit : self.unit(at: offset),
        let function = try? unit.function(at: offset)
      else { return nil }
      guard let specification = function.specification else {
        return function.name ?? NamedCode.unknown
      }
      offset = specification
    }
    return nil
  }

  /// The unit that has an entry at an offset.
  private func unit(at offset: UInt64) -> DwarfUnit? {
    var (low, high) = (0, units.count)
    while low < high {
      let middle = (low + high) / 2
      if units[middle].extent.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < units.count ? units[low] : nil
  }

  /// The unit with the code at an address.
  private func unit(of address: UInt64) -> DwarfUnit? {
    var budget = sections.rangeBudget
    if let unit = recent.first(where: { $0.contains(address, budget: &budget) }) { return unit }
    guard let unit = units.first(where: { $0.contains(address, budget: &budget) }) else {
      return nil
    }
    if recent.count >= Self.limit { recent.removeFirst() }
    recent.append(unit)
    return unit
  }
}

extension DwarfUnit {
  /// The name of a function, mangled if possible, and the offset of its declaration.
  fileprivate func function(
    at offset: UInt64
  ) throws(Damage) -> (name: String?, specification: UInt64?)? {
    var reader = try ByteReader(sections.entries, at: offset)
    guard let shape = abbreviations?[try reader.unsigned()], shape.tag == DwarfTag.function else {
      return nil
    }
    var name: String?
    var linkageName: String?
    var specification: UInt64?
    for attribute in shape.attributes {
      let value = try reader.value(attribute.form, format, constant: attribute.constant)
      switch attribute.name {
      case DwarfAttribute.name: name = try text(value)
      case DwarfAttribute.linkageName: linkageName = try text(value)
      case DwarfAttribute.specification: specification = value.number
      default: break
      }
    }
    return (linkageName ?? name, specification)
  }
}
