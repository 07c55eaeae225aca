import ViewTree

extension ClassRecord {
  /// Returns the reason why a view class cannot be copied; nil if it can.
  ///
  /// The self-check looks at classes of known shape, this check at the one to be hunted.
  ///
  /// - Parameters:
  ///   - slot: The place of layout in the records of view classes.
  ///   - reader: The source of every value; by default the process.
  package func obstacleToCopying(
    slot: LayoutSlot, reader: RecordReader = RecordReader()
  ) -> String? {
    let obstacle = obstacle(slot, reader)
    return reader.passingCause.map(RuntimeSupport.passingReason) ?? obstacle
  }

  private func obstacle(_ slot: LayoutSlot, _ reader: RecordReader) -> String? {
    func value(_ field: RecordField) -> UInt { reader.value(field, of: address) }
    guard value(.kind) == 0 else { return "the class record has the kind \(value(.kind))" }
    guard value(.flags) & 2 == 2 else {
      return "the class does not count references in Swift's way"
    }
    let addressPoint = Int(truncatingIfNeeded: value(.classAddressPoint))
    guard addressPoint % 8 == 0, (16...256).contains(addressPoint) else {
      return "the class record has \(addressPoint) bytes before its address point"
    }
    let size = Int(truncatingIfNeeded: value(.classSize))
    guard size % 8 == 0, size <= 1 << 20, size >= addressPoint + slot.offset + 8 else {
      return "the class record has a size of \(size) bytes"
    }
    guard let descriptor = UnsafeRawPointer(bitPattern: value(.descriptor)),
      ClassDescriptor(address: descriptor, reader: reader).isReadable,
      ClassDescriptor(address: descriptor, reader: reader).isClass
    else { return "the class record has no class descriptor" }
    guard descendsReadably(from: ClassRecord(View.self), reader: reader) else {
      return "the superclasses of the class do not lead to View"
    }
    let layout = value(RecordField("layout", at: slot.offset, width: 8))
    guard layout != 0 else { return "the class has no implementation of layout" }
    return nil
  }

  /// True if the superclasses lead to `ancestor`, through words that can be read.
  private func descendsReadably(from ancestor: ClassRecord, reader: RecordReader) -> Bool {
    var current = self
    // A chain longer than that of any class must be a circle.
    for _ in 0..<1 << 10 {
      if current == ancestor { return true }
      let superclass = reader.value(.superclass, of: current.address)
      guard let next = UnsafeRawPointer(bitPattern: superclass),
        reader.isReadable(next, count: RecordField.firstMemberOffset)
      else { return false }
      current = ClassRecord(address: next)
    }
    return false
  }

  /// Throws if instances of the class cannot be hunted.
  func checkForHooking(slot: LayoutSlot) throws(HookingObstacle) {
    if InstrumentedClass.knows(self) { return }
    if let obstacle = obstacleToCopying(slot: slot) { throw .unsupported(reason: obstacle) }
    if isCopyOfOurs(slot: slot) { throw .hookCopied(className: "\(type)") }
  }

  /// True if this is a foreign copy of a class made here, including our hook.
  ///
  /// Its superclasses do not lead to ours, so that a hunt would take our hook for the original. The
  /// class must be one without an obstacle to copying.
  func isCopyOfOurs(slot: LayoutSlot) -> Bool {
    slot.isHooked(self) && InstrumentedClass.nearest(to: self) == nil
  }
}
