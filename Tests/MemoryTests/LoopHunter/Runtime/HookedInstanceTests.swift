import ForeignViews
import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// One test per row of the table in `docs/hooked-instances.md`.
@Suite("Differences of a hooked instance")
struct HookedInstanceTests {
  let hunter = LoopHunter(loop: TurnLoop())

  private class Base: View {
    var number = 1
    func greet() -> String { "base" }
    class var kind: String { "base" }
  }

  private class Derived: Base, Named {
    override func greet() -> String { "derived" }
    override class var kind: String { "derived" }
    var name: String { "named \(number)" }
  }

  private protocol Named {
    var name: String { get }
  }

  private protocol Unrelated {}

  private func hooked<Kind: View>(_ view: Kind) throws -> Kind {
    try hunter.attach(to: view) { _ in }
    return view
  }

  @inline(never)
  private func cast<Target>(_ value: Any, to: Target.Type) -> Target? { value as? Target }

  @inline(never)
  private func erase(_ view: View) -> View { view }

  @Test("virtual calls go to the overrides")
  func virtualCalls() throws {
    let view: Base = try hooked(Derived(frame: .zero))
    #expect(view.greet() == "derived")
    #expect((dynamicType(of: view) as? Base.Type)?.kind == "derived")
  }

  @Test("is and as? to classes that are not final give the same result as before")
  func classCasts() throws {
    let view = erase(try hooked(Derived(frame: .zero)))
    #expect(view is Base)
    #expect(view is Derived)
    #expect(cast(view, to: Derived.self) === view)
    #expect(cast(view, to: ForeignView.self) == nil)
  }

  @Test("as? to protocols gives the same result, before and after many other classes were made")
  func protocolCasts() throws {
    for _ in 0..<3 {
      let view = erase(try hooked(Derived(frame: .zero)))
      #expect(cast(view, to: (any Named).self)?.name == "named 1")
      #expect(cast(view, to: (any Unrelated).self) == nil)
      let plain = erase(try hooked(Base(frame: .zero)))
      #expect(cast(plain, to: (any Named).self) == nil)
    }
  }

  @Test("key paths read and write the same storage")
  func keyPaths() throws {
    let view = try hooked(Derived(frame: .zero))
    view[keyPath: \Base.number] = 8
    #expect(view.number == 8)
    #expect(view[keyPath: \Derived.name] == "named 8")
    #expect(view[keyPath: \View.frame] == .zero)
  }

  @Test("weak and unowned references work, and are cleared by the normal death")
  func references() throws {
    var view: Derived? = try hooked(Derived(frame: .zero))
    weak let weakly = view
    unowned let unownedly = view!
    #expect(weakly === view)
    #expect(unownedly.number == 1)
    view = nil
    #expect(weakly == nil)
  }

  @Test("a generic class keeps its arguments")
  func generics() throws {
    let view = erase(try hooked(GenericForeignView(content: "text")))
    #expect(cast(view, to: GenericForeignView<String>.self)?.content == "text")
    #expect(cast(view, to: GenericForeignView<Int>.self) == nil)
  }

  @Test("names are those of the class")
  func names() throws {
    let view = try hooked(Derived(frame: .zero))
    let generic = try hooked(GenericForeignView(content: 1))
    let unhooked = dynamicType(of: Derived(frame: .zero))
    #expect(String(describing: dynamicType(of: view)) == "Derived")
    #expect(String(reflecting: dynamicType(of: view)) == String(reflecting: unhooked))
    #expect(_typeName(dynamicType(of: view)) == _typeName(unhooked))
    #expect(String(describing: dynamicType(of: generic)) == "GenericForeignView<Int>")
  }

  /// A function with other effects, so that the optimiser does not keep an earlier answer.
  @inline(never)
  private func expectCast(of view: View, toSucceed isFinal: Bool) {
    #expect(isFinalForeignView(view) == isFinal)
  }

  /// With library evolution the compiler compares no class words: it asks the runtime.
  #if LIBRARY_EVOLUTION
  private let castsAskTheRuntime = true
  #else
  private let castsAskTheRuntime = false
  #endif

  @Test("a cast from a class-typed value to a final class fails while hooked")
  func finalClasses() throws {
    let view = FinalForeignView(frame: .zero)
    #expect(cast(erase(view), to: FinalForeignView.self) === view)
    let attachment = try hunter.attach(to: view) { _ in }
    expectCast(of: view, toSucceed: castsAskTheRuntime)
    #expect(hunter.diagnose(view).cautions.contains(.mayBeFinal))
    attachment.detach()
    expectCast(of: view, toSucceed: true)
  }

  @Test("type(of:) is not the class; originalType(of:) is")
  func types() throws {
    let view = try hooked(Derived(frame: .zero))
    #expect(dynamicType(of: view) != Derived.self)
    #expect(LoopHunter.originalType(of: view) == Derived.self)
    #expect(LoopHunter.originalType(of: Derived(frame: .zero)) == Derived.self)
    hunter.detachAll()
    #expect(dynamicType(of: view) == Derived.self)
  }

  @Test("a mirror shows one more superclass level, and the same children")
  func mirrors() throws {
    func levels(_ view: View) -> Int {
      var count = 0
      var mirror: Mirror? = Mirror(reflecting: view)
      while let current = mirror {
        count += 1
        mirror = current.superclassMirror
      }
      return count
    }
    let view = try hooked(Derived(frame: .zero))
    #expect(levels(view) == levels(Derived(frame: .zero)) + 1)
    let text = String(reflecting: Mirror(reflecting: view).superclassMirror?.subjectType)
    #expect(text.contains("Derived"))
    var dumped = ""
    dump(view, to: &dumped)
    #expect(dumped.contains("number: 1"))
  }

  @Test("type(of: self).init() makes an object that forwards, counts nothing and dies normally")
  func initialisingItsOwnType() throws {
    let view = CopyingForeignView(template: View(frame: .zero))
    let attachment = try hunter.attach(to: view) { _ in }
    weak var reference: View?
    do {
      let copy = view.copy()
      reference = copy
      #expect(isaWord(of: copy) == isaWord(of: view))
      layOut(copy, times: 3)
      #expect(copy.layouts == 3)
      #expect(attachment.layoutsThisTurn == 0)
      #expect(LoopHunter.originalType(of: copy) == CopyingForeignView.self)

      // Hunted itself, it counts for itself, and gets the plain class in the end.
      let onCopy = try hunter.attach(to: copy) { _ in }
      layOut(copy, times: 2)
      #expect(onCopy.layoutsThisTurn == 2)
      #expect(attachment.layoutsThisTurn == 0)
      onCopy.detach()
      #expect(isaWord(of: copy) == isaWord(ofClass: CopyingForeignView.self))
      #expect(copy.layouts == 5)
    }
    #expect(reference == nil)
  }

  @Test("a call of super.layoutSubviews or of a final class may be direct and is not seen")
  func directCalls() throws {
    class Parent: View {
      var layouts = 0
      override func layoutSubviews() { layouts += 1 }
      func callDirectly() { super.layoutSubviews() }
    }
    let view = Parent(frame: .zero)
    let attachment = try hunter.attach(to: view) { _ in }
    view.callDirectly()
    #expect(attachment.layoutsThisTurn == 0)
    layOut(view)
    #expect(attachment.layoutsThisTurn == 1)
  }

  @Test("hashing and comparing by identity are as before")
  func identity() throws {
    let view = Derived(frame: .zero)
    let before = ObjectIdentifier(view)
    try hunter.attach(to: view) { _ in }
    #expect(ObjectIdentifier(view) == before)
    #expect(Set([before]).contains(ObjectIdentifier(view)))
  }

  @Test("a hooked instance is deallocated as before, with all that it holds")
  func deallocation() throws {
    let lives = LifetimeTracker()
    for _ in 0..<100 {
      let view = JournalView("view")
      view.token = lives.makeToken()
      try hunter.attach(to: view) { _ in }
      layOut(view)
    }
    #expect(lives.count == 0)
    #expect(hunter.attachments.isEmpty)
  }
}
