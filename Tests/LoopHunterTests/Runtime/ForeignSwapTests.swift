import ForeignViews
import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("Somebody else's class on top of ours")
struct ForeignSwapTests {
  let loop = TurnLoop()
  let hunter: LoopHunter
  let view = JournalView("view")
  let plain = isaWord(ofClass: JournalView.self)

  init() {
    hunter = LoopHunter(loop: loop)
  }

  @Test("it survives our leaving, which is reported, and the original goes on to run")
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

  @Test("once it is taken away, the next layout gives the view its own class back")
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

  @Test("a new hunt goes on below it")
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

  @Test("one that was there before ours is below ours and comes back")
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

  @Test("one that was put on while the hunter was disabled is hunted on top of")
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
}
