/// The state of a turn in which a view is laid out, so that others like it can be found.
enum LayoutOccasion: Hashable {
  /// The views whose layouts since the view's last one led to this one, in a row of marks.
  case causes(Set<Int>)
  /// All views that were laid out since then.
  case others(Set<Int>)
}

/// The choice of the recorded layouts that a replay repeats.
protocol LayoutChoice {
  /// The number of recorded layouts to pass over, so that a view does what it did on such an occasion.
  ///
  /// It is 0 where nothing is known of the occasion, and nil where no such layout is left.
  ///
  /// - Parameter place: The place of the view's next layout among those of the turn.
  func layoutsToPassOver(
    of view: Int, from place: Int, in turn: Int, on findOccasions: () -> [LayoutOccasion]
  ) -> Int?
}

/// The latest layouts of a turn, with those that led to them.
struct RecentLayouts {
  /// The layouts by place, each with the places of those that marked its view.
  private var layouts: [(view: Int, causes: [Int])] = []
  /// The places of the layouts that are open, the outermost first.
  private var open: [Int] = []
  /// The place of the last layout of each view.
  private var last: [Int: Int] = [:]
  /// The places of the layouts that marked each view since then.
  private var marks: [Int: [Int]] = [:]

  /// The number of layouts that an occasion looks back.
  private static let reach = 256

  mutating func removeAll() {
    layouts.removeAll(keepingCapacity: true)
    open.removeAll()
    last.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
  }

  /// Notes that the innermost open layout calls for a layout of a view.
  mutating func mark(_ view: Int) {
    guard let marker = open.last, marks[view]?.last != marker else { return }
    marks[view, default: []].append(marker)
  }

  mutating func enter(_ view: Int) {
    open.append(layouts.count)
    last[view] = layouts.count
    layouts.append((view, marks.removeValue(forKey: view) ?? []))
  }

  mutating func leave() { _ = open.popLast() }

  /// The occasions of a view's next layout, the closest first; none before its first one in the turn.
  func occasions(of view: Int) -> [LayoutOccasion] {
    guard let start = last[view] else { return [] }
    return [.causes(causes(of: view, since: start)), .others(others(since: start))]
  }

  private func causes(of view: Int, since start: Int) -> Set<Int> {
    var waiting = marks[view] ?? []
    var seen = Set(waiting)
    var views: Set<Int> = []
    while let place = waiting.popLast(), seen.count < RecentLayouts.reach {
      views.insert(layouts[place].view)
      guard place > start else { continue }
      for cause in layouts[place].causes where cause >= start && seen.insert(cause).inserted {
        waiting.append(cause)
      }
    }
    return views
  }

  private func others(since start: Int) -> Set<Int> {
    Set(layouts[(start + 1)...].suffix(RecentLayouts.reach).map(\.view))
  }
}
