import Foundation
import LoopScenarios
import ViewTree

extension GeneratedLoop {
  /// A view forces itself, or its subview, which forces it, ever deeper.
  func buildRecursion() {
    let outer = makeApart("outer")
    anchor = outer
    stage.loop.passLimit = 700
    // Before the nesting limit turns the recursion round.
    threshold = min(threshold, 100)
    func force(_ view: View?) {
      view?.setNeedsLayout()
      view?.layoutIfNeeded()
    }
    let calls: Set<String> = ["setNeedsLayout", "layoutIfNeeded"]
    guard chance(2) else {
      truth = Truth(.reentrant, [.init("outer", calls, on: ["outer"], dirties: ["outer"])])
      give(outer) { outer in force(outer) }
      return
    }
    let inner = make("inner", in: outer)
    truth = Truth(
      .reentrant, [.init("inner", calls, on: ["outer"], dirties: ["outer"])],
      accomplices: ["outer"])
    give(outer) { [weak inner] _ in force(inner) }
    give(inner) { [weak outer] _ in force(outer) }
  }

  /// An event, a block or a timer dirties one of a few rows after the other, and forces layout after
  /// each.
  func buildThrashing() {
    let list = makeApart("list")
    let rows = (0..<random(1...3)).map { make("row\($0)", in: list) }
    let action = ["frame.size.height", "setNeedsLayout", "bounds.origin"][random(0...2)]
    let isWide = action == "frame.size.height"
    let names = rows.map { $0.identifier! }
    truth = Truth(
      .thrashing, [.init(nil, [action], on: Set(names), dirties: Set(names + ["list"]))],
      others: Set(names + ["list"]))
    anchor = isWide ? list : rows[0]
    let count = (threshold + 8) * rows.count
    let reverts = chance(2)
    let work = { [weak self, weak list] in
      for index in 0..<count {
        guard let self, !self.isOver else { return }
        let row = rows[index % rows.count]
        switch action {
        case "frame.size.height":
          row.frame.size.height += reverts && index / rows.count % 2 == 1 ? -1 : 1
        case "setNeedsLayout": row.setNeedsLayout()
        default: row.bounds.origin.y += 1
        }
        list?.layoutIfNeeded()
      }
    }
    let way = random(0...2)
    stage.script = { loop in
      loop.runTurn()
      switch way {
      case 0: loop.event(work)
      case 1: loop.async(work)
      default: loop.after(.milliseconds(4), work)
      }
      loop.runUntilIdle(limit: 10)
    }
  }

  /// One to four views hand layout on from turn to turn, by blocks and by timers.
  func buildHops() {
    let hops = (0..<random(1...4)).map { makeApart("hop\($0)") }
    let names = hops.map { $0.identifier! }
    truth = Truth(
      .acrossTurns,
      names.indices.map { index in
        let next = names[(index + 1) % names.count]
        return .init(names[index], ["setNeedsLayout"], on: [next], dirties: [next])
      }, others: Set(names))
    anchor = hops[0]
    for (index, hop) in hops.enumerated() {
      addInnocents(random(0...1), of: hop)
      let usesTimer = chance(3)
      give(hop) { [weak next = hops[(index + 1) % hops.count]] hop in
        let work = { [weak next] in next?.setNeedsLayout() ?? () }
        if usesTimer {
          hop.window?.loop.after(.milliseconds(3), work)
        } else {
          hop.window?.loop.async(work)
        }
      }
    }
    stage.script = { [unowned self] loop in
      isOver = true
      loop.runTurn()
      isOver = false
      loop.event { [unowned self] in anchor.setNeedsLayout() }
      loop.runUntilIdle(limit: 64 * hops.count + 4)
      isOver = true
      loop.runUntilIdle(limit: 100)
    }
  }
}
