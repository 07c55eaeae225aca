/// The tasks of a thread that no marker shows: scripts that run while a page is parsed.
///
/// A marker shows that a script was made ready. It runs then, until the parser goes on or a task begins.
struct FirefoxTasks {
  private enum Step { case begin, end, script, parser }

  /// The beginnings and ends of the tasks with markers, of scripts and of parsing, by time.
  private var edges: [(time: Int64, step: Step)] = []
  /// The times of the layouts that scripts force.
  private var layouts: [(start: Int64, end: Int64)] = []

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

  /// Notes a layout that a script forced.
  mutating func note(layoutFrom start: Int64, to end: Int64) { layouts.append((start, end)) }

  /// The times of the scripts that force layouts.
  func missing() -> [(start: Int64, end: Int64)] {
    var (next, depth) = (0, 0)
    var script: Int64?
    var found: [(start: Int64, end: Int64)] = []
    for layout in layouts.sorted(by: { $0.start < $1.start }) {
      while next < edges.count, edges[next].time <= layout.start {
        switch edges[next].step {
        case .begin: depth += 1
        case .end: depth = max(0, depth - 1)
        case .script, .parser: break
        }
        script = edges[next].step == .script && depth == 0 ? edges[next].time : nil
        next += 1
      }
      guard let script else { continue }
      if found.last?.start == script {
        found[found.count - 1].end = max(found[found.count - 1].end, layout.end)
      } else {
        found.append((script, layout.end))
      }
    }
    return found
  }
}
