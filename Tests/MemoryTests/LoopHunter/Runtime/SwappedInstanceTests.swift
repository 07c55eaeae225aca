import ForeignViews
import Foundation
import HuntSupport
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("A hunted instance, by the kind of its class")
struct SwappedInstanceTests {
  let loop = TurnLoop()
  let hunter: LoopHunter
  let lives = LifetimeTracker()

  init() {
    hunter = LoopHunter(loop: loop)
  }

  /// Hunts the view, lays it out three times, ends the hunt, and looks at its isa word all along.
  private func hunt(_ view: View, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let original = isaWord(of: view)
    let attachment = try hunter.attach(to: view, threshold: 10) { _ in }
    let hooked = isaWord(of: view)
    #expect(hooked != original, sourceLocation: sourceLocation)
    layOut(view, times: 3)
    #expect(attachment.layoutsThisTurn == 3, sourceLocation: sourceLocation)
    attachment.detach()
    #expect(isaWord(of: view) == original, sourceLocation: sourceLocation)
    layOut(view)
    #expect(attachment.layoutsThisTurn == 3, sourceLocation: sourceLocation)
  }

  @Test("a hunt makes no weak reference to its view, which would slow down every retain")
  func counts() throws {
    /// True if the counts are in a table of their own, to which the first weak reference moves them.
    func hasSideTable(_ view: View) -> Bool {
      let object = UnsafeRawPointer(Unmanaged.passUnretained(view).toOpaque())
      return object.load(fromByteOffset: 8, as: UInt.self) >> 63 == 1
    }
    let view = View(frame: .zero)
    let attachment = try hunter.attach(to: view, threshold: 2) { _ in }
    layOut(view, times: 5)
    #expect(attachment.view === view)
    #expect(attachment.lastReport?.count == 3)
    attachment.detach()
    #expect(!hasSideTable(view))
    weak let reference = view
    #expect(reference === view && hasSideTable(view))
  }

  @Test("View itself is counted")
  func viewItself() throws {
    try hunt(View(frame: .zero))
  }

  @Test("a subclass without an override is counted")
  func withoutOverride() throws {
    class Plain: View { var word = 1 }
    let view = Plain(frame: .zero)
    try hunt(view)
    #expect(view.word == 1)
  }

  @Test("a subclass with an override is counted and still runs it")
  func withOverride() throws {
    let view = JournalView("a")
    try hunt(view)
    #expect(view.layouts == 4)
  }

  @Test("a deep subclass runs every override of its ancestors through super, once per layout")
  func deep() throws {
    class First: View {
      var calls: [String] = []
      override func layoutSubviews() {
        calls.append("first")
        super.layoutSubviews()
      }
    }
    class Second: First {
      override func layoutSubviews() {
        super.layoutSubviews()
        calls.append("second")
      }
    }
    class Third: Second {}
    class Fourth: Third {
      override func layoutSubviews() {
        super.layoutSubviews()
        calls.append("fourth")
      }
    }
    let view = Fourth(frame: .zero)
    try hunt(view)
    #expect(
      view.calls == Array(repeating: ["first", "second", "fourth"], count: 4).flatMap(\.self))
  }

  @Test("generic classes are counted, each specialisation with its own record")
  func generic() throws {
    class Box<Content>: View {
      var content: Content
      var layouts = 0
      init(_ content: Content) {
        self.content = content
        super.init(frame: .zero)
      }
      override func layoutSubviews() { layouts += 1 }
    }
    class StringBox: Box<String> {}
    let numbers = Box(7)
    let words = Box("seven")
    let nested = Box([Box(1.5)])
    let derived = StringBox("derived")
    for view in [numbers, words, nested, derived] as [View] { try hunt(view) }
    #expect((numbers.layouts, words.layouts, nested.layouts, derived.layouts) == (4, 4, 4, 4))
    #expect(numbers.content == 7)
    #expect(words.content == "seven")
    #expect(nested.content[0].content == 1.5)
    #expect(derived.content == "derived")
    _ = try (hunter.attach(to: numbers) { _ in }, hunter.attach(to: words) { _ in })
    #expect(isaWord(of: numbers) != isaWord(of: words))
  }

  @Test("classes of another module are counted: plain, inheriting, generic, final, hidden")
  func foreign() throws {
    let plain = ForeignView(frame: .zero)
    let inheriting = InheritingForeignView(frame: .zero)
    let generic = GenericForeignView(content: ["a": 1])
    let final = FinalForeignView(frame: .zero)
    var hiddenLayouts = 0
    let hidden = makeHiddenView { hiddenLayouts += 1 }
    for view in [plain, inheriting, generic, final, hidden] { try hunt(view) }
    #expect(plain.layouts == 4)
    #expect(inheriting.layouts == 4)
    #expect(inheriting.extra == [1, 2, 3])
    #expect(generic.layouts == 4)
    #expect(generic.content == ["a": 1])
    #expect(final.layouts == 4)
    #expect(hiddenLayouts == 4)
  }

  private class PrivateView: View {
    var layouts = 0
    override func layoutSubviews() { layouts += 1 }
  }

  @Test("private classes and classes local to a function are counted")
  func privateAndLocal() throws {
    class Local: PrivateView {
      override func layoutSubviews() {
        super.layoutSubviews()
        layouts += 10
      }
    }
    let mine = PrivateView(frame: .zero)
    let local = Local(frame: .zero)
    try hunt(mine)
    try hunt(local)
    #expect(mine.layouts == 4)
    #expect(local.layouts == 44)
  }

  @Test("stored properties of every kind survive, and are released with the view")
  func storedProperties() throws {
    struct Pair: Equatable {
      var a: Int8
      var b: Double
    }
    enum Choice: Equatable {
      case none, some(String)
    }
    class Everything: View {
      let constant = 0x1234_5678_9abc_def0
      var byte: UInt8 = 3
      var flag = true
      var wide = SIMD16<Float>(repeating: 1.5)
      var pair = Pair(a: -1, b: 2.25)
      var choice = Choice.some("yes")
      var text = "a string that is too long to be stored inline"
      var list = [1, 2, 3]
      var table = ["k": [1: 2]]
      var anything: Any = (1, "two")
      var optional: Int?
      var closure: () -> Int = { 42 }
      lazy var late = text.count
      weak var friend: View?
      unowned var other: View
      unowned(unsafe) var raw: View
      var observed = 0 {
        didSet { changes += 1 }
      }
      var changes = 0
      let token: LifetimeTracker.Token

      init(other: View, token: LifetimeTracker.Token) {
        self.other = other
        raw = other
        self.token = token
        super.init(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
        friend = other
      }
    }
    let other = View(frame: .zero)
    var view: Everything? = Everything(other: other, token: lives.makeToken())
    try hunter.attach(to: view!) { _ in }
    layOut(view!)
    view!.observed = 5
    view!.optional = 9
    view!.list.append(4)
    try #require(view != nil)
    #expect(view!.constant == 0x1234_5678_9abc_def0)
    #expect(view!.byte == 3 && view!.flag)
    #expect(view!.wide == SIMD16<Float>(repeating: 1.5))
    #expect(view!.pair == Pair(a: -1, b: 2.25))
    #expect(view!.choice == .some("yes"))
    #expect(view!.text.count == view!.late)
    #expect(view!.list == [1, 2, 3, 4] && view!.table == ["k": [1: 2]])
    #expect((view!.anything as? (Int, String))?.1 == "two")
    #expect(view!.closure() == 42)
    #expect(view!.friend === other && view!.other === other && view!.raw === other)
    #expect(view!.changes == 1)
    #expect(view!.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(lives.count == 1)
    view = nil
    #expect(lives.count == 0)
  }

  @Test("other instances of the class are not touched")
  func othersUntouched() throws {
    let hunted = JournalView("hunted")
    let other = JournalView("other")
    let word = isaWord(of: other)
    let attachment = try hunter.attach(to: hunted) { _ in }
    layOut(other, times: 5)
    #expect(isaWord(of: other) == word)
    #expect(word == isaWord(ofClass: JournalView.self))
    #expect(attachment.layoutsThisTurn == 0)
    #expect(other.layouts == 5 && hunted.layouts == 0)
  }

  @Test("the engine calls the hook in commits, forced layouts and layouts with a controller")
  func engineDispatch() throws {
    let view = JournalView("view")
    let controller = ViewController()
    controller.view = JournalView("root")
    controller.view.addSubview(view)
    let window = loop.makeWindow()
    window.rootViewController = controller
    let onView = try hunter.attach(to: view) { _ in }
    let onRoot = try hunter.attach(to: controller.view) { _ in }
    let onWindow = try hunter.attach(to: window) { _ in }
    var counts: [Int] = []
    let observation = loop.addObserver(at: .afterCommit) {
      counts = [onView, onRoot, onWindow].map(\.layoutsThisTurn)
    }
    loop.runTurn()
    #expect(counts == [1, 1, 1])
    view.setNeedsLayout()
    view.layoutIfNeeded()
    #expect(onView.layoutsThisTurn == 1)
    withExtendedLifetime(observation) {}
  }
}
