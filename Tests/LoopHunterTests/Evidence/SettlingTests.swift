import Foundation
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

  /// How often each view is laid out in the first turn when nobody hunts.
  func run() -> [Int] {
    loop.runTurn()
    return views.map(\.layouts)
  }
}

@Suite struct SettlingTests {
  @Test("trees that settle are silent up to the threshold, and settled beyond it")
  func settling() throws {
    var seeds = SystemRandomNumberGenerator()
    let base = seeds.next() % 1_000_000_000
    print("SettlingTests: seeds from \(base)")
    var crossings = 0
    for seed in base..<base + UInt64(caseCount(2000, inDebug: 500)) {
      let counts = SettlingTree(seed: seed).run()
      var generator = SeededGenerator(seed: ~seed)
      let index = counts.indices.randomElement(using: &generator)!
      let threshold = max(1, counts[index] + Int.random(in: -3...2, using: &generator))
      let tree = SettlingTree(seed: seed)
      let hunter = LoopHunter(loop: tree.loop, configuration: .init(stackLimit: 0))
      var reports: [LoopReport] = []
      let attachment = try hunter.attach(to: tree.views[index], threshold: threshold) {
        reports.append($0)
      }
      tree.loop.runTurn()
      let what: Comment = "seed \(seed), view\(index), threshold \(threshold)"
      #expect(tree.views.map(\.layouts) == counts, what)
      #expect(!tree.loop.lastCommit.hitLimit, what)
      if counts[index] > threshold {
        crossings += 1
        #expect(reports.count == 1, what)
        #expect(reports.first?.settled == nil, what)
        #expect(attachment.lastReport?.settled == true, what)
        #expect(attachment.lastReport?.layouts == counts[index], what)
      } else {
        #expect(reports.isEmpty, what)
        #expect(hunter.nearMisses.count == (counts[index] > max(1, threshold / 2) ? 1 : 0), what)
      }
    }
    #expect(crossings > 20)
  }
}
