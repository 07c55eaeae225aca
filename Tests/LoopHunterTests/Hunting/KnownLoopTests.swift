import Foundation
import LoopCorpus
import LoopHunter
import Testing
import ViewTree

/// A test with a baseline fails for new loops only.
@Suite("Known loops in tests")
struct KnownLoopTests {
  private let loop = TurnLoop()
  private let window: Window
  private let file = URL.temporaryDirectory.appending(path: "known-\(UUID()).json")

  init() {
    window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
  }

  private func addLooping(_ name: String) -> GeneratedView {
    let view = GeneratedView(name)
    view.onLayout = { $0.setNeedsLayout() }
    window.addSubview(view)
    return view
  }

  private func reports() throws -> [LoopReport] {
    do {
      try loop.expectNoLayoutLoops(baseline: file)
      return []
    } catch let error as LoopDetected {
      return error.reports
    }
  }

  @Test("a known loop passes, and an unknown loop after it does not")
  func knownLoopPasses() throws {
    defer { try? FileManager.default.removeItem(at: file) }
    let known = addLooping("known")
    var baseline = Baseline()
    try Data(baseline.text).write(to: file)
    let report = try #require(try reports().first)
    let added = baseline.add(report)
    #expect(added)
    try Data(baseline.text).write(to: file)
    known.setNeedsLayout()
    #expect(try reports() == [])
    // The view that was added last is laid out first: it must not hide the one before it.
    let hidden = GeneratedView("hidden")
    hidden.onLayout = { if $0.layouts < 150 { $0.setNeedsLayout() } }
    window.insertSubview(hidden, at: 0)
    known.setNeedsLayout()
    #expect(try reports().map(\.view.path) == ["Window/hidden"])
  }

  @Test("a baseline that cannot be read fails the test, with the reason")
  func baselineCannotRead() throws {
    let error = #expect(throws: (any Error).self) { try loop.expectNoLayoutLoops(baseline: file) }
    #expect("\(error!)".contains("there is no such file"))
  }
}
