import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// The table of the classes that were made at run time.
@Suite("The table of instrumented classes")
struct ClassTableTests {
  private class Plain: View {}
  private final class Derived: Plain {}

  private func slot() throws -> LayoutSlot { try RuntimeSupport.current.result.get() }

  @Test("a class is copied once, and the copy is found from both sides")
  func once() throws {
    let original = ClassRecord(Plain.self)
    let made = InstrumentedClass.instrumenting(original, slot: try slot())
    #expect(InstrumentedClass.instrumenting(original, slot: try slot()) === made)
    #expect(made.original == original && made.record.superclass == original)
    #expect(InstrumentedClass.made(made.record) === made)
    #expect(InstrumentedClass.made(original) == nil)
    #expect(InstrumentedClass.knows(original) && InstrumentedClass.knows(made.record))
    #if DEBUG
    #expect(InstrumentedClass.checkInvariants() == nil)
    #endif
  }

  @Test("a class below a copy leads to the copy, and a class of its own does not")
  func nearest() throws {
    let made = InstrumentedClass.instrumenting(ClassRecord(Plain.self), slot: try slot())
    // The copy of a copy would count twice.
    #expect(InstrumentedClass.instrumenting(made.record, slot: try slot()) === made)
    #expect(InstrumentedClass.nearest(to: made.record) === made)
    #expect(InstrumentedClass.nearest(to: ClassRecord(Plain.self)) == nil)
    let derived = InstrumentedClass.instrumenting(ClassRecord(Derived.self), slot: try slot())
    #expect(derived !== made && derived.original == ClassRecord(Derived.self))
  }

  #if DEBUG
  @Test("the check of the table names the changed word of a copy")
  func damagedCopy() async throws {
    let result = await #expect(processExitsWith: .exitCode(7)) {
      let slot = try RuntimeSupport.current.result.get()
      let original = ClassRecord(Plain.self)
      let copy = InstrumentedClass.instrumenting(original, slot: slot).record
      func fault(at offset: Int, changingTo word: UInt) -> String {
        let place = UnsafeMutableRawPointer(mutating: copy.address) + offset
        let old = copy.word(at: offset)
        place.storeBytes(of: word, as: UInt.self)
        defer { place.storeBytes(of: old, as: UInt.self) }
        return InstrumentedClass.checkInvariants() ?? "nothing"
      }
      #expect(InstrumentedClass.checkInvariants() == nil)
      let start = -original.addressPoint
      for offset in [start, RecordField.destroy.offset, 16, start + original.size - 8] {
        let said = fault(at: offset, changingTo: copy.word(at: offset) ^ 1)
        #expect(said.hasSuffix(": the words at \(offset) differ"), "\(said)")
      }
      let superclass = fault(at: RecordField.superclass.offset, changingTo: 8)
      #expect(superclass.hasSuffix("the original is not above its copy"))
      let hook = fault(at: slot.offset, changingTo: original.word(at: slot.offset))
      #expect(hook.hasSuffix("the copy has lost its hook"))
      let destroyer = fault(at: RecordField.ivarDestroyer.offset, changingTo: 8)
      #expect(destroyer.hasSuffix("would destroy stored properties twice"))
      #expect(InstrumentedClass.checkInvariants() == nil)
      exit(7)
    }
    try #require(result != nil)
  }
  #endif

  @Test("a copy differs from its original where layoutSubviews is, and nowhere that is called")
  func copy() throws {
    let slot = try slot()
    let made = InstrumentedClass.instrumenting(ClassRecord(Derived.self), slot: slot)
    #expect(slot.isHooked(made.record) && !slot.isHooked(made.original))
    #expect(made.record.size == made.original.size)
    #expect(made.record.descends(from: ClassRecord(Plain.self)))
    let view = Derived()
    made.record.install(on: view)
    #expect(ClassRecord(of: view) == made.record)
    made.original.install(on: view)
    #expect(ClassRecord(of: view) == ClassRecord(Derived.self))
  }
}
