import LayoutTrace
import ViewTree

/// Writes a trace in the JSON form that Perfetto and Chrome's tracing open.
///
/// Turns and commits are slices of one track, layouts of another. A dirtying is an instant, with an
/// arrow to the layout that follows. Work lasts from its enqueueing to the end of its run.
struct PerfettoTrace: TimelineDocument {
  private var timeline: EventTimeline
  var written = WrittenJSON()
  /// The layouts that are open, innermost last.
  private var open: [Int] = []
  /// The arrows that wait for the next layout of a view.
  private var arrows: [Int: [Int]] = [:]
  private var arrowCount = 0
  private var turn: Int?
  private var isInCommit = false
  private var layouts = 0
  /// The name of each piece of work until it has run: its events are one slice if names are equal.
  private var openWork: [Int: String] = [:]

  private static let turns = 1
  private static let layoutTrack = 2

  /// Begins the file; `title` is the name of the process in viewers.
  init(title: String, hasTime: Bool) {
    timeline = EventTimeline(hasTime: hasTime)
    written.text(#"{"displayTimeUnit":"ms","otherData":{"writer":"loophunt export","version":"#)
    written.string(Product.version)
    written.text(#","time":"#)
    written.string(hasTime ? "recorded" : "one microsecond per event")
    written.text(#"},"traceEvents":["#)
    for (name, track, value) in [
      ("process_name", 0, title), ("thread_name", Self.turns, "turns"),
      ("thread_name", Self.layoutTrack, "layouts"),
    ] {
      written.beginElement()
      written.text(#"{"ph":"M","pid":1,"tid":\#(track),"name":"\#(name)","args":{"name":"#)
      written.string(value)
      written.text("}}")
    }
  }

  /// Adds the next event of the trace.
  mutating func add(_ event: TraceEvent) {
    timeline.advance(to: event)
    switch event {
    case .turn(let number, _, _):
      endTurn()
      turn = number
      write("B", Self.turns, name: "turn \(number)")
    case .commit:
      isInCommit = true
      write("B", Self.turns, name: "commit")
    case .committed(let batches, _):
      guard isInCommit else { break }
      isInCommit = false
      write("E", Self.turns, arguments: #""batches":\#(batches)"#)
    case .layout(let view, _): begin(view)
    case .done:
      guard open.popLast() != nil else { break }
      write("E", Self.layoutTrack)
    case .force(let view, _, let from): instant("force", view, from)
    case .dirty(let dirty):
      instant("dirty", dirty.view, dirty.from, why: dirty.why)
      if !dirty.isAgain { beginArrow(to: dirty.view) }
    case .async(let work, _, let via, _):
      guard openWork[work] == nil else { break }
      openWork[work] = "\((via ?? .block).rawValue) \(work)"
      write("b", Self.turns, name: openWork[work], category: "work", more: #""id":\#(work)"#)
    case .run(let work):
      guard let name = openWork[work] else { break }
      write("n", Self.turns, name: name, category: "work", more: #""id":\#(work)"#)
    case .ran(let work):
      guard let name = openWork.removeValue(forKey: work) else { break }
      write("e", Self.turns, name: name, category: "work", more: #""id":\#(work)"#)
    default: break
    }
  }

  /// Begins a layout, at which the arrows to its view end.
  private mutating func begin(_ view: Int) {
    layouts += 1
    open.append(view)
    write(
      "B", Self.layoutTrack, name: timeline.name(of: view), category: "layout",
      arguments: #""view":\#(view)"#)
    for arrow in arrows.removeValue(forKey: view) ?? [] {
      write(
        "f", Self.layoutTrack, name: "dirtied", category: "dirty",
        more: #""bp":"e","id":\#(arrow)"#)
    }
  }

  /// Begins an arrow in a slice: the layout that dirtied the view, or the turn.
  private mutating func beginArrow(to view: Int) {
    guard !open.isEmpty || turn != nil else { return }
    arrowCount += 1
    arrows[view, default: []].append(arrowCount)
    write(
      "s", open.isEmpty ? Self.turns : Self.layoutTrack, name: "dirtied", category: "dirty",
      more: #""id":\#(arrowCount)"#)
  }

  /// Closes everything that is open.
  mutating func finish() {
    while open.popLast() != nil { write("E", Self.layoutTrack) }
    endTurn()
    written.text("\n]}\n")
  }

  private mutating func endTurn() {
    guard turn != nil else { return }
    if isInCommit { write("E", Self.turns) }
    write("E", Self.turns)
    write("C", Self.turns, name: "layouts per turn", arguments: #""layouts":\#(layouts)"#)
    (turn, isInCommit, layouts) = (nil, false, 0)
  }

  private mutating func instant(_ what: String, _ view: Int, _ from: String?, why: String? = nil) {
    var arguments: [UInt8] = Array(#""view":\#(view)"#.utf8)
    for (key, value) in [("from", from), ("why", why)] {
      guard let value else { continue }
      arguments += Array(#","\#(key)":"#.utf8)
      arguments.append(json: String(value.prefix(500)))
    }
    write(
      "i", Self.layoutTrack, name: "\(what) \(timeline.name(of: view))", category: what,
      more: #""s":"t""#, arguments: String(decoding: arguments, as: UTF8.self))
  }

  private mutating func write(
    _ phase: String, _ track: Int, name: String? = nil, category: String? = nil,
    more: String? = nil, arguments: String? = nil
  ) {
    written.beginElement()
    written.text(#"{"ph":"\#(phase)","pid":1,"tid":\#(track),"ts":\#(timeline.microseconds)"#)
    if let category { written.text(#","cat":"\#(category)""#) }
    if let more { written.text(",\(more)") }
    if let name {
      written.text(#","name":"#)
      written.string(name)
    }
    if let arguments { written.text(#","args":{\#(arguments)}"#) }
    written.text("}")
  }
}
