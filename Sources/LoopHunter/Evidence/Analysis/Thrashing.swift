import ViewTree

/// Layout that code outside any layout makes necessary again and again within one turn: it forces it
/// each time, or dirties after each layout of a pass what the pass then lays out again.
///
/// What is said of it does not depend on the hunted view, which only selects what is forced.
struct Thrashing {
  /// An edge without a writer, to one view or to several of a kind.
  struct Edge {
    var edge: LoopEdge
    /// What the views have in common.
    var role: ViewRole
    /// The views to which it was done, by number.
    var targets: Set<Int>
    /// In how many of the forced passes it has a part.
    var passes = 0

    /// The action as the recorder will see it.
    ///
    /// Rows are written one after the other, so that the next one is any of its kind.
    var action: ActionKey {
      ActionKey(writer: 0, kind: edge.key.kind, target: ActionKey.any, role: role)
    }
  }

  /// The calls of `layoutIfNeeded`; nil where nobody forced it.
  let force: Edge?
  /// What makes layout necessary each time, the worst first.
  let deeds: [Edge]
  /// What is laid out each time.
  let cycle: Cycle
  /// Which part these forced passes are of all.
  let share: Double
}

extension Thrashing {
  /// The actors that are forced.
  func forcedActors(_ evidence: LoopEvidence) -> Set<Int> {
    Set((force?.targets ?? []).map { evidence.actors[$0] })
  }

  /// How often it was forced, of so many forced passes in the turn; `share` is that of this kind,
  /// as far as it is known now.
  func times(of forcedPasses: Int, share: Double? = nil) -> Int {
    max(force?.passes ?? 0, Int((Double(forcedPasses) * (share ?? self.share)).rounded()))
  }
}
