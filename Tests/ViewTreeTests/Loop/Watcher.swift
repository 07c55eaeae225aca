import ViewTree

/// An observer that writes down its calls, in words.
final class Watcher: LayoutObserver {
  var lines: [String] = []

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  private func name(_ view: View) -> String {
    view.identifier ?? String(describing: type(of: view))
  }

  private func by(_ view: View?) -> String { view.map { " by \(name($0))" } ?? "" }

  func turnBegan(_ turn: Int, now: Duration) { lines.append("turn \(turn)") }
  func turnEnded(_ turn: Int) { lines.append("end of turn \(turn)") }
  func commitBegan() { lines.append("commit") }
  func commitEnded(_ summary: TurnLoop.CommitSummary) {
    lines.append("committed \(summary.batches)\(summary.didHitLimit ? " at the limit" : "")")
  }
  func layoutForced(_ view: View, by layingOut: View?) {
    lines.append("force \(name(view))\(by(layingOut))")
  }
  func layoutEntered(_ view: View) { lines.append("layout \(name(view))") }
  func layoutLeft(_ view: View) { lines.append("done \(name(view))") }
  func constraintsEntered(_ view: View) { lines.append("update \(name(view))") }
  func constraintsLeft(_ view: View) { lines.append("updated \(name(view))") }
  func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
    lines.append("dirty \(name(view)) \(reason)\(by(layingOut))\(again ? " again" : "")")
  }
  func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
    lines.append("\(change.property.rawValue) \(name(view))\(by(layingOut))")
  }
  func treeChanged(_ change: TreeChange, by layingOut: View?) {
    switch change {
    case .opened(let window): lines.append("opened \(name(window))")
    case .added(let view, let superview, let index, let from):
      lines.append(
        "added \(name(view)) to \(name(superview)) at \(index)"
          + (from.map { " from \(name($0))" } ?? "") + by(layingOut))
    case .removed(let view, let superview):
      lines.append("removed \(name(view)) from \(name(superview))\(by(layingOut))")
    case .reordered(let view, let superview, let index):
      lines.append("reordered \(name(view)) in \(name(superview)) to \(index)\(by(layingOut))")
    }
  }
  func workEnqueued(_ work: WorkID, kind: WorkKind, by layingOut: View?) {
    lines.append("\(kind.rawValue) \(work.rawValue)\(by(layingOut))")
  }
  func workBegan(_ work: WorkID) { lines.append("run \(work.rawValue)") }
  func workEnded(_ work: WorkID) { lines.append("ran \(work.rawValue)") }
}
