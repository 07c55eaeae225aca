import ViewTree

/// The tree of a report, as far as the log shows it; all others are directly in the top-level view.
struct LoggedTree {
  private(set) var children: [LoggedView: [LoggedView]] = [:]
  private(set) var frames: [LoggedView: CGRect] = [:]
  private var seen: Set<LoggedView>

  /// The depth from which on views are placed in the top-level one.
  private static let deepest = 400

  /// `round`: one round of the loop, in its order.
  init(_ report: LayoutLoopReport, top: LoggedView, round: [LoggedView]) {
    seen = [top]
    note(top)
    addDrawing(report, top)
    for call in report.calls where call.isUpstream {
      if let writer = call.writer, seen.contains(call.target) { add(writer, to: call.target) }
    }
    for view in round { add(view, to: top) }
    for (target, write) in report.writes {
      add(target, to: top)
      if let writer = write.writer { add(writer, to: top) }
    }
    for call in report.calls {
      add(call.target, to: top)
      if let writer = call.writer { add(writer, to: top) }
    }
    sort(by: round)
  }

  private mutating func note(_ view: LoggedView) {
    if let frame = view.frame, frames[view] == nil { frames[view] = frame }
  }

  private mutating func add(_ view: LoggedView, to superview: LoggedView) {
    note(view)
    if seen.insert(view).inserted { children[superview, default: []].append(view) }
  }

  private mutating func addDrawing(_ report: LayoutLoopReport, _ top: LoggedView) {
    var chain: [(depth: Int, view: LoggedView)] = []
    for (depth, view) in report.tree {
      while let last = chain.last, last.depth >= depth { chain.removeLast() }
      add(view, to: chain.count < Self.deepest ? chain.last?.view ?? top : top)
      chain.append((depth, view))
    }
  }

  /// Makes the view that is laid out first the last sibling: a pass goes from last to first.
  private mutating func sort(by round: [LoggedView]) {
    var places: [LoggedView: Int] = [:]
    for (index, view) in round.enumerated() where places[view] == nil { places[view] = index }
    for (superview, views) in children {
      children[superview] = views.enumerated().sorted {
        let (one, other) = (places[$0.element] ?? Int.max, places[$1.element] ?? Int.max)
        return one != other ? one > other : $0.offset < $1.offset
      }.map(\.element)
    }
  }
}
