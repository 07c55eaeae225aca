import ForeignViews
import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// Compares each named offset with what is known of live classes by other means.
@Suite("Fields of class records")
struct RecordFieldTests {
  private func value(_ field: RecordField, of type: AnyClass) -> UInt {
    let record = UnsafeRawPointer(bitPattern: isaWord(ofClass: type))!
    return switch field.width {
    case 2: UInt(record.loadUnaligned(fromByteOffset: field.offset, as: UInt16.self))
    case 4: UInt(record.loadUnaligned(fromByteOffset: field.offset, as: UInt32.self))
    default: record.loadUnaligned(fromByteOffset: field.offset, as: UInt.self)
    }
  }

  private class OneWord: View { var word = 1 }
  private class TwoWords: OneWord { var other = 2 }

  @Test("an isa word is the address of the class's record")
  func isaIsAddress() {
    #expect(isaWord(of: ForeignView(frame: .zero)) == isaWord(ofClass: ForeignView.self))
  }

  @Test("kind, flags and alignment have one value for all classes, generic ones included")
  func constants() {
    for type in [View.self, ForeignView.self, GenericForeignView<Int>.self] as [AnyClass] {
      #expect(value(.kind, of: type) == 0)
      #expect(value(.flags, of: type) & 2 == 2)
      #expect(value(.instanceAddressPoint, of: type) == 0)
      #expect([7, 15].contains(value(.alignmentMask, of: type)))
    }
  }

  @Test("superclass leads to the superclass's record, and to nothing from a root class")
  func superclass() {
    #expect(
      value(.superclass, of: InheritingForeignView.self) == isaWord(ofClass: ForeignView.self))
    #expect(value(.superclass, of: ForeignView.self) == isaWord(ofClass: View.self))
    #expect(value(.superclass, of: View.self) == isaWord(ofClass: Responder.self))
    #expect(value(.superclass, of: Responder.self) == 0)
  }

  @Test("instance sizes grow by the stored properties that a subclass adds")
  func instanceSize() {
    let base = value(.instanceSize, of: View.self)
    #expect(value(.instanceSize, of: OneWord.self) == (base + 7) / 8 * 8 + 8)
    #expect(value(.instanceSize, of: TwoWords.self) == (base + 7) / 8 * 8 + 16)
  }

  @Test("a record's size covers its members, and grows with them")
  func classSize() {
    let prefix = value(.classAddressPoint, of: View.self)
    #expect(prefix % 8 == 0 && prefix >= 16)
    for type in [View.self, ForeignView.self, InheritingForeignView.self] as [AnyClass] {
      #expect(value(.classAddressPoint, of: type) == prefix)
      #expect(value(.classSize, of: type) > prefix + UInt(RecordField.firstMemberOffset))
    }
    #expect(value(.classSize, of: ForeignView.self) > value(.classSize, of: View.self))
    #expect(
      value(.classSize, of: InheritingForeignView.self) > value(.classSize, of: ForeignView.self))
  }

  @Test("the descriptor names the class")
  func descriptor() {
    let classes: [(AnyClass, String)] = [
      (View.self, "View"), (ForeignView.self, "ForeignView"),
      (GenericForeignView<Int>.self, "GenericForeignView"),
    ]
    for (type, name): (AnyClass, String) in classes {
      let descriptor = UnsafeRawPointer(bitPattern: value(.descriptor, of: type))!
      let flags = descriptor.load(
        fromByteOffset: RecordField.contextFlags.offset, as: UInt32.self)
      #expect(flags & 0x1f == 16)
      // The name is a relative reference at byte 8 of every type descriptor.
      let place = descriptor + 8
      let text = place + Int(place.loadUnaligned(as: Int32.self))
      #expect(String(cString: text.assumingMemoryBound(to: CChar.self)) == name)
    }
  }

  @Test("specialisations of a generic class share the descriptor and have their own records")
  func specialisations() {
    let (first, second) = (GenericForeignView<Int>.self, GenericForeignView<String>.self)
    #expect(isaWord(ofClass: first) != isaWord(ofClass: second))
    #expect(value(.descriptor, of: first) == value(.descriptor, of: second))
  }

  @Test("code words point into code: each class with a deinit of its own has its own destroy")
  func destroy() {
    final class Dying: View {
      var onDeinit: () -> Void = {}
      deinit { onDeinit() }
    }
    #expect(value(.destroy, of: Dying.self) != 0)
    #expect(value(.destroy, of: Dying.self) != value(.destroy, of: View.self))
    #expect(value(.valueWitnesses, of: Dying.self) == value(.valueWitnesses, of: View.self))
  }

  @Test("a view with weak references is seen to live and to die, too")
  func sideTable() throws {
    final class Dying: View {
      var onDeinit: () -> Void = {}
      deinit { onDeinit() }
    }
    let hunter = LoopHunter(loop: TurnLoop())
    var view: Dying? = Dying(frame: .zero)
    weak let reference = view
    let attachment = try hunter.attach(to: view!) { _ in }
    #expect(attachment.view === view)
    var wasNil: Bool?
    view!.onDeinit = { wasNil = attachment.view == nil }
    view = nil
    #expect(wasNil == true)
    #expect(reference == nil)
  }
}
