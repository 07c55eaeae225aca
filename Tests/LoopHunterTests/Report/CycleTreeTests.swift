import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// The drawing of a cycle in a report's text.
@Suite("The tree of a cycle")
struct CycleTreeTests {
  /// The lines of the tree in the report on a page whose layout dirties it and all views below it.
  private func lines(width: Int = 60, _ build: (View) -> Void) throws -> [String] {
    let loop = TurnLoop(clock: .virtual)
    loop.passLimit = 120
    let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    let page = GeneratedView("page")
    window.addSubview(page)
    build(page)
    func dirty(_ view: View) {
      for subview in view.subviews {
        subview.setNeedsLayout()
        dirty(subview)
      }
    }
    page.onLayout = {
      $0.setNeedsLayout()
      dirty($0)
    }
    defer { page.onLayout = nil }
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
    try hunter.attach(to: page, threshold: 50) { reports.append($0) }
    loop.runTurn()
    return try #require(reports.first).section("Cycle of", width: width)
  }

  @Test("neighbours of one class that are victims share a line, with their places and their number")
  func neighbours() throws {
    let lines = try lines { page in
      for _ in 0..<3 { page.addSubview(View()) }
      page.addSubview(Label())
      for _ in 0..<2 { page.addSubview(View()) }
      let box = View()
      page.addSubview(box)
      box.addSubview(View())
      page.addSubview(View())
    }
    #expect(
      lines == [
        "     1  Window/page  culprit, hunted",
        "     2    View[6]    victim",
        "     3    View[5]    victim",
        "     4      View     victim",
        "   5–6    View × 2   victims",
        "     7    Label      victim",
        "  8–10    View × 3   victims",
      ])
  }

  @Test("a slash in a view's name is no step of its path")
  func slashes() throws {
    let lines = try lines { page in
      let box = View()
      box.identifier = "a"
      let inner = View()
      inner.identifier = "b"
      box.addSubview(inner)
      page.addSubview(box)
      let other = View()
      other.identifier = "a/b"
      page.addSubview(other)
    }
    #expect(
      lines == [
        "  1  Window/page  culprit, hunted",
        "  2    a/b        victim",
        "  3    a          victim",
        "  4      b        victim",
      ])
  }

  @Test("a name that is too long loses its beginning, and no line is wider than was asked for")
  func names() throws {
    func build(_ page: View) {
      let box = View()
      box.identifier = "a box with a name that is far too long for its line"
      page.addSubview(box)
    }
    let narrow = try lines(width: 44, build)
    #expect(narrow.map(\.count) == [44, 35])
    #expect(narrow[1] == "  2    …o long for its line  victim")
    let wide = try lines(width: 100, build)
    #expect(wide[1].hasPrefix("  2    a box with a name that is far too long for its line  victim"))
    #expect(try lines(width: 12, build)[1].hasPrefix("  2    …"), "eight letters are left at least")
  }

  @Test("of many victims the first are drawn, and the others are counted")
  func many() throws {
    func build(_ count: Int) -> (View) -> Void {
      { page in
        for index in 0..<count {
          let view = View()
          view.identifier = "view\(index)"
          page.addSubview(view)
        }
      }
    }
    let lines = try lines(build(60))
    #expect(lines.count == 40)
    #expect(lines.last == "   …  22 more victims")
    #expect(lines[38].hasPrefix("  39    view22 "))
    let whole = try self.lines(build(39))
    #expect(whole.count == 40)
    #expect(whole.last?.hasPrefix("  40    view0 ") == true)
  }

  @Test("a tree of more than ten levels is drawn narrow")
  func deep() throws {
    func build(_ depth: Int) -> (View) -> Void {
      { page in
        var parent = page
        for index in 1...depth {
          let view = View()
          view.identifier = "level\(index)"
          parent.addSubview(view)
          parent = view
        }
      }
    }
    #expect(try lines(build(10))[10].hasPrefix("  11  " + String(repeating: "  ", count: 10) + "l"))
    #expect(try lines(build(11))[11].hasPrefix("  12  " + String(repeating: " ", count: 11) + "l"))
    let deepest = try lines(width: 40, build(30))
    #expect(deepest.count == 31 && deepest.map(\.count).max() == 40, "what has no room is cut")
  }
}
