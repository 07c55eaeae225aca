import ViewTree

extension ClassRecord {
  /// Why a view class cannot be copied; nil if it can.
  ///
  /// The self-check looks at classes of known shape, this at the one that is about to be hunted.
  func obstacleToCopying(slot: LayoutSlot) -> String? {
    func value(_ field: RecordField) -> UInt { RecordReader().value(field, of: address) }
    guard value(.kind) == 0 else { return "the class record has the kind \(value(.kind))" }
    guard value(.flags) & 2 == 2 else {
      return "the class does not count references in Swift's way"
    }
    guard addressPoint % 8 == 0, (16...256).contains(addressPoint) else {
      return "the class record has \(addressPoint) bytes before its address point"
    }
    guard size % 8 == 0, size <= 1 << 20, size >= addressPoint + slot.offset + 8 else {
      return "the class record has a size of \(size) bytes"
    }
    guard descriptor?.isClass == true else { return "the class record has no class descriptor" }
    guard descends(from: ClassRecord(View.self)) else {
      return "the superclasses of the class do not lead to View"
    }
    guard word(at: slot.offset) != 0 else { return "the class has no implementation of layout" }
    return nil
  }

  /// Throws if the class cannot be copied.
  func checkForCopying(slot: LayoutSlot) throws(LoopHunterError) {
    if InstrumentedClass.knows(self) { return }
    if let obstacle = obstacleToCopying(slot: slot) {
      throw .unsupportedRuntime(reason: obstacle)
    }
  }
}
