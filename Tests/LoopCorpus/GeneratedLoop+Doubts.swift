import LoopHunter
import LoopScenarios
import ViewTree

extension GeneratedLoop {
  /// The contradictions to the stated truth of a seed's loop, found without a hunter; normally none.
  ///
  /// The views that are laid out again and again are those that the truth names; without the code of
  /// the culprit or of an accomplice the loop stops, and without that of a victim it goes on.
  package static func doubts(seed: UInt64) -> [String] {
    let loop = GeneratedLoop(seed: seed)
    guard loop.isSteady else { return [] }
    let truth = loop.truth
    let writers = truth.culprits.compactMap(\.writer)
    let named = truth.accomplices.union(truth.victims).union(truth.others).union(writers)
      .union(truth.culprits.flatMap(\.dirtied))
    let cycle = LayoutRates(of: GeneratedLoop(seed: seed)).cycle
    guard !cycle.order.isEmpty else { return ["\(loop.summary): does not repeat"] }
    var doubts: [String] = []
    func doubt(_ names: Set<String>, _ what: String) {
      if !names.isEmpty { doubts.append("\(loop.summary): \(names.sorted()) \(what)") }
    }
    doubt(cycle.members.subtracting(named), "take part and are not named")
    doubt(
      truth.accomplices.union(truth.victims).subtracting(cycle.members),
      "are named and take no part")
    doubt(cycle.members.intersection(loop.bystanders), "are bystanders and take part")
    // A stack's code is the engine's, and goes on; an update of constraints may have no view.
    let needed = truth.accomplices.union(truth.culprits.count == 1 ? writers : [])
      .subtracting(["stack"])
    doubt(needed.filter { goesOn(seed, without: $0) }, "are not needed")
    doubt(truth.victims.filter { !goesOn(seed, without: $0) }, "are needed")
    return doubts
  }

  /// True if the loop of a seed goes on without some lines of its code; nil if that cannot be seen in a turn.
  package static func goesOn(_ seed: UInt64, without omission: Omission) -> Bool? {
    let loop = GeneratedLoop(seed: seed, omitted: omission)
    return loop.isSteady ? goesOn(loop) : nil
  }

  /// True if the loop of a seed goes on without the line of an edge; nil if that cannot be seen.
  ///
  /// A new origin dirties nobody: without it means without the call, too, that goes with it.
  package static func goesOn(_ seed: UInt64, without edge: InvalidationEdge) -> Bool? {
    guard let writer = edge.writer?.name else { return nil }
    let action = edge.action.name
    let actions = [action] + (action.hasPrefix("frame.origin") ? ["setNeedsLayout"] : [])
    return goesOn(seed, without: Omission(writer, actions))
  }

  private static func goesOn(_ seed: UInt64, without name: String) -> Bool {
    goesOn(GeneratedLoop(seed: seed, muted: name))
  }

  /// The batches after which a loop is taken to go on for ever; fewer in debug builds, which are slow.
  private static let passLimit = {
    #if DEBUG
    300
    #else
    800
    #endif
  }()

  private static func goesOn(_ loop: GeneratedLoop) -> Bool {
    loop.stage.loop.passLimit = passLimit
    withExtendedLifetime(loop) { loop.stage.run() }
    return loop.stage.loop.lastCommit.didHitLimit
  }
}
