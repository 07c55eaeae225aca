/// The tasks of a thread that no marker shows: scripts that run while a page is parsed, some observers.
///
/// A marker shows that a script was made ready. It runs then, until the parser goes on or a task begins.
/// Layouts that one function forces, and between which no task begins or ends, are in one task, too:
/// Firefox marks neither the callbacks of an `IntersectionObserver` nor a script after `document.write`.
struct FirefoxTasks {
  private enum Step { case begin, end, script, parser }

  /// The beginnings and ends of the tasks with markers, of scripts and of parsing, by time.
  private var edges: [(time: Int64, step: Step)] = []
  /// The times of the layouts that scripts force.
  private var layouts: [(start: Int64, end: Int64, entry: Int32)] = []

  private static let ready: Set = ["ScriptInstantiation", "ScriptCompileMainThread"]
  private static let parser = "HTMLParserTreeOps"

  /// Takes the markers of a thread, without those in flushes, where the engine only reports of its work.
  init(
    _ markers: some Collection<FirefoxMarker>, from start: Int64, _ flushes: FirefoxFlushes,
    name: (Int) -> String?
  ) {
    var steps: [Int: Step?] = [:]
    for marker in markers {
      let step: Step?
      if let known = steps[marker.name] {
        step = known
      } else {
        step = name(marker.name).flatMap(Self.step)
        steps[marker.name] = .some(step)
      }
      guard let step, let phase = FirefoxMarker.phase(marker.phase),
        let from = FirefoxMarker.nanoseconds(marker.start),
        let to = FirefoxMarker.nanoseconds(marker.end),
        flushes.index(at: phase == .end ? to : from) == nil
      else { continue }
      switch (step, phase) {
      case (.begin, .slice): edges += [(start &+ from, .begin), (start &+ to, .end)]
      case (.begin, .begin): edges.append((start &+ from, .begin))
      case (.begin, .end): edges.append((start &+ to, .end))
      case (.script, .slice): edges.append((start &+ to, .script))
      case (.parser, .slice): edges.append((start &+ from, .parser))
      default: break
      }
    }
    edges.sort { $0.time < $1.time }
  }

  private static func step(of name: String) -> Step? {
    if FirefoxMarker.kind(of: name) == .task { return .begin }
    return ready.contains(name) ? .script : name == parser ? .parser : nil
  }

  /// Notes a layout that a script forced; `entry` is the function that the browser called.
  mutating func note(layoutFrom start: Int64, to end: Int64, entry: Int32) {
    layouts.append((start, end, entry))
  }

  /// The times of the scripts that force layouts.
  func missing() -> [(start: Int64, end: Int64)] {
    var (next, depth) = (0, 0)
    var script: Int64?
    var found: [(start: Int64, end: Int64, isTask: Bool)] = []
    /// The function that forced the layout before, outside all tasks that are known.
    var entry: Int32 = -1
    for layout in layouts.sorted(by: { $0.start < $1.start }) {
      while next < edges.count, edges[next].time <= layout.start {
        switch edges[next].step {
        case .begin: depth += 1
        case .end: depth = max(0, depth - 1)
        case .script, .parser: break
        }
        script = edges[next].step == .script && depth == 0 ? edges[next].time : nil
        if edges[next].step != .parser { entry = -1 }
        next += 1
      }
      let isOfLast = script.map { $0 == found.last?.start } ?? (entry == layout.entry)
      entry = depth == 0 ? layout.entry : -1
      if isOfLast, depth == 0, let last = found.last {
        found[found.count - 1] = (last.start, max(last.end, layout.end), true)
      } else if depth == 0 {
        // The request for a layout is noted a nanosecond before it.
        found.append((script ?? layout.start - 1, layout.end, script != nil))
      }
    }
    return found.filter(\.isTask).map { ($0.start, $0.end) }
  }
}
