import ViewTree

/// Finds the layouts of a trace in which a view did nothing, though it acts at other times for the same causes.
///
/// The app knows what makes the difference, the trace does not. Where something is left out, either kind
/// may come.
struct IdleLayouts {
  private let outline: TraceOutline
  private let isLeftOut: [Bool]

  /// A mark that calls for a layout: the view whose layout sets it, and the reason.
  private struct Cause: Hashable {
    var marker: Int?
    var reason: String
  }

  /// The reasons for which a view is laid out.
  private struct Occasion: Hashable {
    var view: Int
    var causes: Set<Cause>
  }

  /// A layout that is open, with the place where it began.
  private struct Running {
    var place: Int
    var occasion: Occasion
    var acts = false
  }

  init(_ outline: TraceOutline, without elements: [Range<Int>]) {
    self.outline = outline
    var isLeftOut = [Bool](repeating: false, count: outline.events.count)
    for element in elements { for place in element { isLeftOut[place] = true } }
    self.isLeftOut = isLeftOut
  }

  /// The elements of these layouts.
  func find() -> [Range<Int>] {
    var causes: [Int: Set<Cause>] = [:]
    var running: [Running] = []
    var idle: [Running] = []
    var active: Set<Occasion> = []
    for (place, event) in outline.events.enumerated() where !isLeftOut[place] {
      switch event {
      case .turn: (causes, running) = ([:], [])
      case .layout(let view, _):
        let causes = causes.removeValue(forKey: view) ?? []
        running.append(Running(place: place, occasion: Occasion(view: view, causes: causes)))
      case .done:
        guard let layout = running.popLast() else { continue }
        if layout.acts { active.insert(layout.occasion) } else { idle.append(layout) }
      case .dirty(let dirty):
        causes[dirty.view, default: []].insert(
          Cause(marker: running.last?.occasion.view, reason: dirty.why))
        fallthrough
      case .geometry, .value, .view, .move, .force, .async:
        if !running.isEmpty { running[running.count - 1].acts = true }
      default: break
      }
    }
    return idle.filter { active.contains($0.occasion) }.map { outline.element(at: $0.place) }
  }
}
