import Foundation
import TestSupport
import Testing
import ViewTree

/// The callbacks of controllers whose root views enter and leave windows.
@Suite("The appearance of controllers")
struct AppearanceTests {
  private final class Screen: ViewController {
    private final class Root: View {
      let (name, journal): (String, Journal)
      init(_ name: String, _ journal: Journal) {
        (self.name, self.journal) = (name, journal)
        super.init(frame: .zero)
      }
      override func willMove(toWindow newWindow: Window?) {
        journal.note("\(name) will \(newWindow == nil ? "leave" : "enter")")
      }
      override func didMoveToWindow() {
        journal.note("\(name) \(window == nil ? "left" : "entered")")
      }
      override func layoutSubviews() { journal.note("\(name) layout") }
    }

    let (name, journal): (String, Journal)
    var onAppearing: () -> Void = {}
    var onAppear: () -> Void = {}

    init(_ name: String, _ journal: Journal) {
      (self.name, self.journal) = (name, journal)
      super.init()
    }

    override func loadView() { view = Root(name, journal) }
    override func viewWillAppear(_ animated: Bool) {
      journal.note("\(name) will appear" + (view.window == nil ? "" : " in a window"))
      #expect(!animated)
    }
    override func viewIsAppearing(_ animated: Bool) {
      journal.note("\(name) is appearing")
      onAppearing()
    }
    override func viewDidAppear(_ animated: Bool) {
      journal.note("\(name) did appear")
      onAppear()
    }
    override func viewWillDisappear(_ animated: Bool) {
      journal.note("\(name) will disappear" + (view.window == nil ? " outside" : ""))
    }
    override func viewDidDisappear(_ animated: Bool) { journal.note("\(name) did disappear") }
  }

  let loop = TurnLoop()
  let journal = Journal()
  let window: Window

  init() { window = loop.makeSettledWindow() }

  private func take() -> [String] { journal.take() }

  @Test("will, is appearing, the first layout, did; and will, did when it leaves")
  func order() {
    let screen = Screen("a", journal)
    window.rootViewController = screen
    #expect(take() == ["a will appear", "a will enter", "a entered", "a is appearing"])
    loop.runTurn()
    #expect(take() == ["a layout", "a did appear"])
    screen.view.setNeedsLayout()
    loop.runTurn()
    #expect(take() == ["a layout"])
    window.rootViewController = nil
    #expect(take() == ["a will disappear", "a will leave", "a left", "a did disappear"])
    loop.runUntilIdle()
    #expect(take() == [])
    // It may come back.
    window.addSubview(screen.view)
    loop.runUntilIdle()
    #expect(
      take().filter { $0.contains("ear") } == ["a will appear", "a is appearing", "a did appear"])
  }

  @Test("a parent's callbacks come before those of its children")
  func children() {
    let (parent, child) = (Screen("p", journal), Screen("c", journal))
    parent.addChild(child)
    parent.view.addSubview(child.view)
    #expect(take() == [], "outside windows nothing appears")
    window.rootViewController = parent
    loop.runUntilIdle()
    #expect(
      take().filter { $0.contains("ear") } == [
        "p will appear", "c will appear", "p is appearing", "c is appearing", "p did appear",
        "c did appear",
      ])
    child.view.removeFromSuperview()
    #expect(take().filter { $0.contains("ear") } == ["c will disappear", "c did disappear"])
  }

  @Test("a move from window to window is no appearance")
  func moved() {
    let screen = Screen("a", journal)
    window.addSubview(screen.view)
    loop.runUntilIdle()
    _ = take()
    let other = loop.makeSettledWindow()
    other.addSubview(screen.view)
    loop.runUntilIdle()
    #expect(take() == ["a will enter", "a entered", "a layout"])
  }

  @Test("a view that leaves before the commit has not appeared, one that comes back appears once")
  func briefly() {
    let screen = Screen("a", journal)
    window.addSubview(screen.view)
    screen.view.removeFromSuperview()
    loop.runUntilIdle()
    #expect(
      take().filter { $0.contains("ear") } == [
        "a will appear", "a is appearing", "a will disappear", "a did disappear",
      ])
    window.addSubview(screen.view)
    screen.view.removeFromSuperview()
    window.addSubview(screen.view)
    loop.runUntilIdle()
    #expect(take().count { $0 == "a did appear" } == 1)
    // A callback may send the view away.
    screen.view.removeFromSuperview()
    _ = take()
    screen.onAppearing = { screen.view.removeFromSuperview() }
    window.addSubview(screen.view)
    loop.runUntilIdle()
    #expect(
      take().filter { $0.contains("ear") } == [
        "a will appear", "a is appearing", "a will disappear", "a did disappear",
      ])
  }

  @Test("one that a layout adds appears in the same turn, and may change the tree then")
  func withinLayout() {
    let (screen, holder) = (Screen("a", journal), JournalView("holder"))
    holder.onLayout = { holder in if holder.layouts == 1 { holder.addSubview(screen.view) } }
    var turn = 0
    screen.onAppear = { [loop] in
      turn = loop.turn
      holder.setNeedsLayout()
    }
    window.addSubview(holder)
    let first = loop.turn
    loop.runTurn()
    #expect(turn == first)
    let before = holder.layouts
    loop.runUntilIdle()
    #expect(holder.layouts == before + 1)
  }

  @Test("controllers and windows that die in between are told nothing")
  func deaths() {
    var screen: Screen? = Screen("a", journal)
    var brief: Window? = loop.makeSettledWindow()
    brief?.addSubview(screen!.view)
    _ = take()
    brief = nil
    loop.runUntilIdle()
    #expect(take() == [])
    window.addSubview(screen!.view)
    #expect(take().first == "a will appear")
    weak let dying = screen
    screen = nil
    #expect(dying == nil)
    loop.runUntilIdle()
    #expect(take() == ["a layout"])
  }
}
