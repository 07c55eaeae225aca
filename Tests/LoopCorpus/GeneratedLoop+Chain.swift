import Foundation
import ViewTree

extension GeneratedLoop {
  /// The root brings a chain of 1 to 39 views down to the guilty one, each of which hands layout on
  /// to the next; the guilty one acts upstream.
  ///
  /// Views of the chain that echo act upstream too, once for each time that the root's word reaches
  /// them, so that an echo alone cannot keep the loop going. The guilty one acts once for each word as
  /// well: else every echo would begin a loop of its own, and their truth would be unknown.
  func buildChain() {
    // A view that grows itself is not dirtied by that, and would stop.
    let longest = chance(8) ? 39 : 10
    let length = random((kind == .growth ? 2 : 1)...longest)
    var chain: [GeneratedView] = []
    for index in 0..<length {
      chain.append(make("chain\(index)", in: chain.last ?? root))
    }
    for _ in 0..<random(0...(chance(8) ? 50 : 6)) {
      // Only the root joins them with a period: the others can be laid out twice in a round.
      let isPeriodic = kind == .call && chance(3)
      addInnocents(
        1, of: isPeriodic ? root : ([root] + chain)[random(0...length)],
        isPeriodic: isPeriodic)
    }
    var echoes: [Int: Int] = [:]
    if kind != .growth, length > 1 {
      for _ in 0..<random(0...3) { echoes[random(1...length - 1)] = -1 }
    }
    // The growing view itself must become dirty: the root is a victim there.
    if kind == .growth { anchor = chain[0] }
    tellTruth(chain)
    giveLayouts(chain, echoes: echoes)
  }

  private func tellTruth(_ chain: [GeneratedView]) {
    let victims = truth.victims
    let guilty = chain.last!.identifier!
    let names = Set(chain.map { $0.identifier! })
    let target = chain[0].identifier!
    switch kind {
    case .fight:
      truth = Truth(
        .oscillating(period: period),
        [.init(guilty, ["frame.size.height"], on: [target], dirties: ["root"])],
        accomplices: names.subtracting([guilty]), victims: victims, others: ["root"])
    case .call:
      truth = Truth(
        .redundant, [.init(guilty, ["setNeedsLayout"], on: ["root"], dirties: ["root"])],
        accomplices: names.subtracting([guilty]).union(["root"]), victims: victims)
    default:
      truth = Truth(
        .drifting(["frame.size.height"], perRound: 0.5),
        [.init(guilty, ["frame.size.height"], on: [target], dirties: [target])],
        accomplices: names.subtracting([guilty]), victims: victims.union(["root"]))
    }
  }

  private func giveLayouts(_ chain: [GeneratedView], echoes: [Int: Int]) {
    let values = values()
    let (root, target, kind, period) = (self.root, chain[0], self.kind, self.period)
    // The root's layout that each view of the chain heard of last: handed on with the layout.
    var word = [Int](repeating: 0, count: chain.count + 1)
    root.onLayout = { [unowned self, unowned target] root in
      guard acts(root) else { return }
      dirtyInnocents(of: root, round: root.layouts)
      word[0] = root.layouts
      switch kind {
      case .fight:
        target.frame.size = CGSize(width: 90, height: 50 + values[root.layouts % period])
      case .call: target.setNeedsLayout()
      default: break
      }
    }
    // A writer may announce its write by a call as well; the write is the culprit.
    let announces = chance(3)
    // The word that was echoed last, and that the guilty one answered last.
    var echoes = echoes
    var answered = -1
    for (index, view) in chain.enumerated() {
      let next = index + 1 < chain.count ? chain[index + 1] : nil
      view.onLayout = { [unowned self, unowned root, unowned target, weak next] view in
        guard acts(view) else { return }
        dirtyInnocents(of: view)
        word[index + 1] = word[index]
        if let last = echoes[index], last != word[index] {
          echoes[index] = word[index]
          view.superview?.setNeedsLayout()
        }
        if let next {
          if kind != .call { next.frame.size.height = view.bounds.height - 1 }
          // The root may have set the size back before anybody saw the other one.
          if kind != .growth { next.setNeedsLayout() }
          return
        }
        guard kind == .growth || answered != word[index] else { return }
        answered = word[index]
        switch kind {
        case .fight:
          if does(view, "frame.size.height") {
            target.frame.size.height = 100 + values[root.layouts % period]
          }
          if announces, does(view, "setNeedsLayout") { root.setNeedsLayout() }
        case .call: if does(view, "setNeedsLayout") { root.setNeedsLayout() }
        default: if does(view, "frame.size.height") { target.frame.size.height += 0.5 }
        }
      }
    }
  }
}
