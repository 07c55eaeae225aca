import Foundation
import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// Asks for another layout in each of its layouts.
private final class Restless: View {
  override func layoutSubviews() { setNeedsLayout() }
}

/// Dirties its superview, which dirties all its subviews.
private final class Member: View {
  override func layoutSubviews() { superview?.setNeedsLayout() }
}

private final class Circle: View {
  override func layoutSubviews() { for subview in subviews { subview.setNeedsLayout() } }
}

/// Many views that loop in one tree: the reports of one loop are one, and loops apart stay apart.
@Suite("Many looping views")
struct HistoryIndexTests {
  private func makeTree(_ count: Int, inOneLoop: Bool) -> (window: Window, root: View) {
    let loop = TurnLoop()
    loop.passLimit = inOneLoop ? 60 : 30
    let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    let root = inOneLoop ? Circle(frame: window.bounds) : View(frame: window.bounds)
    for _ in 0..<count {
      let frame = CGRect(x: 0, y: 0, width: 5, height: 5)
      root.addSubview(inOneLoop ? Member(frame: frame) : Restless(frame: frame))
    }
    window.addSubview(root)
    return (window, root)
  }

  /// The reports of a hunt for the whole tree, or for one subview of the root.
  private func reports(
    _ count: Int, inOneLoop: Bool, hunting place: Int? = nil
  ) throws -> [LoopReport] {
    let (window, root) = makeTree(count, inOneLoop: inOneLoop)
    let hunter = LoopHunter(loop: window.loop, configuration: .init(stackLimit: 0))
    var reports: [LoopReport] = []
    if let place {
      try hunter.attach(to: root.subviews[place], threshold: 20) { reports.append($0) }
    } else {
      try hunter.attach(toTree: root, threshold: 20) { reports.append($0) }
    }
    window.loop.runTurn()
    return reports
  }

  @Test("loops apart get a report each, the same as when one alone is hunted")
  func apart() throws {
    let count = caseCount(150, inDebug: 60)
    let all = try reports(count, inOneLoop: false)
    #expect(all.count == count)
    #expect(Set(all.map(\.view.path)).count == count)
    for report in all {
      #expect(report.verdict == .redundant)
      #expect(report.cycle == [report.view])
      #expect(report.culprit?.edge.writer == report.view)
      #expect(report.victims.isEmpty && report.otherEdges.isEmpty)
    }
    for place in [0, 7, 8, 9, count / 2, count - 1] {
      let alone = try #require(reports(count, inOneLoop: false, hunting: place).first)
      let among = try #require(all.first { $0.view == alone.view })
      #expect(among == alone)
    }
  }

  @Test("views of one loop get one report, with the view that crossed in it")
  func together() throws {
    let all = try reports(100, inOneLoop: true)
    #expect(all.count == 101)
    #expect(Set(all.map(\.view.path)).count == 101)
    for report in all {
      #expect(report.fingerprint == all[0].fingerprint)
      #expect(report.verdict == all[0].verdict)
      #expect(report.cycle == all[0].cycle)
      #expect(report.culprit == all[0].culprit)
      #expect(report.count == 21 && report.threshold == 20 && report.depth == 1)
    }
  }

  @Test("the work grows with the number of loops, and not with its square")
  func growth() throws {
    func time(_ count: Int) throws -> Duration {
      try processorTime { try #expect(reports(count, inOneLoop: false).count == count) }
    }
    let few = caseCount(100, inDebug: 40)
    _ = try time(few)
    // Four times as many: 4 in a straight line, 16 by the square.
    let growth = try Growth(from: few, to: 4 * few, below: 10, time)
    #expect(growth.ratio < 10, "\(growth)")
  }

  @Test("a loop has the same report beside an unrelated loop")
  func neighbours() throws {
    func fingerprints(_ hasOther: Bool) throws -> [String] {
      let tree = HuntedTree()
      let feed = tree.make("feed")
      let card = tree.make("card", in: feed)
      feed.onLayout = { _ in card.frame.size = CGSize(width: 90, height: 100) }
      card.onLayout = { $0.frame.size.height = 120 }
      let other = tree.make("other")
      let leaf = tree.make("leaf", in: other)
      if hasOther {
        other.onLayout = { _ in leaf.setNeedsLayout() }
        // Twice as often as the feed.
        leaf.onLayout = { other in
          other.superview?.setNeedsLayout()
          if other.layouts % 2 == 0 { other.frame.size.height += 1 }
        }
      }
      let report = try tree.hunt(card).first
      #expect(report.verdict == .oscillating(period: 1), "\(report)")
      #expect(report.cycle.map(\.name) == ["feed", "card"])
      return [report.fingerprint]
    }
    #expect(try fingerprints(true) == fingerprints(false))
  }
}
