import Foundation
import HuntSupport
import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// A random tree whose views dirty each other until their strength is spent.
private final class SettlingTree {
  let loop = TurnLoop()
  let window: Window
  private(set) var views: [GeneratedView] = []

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    let count = Int.random(in: 1...12, using: &generator)
    for index in 0..<count {
      let view = GeneratedView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      view.identifier = "view\(index)"
      (views.randomElement(using: &generator) ?? window).addSubview(view)
      views.append(view)
    }
    for view in views {
      // Few have hundreds of layouts in them.
      let most = [0, 3, 10, 40, 400].randomElement(using: &generator)!
      var strength = most == 0 ? 0 : Int.random(in: 1...most, using: &generator)
      let victim = views.randomElement(using: &generator)!
      let act = Int.random(in: 0...3, using: &generator)
      view.onLayout = { [unowned victim] view in
        guard strength > 0 else { return }
        strength -= 1
        switch act {
        case 0: view.setNeedsLayout()
        case 1: victim.setNeedsLayout()
        case 2: view.frame.size.height += 1
        default: victim.frame.size.width = 100 + CGFloat(strength % 3)
        }
      }
    }
  }

  /// The layouts of each view in the first turn without a hunt.
  func run() -> [Int] {
    loop.runTurn()
    return views.map(\.layouts)
  }
}

@Suite("Loops that settle")
struct ReportBuilderTests {
  /// Hunts one view of a tree; returns the names of the resulting events.
  private func events(
    _ seed: UInt64, hunting index: Int, threshold: Int, counts: [Int]
  ) throws -> [AnalyticsEvent] {
    let tree = SettlingTree(seed: seed)
    let hunter = LoopHunter(loop: tree.loop, configuration: .init(stackLimit: 0))
    // Other tests have a share in the budget of the process.
    hunter.analytics.throttle = .unlimited
    let sink = RecordingSink()
    hunter.analytics.add(sink)
    var reports: [LoopReport] = []
    let attachment = try hunter.attach(to: tree.views[index], threshold: threshold) {
      reports.append($0)
    }
    tree.loop.runTurn()
    let what: Comment = "seed \(seed), view\(index), threshold \(threshold)"
    // A hunt changes nothing, and the pass settles.
    #expect(tree.views.map(\.layouts) == counts, what)
    #expect(!tree.loop.lastCommit.didHitLimit, what)
    #expect(reports.map(\.isSettled) == (counts[index] > threshold ? [nil] : []), what)
    #expect(attachment.lastReport?.isSettled == (counts[index] > threshold ? true : nil), what)
    return sink.events
  }

  @Test("trees that settle are silent up to the threshold, and settled beyond it")
  func settling() throws {
    let cases = caseCount(2000, inDebug: 80)
    var silent = 0
    var silentAfterHundreds = 0
    var settled = 0
    var seed = firstSeed("ReportBuilderTests")
    // A few cases may lack what is rare; many that lack it show that the generator makes none.
    while silent < cases || settled < cases
      || (silentAfterHundreds <= cases / 20 && silent < 10 * cases)
    {
      seed += 1
      let counts = SettlingTree(seed: seed).run()
      var generator = SeededGenerator(seed: ~seed)
      let index = counts.indices.randomElement(using: &generator)!
      let count = counts[index]
      let slack = Int.random(in: 0...2, using: &generator)
      let what: Comment = "seed \(seed), view\(index), \(count) layouts, slack \(slack)"

      let threshold = max(1, count + slack)
      let below = try events(seed, hunting: index, threshold: threshold, counts: counts)
      let isNear = count > max(1, threshold / 2)
      #expect(below.map(\.name) == (isNear ? [.layoutNearMiss] : []), what)
      silent += 1
      if count > 100 { silentAfterHundreds += 1 }

      guard count > 1 else { continue }
      let lower = max(1, count - 1 - slack)
      let above = try events(seed, hunting: index, threshold: lower, counts: counts)
      #expect(above.map(\.name) == [.layoutLoop, .layoutLoopSettled], what)
      #expect(above.map(\.report?.layouts) == [nil, count], what)
      settled += 1
    }
    #expect(silentAfterHundreds > cases / 20)
  }
}
