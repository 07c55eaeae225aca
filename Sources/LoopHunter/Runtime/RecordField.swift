/// A field of a class record or of a context descriptor: its name, place and width in bytes.
///
/// Sources: `include/swift/ABI/Metadata.h`, `include/swift/ABI/MetadataValues.h` and
/// `docs/ABI/CallConvSummary.rst` of swiftlang/swift, release 6.3. The layout is that of 64-bit
/// platforms without an Objective-C runtime, which do not promise it: `SelfCheck` compares it with
/// the running process before anything is written.
package struct RecordField: Hashable, Sendable {
  /// The name that error messages use.
  package let name: String
  /// Bytes from the address point of the record or the start of the descriptor.
  package let offset: Int
  /// The width in bytes: 2, 4 or 8.
  package let width: Int

  package init(_ name: String, at offset: Int, width: Int) {
    (self.name, self.offset, self.width) = (name, offset, width)
  }
}

/// Fields of `TargetClassMetadata`, from the address point, to which an isa word points.
extension RecordField {
  /// The deallocating deinit, from `TargetHeapMetadataHeader`.
  package static let destroy = RecordField("destroy", at: -16, width: 8)
  /// The value witness table, from `TargetTypeMetadataHeader`.
  package static let valueWitnesses = RecordField("value witnesses", at: -8, width: 8)
  /// `MetadataKind::Class`, which is 0.
  package static let kind = RecordField("kind", at: 0, width: 8)
  /// The record of the superclass; 0 for a root class.
  package static let superclass = RecordField("superclass", at: 8, width: 8)
  /// `ClassFlags`; 2 means that the instances count references in Swift's way.
  package static let flags = RecordField("flags", at: 16, width: 4)
  /// Bytes of an instance before its address point: 0.
  package static let instanceAddressPoint = RecordField("instance address point", at: 20, width: 4)
  /// Bytes of an instance.
  package static let instanceSize = RecordField("instance size", at: 24, width: 4)
  /// Alignment of an instance, minus one.
  package static let alignmentMask = RecordField("alignment mask", at: 28, width: 2)
  /// Bytes of the whole record, those before the address point included.
  package static let classSize = RecordField("class size", at: 32, width: 4)
  /// Bytes of the record before the address point.
  package static let classAddressPoint = RecordField("class address point", at: 36, width: 4)
  /// The nominal type descriptor.
  package static let descriptor = RecordField("descriptor", at: 40, width: 8)
  /// Destroys stored properties when an initialiser fails; may be 0.
  package static let ivarDestroyer = RecordField("ivar destroyer", at: 48, width: 8)

  /// The offset of the root class's members: generic arguments, field offsets, methods.
  package static let firstMemberOffset = 56
}

/// Fields of `TargetClassDescriptor`, from its start.
extension RecordField {
  /// `ContextDescriptorFlags`: kind in the low five bits, a class's own flags in the high sixteen.
  package static let contextFlags = RecordField("context flags", at: 0, width: 4)
  /// The end of the fixed part, where the parts that the flags announce begin.
  package static let descriptorSize = 44
}

/// Fields of `TargetTypeGenericContextDescriptorHeader`, from its start.
extension RecordField {
  /// The number of generic parameters, a byte each, filled up to four.
  package static let genericParameterCount = RecordField("generic parameters", at: 8, width: 2)
  /// The number of requirements, twelve bytes each.
  package static let genericRequirementCount = RecordField("generic requirements", at: 10, width: 2)
  /// `GenericContextDescriptorFlags`; not 0 if further parts follow, as for parameter packs.
  package static let genericFlags = RecordField("generic flags", at: 14, width: 2)
}

/// Fields of the tables behind the fixed part of a class descriptor, from the start of each.
extension RecordField {
  /// In `TargetVTableDescriptorHeader`: words from the address point of the record to the methods.
  ///
  /// For a class with a resilient superclass it would be relative to that class's own members.
  package static let methodTableOffset = RecordField("method table offset", at: 0, width: 4)
  /// In `TargetVTableDescriptorHeader`: the number of methods that the class adds.
  package static let methodCount = RecordField("method count", at: 4, width: 4)
  /// In `TargetMethodDescriptor`: `MethodDescriptorFlags`.
  package static let methodFlags = RecordField("method flags", at: 0, width: 4)
  /// In `TargetOverrideTableHeader`: the number of methods that the class overrides.
  package static let overrideCount = RecordField("override count", at: 0, width: 4)
  /// In `TargetMethodOverrideDescriptor`: the overridden method's descriptor.
  package static let overriddenMethod = RecordField("overridden method", at: 4, width: 4)
}

/// Bits of `ContextDescriptorFlags` and `TypeContextDescriptorFlags`.
enum ContextFlag {
  /// The kind, in the low five bits.
  static let kindMask: UInt32 = 0x1f
  /// `ContextDescriptorKind::Class`.
  static let classKind: UInt32 = 16
  /// The type has generic parameters of its own.
  static let isGeneric: UInt32 = 1 << 7
  /// Two bits for the kind of the record's initialisation: 0 none, 1 singleton, 2 foreign.
  static let initialization: UInt32 = 3 << 16
  /// The value of `initialization` for a singleton.
  static let singletonInitialization: UInt32 = 1 << 16
  /// The superclass comes from another, resilient module.
  static let hasResilientSuperclass: UInt32 = 1 << (16 + 13)
  /// The class overrides methods of its superclasses.
  static let hasOverrideTable: UInt32 = 1 << (16 + 14)
  /// The class adds methods of its own.
  static let hasMethodTable: UInt32 = 1 << (16 + 15)
}

/// Bits of `MethodDescriptorFlags`.
enum MethodFlag {
  /// The kind, in the low four bits; 0 is a method.
  static let kindMask: UInt32 = 0x0f
  /// The kind of an initialiser.
  static let initializerKind: UInt32 = 1
  /// An instance method, not a class method.
  static let isInstance: UInt32 = 0x10
  /// The implementation word points to an async function record, not to code.
  static let isAsync: UInt32 = 0x40
}
