import LoopHunter
import TestSupport
import Testing
import ViewTree

#if !OTHER_PLATFORM
/// The checks before a class record is copied, on records that only a reader damages.
@Suite("The check before a class is copied")
struct CopyingCheckTests {
  private let record = ClassRecord(JournalView.self)
  private let slot: LayoutSlot

  init() throws {
    slot = try RuntimeSupport.current.result.get()
  }

  /// The reason to refuse the class where a field of its record has another value.
  private func obstacle(_ damaged: RecordField, _ value: UInt) -> String? {
    let own = record
    return record.obstacleToCopying(
      slot: slot,
      reader: RecordReader { field, base, live in
        field == damaged && base == own.address ? value : live
      })
  }

  @Test("a class of this process can be copied")
  func sound() {
    #expect(record.obstacleToCopying(slot: slot) == nil)
  }

  @Test("a record that ends before the word of layout is refused, one that ends after it is not")
  func size() {
    let end = UInt(record.addressPoint + slot.offset)
    for size in [end - 8, end, end + 4, UInt(record.addressPoint), 0, 1 << 20 | 8, .max] {
      let truncated = Int(truncatingIfNeeded: size)
      #expect(obstacle(.classSize, size) == "the class record has a size of \(truncated) bytes")
    }
    #expect(obstacle(.classSize, end + 8) == nil)
    #expect(obstacle(.classSize, 1 << 20) == nil)
  }

  @Test("the bytes before the address point are from 16 to 256, in whole words")
  func addressPoint() {
    for bytes: UInt in [0, 8, 15, 17, 257, 264, 1 << 40] {
      #expect(
        obstacle(.classAddressPoint, bytes)
          == "the class record has \(bytes) bytes before its address point")
    }
    #expect(obstacle(.classAddressPoint, 16) == nil)
  }

  @Test("another kind, another way to count references, and a class without layout are refused")
  func words() {
    #expect(obstacle(.kind, 0x200) == "the class record has the kind 512")
    for flags: UInt in [0, 1, 4] {
      #expect(obstacle(.flags, flags) == "the class does not count references in Swift's way")
    }
    #expect(obstacle(.flags, 3) == nil)
    let layout = RecordField("layout", at: slot.offset, width: 8)
    #expect(obstacle(layout, 0) == "the class has no implementation of layout")
  }

  @Test("a record without a class descriptor that can be read is refused")
  func descriptor() {
    let reason = "the class record has no class descriptor"
    #expect(obstacle(.descriptor, 0) == reason)
    // The sanitizer takes the question for an access.
    if !Sanitizer.isAddress { #expect(obstacle(.descriptor, 0x1000) == reason) }
    let structure = record.obstacleToCopying(
      slot: slot, reader: RecordReader { field, _, live in field == .contextFlags ? 17 : live })
    #expect(structure == reason)
  }

  @Test("superclasses that end elsewhere, cannot be read, or form a circle are refused")
  func superclasses() {
    let reason = "the superclasses of the class do not lead to View"
    #expect(obstacle(.superclass, 0) == reason)
    #expect(obstacle(.superclass, UInt(bitPattern: record.address)) == reason)
    if !Sanitizer.isAddress { #expect(obstacle(.superclass, 0x1000) == reason) }
    let unreadable = record.obstacleToCopying(
      slot: slot,
      reader: RecordReader(asking: { address, count in
        address == ClassRecord(View.self).address ? .unreadable : .readable
      }))
    #expect(unreadable == reason)
  }

  @Test("a check that could not be made is a temporary reason")
  func unanswered() {
    let reader = RecordReader(asking: { _, _ in .unknown(reason: "no pipe") })
    #expect(
      record.obstacleToCopying(slot: slot, reader: reader)
        == "class records cannot be checked now; try again later (no pipe)")
  }
}
#endif
