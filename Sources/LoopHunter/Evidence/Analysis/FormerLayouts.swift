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
    // Of thousands of views, most are dirtied in each round by others.
    guard formers[last] >= 0,
      history.goesBack(from: last, beyond: Int(formers[last]), layouts: 1, without: others)
    else { return false }
    var (middle, end, layouts) = (last, last, 0)
    while formers[end] >= 0 {
      middle = Int(formers[middle])
      layouts += 1
      end = Int(formers[end])
      if formers[end] >= 0 { end = Int(formers[end]) }
    }
    return history.goesBack(from: last, beyond: middle, layouts: layouts, without: others)
  }
}

extension CausalHistory {
  /// True if causes of a layout go back to before another one, through most layouts of its view since then, and
  /// without some views, which take part in less than half of these rounds.
  ///
  /// So a loop that is only begun, or touched now and then, by others goes on without them. `layouts` is the
  /// number of the view's layouts after `floor`.
  func goesBack(
    from last: Int, beyond floor: Int, layouts all: Int, without others: (Int) -> Bool
  ) -> Bool {
    var (rounds, touched, isOlder) = (0, 0, false)
    var waiting = [last]
    var known: Set = [last]
    while let index = waiting.popLast() {
      guard index > floor else {
        isOlder = true
        continue
      }
      if layouts[index].view == layouts[last].view { rounds += 1 }
      var (isCaused, isTouched) = (false, false)
      for cause in causes[layouts[index].causes] {
        let source = actions[cause.action].layout
        guard source >= 0 else { continue }
        guard !others(layouts[source].view) else {
          isTouched = true
          continue
        }
        isCaused = true
        if known.insert(source).inserted { waiting.append(source) }
      }
      if isTouched || !isCaused { touched += 1 }
    }
    return isOlder && 2 * touched < rounds && 2 * rounds > all
  }
}
