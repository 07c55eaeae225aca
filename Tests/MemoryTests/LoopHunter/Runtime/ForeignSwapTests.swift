import ForeignViews
import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("Another tool's class on top of ours")
struct ForeignSwapTests {
  let loop = TurnLoop()
  let hunter: LoopHunter
  let view = JournalView("view")
  let plain = isaWord(ofClass: JournalView.self)

  init() {
    hunter = LoopHunter(loop: loop)
  }

  @Test(
    "the other class survives the end of our hunt, which is reported, and the original still runs")
  func survives() throws {
    let attachment = try hunter.attach(to: view) { _ in }
    let foreign = copyClassRecord(of: view)
    setIsaWord(of: view, to: foreign)
    layOut(view)
    #expect(attachment.layoutsThisTurn == 1)
    attachment.detach()
    #expect(attachment.departure == .supersededIsa)
    #expect(isaWord(of: view) == foreign)
    layOut(view, times: 3)
    #expect(view.layouts == 4)
    #expect(attachment.layoutsThisTurn == 1)
  }

  @Test("once the other class is removed, the next layout gives the view its own class back")
  func healing() throws {
    let attachment = try hunter.attach(to: view) { _ in }
    let ours = isaWord(of: view)
    setIsaWord(of: view, to: copyClassRecord(of: view))
    attachment.detach()
    setIsaWord(of: view, to: ours)
    layOut(view)
    #expect(view.layouts == 1)
    #expect(isaWord(of: view) == plain)
    #expect(view.instrument == nil)
  }

  @Test("a new hunt goes on below the other class")
  func attachingBelow() throws {
    let first = try hunter.attach(to: view) { _ in }
    let foreign = copyClassRecord(of: view)
    setIsaWord(of: view, to: foreign)
    first.detach()
    let second = try hunter.attach(to: view) { _ in }
    #expect(isaWord(of: view) == foreign)
    layOut(view, times: 2)
    #expect(second.layoutsThisTurn == 2)
    #expect(view.layouts == 2)
    hunter.isEnabled = false
    #expect(isaWord(of: view) == foreign)
    layOut(view)
    #expect(view.layouts == 3)
    #expect(second.layoutsThisTurn == 2)
  }

  @Test("a class that was there before ours is below ours and comes back")
  func before() throws {
    let foreign = copyClassRecord(of: view)
    setIsaWord(of: view, to: foreign)
    let attachment = try hunter.attach(to: view) { _ in }
    #expect(isaWord(of: view) != foreign)
    layOut(view, times: 2)
    #expect(attachment.layoutsThisTurn == 2)
    #expect(view.layouts == 2)
    attachment.detach()
    #expect(attachment.departure == .restored)
    #expect(isaWord(of: view) == foreign)
  }

  @Test("a hunt goes on top of a class that was added while the hunter was disabled")
  func whileDisabled() throws {
    let attachment = try hunter.attach(to: view) { _ in }
    hunter.isEnabled = false
    #expect(isaWord(of: view) == plain)
    let foreign = copyClassRecord(of: view)
    setIsaWord(of: view, to: foreign)
    hunter.isEnabled = true
    #expect(isaWord(of: view) != foreign)
    layOut(view, times: 2)
    #expect(attachment.layoutsThisTurn == 2)
    attachment.detach()
    #expect(isaWord(of: view) == foreign)
    #expect(view.layouts == 2)
  }

  @Test("an object made by type(of: self).init() of such an instance forwards, and can be hunted")
  func madeFromSuperseded() throws {
    let original = CopyingForeignView(template: View(frame: .zero))
    try hunter.attach(to: original) { _ in }
    setIsaWord(of: original, to: copyClassRecord(of: original))
    let copy = original.copy()
    layOut(copy, times: 2)
    #expect(copy.layouts == 2)
    let attachment = try hunter.attach(to: copy) { _ in }
    layOut(copy, times: 2)
    #expect(copy.layouts == 4)
    #expect(attachment.layoutsThisTurn == 2)
  }

  @Test("the view dies normally with both on")
  func death() throws {
    let lives = LifetimeTracker()
    var view: JournalView? = JournalView("view")
    view?.token = lives.makeToken()
    let attachment = try hunter.attach(to: view!) { _ in }
    setIsaWord(of: view!, to: copyClassRecord(of: view!))
    attachment.detach()
    view = nil
    #expect(lives.count == 0)
  }

  // MARK: Copies of ours that are no subclasses of it

  @Test("a copy of ours counts while the hunt goes on, and forwards once it is over")
  func copyKeepsHook() throws {
    let attachment = try hunter.attach(to: view) { _ in }
    let copy = copyClassRecord(of: view, keepsSuperclass: true)
    setIsaWord(of: view, to: copy)
    layOut(view, times: 2)
    #expect(attachment.isActive && attachment.layoutsThisTurn == 2)
    attachment.detach()
    #expect(attachment.departure == .supersededIsa)
    #expect(isaWord(of: view) == copy)
    layOut(view, times: 3)
    #expect(view.layouts == 5)
  }

  @Test("a hunt on a copy of ours is refused with the remedy, during a hunt and after it")
  func copyIsRefused() throws {
    let attachment = try hunter.attach(to: view) { _ in }
    let copy = copyClassRecord(of: view, keepsSuperclass: true)
    setIsaWord(of: view, to: copy)
    for _ in 0..<2 {
      let error = #expect(throws: LoopHunterError.hookCopied(className: "JournalView")) {
        try hunter.attach(to: view) { _ in }
      }
      #expect(error?.description.contains("Remove that class with the other tool") == true)
      #expect(hunter.diagnose(view).obstacles == [.hookCopied])
      #expect(isaWord(of: view) == copy)
      hunter.isEnabled = false
      hunter.isEnabled = true
      layOut(view)
      attachment.detach()
    }
    #expect(view.layouts == 2)
    setIsaWord(of: view, to: plain)
    let later = try hunter.attach(to: view) { _ in }
    layOut(view)
    #expect(view.layouts == 3 && later.layoutsThisTurn == 1)
    #expect(hunter.diagnose(view).willFire)
  }

  @Test("an unhunted instance runs its original under a copy of our class")
  func copyOnAnotherInstance() throws {
    try hunter.attach(to: view) { _ in }
    let other = JournalView("other")
    setIsaWord(of: other, to: copyClassRecord(of: view, keepsSuperclass: true))
    layOut(other, times: 2)
    #expect(other.layouts == 2)
    #expect(throws: LoopHunterError.self) { try hunter.attach(to: other) { _ in } }
    layOut(other)
    #expect(other.layouts == 3)
  }

  @Test("once a copy of ours gives way to ours, the next layout gives the view its own class back")
  func copyHeals() throws {
    let attachment = try hunter.attach(to: view) { _ in }
    let ours = isaWord(of: view)
    setIsaWord(of: view, to: copyClassRecord(of: view, keepsSuperclass: true))
    attachment.detach()
    setIsaWord(of: view, to: ours)
    layOut(view)
    #expect(view.layouts == 1)
    #expect(isaWord(of: view) == plain)
    #expect(view.instrument == nil)
  }

  @Test("a record with a wild descriptor or superclass word is refused", arguments: [8, 40])
  func wildWords(offset: Int) throws {
    final class Strange: View {}
    let view = Strange(frame: .zero)
    let copy = copyClassRecord(of: view)
    UnsafeMutableRawPointer(bitPattern: copy)!
      .storeBytes(of: 0x7000_0000_0010, toByteOffset: offset, as: UInt.self)
    let own = isaWord(of: view)
    setIsaWord(of: view, to: copy)
    #expect(throws: LoopHunterError.self) { try hunter.attach(to: view) { _ in } }
    setIsaWord(of: view, to: own)
  }

  // MARK: A class word that another tool put back

  @Test("a hunt whose class another tool took away says so, and a new one puts it back")
  func restoredByOthers() throws {
    let attachment = try hunter.attach(to: view) { _ in }
    setIsaWord(of: view, to: plain)
    layOut(view)
    #expect(!attachment.isActive)
    #expect(attachment.layoutsThisTurn == 0)
    let diagnosis = hunter.diagnose(view)
    #expect(diagnosis.obstacles == [.classReplaced])
    #expect(!diagnosis.willFire && diagnosis.description.contains("attach again"))
    let second = try hunter.attach(to: view) { _ in }
    #expect(attachment.isActive && second.isActive)
    #expect(hunter.diagnose(view).willFire)
    layOut(view)
    #expect((attachment.layoutsThisTurn, second.layoutsThisTurn) == (1, 1))
    setIsaWord(of: view, to: plain)
    attachment.detach()
    second.detach()
    #expect(isaWord(of: view) == plain)
    #expect(view.instrument == nil)
    #expect(hunter.diagnose(view).willFire)
  }

  @Test("a hunt whose class was replaced by one that does not lead to ours reports it")
  func replacedByOthers() throws {
    let foreign = copyClassRecord(of: view)
    let attachment = try hunter.attach(to: view) { _ in }
    setIsaWord(of: view, to: foreign)
    #expect(!attachment.isActive)
    #expect(hunter.diagnose(view).obstacles == [.classReplaced])
    attachment.detach()
    #expect(isaWord(of: view) == foreign)
    layOut(view)
    #expect(view.layouts == 1)
  }

  @Test("a class word that was put back while the hunter is disabled is no obstacle of its own")
  func restoredWhileDisabled() throws {
    try hunter.attach(to: view) { _ in }
    hunter.isEnabled = false
    setIsaWord(of: view, to: plain)
    #expect(hunter.diagnose(view).obstacles == [.hunterDisabled])
  }
}
