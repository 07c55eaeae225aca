import ViewTree

/// Reads fields of class records and descriptors.
///
/// `SelfCheck` reads only through one of these, so that a test can hand it a damaged record.
package struct RecordReader: Sendable {
  /// Replaces the live value of a field; returns it unchanged if nothing is damaged.
  package typealias Alteration =
    @Sendable (_ field: RecordField, _ base: UnsafeRawPointer, _ live: UInt) -> UInt
  /// Tells whether memory can be read.
  package typealias Question =
    @Sendable (_ address: UnsafeRawPointer, _ count: Int) -> ReadableMemory.Answer

  private let alter: Alteration
  private let ask: Question
  /// The reason why the kernel could not be asked, if it could not.
  private let unanswered = Locked<String?>(nil)

  /// Makes a reader of the live values, or of the values that `alter` makes of them.
  package init(
    alter: @escaping Alteration = { _, _, live in live },
    asking ask: @escaping Question = ReadableMemory.ask
  ) {
    self.ask = ask
    self.alter = alter
  }

  /// The reason why the kernel could not tell whether memory is readable; nil if it always could.
  ///
  /// A refusal for that reason alone may not last.
  var passingCause: String? { unanswered.withLock { $0 } }

  /// True if memory is known to be readable.
  func isReadable(_ address: UnsafeRawPointer, count: Int) -> Bool {
    switch ask(address, count) {
    case .readable: return true
    case .unreadable: return false
    case .unknown(let reason):
      unanswered.withLock { $0 = reason }
      return false
    }
  }

  /// The field's value, zero-extended.
  func value(_ field: RecordField, of base: UnsafeRawPointer) -> UInt {
    alter(field, base, Self.live(field, of: base))
  }

  /// The live value, zero-extended.
  package static func live(_ field: RecordField, of base: UnsafeRawPointer) -> UInt {
    switch field.width {
    case 2: UInt(base.loadUnaligned(fromByteOffset: field.offset, as: UInt16.self))
    case 4: UInt(base.loadUnaligned(fromByteOffset: field.offset, as: UInt32.self))
    default: base.loadUnaligned(fromByteOffset: field.offset, as: UInt.self)
    }
  }

  /// The 32-bit value of a field.
  func word32(_ field: RecordField, of base: UnsafeRawPointer) -> UInt32 {
    UInt32(truncatingIfNeeded: value(field, of: base))
  }

  /// The target of a relative reference whose low bit says that it leads through a pointer.
  ///
  /// Nil for a reference that leads nowhere, or into memory that cannot be read.
  func indirectableTarget(_ field: RecordField, of base: UnsafeRawPointer) -> UnsafeRawPointer? {
    guard isReadable(base + field.offset, count: field.width) else { return nil }
    let raw = Int(Int32(bitPattern: word32(field, of: base)))
    guard raw != 0 else { return nil }
    let place = base + field.offset + (raw & ~1)
    guard raw & 1 == 1 else { return place }
    guard isReadable(place, count: MemoryLayout<UInt>.size) else { return nil }
    return UnsafeRawPointer(bitPattern: place.loadUnaligned(as: UInt.self))
  }
}
