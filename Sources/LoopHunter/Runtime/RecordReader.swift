/// Reads fields of class records and descriptors.
///
/// `SelfCheck` reads through one of these and through nothing else, so that a test can hand it a
/// damaged record without damaging the process.
package struct RecordReader {
  /// Replaces the live value of a field; returns it unchanged where nothing is damaged.
  package var alter: (_ field: RecordField, _ base: UnsafeRawPointer, _ live: UInt) -> UInt

  /// A reader that sees what is there, or what `alter` makes of it.
  package init(
    alter: @escaping (RecordField, UnsafeRawPointer, UInt) -> UInt = { _, _, live in live }
  ) {
    self.alter = alter
  }

  /// The field's value, zero-extended.
  func value(_ field: RecordField, of base: UnsafeRawPointer) -> UInt {
    let live: UInt =
      switch field.width {
      case 2: UInt(base.loadUnaligned(fromByteOffset: field.offset, as: UInt16.self))
      case 4: UInt(base.loadUnaligned(fromByteOffset: field.offset, as: UInt32.self))
      default: base.loadUnaligned(fromByteOffset: field.offset, as: UInt.self)
      }
    return alter(field, base, live)
  }

  /// The 32-bit value of a field.
  func word32(_ field: RecordField, of base: UnsafeRawPointer) -> UInt32 {
    UInt32(truncatingIfNeeded: value(field, of: base))
  }

  /// The target of a relative reference whose low bit says that it leads through a pointer.
  ///
  /// Nil for a reference that leads nowhere, or into memory that cannot be read.
  func indirectableTarget(_ field: RecordField, of base: UnsafeRawPointer) -> UnsafeRawPointer? {
    guard ReadableMemory.holds(base + field.offset, count: field.width) else { return nil }
    let raw = Int(Int32(bitPattern: word32(field, of: base)))
    guard raw != 0 else { return nil }
    let place = base + field.offset + (raw & ~1)
    guard raw & 1 == 1 else { return place }
    guard ReadableMemory.holds(place, count: MemoryLayout<UInt>.size) else { return nil }
    return UnsafeRawPointer(bitPattern: place.loadUnaligned(as: UInt.self))
  }
}
