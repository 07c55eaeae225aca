/// The tasks of a thread that no marker shows: scripts that run while a page is parsed, some observers.
///
/// A marker shows that a script was made ready. It runs then, until the parser goes on or a task begins.
/// Layouts that one function forces are in one task, too, if no other task begins or ends between them:
/// Firefox marks neither the callbacks of an `IntersectionObserver` nor a script after `document.write`.
/// Events may lie between them, because such code can send some. Microtasks that run right after an
/// event are a part of its task, although Firefox marks them apart.
struct FirefoxTasks {
  private enum Step { case begin, microtasks, end, eventBegin, eventEnd, script, parser }

  /// The beginnings and ends of the tasks with markers, of scripts and of parsing, by time.
  private var edges: [(time: Int64, step: Step)] = []
  /// The times of the layouts that scripts force.
  private var layouts: [(start: Int64, end: Int64, entry: Int32)] = []
  /// The layouts of which no stack tells whether a script sent the event in which they are forced.
  private var doubtful: Set<Int64> = []

  private static let ready: Set = ["ScriptInstantiation", "ScriptCompileMainThread"]
  private static let parser = "HTMLParserTreeOps"
  private static let microtasks = "Perform microtasks"

  /// Takes the markers of a thread, without those in flushes, where the engine only reports of its work.
  init(
    _ markers: some Collection<FirefoxMarker>, from start: Int64, _ flushes: FirefoxFlushes,
    _ events: FirefoxEvents, name: (Int) -> String?
  ) {
    var steps: [Int: Step?] = [:]
    for (index, marker) in markers.enumerated() where !events.sent.contains(index) {
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
      case (.begin, .slice), (.microtasks, .slice):
        edges += [(start &+ from, step), (start &+ to, .end)]
      case (.begin, .begin), (.microtasks, .begin): edges.append((start &+ from, step))
      case (.begin, .end), (.microtasks, .end): edges.append((start &+ to, .end))
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
    if name == FirefoxEvents.name { return .eventBegin }
    if name == microtasks { return .microtasks }
    if FirefoxMarker.kind(of: name) == .task { return .begin }
    return ready.contains(name) ? .script : name == parser ? .parser : nil
  }

  /// Notes a layout that a script forced; `entry` is the function that the browser called.
  mutating func note(
    layoutFrom start: Int64, to end: Int64, entry: Int32, _ situation: FirefoxEvents.Situation
  ) {
    layouts.append((start, end, situation.isIntersection ? Self.intersections : entry))
    if situation.sender == .unknown { doubtful.insert(start) }
  }

  /// Stands for all functions that are called as `IntersectionObserver`s.
  private static let intersections = Int32.max

  /// The times of the scripts that force layouts, and the events that may be those of one script.
  func missing() -> (tasks: [(start: Int64, end: Int64)], doubtfulEvents: Int) {
    var finder = Finder()
    var next = 0
    for layout in layouts.sorted(by: { $0.start < $1.start }) {
      while next < edges.count, edges[next].time <= layout.start {
        finder.pass(edges[next].step, at: edges[next].time)
        next += 1
      }
      if doubtful.contains(layout.start) { finder.doubt(layout.entry) }
      finder.take(layoutFrom: layout.start, to: layout.end, entry: layout.entry)
    }
    for edge in edges[next...] { finder.pass(edge.step, at: edge.time) }
    return (
      finder.found.filter(\.isTask).map { ($0.start, $0.end) } + finder.joined,
      finder.mostDoubtful
    )
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
    /// The events since the last task in which one function forces layouts: the function, and the
    /// beginning of the last of them.
    private var row: (entry: Int32, event: Int64, count: Int) = (-1, .min, 0)
    /// The most such events of which no stack tells who sent them.
    private(set) var mostDoubtful = 0
    /// The last event outside all tasks; true while the microtasks right after it run.
    private var lastEvent: (start: Int64, end: Int64)?
    private var isJoining = false
    /// The times of events with the microtasks right after them.
    private(set) var joined: [(start: Int64, end: Int64)] = []

    /// The most nanoseconds between an event and the microtasks of its task; 130 000 were measured.
    private static let longestPause: Int64 = 200_000

    mutating func pass(_ step: Step, at time: Int64) {
      join(step, at: time)
      switch step {
      case .eventBegin:
        if events == 0 { eventStart = time }
        events += 1
      case .eventEnd:
        events = max(0, events - 1)
        guard events == 0, goesOnInEvent, let last = found.last else { return }
        goesOnInEvent = false
        found[found.count - 1] = (last.start, max(last.end, time), true)
      case .begin, .microtasks, .end, .script:
        tasks = step == .end ? max(0, tasks - 1) : step == .script ? tasks : tasks + 1
        (entry, early, goesOnInEvent) = (-1, nil, false)
        row = (-1, .min, 0)
        script = step == .script && tasks == 0 && events == 0 ? time : nil
      case .parser:
        script = nil
      }
    }

    /// Joins microtasks with the event right before them.
    private mutating func join(_ step: Step, at time: Int64) {
      switch step {
      case .eventEnd where events == 1 && tasks == 0: lastEvent = (eventStart, time)
      case .microtasks where tasks == 0 && events == 0:
        isJoining = lastEvent.map { time - $0.end <= Self.longestPause } ?? false
      case .end where isJoining && tasks == 1:
        if let lastEvent { joined.append((lastEvent.start, time)) }
        (lastEvent, isJoining) = (nil, false)
      case .begin, .eventBegin, .script, .parser: if tasks == 0, events == 0 { lastEvent = nil }
      default: break
      }
    }

    /// Counts the event that runs: a script may have sent it, in whose task its layouts are then.
    mutating func doubt(_ caller: Int32) {
      guard tasks == 0, events > 0, row.entry != caller || row.event != eventStart else { return }
      row = (caller, eventStart, row.entry == caller ? row.count + 1 : 1)
      mostDoubtful = max(mostDoubtful, row.count)
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
