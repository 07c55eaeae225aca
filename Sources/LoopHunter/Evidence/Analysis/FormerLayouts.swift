/// The layouts of each view, the latest first, and what they go back to.
///
/// A view that a loop brings along may have a loop of its own. Then the later half of its layouts follows from
/// that one alone.
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
    _ view: Int, in history: CausalHistory, without others: (Int) -> Bool
  ) -> Bool {
    extend(by: history)
    guard view < latest.count, latest[view] >= 0 else { return false }
    let last = Int(latest[view])
    // Of thousands of views, most are dirtied in each round by others, and by nothing else.
    guard formers[last] >= 0,
      history.rounds([last], beyond: Int(formers[last]), without: others).goingOn > 0
    else { return false }
    let layouts = Array(
      sequence(first: last) { [formers] in formers[$0] < 0 ? nil : Int(formers[$0]) })
    let later = Array(layouts.prefix(layouts.count / 2))
    return history.goesOn(later, beyond: layouts[later.count], without: others)
  }
}

extension CausalHistory {
  /// True if most of some layouts of a view go back to before `floor` without the layouts of some others, which
  /// take part in less than half of these rounds.
  ///
  /// So a loop that is only begun, or touched now and then, by others goes on without them.
  func goesOn(_ layouts: [Int], beyond floor: Int, without others: (Int) -> Bool) -> Bool {
    let (goingOn, touched) = rounds(layouts, beyond: floor, without: others)
    return 2 * goingOn > layouts.count && 2 * touched < goingOn
  }

  /// Counts those of some layouts that go back to before `floor`, without the layouts of some others, and the
  /// layouts on their ways back that these, or nobody, brought about, too.
  fileprivate func rounds(
    _ layouts: [Int], beyond floor: Int, without others: (Int) -> Bool
  ) -> (goingOn: Int, touched: Int) {
    var waiting = layouts
    var known = Set(layouts)
    while let index = waiting.popLast() {
      for source in sources(of: index) where source > floor && !others(self.layouts[source].view) {
        if known.insert(source).inserted { waiting.append(source) }
      }
    }
    var goingOn: Set<Int> = []
    var touched = 0
    for index in known.sorted() {
      var (goesOn, isTouched) = (false, false)
      for source in sources(of: index) {
        if others(self.layouts[source].view) {
          isTouched = true
        } else if source <= floor || goingOn.contains(source) {
          goesOn = true
        }
      }
      if goesOn { goingOn.insert(index) }
      if isTouched || !goesOn { touched += 1 }
    }
    return (layouts.reduce(0) { $0 + (goingOn.contains($1) ? 1 : 0) }, touched)
  }

  /// The layouts that brought about a layout.
  private func sources(of index: Int) -> some Sequence<Int> {
    causes[layouts[index].causes].lazy.map { [actions] in actions[$0.action].layout }
      .filter { $0 >= 0 }
  }
}
