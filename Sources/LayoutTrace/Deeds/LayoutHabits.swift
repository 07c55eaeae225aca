import ViewTree

/// The deeds of views in the layouts of a trace, by the occasions of these layouts.
///
/// A view that does now this, now that follows something that no trace holds, such as a flag of the app.
/// Most often that changes when another view has been laid out.
struct LayoutHabits {
  /// A layout of a view that does not do the same in each.
  private struct Layout {
    var occasions: [Int]
    var deeds: Int
  }

  /// A view on an occasion.
  private struct Case: Hashable {
    var view: Int
    var occasion: Int
  }

  /// A deed without its values.
  private struct Deed: Hashable {
    var action: LayoutAction
    var target: Int?
  }

  /// The numbers of the occasions that were seen.
  private var occasions: [LayoutOccasion: Int] = [:]
  /// The layouts of these views, by turn and view.
  private var layouts: [Int: [Int: [Layout]]] = [:]
  /// The deeds that were seen in each case.
  private var deeds: [Case: Set<Int>] = [:]

  /// Reads the layouts of a trace.
  init(_ events: [TraceEvent]) {
    let numbers = LayoutHabits.deeds(in: events)
    var seen: [Int: Set<Int>] = [:]
    var layout = 0
    for case .layout(let view, _) in events {
      seen[view, default: []].insert(numbers[layout])
      layout += 1
    }
    let changing = seen.filter { $0.value.count > 1 }
    guard !changing.isEmpty else { return }
    var recent = RecentLayouts()
    var turn = 0
    layout = 0
    for event in events {
      switch event {
      case .turn(let number, _, _):
        turn = number
        recent.removeAll()
      case .layout(let view, _):
        if changing[view] != nil {
          let occasions = recent.occasions(of: view).map { number(of: $0) }
          layouts[turn, default: [:]][view, default: []]
            .append(Layout(occasions: occasions, deeds: numbers[layout]))
          for occasion in occasions {
            deeds[Case(view: view, occasion: occasion), default: []].insert(numbers[layout])
          }
        }
        recent.enter(view)
        layout += 1
      case .done: recent.leave()
      case .dirty(let dirty): recent.mark(dirty.view)
      default: break
      }
    }
  }

  private mutating func number(of occasion: LayoutOccasion) -> Int {
    if let number = occasions[occasion] { return number }
    occasions[occasion] = occasions.count
    return occasions.count - 1
  }

  /// The numbers of what is done in each layout, without the layouts inside it; equal deeds have equal numbers.
  private static func deeds(in events: [TraceEvent]) -> [Int] {
    var numbers: [Set<Deed>: Int] = [:]
    var found: [Int] = []
    var open: [(layout: Int, deeds: Set<Deed>)] = []
    for event in events {
      switch event {
      case .turn: open.removeAll()
      case .layout:
        open.append((found.count, []))
        found.append(-1)
      case .done:
        guard let ended = open.popLast() else { continue }
        let next = numbers.count
        found[ended.layout] = numbers[ended.deeds] ?? next
        numbers[ended.deeds] = found[ended.layout]
      default:
        guard !open.isEmpty, let deed = event.deed([:]), !deed.isEngine else { continue }
        // A new view has another number each time.
        let target = deed.action == .make ? deed.superview : deed.target
        open[open.count - 1].deeds.insert(Deed(action: deed.action, target: target))
      }
    }
    return found
  }

  /// True if each view does the same in all of its layouts.
  var isEmpty: Bool { layouts.isEmpty }
}

extension LayoutHabits: LayoutChoice {
  func layoutsToPassOver(
    of view: Int, from place: Int, in turn: Int, on findOccasions: () -> [LayoutOccasion]
  ) -> Int? {
    guard let layouts = layouts[turn]?[view], place < layouts.count else { return 0 }
    for occasion in findOccasions().compactMap({ occasions[$0] }) {
      guard let usual = deeds[Case(view: view, occasion: occasion)] else { continue }
      if usual.contains(layouts[place].deeds) { return 0 }
      return layouts[place...].firstIndex { $0.occasions.contains(occasion) }.map { $0 - place }
    }
    return 0
  }
}
