/// The layouts of each view, the latest first.
struct FormerLayouts {
  /// For each layout the former one of its view; -1 for none.
  private var formers: [Int32] = []
  /// The latest layout of each view; -1 for none.
  private var latest: [Int32] = []

  /// Adds the history's new layouts.
  private mutating func extend(by history: CausalHistory) {
    for index in formers.count..<history.layouts.count {
      let layout = history.layouts[index]
      guard !layout.isPhantom else {
        formers.append(-1)
        continue
      }
      let missing = layout.view + 1 - latest.count
      if missing > 0 { latest.append(contentsOf: repeatElement(-1, count: missing)) }
      formers.append(latest[layout.view])
      latest[layout.view] = Int32(index)
    }
  }

  /// True if the later half of a view's layouts goes on without the layouts of some others.
  mutating func goesOn(
    _ view: Int, in history: CausalHistory, without others: WaysBack
  ) -> Bool {
    extend(by: history)
    guard view < latest.count, latest[view] >= 0 else { return false }
    let layouts = sequence(first: Int(latest[view])) { [formers] in
      formers[$0] < 0 ? nil : Int(formers[$0])
    }
    return WayBack.goesOn(latestFirst: layouts) { others.way(of: $0, in: history) }
  }
}
