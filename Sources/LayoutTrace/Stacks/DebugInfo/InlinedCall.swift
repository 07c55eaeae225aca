/// A place at which a function was inlined.
struct InlinedCall {
  /// The depth of its entry: what is inlined into what was inlined lies deeper.
  let depth: Int
  let code: CodeRange
  /// The offset of the entry of the inlined function.
  let origin: UInt64
  /// The place of the call.
  let file: UInt64
  let line: UInt64
  let column: UInt64

  /// All inlined functions of a unit, as far as it can be read.
  static func all(in unit: DwarfUnit) -> [InlinedCall] {
    var calls: [InlinedCall] = []
    try? unit.forEachEntry { reader, shape, depth throws(Damage) in
      if shape.tag == DwarfTag.inlined {
        if let call = try InlinedCall(&reader, shape, unit.format, depth) { calls.append(call) }
      } else if let size = shape.size {
        try reader.skip(size)
      } else {
        for attribute in shape.attributes { _ = try reader.value(attribute.form, unit.format) }
      }
    }
    return calls
  }

  /// Reads an entry; nil if it does not tell the function or its place.
  private init?(
    _ reader: inout ByteReader, _ shape: DwarfAbbreviations.Shape, _ format: DwarfFormat,
    _ depth: Int
  ) throws(Damage) {
    var code = CodeRange()
    var (origin, file, line, column): (UInt64?, UInt64?, UInt64?, UInt64?)
    for attribute in shape.attributes {
      let value = try reader.value(attribute.form, format, constant: attribute.constant)
      switch attribute.name {
      case DwarfAttribute.low: code.low = value
      case DwarfAttribute.high: code.high = value
      case DwarfAttribute.ranges: code.ranges = value
      case DwarfAttribute.origin: origin = value.number
      case DwarfAttribute.callFile: file = value.number
      case DwarfAttribute.callLine: line = value.number
      case DwarfAttribute.callColumn: column = value.number
      default: break
      }
    }
    guard let origin, let file, let line, let column else { return nil }
    (self.depth, self.code, self.origin) = (depth, code, origin)
    (self.file, self.line, self.column) = (file, line, column)
  }
}
