import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("Paths of views")
struct ViewNamerTests {
  /// The path of the last of nested views, as the text of a report on it shows it.
  private func shown(_ names: [String]) throws -> String {
    let loop = TurnLoop(clock: .virtual)
    loop.passLimit = 100
    let window = loop.makeSettledWindow()
    var last: View = window
    for name in names {
      let view = GeneratedView(name)
      last.addSubview(view)
      last = view
    }
    let view = try #require(last as? GeneratedView)
    view.onLayout = { $0.setNeedsLayout() }
    defer { view.onLayout = nil }
    var reports: [LoopReport] = []
    try LoopHunter(loop: loop).attach(to: view, threshold: 20) { reports.append($0) }
    view.setNeedsLayout()
    loop.runTurn()
    withExtendedLifetime(window) {}
    let text = try #require(reports.first).text(width: 1_000)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("Hunted ") })
    return String(line.dropFirst("Hunted       ".count).prefix { $0 != "," })
  }

  @Test("are shown whole up to 120 letters; of longer ones the beginning and the last 80 letters")
  func shownPaths() throws {
    // Each step has ten letters with its slash.
    let names = (10..<23).map { "view-no\($0)" }
    let whole = ["Window"] + names
    #expect(try shown(Array(names.prefix(11))) == whole.prefix(12).joined(separator: "/"))
    let end = whole.suffix(8)
    #expect(try shown(names) == (["Window", "view-no10", "…"] + end).joined(separator: "/"))
    // One letter more, and there is room for one step less.
    let longer = names.dropLast() + ["view-no022"]
    let shortEnd = whole.dropLast().suffix(6) + ["view-no022"]
    #expect(
      try shown(Array(longer)) == (["Window", "view-no10", "…"] + shortEnd).joined(separator: "/"))
    // A mark for nothing would be longer than what it stands for.
    let wide = [String(repeating: "w", count: 60)] + names.prefix(8)
    #expect(try shown(wide) == (["Window"] + wide).joined(separator: "/"))
  }

  @Test("are whole up to 256 steps; of longer ones the middle is left out")
  func longPaths() throws {
    let loop = TurnLoop()
    let hunter = LoopHunter(loop: loop, configuration: .init(nearMissLimit: 2_000))
    let window = loop.makeSettledWindow()
    var last: View = window
    var names: [String] = []
    var hunted: [JournalView] = []
    for depth in 1...1_000 {
      let view = JournalView("v\(depth)")
      names.append("v\(depth)")
      last.addSubview(view)
      last = view
      hunted.append(view)
    }
    for view in hunted { try hunter.attach(to: view, threshold: 4) { _ in } }
    // From the middle, the end and the beginning, as paths are remembered.
    var random = SeededGenerator(seed: firstSeed("ViewNamerTests"))
    for view in hunted.shuffled(using: &random) { layOut(view, times: 3) }
    loop.event {}
    loop.runTurn()
    let paths = hunter.nearMisses.map(\.view.path)
    #expect(paths.count == 1_000)
    for path in paths {
      let steps = path.split(separator: "/").map(String.init)
      let depth = names.firstIndex(of: steps.last!)! + 1
      let whole = ["Window"] + names.prefix(depth)
      if whole.count <= 256 {
        #expect(steps == whole)
      } else {
        let ends: [String] = Array(whole.prefix(128)) + ["…"] + Array(whole.suffix(128))
        #expect(steps == ends)
      }
    }
  }
}
