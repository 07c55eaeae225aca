import ViewTree

/// Layout that code outside any layout makes necessary again and again within one turn.
///
/// The code forces it each time, or after each layout of a pass dirties views that the pass then
/// lays out again. The hunted view only selects the forced views.
struct Thrashing {
  /// An edge without a writer, to one view or to several of a kind.
  struct Edge {
    var edge: LoopEdge
    /// The properties that the views share.
    var role: ViewRole
    /// The target views, by number.
    var targets: Set<Int>
    /// The number of forced passes in which it takes part.
    var passes = 0

    /// The action in the recorder's form.
    ///
    /// Rows are written one after the other, so that the next one is any of its kind.
    var action: ActionKey {
      ActionKey(writer: 0, kind: edge.key.kind, target: ActionKey.any, role: role)
    }
  }

  /// The calls of `layoutIfNeeded`; nil where nobody forced it.
  let force: Edge?
  /// The deeds that make layout necessary each time, the worst first.
  let deeds: [Edge]
  /// The layouts of each time.
  let cycle: Cycle
  /// The fraction of all forced passes that are of this kind.
  let share: Double

  /// The actors that are forced.
  func forcedActors(_ evidence: LoopEvidence) -> Set<Int> {
    Set((force?.targets ?? []).map { evidence.actors[$0] })
  }

  /// The times that it was forced, of all forced passes; `share` is its fraction, if known better.
  func times(of forcedPasses: Int, share: Double? = nil) -> Int {
    max(force?.passes ?? 0, Int((Double(forcedPasses) * (share ?? self.share)).rounded()))
  }
}
