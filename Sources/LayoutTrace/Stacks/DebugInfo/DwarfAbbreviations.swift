/// The shapes of entries, to which each entry of a unit refers by a number.
struct DwarfAbbreviations {
  struct Shape {
    var tag: UInt64
    var hasChildren: Bool
    var attributes: [Attribute] = []
    /// The bytes of an entry's values, if all entries of this shape have as many.
    var size: UInt64?
  }

  struct Attribute {
    var name: UInt64
    var form: DwarfForm
    /// The value, if the shape itself holds it.
    var constant: Int64
  }

  private var shapes: [UInt64: Shape] = [:]

  subscript(code: UInt64) -> Shape? { shapes[code] }

  /// Reads the shapes of a unit.
  init(_ section: FileBytes, at offset: UInt64, _ format: DwarfFormat) throws(Damage) {
    var reader = try ByteReader(section, at: offset)
    while case let code = try reader.unsigned(), code != 0 {
      var shape = Shape(tag: try reader.unsigned(), hasChildren: try reader.byte() != 0, size: 0)
      while let attribute = try reader.attribute() {
        shape.attributes.append(attribute)
        let size = Self.size(of: attribute.form, format)
        if let size, let sum = shape.size { shape.size = sum + size } else { shape.size = nil }
      }
      shapes[code] = shape
    }
  }

  /// The bytes of a value, if they depend on nothing else.
  private static func size(of form: DwarfForm, _ format: DwarfFormat) -> UInt64? {
    switch form {
    case .isPresent, .constant: 0
    case .data1, .flag, .reference1, .textIndex1, .addressIndex1: 1
    case .data2, .reference2, .textIndex2, .addressIndex2: 2
    case .textIndex3, .addressIndex3: 3
    case .data4, .reference4, .textIndex4, .addressIndex4, .supplementaryReference4: 4
    case .data8, .reference8, .address, .signature, .supplementaryReference8: 8
    case .data16: 16
    case .sectionOffset, .textOffset, .lineTextOffset, .referenceAddress, .supplementaryText:
      format.isLong ? 8 : 4
    case .block, .block1, .block2, .block4, .expression, .text, .signed, .unsigned, .reference,
      .indirect, .textIndex, .addressIndex, .locationIndex, .rangesIndex:
      nil
    }
  }
}

extension ByteReader {
  /// Reads an attribute of a shape; nil after the last.
  mutating func attribute() throws(Damage) -> DwarfAbbreviations.Attribute? {
    let (name, rawForm) = (try unsigned(), try unsigned())
    if name == 0, rawForm == 0 { return nil }
    guard let form = DwarfForm(rawValue: rawForm) else { throw Damage() }
    let constant = form == .constant ? try signed() : 0
    return DwarfAbbreviations.Attribute(name: name, form: form, constant: constant)
  }

  /// Moves to the first attribute of the shape with a number; false if there is none.
  ///
  /// - Parameter budget: The number of shapes that may still be passed over.
  mutating func findShape(_ wanted: UInt64, budget: inout Int) throws(Damage) -> Bool {
    while case let code = try unsigned(), code != 0 {
      budget -= 1
      guard budget > 0 else { throw Damage() }
      // The tag, and a byte that tells of children.
      _ = (try unsigned(), try byte())
      if code == wanted { return true }
      while try attribute() != nil {}
    }
    return false
  }
}
