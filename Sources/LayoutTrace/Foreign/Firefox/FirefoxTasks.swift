/// The tasks of a thread that no marker shows: scripts that run while a page is parsed, some observers.
///
/// A marker shows that a script was made ready. It runs then, until the parser goes on or a task begins.
/// Layouts that one function forces are in one task, too, if no other task begins or ends between them:
/// Firefox marks neither the callbacks of an `IntersectionObserver` nor a script after `document.write`.
/// Events may lie between them, because such code can send some.
struct FirefoxTasks {
  private enum Step { case begin, end, eventBegin, eventEnd, script, parser }

  /// The beginnings and ends of the tasks with markers, of scripts and of parsing, by time.
  private var edges: [(time: Int64, step: Step)] = []
  /// The times of the layouts that scripts force.
  private var layouts: [(start: Int64, end: Int64, entry: Int32)] = []

  private static let ready: Set = ["ScriptInstantiation", "ScriptCompileMainThread"]
  private static let parser = "HTMLParserTreeOps"
  private static let event = "DOMEvent"

  /// Takes the markers of a thread, without those in flushes, where the engine only reports of its work.
  init(
    _ markers: some Collection<FirefoxMarker>, from start: Int64, _ flushes: FirefoxFlushes,
    name: (Int) -> String?
  ) {
    var steps: [Int: Step?] = [:]
    for marker in markers where !marker.isSent {
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
      case (.eventBegin, .slice): edges += [(start &+ from, .eventBegin), (start &+ to, .eventEnd)]
      case (.eventBegin, .begin): edges.append((start &+ from, .eventBegin))
      case (.eventBegin, .end): edges.append((start &+ to, .eventEnd))
      case (.script, .slice): edges.append((start &+ to, .script))
      case (.parser, .slice): edges.append((start &+ from, .parser))
      default: break
      }
    }
    edges.sort { $0.time < $1.time }
  }

  private static func step(of name: String) -> Step? {
    if name == event { return .eventBegin }
    if FirefoxMarker.kind(of: name) == .task { return .begin }
    return ready.contains(name) ? .script : name == parser ? .parser : nil
  }

  /// Notes a layout that a script forced; `entry` is the function that the browser called.
  mutating func note(layoutFrom start: Int64, to end: Int64, entry: Int32) {
    layouts.append((start, end, entry))
  }

  /// The times of the scripts that force layouts.
  func missing() -> [(start: Int64, end: Int64)] {
    var finder = Finder()
    var next = 0
    for layout in layouts.sorted(by: { $0.start < $1.start }) {
      while next < edges.count, edges[next].time <= layout.start {
        finder.pass(edges[next].step, at: edges[next].time)
        next += 1
      }
      finder.take(layoutFrom: layout.start, to: layout.end, entry: layout.entry)
    }
    for edge in edges[next...] { finder.pass(edge.step, at: edge.time) }
    return finder.found.filter(\.isTask).map { ($0.start, $0.end) }
  }

  /// The state of the search for tasks without markers, which goes through a thread by time.
  private struct Finder {
    var found: [(start: Int64, end: Int64, isTask: Bool)] = []
    private var tasks = 0
    private var events = 0
    private var eventStart: Int64 = 0
    private var script: Int64?
    /// The function that forced the layout before, outside all tasks and events; -1 for none.
    private var entry: Int32 = -1
    /// The first event since the last task in which a function forced a layout, and that function.
    private var early: (start: Int64, entry: Int32)?
    /// True if the function of the layout before forced another one in the event that runs.
    private var goesOnInEvent = false

    mutating func pass(_ step: Step, at time: Int64) {
      switch step {
      case .eventBegin:
        if events == 0 { eventStart = time }
        events += 1
      case .eventEnd:
        events = max(0, events - 1)
        guard events == 0, goesOnInEvent, let last = found.last else { return }
        goesOnInEvent = false
        found[found.count - 1] = (last.start, max(last.end, time), true)
      case .begin, .end, .script:
        tasks = step == .begin ? tasks + 1 : step == .end ? max(0, tasks - 1) : tasks
        (entry, early, goesOnInEvent) = (-1, nil, false)
        script = step == .script && tasks == 0 && events == 0 ? time : nil
      case .parser:
        script = nil
      }
    }

    mutating func take(layoutFrom start: Int64, to end: Int64, entry caller: Int32) {
      guard tasks == 0 else { return }
      guard events == 0 else {
        if caller == entry {
          goesOnInEvent = true
        } else if early?.entry != caller {
          early = (eventStart, caller)
        }
        return
      }
      let isOfLast = script.map { $0 == found.last?.start } ?? (entry == caller)
      entry = caller
      if isOfLast, let last = found.last {
        found[found.count - 1] = (last.start, max(last.end, end), true)
      } else if script == nil, let early, early.entry == caller {
        found.append((early.start - 1, end, true))
      } else {
        // The request for a layout is noted a nanosecond before it.
        found.append((script ?? start - 1, end, script != nil))
      }
    }
  }
}
