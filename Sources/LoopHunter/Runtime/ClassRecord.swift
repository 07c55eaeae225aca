import ViewTree

/// The run-time record of one class, to which the isa word of its instances points.
package struct ClassRecord: Hashable, @unchecked Sendable {
  /// The address point of the record.
  package let address: UnsafeRawPointer

  /// The record at an address.
  package init(address: UnsafeRawPointer) { self.address = address }

  /// The record of a class; on the supported platforms a class reference is its address.
  package init(_ type: AnyClass) { address = unsafeBitCast(type, to: UnsafeRawPointer.self) }

  /// The record that an instance's isa word points to now.
  package init(of view: View) {
    let object = UnsafeRawPointer(Unmanaged.passUnretained(view).toOpaque())
    address = UnsafeRawPointer(bitPattern: object.load(as: UInt.self))!  // No isa is 0.
  }

  /// The class as Swift sees it.
  package var type: AnyClass { unsafeBitCast(address, to: AnyClass.self) }

  /// The record of the superclass; nil for a root class.
  package var superclass: ClassRecord? {
    UnsafeRawPointer(bitPattern: load(.superclass)).map(ClassRecord.init(address:))
  }

  /// True if this is the record of the same class or of a subclass.
  package func descends(from ancestor: ClassRecord) -> Bool { lineage.contains(ancestor) }

  /// This record and those of the superclasses, up to the root class.
  var lineage: UnfoldFirstSequence<ClassRecord> { sequence(first: self) { $0.superclass } }

  /// Bytes of the whole record.
  package var size: Int { Int(truncatingIfNeeded: load(.classSize)) }

  /// Bytes of the record before the address point.
  package var addressPoint: Int { Int(truncatingIfNeeded: load(.classAddressPoint)) }

  /// The nominal type descriptor; nil in a record that cannot be named.
  var descriptor: ClassDescriptor? {
    UnsafeRawPointer(bitPattern: load(.descriptor)).map { ClassDescriptor(address: $0) }
  }

  /// The word at a byte offset from the address point.
  package func word(at offset: Int) -> UInt { address.load(fromByteOffset: offset, as: UInt.self) }

  /// Makes the view an instance of this class: one store of its isa word.
  package func install(on view: View) {
    let object = Unmanaged.passUnretained(view).toOpaque()
    object.storeBytes(of: UInt(bitPattern: address), as: UInt.self)
  }

  private func load(_ field: RecordField) -> UInt { RecordReader.live(field, of: address) }
}
