import ForeignViews
import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("Will it fire?")
struct DiagnosisTests {
  let loop = TurnLoop()
  let killSwitch = KillSwitch()
  let hunter: LoopHunter

  init() {
    hunter = LoopHunter(loop: loop, killSwitch: killSwitch)
  }

  @Test("a view in a window of the loop fires, without notes")
  func fires() {
    let view = ForeignView(frame: .zero)
    let window = loop.makeWindow(view)
    let diagnosis = hunter.diagnose(view)
    #expect(diagnosis.willFire)
    #expect(diagnosis.obstacles.isEmpty && diagnosis.cautions.isEmpty)
    #expect(diagnosis.description == "ForeignView: a hunt will fire")
    withExtendedLifetime(window) {}
  }

  @Test("asking changes nothing: no class, no instrument, no attachment")
  func noSideEffects() throws {
    let view = ForeignView(frame: .zero)
    let word = isaWord(of: view)
    _ = hunter.diagnose(view)
    #expect(isaWord(of: view) == word)
    #expect(view.instrument == nil)
    #expect(hunter.attachments.isEmpty)
    let attachment = try hunter.attach(to: view) { _ in }
    let hooked = isaWord(of: view)
    #expect(hunter.diagnose(view).willFire)
    #expect(hunter.diagnose(view).className == "ForeignView")
    #expect(isaWord(of: view) == hooked)
    #expect(attachment.layoutsThisTurn == 0)
  }

  @Test("a disabled hunter and an engaged switch are obstacles that say the remedy")
  func obstacles() {
    let view = ForeignView(frame: .zero)
    hunter.isEnabled = false
    killSwitch.engage()
    let diagnosis = hunter.diagnose(view)
    #expect(diagnosis.obstacles == [.hunterDisabled, .killSwitchEngaged])
    #expect(!diagnosis.willFire)
    #expect(diagnosis.description.contains("set isEnabled to true"))
    #expect(diagnosis.description.contains("release it"))
  }

  @Test("views outside windows and in windows of other loops are cautioned about")
  func windows() {
    let view = ForeignView(frame: .zero)
    #expect(hunter.diagnose(view).cautions == [.outsideWindow])
    let window = TurnLoop().makeWindow(view)
    #expect(hunter.diagnose(view).cautions == [.windowOfAnotherLoop])
    #expect(hunter.diagnose(view).willFire)
    withExtendedLifetime(window) {}
  }

  @Test("a class without methods of its own may be final")
  func finality() {
    #expect(hunter.diagnose(FinalForeignView(frame: .zero)).cautions.contains(.mayBeFinal))
    #expect(!hunter.diagnose(ForeignView(frame: .zero)).cautions.contains(.mayBeFinal))
  }

  @Test(
    "required initialisers do not prove that a class is open; other methods do, in generic classes, too"
  )
  func finalityOfCodables() {
    final class Final: View {
      required init(size: CGFloat) { super.init(frame: .zero) }
    }
    final class FinalGeneric<Element, Other: Hashable>: View {
      required init(size: CGFloat) { super.init(frame: .zero) }
    }
    class Open: View {
      required init(size: CGFloat) { super.init(frame: .zero) }
      func greet() {}
    }
    func mayBeFinal(_ view: View) -> Bool { hunter.diagnose(view).cautions.contains(.mayBeFinal) }
    #expect(mayBeFinal(Final(size: 1)))
    #expect(mayBeFinal(FinalGeneric<Int, String>(size: 1)))
    #expect(!mayBeFinal(Open(size: 1)))
    #expect(!mayBeFinal(GenericForeignView(content: [1])))
  }

  @Test("a foreign class on top that forwards is no obstacle, one that replaces layout is")
  func superseded() throws {
    class Replacing: View {
      override func layoutSubviews() {}
    }
    let view = ForeignView(frame: .zero)
    try hunter.attach(to: view) { _ in }
    let foreign = copyClassRecord(of: view)
    setIsaWord(of: view, to: foreign)
    #expect(hunter.diagnose(view).willFire)
    // The foreign record's layout word becomes that of another class.
    let ours = UnsafeRawPointer(bitPattern: isaWord(ofClass: ForeignView.self))!
    let replacement = UnsafeRawPointer(bitPattern: isaWord(ofClass: Replacing.self))!
    let base = UnsafeRawPointer(bitPattern: isaWord(ofClass: View.self))!
    let top = UnsafeMutableRawPointer(bitPattern: foreign)!
    let size = Int(base.load(fromByteOffset: 32, as: UInt32.self))
    let prefix = Int(base.load(fromByteOffset: 36, as: UInt32.self))
    for offset in stride(from: 56, to: size - prefix, by: 8) {
      let words = [ours, replacement, base].map { $0.load(fromByteOffset: offset, as: UInt.self) }
      if top.load(fromByteOffset: offset, as: UInt.self) != words[0], words[1] != words[2] {
        top.storeBytes(of: words[1], toByteOffset: offset, as: UInt.self)
      }
    }
    #expect(hunter.diagnose(view).obstacles == [.supersededIsa])
  }
}
