import ViewTree

/// Is told after all observers that write lines, so that what follows comes after these lines.
final class ReplayEpilogue: LayoutObserver {
  /// The engine, which observes the loop, too, until both stop.
  private let engine: ReplayEngine

  init(_ engine: ReplayEngine) { self.engine = engine }

  func layoutLeft(_ view: View) {
    engine.letGoAfterLayout(of: view)
    engine.repeatDeedsAfterLayout()
  }

  func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
    engine.endIfLastWasTold()
  }

  func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
    engine.endIfLastWasTold()
  }

  func treeChanged(_ change: TreeChange, by layingOut: View?) { engine.endIfLastWasTold() }
}
