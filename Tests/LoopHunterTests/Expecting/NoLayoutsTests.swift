import Foundation
import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// A test that looked at nothing says nothing about loops.
@Suite("Tests in which nothing is laid out")
struct NoLayoutsTests {
  private let loop = TurnLoop()

  @Test("a window that died before its first layout fails the test, and the error says so")
  func deadWindow() throws {
    func show() {
      let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
      let view = GeneratedView("looping")
      view.onLayout = { $0.setNeedsLayout() }
      window.addSubview(view)
    }
    show()
    let error = try #require(throws: NoLayouts.self) { try loop.expectNoLayoutLoops() }
    #expect(error.windows == 0 && "\(error)".contains("the loop has no window; keep a reference"))
    #expect(throws: NoLayouts.self) { try loop.expectNoLayoutLoops { show() } }
    try loop.expectNoLayoutLoops(allowsNoLayouts: true)
  }

  @Test("a turn in which nothing needs layout fails the test, unless that is allowed")
  func idle() throws {
    let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    window.addSubview(View())
    try loop.expectNoLayoutLoops()
    let error = try #require(throws: NoLayouts.self) { try loop.expectNoLayoutLoops() }
    #expect(error.windows == 1 && "\(error)".contains("loop's 1 window needed layout"))
    try loop.expectNoLayoutLoops(allowsNoLayouts: true)
    // A body that runs no turn looks at nothing, whatever it dirties.
    #expect(throws: NoLayouts.self) { try loop.expectNoLayoutLoops { window.setNeedsLayout() } }
    // Layouts of another loop are not seen.
    let other = TurnLoop()
    let elsewhere = Window(frame: window.frame, loop: other)
    #expect(throws: NoLayouts.self) {
      try TurnLoop().expectNoLayoutLoops { elsewhere.layoutIfNeeded() }
    }
  }

  @Test("forced layouts count, and an error of the body comes first")
  func order() throws {
    struct Own: Error {}
    let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    try loop.expectNoLayoutLoops { window.layoutIfNeeded() }
    #expect(throws: Own.self) { try loop.expectNoLayoutLoops { throw Own() } }
  }
}
