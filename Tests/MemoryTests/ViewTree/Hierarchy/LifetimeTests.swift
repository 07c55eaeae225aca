import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("Lifetimes")
struct LifetimeTests {
  let loop = TurnLoop()
  let lives = LifetimeTracker()

  private func tracked(_ name: String) -> JournalView {
    let view = JournalView(name)
    view.token = lives.makeToken()
    return view
  }

  @Test("a tree is released with its window, also while views are dirty")
  func released() {
    do {
      let view = tracked("view")
      view.addSubview(tracked("child"))
      let window = loop.makeWindow(view)
      loop.runTurn()
      view.setNeedsLayout()
      #expect(lives.count == 2)
      withExtendedLifetime(window) {}
    }
    #expect(lives.count == 0)
  }

  @Test("a retained subview survives its superview and its window")
  func survivor() {
    let held = tracked("held")
    held.addSubview(tracked("child"))
    do {
      let middle = tracked("middle")
      middle.addSubview(held)
      let window = loop.makeWindow(middle)
      loop.runTurn()
      held.setNeedsLayout()
      withExtendedLifetime(window) {}
    }
    #expect(lives.count == 2)
    #expect(held.superview == nil)
    #expect(held.window == nil)
    #expect(held.subviews[0].window == nil)
    #expect(held.needsLayout)
    held.frame.size.width += 1
    let window = loop.makeWindow(held)
    let before = held.layouts
    loop.runTurn()
    #expect(held.layouts == before + 1)
    withExtendedLifetime(window) {}
  }

  @Test("a chain of 100 000 views is built, laid out, described and released without overflow")
  func deepChain() {
    do {
      let top = View(frame: .zero)
      var deepest = top
      let depth = caseCount(100_000, inDebug: 40_000)
      for _ in 1..<depth {
        let next = View(frame: .zero)
        deepest.addSubview(next)
        deepest = next
      }
      let window = loop.makeWindow(top)
      loop.runTurn()
      #expect(loop.lastCommit.layouts == depth + 1)
      #expect(deepest.window === window)
      deepest.setNeedsLayout()
      loop.runTurn()
      #expect(loop.lastCommit.layouts == 1)
      top.removeFromSuperview()
      window.addSubview(top)
      #expect(deepest.convert(CGPoint.zero, to: nil) == CGPoint.zero)
      deepest.token(lives)
    }
    #expect(lives.count == 0)
  }

  @Test("a chain that was built from the inside out works as well")
  func chainInsideOut() {
    var top = View(frame: .zero)
    top.token(lives)
    for _ in 1..<100_000 {
      let outer = View(frame: .zero)
      outer.addSubview(top)
      top = outer
    }
    top.layoutIfNeeded()
    top = View(frame: .zero)
    #expect(lives.count == 0)
  }

  @Test("a parent of a million is built, laid out and released")
  func wideParent() {
    do {
      let parent = View(frame: .zero)
      let count = caseCount(1_000_000, inDebug: 30_000)
      for _ in 0..<count { parent.addSubview(View(frame: .zero)) }
      parent.subviews[count / 2].token(lives)
      let window = loop.makeWindow(parent)
      loop.runTurn()
      #expect(loop.lastCommit.layouts == count + 2)
      withExtendedLifetime(window) {}
    }
    #expect(lives.count == 0)
  }

  @Test("an instrument's state dies with its view, promptly")
  func boundState() {
    var view: View? = View(frame: .zero)
    view?.companion = lives.makeToken()
    view?.instrument = Instrument(token: lives.makeToken())
    #expect(lives.count == 2)
    view = nil
    #expect(lives.count == 0)
  }

  @Test("an instrument that a cause keeps is told of the view's death")
  func instrumentHearsOfDeath() {
    let instrument = Instrument(token: lives.makeToken())
    var view: View? = View(frame: .zero)
    view?.instrument = instrument
    view = nil
    #expect(instrument.deaths == 1)
    #expect(lives.count == 1)
  }

  private final class Instrument: ViewInstrument {
    var newestCause: Unmanaged<LayoutCause>?
    let token: LifetimeTracker.Token
    var deaths = 0

    init(token: LifetimeTracker.Token) { self.token = token }

    func viewDied() { deaths += 1 }
    func cause(after source: LayoutCause?, in pulse: Pulse) -> LayoutCause {
      LayoutCause(member: self, turn: 1, after: source)
    }
    var isWatching: Bool { true }
  }

  @Test("a loop with work, windows and timers is released with them")
  func loopIsReleased() {
    weak var released: TurnLoop?
    do {
      let loop = TurnLoop()
      let view = tracked("view")
      let window = loop.makeWindow(view)
      loop.every(.seconds(1), target: view) { $0.setNeedsLayout() }
      let token = loop.addObserver(at: .afterCommit) { [token = lives.makeToken()] in _ = token }
      loop.advance(by: .seconds(2))
      released = loop
      withExtendedLifetime((window, token)) {}
    }
    #expect(released == nil)
    #expect(lives.count == 0)
  }

  @Test("a controller and its view release each other")
  func controllers() {
    final class Tracked: ViewController { var token: LifetimeTracker.Token? }
    do {
      let controller = Tracked()
      controller.token = lives.makeToken()
      controller.view = tracked("root")
      let window = loop.makeWindow()
      window.rootViewController = controller
      loop.runTurn()
      let child = Tracked()
      child.token = lives.makeToken()
      controller.addChild(child)
      withExtendedLifetime(window) {}
    }
    #expect(lives.count == 0)
  }
}

extension View {
  /// Binds a tracked life to the view.
  fileprivate func token(_ lives: LifetimeTracker) { companion = lives.makeToken() }
}
