/// The compile-time description of a class, to which every record of the class points.
struct ClassDescriptor {
  let address: UnsafeRawPointer
  var reader = RecordReader()

  /// True if the fixed part can be read.
  var isReadable: Bool { reader.isReadable(address, count: RecordField.descriptorSize) }

  /// The flag word.
  var flags: UInt32 { reader.word32(.contextFlags, of: address) }

  /// True if it describes a class.
  var isClass: Bool { flags & ContextFlag.kindMask == ContextFlag.classKind }

  /// True unless the descriptor shows that the class is not final.
  ///
  /// Finality is not recorded, but methods of a final class have no place in its records.
  /// Initialisers have one if they are `required`, final class or not.
  var mayBeFinal: Bool {
    guard addsMethods else { return true }
    return methods?.holdsOnlyInitializers ?? true
  }

  /// True if the class adds methods to those of its superclasses.
  private var addsMethods: Bool { flags & ContextFlag.hasMethodTable != 0 }

  /// The methods that the class adds; nil if it adds none or has a shape that is not read here.
  var methods: MethodTable? {
    guard let start = startOfMethods, addsMethods,
      reader.isReadable(start, count: MethodTable.headerSize)
    else { return nil }
    return MethodTable(address: start, reader: reader)
  }

  /// The methods that the class overrides; nil if it overrides none or has an unreadable shape.
  ///
  /// Read only for classes that add no methods: then the table's place depends on no count.
  var overrides: OverrideTable? {
    guard let start = startOfMethods, !addsMethods, flags & ContextFlag.hasOverrideTable != 0,
      reader.isReadable(start, count: OverrideTable.headerSize)
    else { return nil }
    return OverrideTable(address: start, reader: reader)
  }

  /// The start of the method table, present or not, after the parts that the flags announce.
  ///
  /// Foreign classes and those with parameter packs have other parts there and are not read.
  private var startOfMethods: UnsafeRawPointer? {
    guard isClass else { return nil }
    var offset = RecordField.descriptorSize
    if flags & ContextFlag.isGeneric != 0 {
      guard let size = sizeOfGenericPart else { return nil }
      offset += size
    }
    if flags & ContextFlag.hasResilientSuperclass != 0 { offset += 4 }
    switch flags & ContextFlag.initialization {
    case 0: break
    case ContextFlag.singletonInitialization: offset += 12
    default: return nil
    }
    return address + offset
  }

  /// Bytes of the generic parameters and requirements behind the fixed part; nil for an unknown shape.
  private var sizeOfGenericPart: Int? {
    let start = address + RecordField.descriptorSize
    guard reader.isReadable(start, count: GenericPart.headerSize),
      reader.value(.genericFlags, of: start) == 0
    else { return nil }
    let parameters = Int(reader.value(.genericParameterCount, of: start))
    let requirements = Int(reader.value(.genericRequirementCount, of: start))
    return GenericPart.headerSize + (parameters + 3) / 4 * 4
      + requirements * GenericPart.requirementSize
  }

  /// `TargetTypeGenericContextDescriptorHeader` and the parts behind it.
  private enum GenericPart {
    static let headerSize = 16
    static let requirementSize = 12
  }
}

/// `TargetVTableDescriptorHeader` and the method descriptors behind it.
struct MethodTable {
  let address: UnsafeRawPointer
  let reader: RecordReader

  /// Bytes before the first method descriptor.
  static let headerSize = 8
  /// Bytes of one method descriptor: flags, implementation.
  static let entrySize = 8

  var recordOffset: Int { Int(reader.word32(.methodTableOffset, of: address)) * 8 }
  var count: Int { Int(reader.word32(.methodCount, of: address)) }

  /// True if the whole table can be read.
  var isReadable: Bool {
    count <= 1 << 12 && reader.isReadable(address, count: Self.headerSize + count * Self.entrySize)
  }

  /// True if it can be read and contains only initialisers.
  var holdsOnlyInitializers: Bool {
    guard isReadable else { return true }
    return (0..<count).allSatisfy { index in
      let method = address + Self.headerSize + index * Self.entrySize
      return reader.word32(.methodFlags, of: method) & MethodFlag.kindMask
        == MethodFlag.initializerKind
    }
  }

  /// The position of a method descriptor in this table; nil if it belongs to another class.
  func index(of method: UnsafeRawPointer) -> Int? {
    let distance = method - (address + Self.headerSize)
    guard distance >= 0, distance % Self.entrySize == 0 else { return nil }
    let index = distance / Self.entrySize
    return index < count ? index : nil
  }

  /// True if a method descriptor is that of an ordinary synchronous instance method.
  func isPlainMethod(_ method: UnsafeRawPointer) -> Bool {
    let flags = reader.word32(.methodFlags, of: method)
    return flags & MethodFlag.kindMask == 0 && flags & MethodFlag.isInstance != 0
      && flags & MethodFlag.isAsync == 0
  }
}

/// `TargetOverrideTableHeader` and the entries behind it.
struct OverrideTable {
  let address: UnsafeRawPointer
  let reader: RecordReader

  /// Bytes before the first entry.
  static let headerSize = 4
  /// Bytes of one entry: class, method, implementation.
  static let entrySize = 12

  var count: Int { Int(reader.word32(.overrideCount, of: address)) }

  /// The descriptors of the overridden methods.
  var methods: [UnsafeRawPointer] {
    (0..<count).compactMap { index in
      let entry = address + Self.headerSize + index * Self.entrySize
      return reader.indirectableTarget(.overriddenMethod, of: entry)
    }
  }
}
